/*
 * A pool of threads in each rank takes tasks from a list; each sends to and
 * receives from the other rank's task of the same number.  All threads also
 * receive equal messages with one tag, in whatever order they get them.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3
#define TASKS   60

static atomic_int next;
static int rank;

static void *work(void *argument)
{
    int task;

    while ((task = atomic_fetch_add(&next, 1)) < TASKS) {
        int out = task, in, i;
        MPI_Request request;

        MPI_Irecv(&in, 1, MPI_INT, 1 - rank, task + 1, MPI_COMM_WORLD,
                  &request);
        MPI_Send(&out, 1, MPI_INT, 1 - rank, task + 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (i = 0; i < 2; i++)
            if (i == rank)
                MPI_Bsend(&out, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
            else
                MPI_Recv(&in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
    }
    return argument;
}

int main(int argc, char **argv)
{
    static char buffer[TASKS * (sizeof(int) + MPI_BSEND_OVERHEAD)];
    pthread_t threads[THREADS];
    int provided, i, size;
    void *detached;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Buffer_attach(buffer, sizeof buffer);
    for (i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    MPI_Buffer_detach(&detached, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
