/*
 * Each round starts the persistent send, and the receive is started, too.
 *
 * np: 4
 * verdict: clean
 */
#include <mpi.h>

static void send_rounds(MPI_Comm pair)
{
    int word = 0, round;
    MPI_Request request;

    MPI_Send_init(&word, 1, MPI_INT, 1, 3, pair, &request);
    for (round = 0; round < 2; round++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(pair);
    MPI_Request_free(&request);
}

static void receive(MPI_Comm pair)
{
    int word;
    MPI_Request request;

    MPI_Recv_init(&word, 1, MPI_INT, 1, 4, pair, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(pair);
    MPI_Request_free(&request);
}

int main(int argc, char **argv)
{
    int rank, word = 0;
    MPI_Comm pair;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &pair);
    if (rank == 0) {
        send_rounds(pair);
    } else if (rank == 1) {
        MPI_Recv(&word, 1, MPI_INT, 0, 3, pair, MPI_STATUS_IGNORE);
        MPI_Recv(&word, 1, MPI_INT, 0, 3, pair, MPI_STATUS_IGNORE);
        MPI_Barrier(pair);
    } else if (rank == 2) {
        receive(pair);
    } else {
        MPI_Ssend(&word, 1, MPI_INT, 0, 4, pair);
        MPI_Barrier(pair);
    }
    MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
