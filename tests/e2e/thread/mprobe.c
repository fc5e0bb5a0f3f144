/*
 * Three threads of rank 1 take messages of any source and of different
 * lengths by matching probes, on one communicator and with one tag.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

#define THREADS  3
#define MESSAGES 40 /* of each thread */

static void *take(void *argument)
{
    int i, count;

    for (i = 0; i < MESSAGES; i++) {
        MPI_Message message;
        MPI_Status status;
        int *values;

        MPI_Mprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &message, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        values = malloc((size_t)count * sizeof(int));
        MPI_Mrecv(values, count, MPI_INT, &message, MPI_STATUS_IGNORE);
        free(values);
    }
    return argument;
}

int main(int argc, char **argv)
{
    int provided, rank, i, values[THREADS * MESSAGES] = {0};
    pthread_t threads[THREADS];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (i = 0; i < THREADS * MESSAGES; i++)
            MPI_Send(values, i + 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        for (i = 0; i < THREADS; i++)
            pthread_create(&threads[i], NULL, take, NULL);
        for (i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
