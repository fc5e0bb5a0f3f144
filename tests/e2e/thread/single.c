/*
 * MPI_Init gives MPI_THREAD_SINGLE, and yet a second thread calls MPI.
 *
 * np: 2
 * verdict: error
 * finding: THREAD-SINGLE call=0@worker init=0@init ranks=0
 * twin: funneled_main.c
 */
#include <mpi.h>
#include <pthread.h>

static void *work(void *argument)
{
    int value = 7;

    (void)argument;
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @worker */
    return NULL;
}

int main(int argc, char **argv)
{
    int rank, value;
    pthread_t thread;

    MPI_Init(&argc, &argv); /* @init */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        pthread_create(&thread, NULL, work, NULL);
        pthread_join(thread, NULL);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
