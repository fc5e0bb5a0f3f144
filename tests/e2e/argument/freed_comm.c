/*
 * (Open MPI crashes on it.)  A copy of a handle is used after its object was freed.
 *
 * np: 1
 * flavours: abi mpich
 * verdict: error
 * finding: ARG-FREED-HANDLE call=0@comm freed=0@free
 * twin: fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int size;
    MPI_Comm comm, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    copy = comm;
    MPI_Comm_free(&comm); /* @free */
    MPI_Comm_size(copy, &size); /* @comm */
    MPI_Finalize();
    return 0;
}
