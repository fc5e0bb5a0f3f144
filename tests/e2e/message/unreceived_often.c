/*
 * Five messages that nobody receives are counted, not told of as one.
 *
 * np: 2
 * verdict: error
 * unless: send=sync
 * finding: P2P-UNRECEIVED send=0@send count=5
 * twin: received.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, i, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; rank == 0 && i < 5; i++)
        MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD); /* @send */
    MPI_Finalize();
    return 0;
}
