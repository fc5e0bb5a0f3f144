/*
 * Handles of other kinds of objects, one that was never set, and keyvals of
 * other kinds of objects.
 *
 * np: 1
 * verdict: error
 * finding: ARG-OTHER-KIND call=0@group
 * finding: ARG-OTHER-KIND call=0@unset
 * finding: ARG-OTHER-KIND call=0@set
 * finding: ARG-OTHER-KIND call=0@get
 * says: which is no communicator
 * twin: other_kind_fits.c
 */
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

static MPI_Comm unset;

int main(int argc, char **argv)
{
    int keyval, type_keyval, size, flag;
    void *value;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &type_keyval, NULL);
    MPI_Comm_set_attr(comm, type_keyval, &size); /* @set */
    MPI_Type_get_attr(MPI_INT, keyval, &value, &flag); /* @get */
    MPI_Comm_free_keyval(&keyval);
    MPI_Type_free_keyval(&type_keyval);
    MPI_Comm_size(unset, &size); /* @unset */
    MPI_Group_size((MPI_Group)(intptr_t)comm, &size); /* @group */
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
