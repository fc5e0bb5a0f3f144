/*
 * A variable for a communicator that was never set: where a handle is an
 * address, MPI libraries crash.
 *
 * np: 1
 * verdict: error
 * finding: ARG-OTHER-KIND call=0@query
 * twin: fits.c
 * flavours: abi openmpi
 */
#include <mpi.h>
#include <stdint.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = (MPI_Comm)(intptr_t)0x12340;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank); /* @query */
    MPI_Finalize();
    return 0;
}
