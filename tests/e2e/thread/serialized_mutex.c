/*
 * MPI_THREAD_SERIALIZED: two threads of each rank call MPI in turn, under a
 * mutex, on one communicator too.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int rank;

static void *work(void *argument)
{
    int i, value = 0;

    for (i = 0; i < 200; i++) {
        pthread_mutex_lock(&mutex);
        if (rank == 0)
            MPI_Bsend(&i, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_SELF);
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(int argc, char **argv)
{
    static char buffer[400 * (sizeof(int) + MPI_BSEND_OVERHEAD)];
    int provided, size;
    void *detached;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Buffer_attach(buffer, sizeof buffer);
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    MPI_Buffer_detach(&detached, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
