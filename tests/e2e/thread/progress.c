/*
 * A thread of each rank makes progress by MPI_Iprobe and MPI_Test, until the
 * main thread, which communicates and computes meanwhile, is done.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

static atomic_bool done;
static MPI_Comm own;

static void *progress(void *argument)
{
    static const struct timespec moment = {0, 1000000};
    MPI_Request request;
    int flag, value;

    MPI_Irecv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, own, &request);
    while (!atomic_load(&done)) {
        MPI_Iprobe(MPI_ANY_SOURCE, 9, own, &flag, MPI_STATUS_IGNORE);
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
        nanosleep(&moment, NULL);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return argument;
}

int main(int argc, char **argv)
{
    static const struct timespec moment = {0, 300000000};
    int provided, rank, i, out = 1, in;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &own);
    pthread_create(&thread, NULL, progress, NULL);
    for (i = 0; i < 3; i++) {
        nanosleep(&moment, NULL);
        MPI_Sendrecv(&out, 1, MPI_INT, 1 - rank, 5, &in, 1, MPI_INT, 1 - rank,
                     5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Send(&out, 1, MPI_INT, 1 - rank, 0, own);
    atomic_store(&done, true);
    pthread_join(thread, NULL);
    MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}
