/*
 * A master answers whoever has sent, some at a time; a second set of receives
 * is cancelled, and so is one that is persistent and used again.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

#define EACH 3

static int rank;

static void answer_all(void)
{
    int numbers[2 * EACH], left = 2 * EACH, done, indices[2 * EACH], i;
    MPI_Request requests[2 * EACH];
    MPI_Status statuses[2 * EACH];

    for (i = 0; i < 2 * EACH; i++)
        MPI_Irecv(&numbers[i], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                  MPI_COMM_WORLD, &requests[i]);
    for (; left > 0; left -= done) {
        MPI_Waitsome(2 * EACH, requests, &done, indices, statuses);
        for (i = 0; i < done; i++)
            MPI_Send(&numbers[indices[i]], 1, MPI_INT, statuses[i].MPI_SOURCE,
                     EACH + statuses[i].MPI_TAG, MPI_COMM_WORLD);
    }
}

static void ask(void)
{
    int i, answer;

    for (i = 0; i < EACH; i++) {
        MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
        MPI_Recv(&answer, 1, MPI_INT, 0, EACH + i, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
}

static void cancel(void)
{
    int number, next = (rank + 1) % 3;
    MPI_Request request;
    MPI_Status status;

    MPI_Irecv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 8, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Recv_init(&number, 1, MPI_INT, (rank + 2) % 3, 9, MPI_COMM_WORLD,
                  &request);
    MPI_Start(&request);
    MPI_Cancel(&request);
    MPI_Wait(&request, &status);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Start(&request);
    MPI_Send(&rank, 1, MPI_INT, next, 9, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    MPI_Request_free(&request);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        answer_all();
    else
        ask();
    MPI_Barrier(MPI_COMM_WORLD);
    cancel();
    MPI_Finalize();
    return 0;
}
