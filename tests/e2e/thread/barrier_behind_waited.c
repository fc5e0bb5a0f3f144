/*
 * As barrier_behind.c, but the send is waited for behind the barrier.
 *
 * np: 2
 * verdict: clean
 * flags: -pthread
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
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Recv(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Isend(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
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
