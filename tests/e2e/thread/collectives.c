/*
 * Two threads of rank 0 are in a barrier on one communicator at once: rank 1
 * comes only when both are inside (acceptance E5).
 *
 * np: 2
 * verdict: error
 * finding: THREAD-COLLECTIVES call=0@main call=0@worker ranks=0
 * hangs: maybe
 * twin: collectives_dup.c
 */
#include <mpi.h>
#include <pthread.h>

#include "in_mpi.h"

static atomic_int main_thread, worker;
static MPI_Comm comm;

static void *meet(void *argument)
{
    thread_calls(&worker);
    MPI_Barrier(comm); /* @worker */
    return argument;
}

static void *watch(void *argument)
{
    int go = 1;

    await_in_mpi(&main_thread);
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
    if (rank == 0) {
        pthread_create(&threads[0], NULL, meet, NULL);
        pthread_create(&threads[1], NULL, watch, NULL);
        thread_calls(&main_thread);
        MPI_Barrier(comm); /* @main */
        pthread_join(threads[0], NULL);
        pthread_join(threads[1], NULL);
    } else {
        MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(comm);
        MPI_Barrier(comm);
    }
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
