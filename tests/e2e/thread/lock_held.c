/*
 * A thread waits for a message, and holds the lock that the other thread of the
 * process takes before it sends one.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@recv waits=1@recv
 * hangs: yes
 * twin: lock_released.c
 */
#include <mpi.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rank;

static void *send(void *unused)
{
    pthread_mutex_lock(&lock);
    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 5, MPI_COMM_WORLD);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(int argc, char **argv)
{
    int got, provided;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pthread_mutex_lock(&lock);
    pthread_create(&thread, NULL, send, NULL);
    MPI_Recv(&got, 1, MPI_INT, 1 - rank, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
