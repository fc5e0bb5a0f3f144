/*
 * A process probes for a message that is never sent.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@probe waits=1@recv
 * twin: probe_sent.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Probe(1, 4, MPI_COMM_WORLD, &status); /* @probe */
        MPI_Recv(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, &status);
        MPI_Send(&rank, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, &status); /* @recv */
        MPI_Send(&rank, 1, MPI_INT, 0, 4, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
