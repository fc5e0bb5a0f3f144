/*
 * Two threads of rank 0 are in a fence of one window at once: rank 1
 * comes only when both are inside.
 *
 * np: 2
 * verdict: error
 * finding: THREAD-COLLECTIVES call=0@main call=0@worker ranks=0
 * hangs: maybe
 * twin: fences_windows.c
 */
#include <mpi.h>
#include <pthread.h>

#include "in_mpi.h"

static atomic_int main_thread, worker;
static MPI_Win win;

static void *meet(void *argument)
{
    thread_calls(&worker);
    MPI_Win_fence(0, win); /* @worker */
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
    int provided, rank, go, *base;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    if (rank == 0) {
        pthread_create(&threads[0], NULL, meet, NULL);
        pthread_create(&threads[1], NULL, watch, NULL);
        thread_calls(&main_thread);
        MPI_Win_fence(0, win); /* @main */
        pthread_join(threads[0], NULL);
        pthread_join(threads[1], NULL);
    } else {
        MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_fence(0, win);
        MPI_Win_fence(0, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
