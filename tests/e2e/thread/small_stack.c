/*
 * Threads with stacks of 16 KiB exchange messages: what looks at their calls
 * needs little of it, too.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

#define N 256

static int rank, sent[N], received[N];

static void exchange(int count)
{
    MPI_Request requests[2];

    MPI_Irecv(received, count, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
              &requests[0]);
    MPI_Isend(sent, count, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void *work(void *unused)
{
    (void)unused;
    exchange(1);
    exchange(N);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_attr_t attributes;
    pthread_t thread;
    int provided, i;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 16384);
    for (i = 0; i < 4; i++) {
        pthread_create(&thread, &attributes, work, NULL);
        pthread_join(thread, NULL);
    }
    MPI_Finalize();
    return 0;
}
