/*
 * In each rank two threads send to the other rank, with one tag, before they
 * receive: whichever thread takes which message, all rely on buffering.
 *
 * np: 2
 * verdict: potential
 * unless: send=sync
 * finding: POTENTIAL-DEADLOCK waits=0@send waits=0@send waits=1@send waits=1@send
 * twin: recv_alike.c
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static void *exchange(void *argument)
{
    int rank, out = 1, in;

    (void)argument;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Send(&out, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD); /* @send */
    MPI_Recv(&in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];
    int provided, i;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    for (i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, exchange, NULL);
    for (i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    MPI_Finalize();
    return 0;
}
