/*
 * A null pointer where the call stores a result: an MPI refuses it, or crashes.
 * (On every function: tests/argument.)
 *
 * np: 1
 * verdict: error
 * finding: ARG-NULL-POINTER call=0@rank
 * hangs: maybe
 * twin: null_pointer_fits.c
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, NULL); /* @rank */
    MPI_Finalize();
    return 0;
}
