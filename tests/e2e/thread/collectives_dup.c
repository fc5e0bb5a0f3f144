/*
 * Two threads of each rank are in collective operations at once, each on a
 * communicator of its own; and, one after the other, on one communicator.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>

#define ROUNDS 30

static MPI_Comm comms[2];

static void *meet(void *argument)
{
    int i, value = 1, sum;

    for (i = 0; i < ROUNDS; i++) {
        MPI_Barrier(*(MPI_Comm *)argument);
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, *(MPI_Comm *)argument);
    }
    return NULL;
}

static void *one_barrier(void *argument)
{
    MPI_Barrier(MPI_COMM_WORLD);
    return argument;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int provided, i;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    for (i = 0; i < 2; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    pthread_create(&thread, NULL, meet, &comms[1]);
    meet(&comms[0]);
    pthread_join(thread, NULL);
    for (i = 0; i < 5; i++) {
        pthread_create(&thread, NULL, one_barrier, NULL);
        pthread_join(thread, NULL);
        one_barrier(NULL);
    }
    for (i = 0; i < 2; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
