/*
 * The main thread of rank 0 calls MPI_Finalize while another one is in
 * MPI_Recv: what it waits for is sent only when both are inside.
 *
 * np: 2
 * verdict: error
 * finding: THREAD-FINALIZE-INSIDE finalize=0@finalize call=0@recv ranks=0
 * hangs: maybe
 * twin: finalize_joined.c
 */
#include <mpi.h>
#include <pthread.h>

#include "in_mpi.h"

static atomic_int main_thread, worker;

static void *work(void *argument)
{
    thread_calls(&worker);
    MPI_Recv(argument, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, /* @recv */
             MPI_STATUS_IGNORE);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, rank, number = 0;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        pthread_create(&thread, NULL, work, &number);
        await_in_mpi(&worker);
        thread_calls(&main_thread);
        number = atomic_load(&main_thread);
        MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        atomic_store(&main_thread, number);
        await_in_mpi(&main_thread);
        MPI_Send(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
    MPI_Finalize(); /* @finalize */
    return 0;
}
