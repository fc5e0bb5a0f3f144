/*
 * Two threads probe before either receives, and so both are told of the first
 * message: of what they receive then one is not what its thread was told of.
 *
 * np: 2
 * verdict: warning
 * finding: THREAD-PROBE probe=1@probe receive=1@receive taken=1@receive ranks=1
 * says: Rank 1 has two threads that have probed the same message, and each receives by what that has told it
 * twin: probe_mutex.c
 */
#include <mpi.h>
#include <pthread.h>

static pthread_barrier_t both;
static int rank;

static void *work(void *argument)
{
    int value, count;
    MPI_Status status;

    MPI_Probe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status); /* @probe */
    pthread_barrier_wait(&both);
    MPI_Get_count(&status, MPI_INT, &count);
    MPI_Recv(&value, count, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @receive */
    return argument;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int provided, i;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (i = 0; i < 2; i++)
            MPI_Send(&i, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        pthread_barrier_init(&both, NULL, 2);
        pthread_create(&thread, NULL, work, NULL);
        work(NULL);
        pthread_join(thread, NULL);
    }
    MPI_Finalize();
    return 0;
}
