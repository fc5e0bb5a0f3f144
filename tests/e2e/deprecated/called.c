/*
 * Calls of all functions that are deprecated.
 *
 * np: 1
 * verdict: note
 * options: --notes
 * finding: CALL-DEPRECATED call=0@create
 * finding: CALL-DEPRECATED call=0@put
 * finding: CALL-DEPRECATED call=0@get-attribute
 * finding: CALL-DEPRECATED call=0@delete
 * finding: CALL-DEPRECATED call=0@free
 * finding: CALL-DEPRECATED call=0@length
 * finding: CALL-DEPRECATED call=0@get
 * finding: CALL-DEPRECATED call=0@set
 * finding: CALL-DEPRECATED call=0@elements
 * finding: CALL-DEPRECATED call=0@extent
 * finding: CALL-DEPRECATED call=0@true-extent
 * finding: CALL-DEPRECATED call=0@size
 * twin: successor.c
 */
#include <mpi.h>
#include <stddef.h>

static void attributes(void)
{
    int keyval, flag, value = 7, *got;

    MPI_Keyval_create(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL); /* @create */
    MPI_Attr_put(MPI_COMM_SELF, keyval, &value); /* @put */
    MPI_Attr_get(MPI_COMM_SELF, keyval, &got, &flag); /* @get-attribute */
    MPI_Attr_delete(MPI_COMM_SELF, keyval); /* @delete */
    MPI_Keyval_free(&keyval); /* @free */
}

static void infos(void)
{
    MPI_Info info;
    char value[8];
    int flag, length;

    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
    MPI_Info_get_valuelen(info, "key", &length, &flag); /* @length */
    MPI_Info_get(info, "key", length, value, &flag); /* @get */
    MPI_Info_free(&info);
}

static void statuses_and_types(void)
{
    MPI_Status status = {0};
    MPI_Count count, lower, extent;

    MPI_Status_set_elements_x(&status, MPI_INT, 3); /* @set */
    MPI_Get_elements_x(&status, MPI_INT, &count); /* @elements */
    MPI_Type_get_extent_x(MPI_INT, &lower, &extent); /* @extent */
    MPI_Type_get_true_extent_x(MPI_INT, &lower, &extent); /* @true-extent */
    MPI_Type_size_x(MPI_INT, &count); /* @size */
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    attributes();
    infos();
    statuses_and_types();
    MPI_Finalize();
    return 0;
}
