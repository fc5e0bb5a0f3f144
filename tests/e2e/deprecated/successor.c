/*
 * As called.c and removed.c, but by functions that MPI has.
 *
 * np: 1
 * verdict: clean
 * options: --notes
 */
#include <mpi.h>
#include <stddef.h>

static void attributes(void)
{
    int keyval, flag, value = 7, *got;

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN,
                           &keyval, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, &value);
    MPI_Comm_get_attr(MPI_COMM_SELF, keyval, &got, &flag);
    MPI_Comm_delete_attr(MPI_COMM_SELF, keyval);
    MPI_Comm_free_keyval(&keyval);
}

static void infos(void)
{
    MPI_Info info;

    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
#if MPI_VERSION >= 4
    char value[8];
    int flag, length = sizeof value;

    MPI_Info_get_string(info, "key", &length, value, &flag);
#endif
    MPI_Info_free(&info);
}

static void statuses_and_types(void)
{
    MPI_Status status = {0};
    MPI_Aint lower, extent, address;
    int count;

    MPI_Status_set_elements(&status, MPI_INT, 3);
    MPI_Get_elements(&status, MPI_INT, &count);
    MPI_Type_get_extent(MPI_INT, &lower, &extent);
    MPI_Type_get_true_extent(MPI_INT, &lower, &extent);
    MPI_Type_size(MPI_INT, &count);
    MPI_Get_address(&count, &address);
}

static void derived_types(void)
{
    MPI_Aint at = 0;
    MPI_Datatype type, of = MPI_INT;
    int one = 1;

    MPI_Type_create_hindexed(1, &one, &at, MPI_INT, &type);
    MPI_Type_free(&type);
    MPI_Type_create_hvector(1, 1, 8, MPI_INT, &type);
    MPI_Type_free(&type);
    MPI_Type_create_struct(1, &one, &at, &of, &type);
    MPI_Type_free(&type);
}

static void handle(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
}

static void error_handlers(void)
{
    MPI_Errhandler handler, got;

    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
    MPI_Comm_get_errhandler(MPI_COMM_SELF, &got);
    MPI_Errhandler_free(&got);
    MPI_Errhandler_free(&handler);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    attributes();
    infos();
    statuses_and_types();
    derived_types();
    error_handlers();
    MPI_Finalize();
    return 0;
}
