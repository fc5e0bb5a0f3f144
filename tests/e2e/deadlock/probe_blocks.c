/*
 * A message that is sent behind a broadcast is waited for before it.
 *
 * np: 2
 * verdict: potential
 * finding: POTENTIAL-DEADLOCK waits=0@bcast waits=1@probe ranks=0,1
 * twin: probe_finds.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); /* @bcast */
        MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    } else {
        MPI_Probe(0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @probe */
        MPI_Recv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
