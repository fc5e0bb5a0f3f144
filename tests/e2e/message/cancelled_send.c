/*
 * Rank 0 cancels a send and waits for it, which is local then (MPI-4.1 3.8.4),
 * and only then tells rank 1 whether there is a message to receive.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static void tell(MPI_Status *status)
{
    int cancelled;

    MPI_Test_cancelled(status, &cancelled);
    MPI_Send(&cancelled, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
}

static void listen(void)
{
    int cancelled, value;

    MPI_Recv(&cancelled, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (!cancelled)
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, value = 7, place;
    MPI_Request requests[2];
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Cancel(&requests[0]);
        MPI_Wait(&requests[0], &statuses[0]);
        tell(&statuses[0]);

        MPI_Send_init(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Start(&requests[0]);
        MPI_Cancel(&requests[0]);
        MPI_Waitall(1, requests, statuses);
        tell(&statuses[0]);
        MPI_Request_free(&requests[0]);

        MPI_Irecv(&place, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Cancel(&requests[0]);
        MPI_Cancel(&requests[1]);
        MPI_Waitall(2, requests, statuses);
        tell(&statuses[1]);
    } else if (rank == 1) {
        listen();
        listen();
        listen();
    }
    MPI_Finalize();
    return 0;
}
