/*
 * Two threads each wait for one more message of several that are alike: they
 * probe for its source and tag, and receive by constants.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>

static pthread_barrier_t both;

static void *work(void *argument)
{
    int value, count;
    MPI_Status status;

    MPI_Probe(0, 0, MPI_COMM_WORLD, &status);
    pthread_barrier_wait(&both);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return argument;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int provided, rank, i;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (i = 0; i < 2; i++)
            MPI_Send(&i, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        pthread_barrier_init(&both, NULL, 2);
        pthread_create(&thread, NULL, work, NULL);
        work(NULL);
        pthread_join(thread, NULL);
    }
    MPI_Finalize();
    return 0;
}
