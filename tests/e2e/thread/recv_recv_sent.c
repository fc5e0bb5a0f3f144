/*
 * As recv_recv.c, but a third thread of rank 0 computes for a while and then
 * sends what they all wait for.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <time.h>

static void *work(void *argument)
{
    int value;

    MPI_Recv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return argument;
}

static void *help(void *argument)
{
    static const struct timespec moment = {1, 0};
    int value = 0;

    nanosleep(&moment, NULL);
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    return argument;
}

int main(int argc, char **argv)
{
    int provided, rank, value = 0, i;
    pthread_t threads[2];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        pthread_create(&threads[0], NULL, work, NULL);
        pthread_create(&threads[1], NULL, help, NULL);
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (i = 0; i < 2; i++)
            pthread_join(threads[i], NULL);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (i = 0; i < 2; i++)
            MPI_Send(&value, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
