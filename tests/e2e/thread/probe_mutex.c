/*
 * Two threads probe and receive, each both under one mutex; and, each with a tag
 * of its own, without.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;
static int rank;

static void receive(int tag)
{
    int value, count;
    MPI_Status status;

    MPI_Probe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &status);
    if (tag > 0)
        pthread_barrier_wait(&both);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Recv(&value, count, MPI_INT, status.MPI_SOURCE, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void *work(void *tag)
{
    pthread_mutex_lock(&mutex);
    receive(0);
    pthread_mutex_unlock(&mutex);
    receive(*(int *)tag);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int provided, tags[2] = {1, 2}, i;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (i = 0; i < 2; i++)
            MPI_Send(&i, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        for (i = 0; i < 2; i++)
            MPI_Send(&i, 1, MPI_INT, 1, tags[i], MPI_COMM_WORLD);
    } else {
        pthread_barrier_init(&both, NULL, 2);
        pthread_create(&thread, NULL, work, &tags[0]);
        work(&tags[1]);
        pthread_join(thread, NULL);
    }
    MPI_Finalize();
    return 0;
}
