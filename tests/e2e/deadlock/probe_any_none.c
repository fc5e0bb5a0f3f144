/*
 * As probe_any_other.c, but rank 1 sends to rank 2 first, which receives that only
 * when rank 0 has received its message, and rank 0 receives from rank 1 alone: that
 * relies on buffering whatever a probe from any source finds.
 *
 * np: 3
 * verdict: potential
 * unless: send=sync
 * finding: POTENTIAL-DEADLOCK waits=0@probe waits=1@first waits=2@second
 * twin: probe_any_other.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Status status;
    int rank, number = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    switch (rank) {
    case 0:
        MPI_Probe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status); /* @probe */
        MPI_Recv(&number, 1, MPI_INT, status.MPI_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&number, 1, MPI_INT, 2, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        break;
    case 1:
        MPI_Send(&number, 1, MPI_INT, 2, 0, MPI_COMM_WORLD); /* @first */
        MPI_Send(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        break;
    case 2:
        MPI_Send(&number, 1, MPI_INT, 0, 2, MPI_COMM_WORLD); /* @second */
        MPI_Recv(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        break;
    }
    MPI_Finalize();
    return 0;
}
