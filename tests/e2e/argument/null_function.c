/*
 * Null pointers where a function is to be called.  (Each on every function of
 * the reference MPI: tests/argument.)
 *
 * np: 1
 * verdict: error
 * finding: ARG-NULL-POINTER call=0@op
 * finding: ARG-NULL-POINTER call=0@handler
 * finding: ARG-VALUE call=0@split
 * twin: null_pointer_fits.c
 */
#include <mpi.h>
#include <stddef.h>

static int result; /* looked at later: then it is none that is provoked */

int main(int argc, char **argv)
{
    MPI_Comm comm;
    MPI_Errhandler handler;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    result = MPI_Op_create(NULL, 1, &op); /* @op */
    if (result == MPI_SUCCESS)
        MPI_Op_free(&op);
    result = MPI_Comm_create_errhandler(NULL, &handler); /* @handler */
    if (result == MPI_SUCCESS)
        MPI_Errhandler_free(&handler);
    result = MPI_Comm_split_type(MPI_COMM_WORLD, -3, 0, MPI_INFO_NULL, &comm); /* @split */
    if (result == MPI_SUCCESS && comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
