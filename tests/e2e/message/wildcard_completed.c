/*
 * As wildcard_pending.c; all are completed, and as many messages are sent.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int numbers[3];
    int rank, i;
    MPI_Request requests[3];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 3; i++) {
        if (rank == 1)
            MPI_Irecv(&numbers[i], 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &requests[i]);
        else
            MPI_Send(&rank, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    }
    if (rank == 1)
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
