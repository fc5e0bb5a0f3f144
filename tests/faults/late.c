/*
 * What both processes wait for, each other's second thread sends: a while later.
 */
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static int rank;

static void *answer(void *unused)
{
    int value = 1;

    sleep(2);
    MPI_Send(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    return unused;
}

int main(int argc, char **argv)
{
    int provided, value;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (pthread_create(&thread, NULL, answer, NULL) != 0)
        return 1;
    MPI_Recv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
