/*
 * The twin of truncated_aside.c: the message fits.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int begun;

static void *receive(void *unused)
{
    int value[2];

    (void)unused;
    begun = 1;
    MPI_Recv(value, 2, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

int main(int argc, char **argv)
{
    int rank, provided, values[2] = {1, 2};
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Recv(values, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(values, 2, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        pthread_create(&thread, NULL, receive, NULL);
        while (!begun)
            usleep(1000);
        usleep(50000);
        MPI_Send(values, 0, MPI_INT, 0, 2, MPI_COMM_WORLD);
        pthread_join(thread, NULL);
    }
    MPI_Finalize();
    return 0;
}
