/*
 * Two threads of rank 0 exchange data at once, each on a communicator of its own.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>

#include "in_mpi.h"

#define LONG  1000
#define SHORT 8

static atomic_int main_thread, worker;
static MPI_Comm comm, other;

static void exchange_short(void)
{
    int out[2 * SHORT] = {0}, in[2 * SHORT];

    MPI_Alltoall(out, SHORT, MPI_INT, in, SHORT, MPI_INT, comm);
}

static void exchange_long(void)
{
    static int out[2 * LONG], in[2 * LONG];

    MPI_Alltoall(out, LONG, MPI_INT, in, LONG, MPI_INT, other);
}

static void *work(void *argument)
{
    await_in_mpi(&main_thread);
    thread_calls(&worker);
    exchange_short();
    return argument;
}

static void *watch(void *argument)
{
    int go = 1;

    await_in_mpi(&worker);
    MPI_Send(&go, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    return argument;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];
    int provided, rank, go;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (rank == 0) {
        pthread_create(&threads[0], NULL, work, NULL);
        pthread_create(&threads[1], NULL, watch, NULL);
        thread_calls(&main_thread);
        exchange_long();
        pthread_join(threads[0], NULL);
        pthread_join(threads[1], NULL);
    } else {
        MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        exchange_short();
        exchange_long();
    }
    MPI_Comm_free(&other);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
