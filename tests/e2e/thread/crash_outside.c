/*
 * A thread that calls no MPI crashes while another one waits in MPI_Recv: that
 * call is not where it crashed.
 *
 * np: 1
 * verdict: error
 * finding: PROCESS-CRASHED ranks=0
 * says: outside MPI
 * twin: reduce_inside.c
 */
#include "in_mpi.h"
#include <mpi.h>
#include <pthread.h>

static atomic_int receiver;

static void *crash(void *unused)
{
    int *volatile nowhere = NULL;

    await_in_mpi(&receiver);
    *nowhere = 1;
    return unused;
}

int main(int argc, char **argv)
{
    int provided, data;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (pthread_create(&thread, NULL, crash, NULL) != 0)
        return 1;
    thread_calls(&receiver);
    MPI_Recv(&data, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
