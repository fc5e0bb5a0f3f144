/*
 * Ready sends to a process that looks for the message before it receives, by
 * MPI_Probe and by MPI_Iprobe: no receive was posted when they came.
 *
 * np: 3
 * verdict: error
 * finding: P2P-READY-EARLY send=1@first receive=0@probe count=1
 * finding: P2P-READY-EARLY send=1@second receive=0@poll count=1
 * twin: ready_posted.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, number = 0, there = 0;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        MPI_Rsend(&number, 1, MPI_INT, 0, 43, MPI_COMM_WORLD); /* @first */
        MPI_Rsend(&number, 1, MPI_INT, 0, 44, MPI_COMM_WORLD); /* @second */
    }
    if (rank == 0) {
        MPI_Probe(1, 43, MPI_COMM_WORLD, &status); /* @probe */
        MPI_Recv(&number, 1, MPI_INT, 1, 43, MPI_COMM_WORLD, &status);
        while (!there)
            MPI_Iprobe(1, 44, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE); /* @poll */
        MPI_Recv(&number, 1, MPI_INT, 1, 44, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
