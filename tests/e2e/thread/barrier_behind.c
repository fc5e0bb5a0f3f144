/*
 * A thread of the one process comes to a barrier and then receives; one of the
 * other waits for its send first. Behind them the main threads come to barriers
 * of their own.
 *
 * np: 2
 * verdict: potential
 * finding: POTENTIAL-DEADLOCK waits=0@barrier waits=1@wait begun=1@send
 * flags: -pthread
 * unless: send=sync
 * twin: barrier_behind_waited.c
 */
#include <mpi.h>
#include <pthread.h>

static int rank;

static void *exchange(void *context)
{
    int word = 0;
    MPI_Request request;

    (void)context;
    if (rank == 0) {
        MPI_Barrier(MPI_COMM_WORLD); /* @barrier */
        MPI_Recv(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Isend(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request); /* @send */
        MPI_Wait(&request, MPI_STATUS_IGNORE);                        /* @wait */
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int provided;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pthread_create(&thread, NULL, exchange, NULL);
    pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
