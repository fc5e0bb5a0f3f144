/*
 * Persistent buffered sends, each started again before its message has gone:
 * Open MPI gives the request another handle then.
 *
 * np: 2
 * verdict: clean
 */
#include <stddef.h>

#include <mpi.h>

#define ITEMS  100000 /* more than goes at once */
#define ROUNDS 3

static double sent[ITEMS], received[ITEMS];
static char space[2 * ROUNDS * (sizeof sent + MPI_BSEND_OVERHEAD)];

static void send(void)
{
    MPI_Request requests[2];
    void *buffer;
    int i, size;

    MPI_Buffer_attach(space, sizeof space);
    for (i = 0; i < 2; i++)
        MPI_Bsend_init(sent, ITEMS, MPI_DOUBLE, 1, i, MPI_COMM_WORLD,
                       &requests[i]);
    MPI_Start(&requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Start(&requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    for (i = 1; i < ROUNDS; i++) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    for (i = 0; i < 2; i++)
        MPI_Request_free(&requests[i]);
    MPI_Send(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD);
    MPI_Buffer_detach(&buffer, &size);
}

static void receive(void)
{
    int i;

    MPI_Recv(NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (i = 0; i < 2 * ROUNDS; i++)
        MPI_Recv(received, ITEMS, MPI_DOUBLE, 0, i % 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        send();
    else
        receive();
    MPI_Finalize();
    return 0;
}
