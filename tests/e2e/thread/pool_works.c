/*
 * As pool_waits.c; the thread that waits on a condition is told of work by
 * another one, which lets some time pass before, and sends the message then.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int work, rank;

static void *send_when_told(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!work)
        pthread_cond_wait(&condition, &lock);
    pthread_mutex_unlock(&lock);
    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD);
    return unused;
}

static void *tell(void *unused)
{
    usleep(1500000);
    pthread_mutex_lock(&lock);
    work = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(int argc, char **argv)
{
    int got = 0, provided;
    pthread_t threads[2];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pthread_create(&threads[0], NULL, send_when_told, NULL);
    pthread_create(&threads[1], NULL, tell, NULL);
    MPI_Recv(&got, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    MPI_Finalize();
    return 0;
}
