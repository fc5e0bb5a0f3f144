/*
 * Two threads of rank 0 have one request in their MPI_Waitany at once. Each
 * returns for a request of its own; the shared one is waited for later.
 *
 * np: 2
 * verdict: error
 * finding: THREAD-REQUEST call=0@wait call=0@wait made=0@made ranks=0
 * hangs: maybe
 * twin: wait_wait_own.c
 */
#include <mpi.h>
#include <pthread.h>

#include "in_mpi.h"

struct work {
    atomic_int thread;
    pthread_t handle;
    MPI_Request requests[2];
    int value;
};

static void *work(void *argument)
{
    struct work *work = argument;
    int which;

    thread_calls(&work->thread);
    MPI_Waitany(2, work->requests, &which, MPI_STATUS_IGNORE); /* @wait */
    return NULL;
}

int main(int argc, char **argv)
{
    struct work works[2] = {{.value = 0}, {.value = 0}};
    int provided, rank, shared = 1, i;
    MPI_Request request;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&shared, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, /* @made */
                  &request);
        for (i = 0; i < 2; i++) {
            works[i].requests[0] = request;
            MPI_Irecv(&works[i].value, 1, MPI_INT, 1, i, MPI_COMM_WORLD,
                      &works[i].requests[1]);
            pthread_create(&works[i].handle, NULL, work, &works[i]);
        }
        for (i = 0; i < 2; i++)
            await_in_mpi(&works[i].thread);
        MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        for (i = 0; i < 2; i++)
            pthread_join(works[i].handle, NULL);
        MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&i, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&shared, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Send(&shared, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Recv(&i, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&shared, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
