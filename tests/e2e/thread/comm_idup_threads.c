/*
 * Threads make communicators by MPI_Comm_idup, each of its own, and free them:
 * the MPI gives requests and communicators of one thread to another at once.
 *
 * np: 2
 * flavours: abi mpich  (Open MPI 4.1.4 hangs in it where threads pause)
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>

#define THREADS 3
#define MADE 3

static void *work(void *argument)
{
    const MPI_Comm *own = argument;
    MPI_Comm made[MADE];
    MPI_Request requests[MADE];
    int i, k;

    for (i = 0; i < 20; i++) {
        for (k = 0; k < MADE; k++)
            MPI_Comm_idup(*own, &made[k], &requests[k]);
        MPI_Waitall(MADE, requests, MPI_STATUSES_IGNORE);
        for (k = 0; k < MADE; k++) {
            MPI_Barrier(made[k]);
            MPI_Comm_free(&made[k]);
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, t;
    MPI_Comm own[THREADS];
    pthread_t threads[THREADS];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    for (t = 0; t < THREADS; t++)
        MPI_Comm_dup(MPI_COMM_WORLD, &own[t]);
    for (t = 0; t < THREADS; t++)
        if (provided < MPI_THREAD_MULTIPLE)
            work(&own[t]);
        else
            pthread_create(&threads[t], NULL, work, &own[t]);
    for (t = 0; t < THREADS && provided == MPI_THREAD_MULTIPLE; t++)
        pthread_join(threads[t], NULL);
    for (t = 0; t < THREADS; t++)
        MPI_Comm_free(&own[t]);
    MPI_Finalize();
    return 0;
}
