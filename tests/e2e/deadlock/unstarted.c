/*
 * Two pairs: the first of the one makes a persistent send, and starts it for
 * the first of two rounds alone; the first of the other makes a persistent
 * receive, and never starts it.
 *
 * np: 4
 * verdict: error
 * finding: DEADLOCK waits=0@sent waits=1@recv unstarted=0@send
 * says: Rank 0 has made a request for that by MPI_Send_init, and has not started it.
 * finding: DEADLOCK waits=2@received waits=3@ssend unstarted=2@receive
 * says: Rank 2 has made a request for that by MPI_Recv_init, and has not started it.
 * hangs: yes
 * twin: unstarted_started.c
 */
#include <mpi.h>

static void send_rounds(MPI_Comm pair)
{
    int word = 0;
    MPI_Request request;

    MPI_Send_init(&word, 1, MPI_INT, 1, 3, pair, &request); /* @send */
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(pair); /* @sent */
    MPI_Request_free(&request);
}

static void receive(MPI_Comm pair)
{
    int word;
    MPI_Request request;

    MPI_Recv_init(&word, 1, MPI_INT, 1, 4, pair, &request); /* @receive */
    MPI_Barrier(pair);                                      /* @received */
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
        MPI_Recv(&word, 1, MPI_INT, 0, 3, pair, MPI_STATUS_IGNORE); /* @recv */
        MPI_Barrier(pair);
    } else if (rank == 2) {
        receive(pair);
    } else {
        MPI_Ssend(&word, 1, MPI_INT, 0, 4, pair); /* @ssend */
        MPI_Barrier(pair);
    }
    MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
