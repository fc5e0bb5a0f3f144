/*
 * In each rank two threads send to each other's thread before they receive:
 * on each of the two communicators the program relies on buffering.
 *
 * np: 2
 * verdict: potential
 * unless: send=sync
 * finding: POTENTIAL-DEADLOCK waits=0@send waits=1@send ... count=2
 * twin: send_self.c
 */
#include <mpi.h>
#include <pthread.h>

static void *exchange(void *argument)
{
    MPI_Comm comm = *(MPI_Comm *)argument;
    int rank, out = 1, in;

    MPI_Comm_rank(comm, &rank);
    MPI_Send(&out, 1, MPI_INT, 1 - rank, 0, comm); /* @send */
    MPI_Recv(&in, 1, MPI_INT, 1 - rank, 0, comm, MPI_STATUS_IGNORE);
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
        pthread_create(&threads[i], NULL, exchange, &comms[i]);
    }
    for (i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        MPI_Comm_free(&comms[i]);
    }
    MPI_Finalize();
    return 0;
}
