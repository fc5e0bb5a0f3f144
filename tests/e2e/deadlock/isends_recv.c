/*
 * As in isends_waitall.c, but both receive before they wait; then rank 0 waits
 * for an older send, which the other has received, while a newer one of the
 * same handle value is open.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0, i;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 2; i++)
        MPI_Isend(&rank, 1, MPI_INT, !rank, i, MPI_COMM_WORLD, &requests[i]);
    for (i = 0; i < 2; i++)
        MPI_Recv(&value, 1, MPI_INT, !rank, i, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);

    if (rank == 0) {
        for (i = 0; i < 2; i++)
            MPI_Isend(&rank, 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
