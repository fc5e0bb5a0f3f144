/*
 * Two threads of a process that has no other: one sends what the other
 * receives (MPI-4.1 11.6.1, example); and the two sides of an exchange in
 * which each thread sends first.
 * Not on MPICH 4.0.2, where the receiver's wait may not see a message that
 * another thread of its process has sent (also without Murmel).
 *
 * np: 2
 * verdict: clean
 * flavours: abi openmpi
 */
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

#define COUNT 100

static int rank;

static void *send(void *argument)
{
    int *values = calloc(COUNT, sizeof(int)), i;

    for (i = 0; i < 2; i++) {
        MPI_Send(values, COUNT, MPI_INT, 0, 0, MPI_COMM_SELF);
        MPI_Send(values, COUNT, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
    }
    free(values);
    return argument;
}

int main(int argc, char **argv)
{
    int *values = calloc(COUNT, sizeof(int)), provided, i;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pthread_create(&thread, NULL, send, NULL);
    for (i = 0; i < 2; i++) {
        MPI_Recv(values, COUNT, MPI_INT, 0, 0, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
        MPI_Recv(values, COUNT, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
    pthread_join(thread, NULL);
    MPI_Finalize();
    free(values);
    return 0;
}
