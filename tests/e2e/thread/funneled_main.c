/*
 * MPI_THREAD_FUNNELED: a second thread computes, looks at the clock and asks
 * whether it is the main one; the main thread sends.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>

static int value;

static void *work(void *argument)
{
    int flag, major, minor;

    (void)argument;
    MPI_Is_thread_main(&flag);
    MPI_Initialized(&flag);
    MPI_Get_version(&major, &minor);
    value = MPI_Wtime() > 0 ? major : minor;
    return NULL;
}

int main(int argc, char **argv)
{
    int rank, provided;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        pthread_create(&thread, NULL, work, NULL);
        pthread_join(thread, NULL);
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
