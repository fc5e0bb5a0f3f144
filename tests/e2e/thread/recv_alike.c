/*
 * Two threads of rank 1 work on what rank 0 sends, one of them late: while the
 * other one has a result to send, it would take the next message.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

enum { TASK, RESULT, STOP = -1 };

static void *work(void *argument)
{
    const bool *late = argument;
    int task = 0;

    if (*late)
        usleep(100000);
    while (task != STOP) {
        MPI_Recv(&task, 1, MPI_INT, 0, TASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (task != STOP)
            MPI_Send(&task, 1, MPI_INT, 0, RESULT, MPI_COMM_WORLD);
    }
    return NULL;
}

static void give(void)
{
    int task, i;

    for (task = 0; task < 2; task++)
        MPI_Send(&task, 1, MPI_INT, 1, TASK, MPI_COMM_WORLD);
    for (i = 0; i < 2; i++)
        MPI_Recv(&task, 1, MPI_INT, 1, RESULT, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    task = STOP;
    for (i = 0; i < 2; i++)
        MPI_Send(&task, 1, MPI_INT, 1, TASK, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    bool late[2] = {false, true};
    pthread_t threads[2];
    int provided, rank, i;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        give();
    for (i = 0; rank == 1 && i < 2; i++)
        pthread_create(&threads[i], NULL, work, &late[i]);
    for (i = 0; rank == 1 && i < 2; i++)
        pthread_join(threads[i], NULL);
    MPI_Finalize();
    return 0;
}
