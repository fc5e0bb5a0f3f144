/*
 * Two threads of each rank wait for messages that nobody sends, while the
 * main threads wait for their end.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@recv waits=0@recv waits=1@recv waits=1@recv
 * hangs: maybe
 * twin: recv_recv_sent.c
 */
#include <mpi.h>
#include <pthread.h>

static void *work(void *argument)
{
    MPI_Comm comm = *(MPI_Comm *)argument;
    MPI_Status status;
    int value, rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Recv(&value, 1, MPI_INT, 1 - rank, 0, comm, &status); /* @recv */
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];
    MPI_Comm comms[2];
    int provided, i;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    for (i = 0; i < 2; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
        pthread_create(&threads[i], NULL, work, &comms[i]);
    }
    for (i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        MPI_Comm_free(&comms[i]);
    }
    MPI_Finalize();
    return 0;
}
