/*
 * Two threads of rank 1 send rank 0 the same, one of them late: that the other
 * one sends to rank 2 before, which waits for rank 0, keeps nobody.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

static void receive(int source)
{
    int value;

    MPI_Recv(&value, 1, MPI_INT, source, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send(int target)
{
    int value = 1;

    MPI_Send(&value, 1, MPI_INT, target, 0, MPI_COMM_WORLD);
}

static void *work(void *argument)
{
    const bool *late = argument;

    if (*late)
        usleep(100000);
    else
        send(2);
    send(0);
    return NULL;
}

int main(int argc, char **argv)
{
    bool late[2] = {false, true};
    pthread_t threads[2];
    int provided, rank, i;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    switch (rank) {
    case 0:
        receive(1);
        send(2);
        receive(1);
        break;
    case 1:
        for (i = 0; i < 2; i++)
            pthread_create(&threads[i], NULL, work, &late[i]);
        for (i = 0; i < 2; i++)
            pthread_join(threads[i], NULL);
        break;
    case 2:
        receive(0);
        receive(1);
        break;
    }
    MPI_Finalize();
    return 0;
}
