/*
 * Two threads take messages of any size from anybody, by probes that nobody
 * else can take them from.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#include <pthread.h>

#define MESSAGES 20

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int left = MESSAGES;

static int one_more(void)
{
    int more;

    pthread_mutex_lock(&mutex);
    more = left > 0;
    left -= more;
    pthread_mutex_unlock(&mutex);
    return more;
}

static void *take(void *unused)
{
    int numbers[MESSAGES], count, found;
    MPI_Message message;
    MPI_Request request;
    MPI_Status status;

    while (one_more()) {
        do
            MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found,
                        &message, &status);
        while (!found);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Imrecv(numbers, count, MPI_INT, &message, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return unused;
}

int main(int argc, char **argv)
{
    int provided, rank, numbers[MESSAGES] = {0}, i;
    pthread_t other;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (i = 0; i < MESSAGES; i++)
            MPI_Send(numbers, i, MPI_INT, 1, i % 3, MPI_COMM_WORLD);
    } else {
        pthread_create(&other, NULL, take, NULL);
        take(NULL);
        pthread_join(other, NULL);
    }
    MPI_Finalize();
    return 0;
}
