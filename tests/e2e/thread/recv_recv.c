/*
 * The main thread and another one of rank 0 wait for messages of rank 1,
 * which waits for one of rank 0's.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@main waits=0@worker waits=1@one
 * hangs: maybe
 * twin: recv_recv_sent.c
 */
#include <mpi.h>
#include <pthread.h>

#define world MPI_COMM_WORLD

static void *work(void *argument)
{
    MPI_Status status;
    int value;

    MPI_Recv(&value, 1, MPI_INT, 1, 1, world, &status); /* @worker */
    return argument;
}

int main(int argc, char **argv)
{
    int provided, rank, value;
    pthread_t thread;
    MPI_Status status;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        pthread_create(&thread, NULL, work, NULL);
        MPI_Recv(&value, 1, MPI_INT, 1, 0, world, &status); /* @main */
        pthread_join(thread, NULL);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, world, &status); /* @one */
    }
    MPI_Finalize();
    return 0;
}
