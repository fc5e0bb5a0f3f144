/*
 * A null pointer in place of MPI_STATUS_IGNORE, where that is another one.
 *
 * np: 1
 * flavours: mpich
 * verdict: error
 * finding: ARG-NULL-POINTER call=0@receive
 * hangs: maybe
 * twin: null_pointer_fits.c
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int value;

    MPI_Init(&argc, &argv);
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, NULL); /* @receive */
    MPI_Finalize();
    return 0;
}
