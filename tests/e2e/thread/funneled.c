/*
 * MPI_THREAD_FUNNELED, and a thread that is not the main one sends.
 *
 * np: 2
 * verdict: error
 * finding: THREAD-FUNNELED call=0@worker init=0@init ranks=0
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
    int rank, value, provided;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided); /* @init */
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
