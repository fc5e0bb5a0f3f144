/*
 * Threads of a rank ask for work, and take the answers with one tag, whoever gets
 * which: there are as many answers as questions.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

enum { ASK, ANSWER, THREADS = 3, TASKS = 60 };

static void *work(void *argument)
{
    int task = 0;

    while (task >= 0) {
        MPI_Send(&task, 1, MPI_INT, 0, ASK, MPI_COMM_WORLD);
        MPI_Recv(&task, 1, MPI_INT, 0, ANSWER, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return argument;
}

static void answer(int workers)
{
    MPI_Status status;
    int next = 0, task;

    while (workers > 0) {
        MPI_Recv(&task, 1, MPI_INT, MPI_ANY_SOURCE, ASK, MPI_COMM_WORLD, &status);
        task = next < TASKS ? next++ : -1;
        workers -= task < 0;
        MPI_Send(&task, 1, MPI_INT, status.MPI_SOURCE, ANSWER, MPI_COMM_WORLD);
    }
}

int main(int argc, char **argv)
{
    int provided, rank, size, i;
    pthread_t threads[THREADS];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rank == 0)
        answer((size - 1) * THREADS);
    for (i = 0; rank > 0 && i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (i = 0; rank > 0 && i < THREADS; i++)
        pthread_join(threads[i], NULL);
    MPI_Finalize();
    return 0;
}
