/*
 * A thread, the only one that calls MPI then, uses a communicator before the
 * request of its MPI_Comm_idup is complete. (The reference MPI has set no handle by
 * then.)
 *
 * np: 2
 * verdict: error
 * flavours: mpich openmpi
 * finding: ARG-PENDING-COMM call=*@bcast
 * hangs: maybe
 * status: 0|1|134|6|139
 * twin: comm_idup_threads.c
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static void *work(void *argument)
{
    MPI_Comm comm;
    MPI_Request request;
    int value = 0;

    MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request);
    MPI_Bcast(&value, 1, MPI_INT, 0, comm); /* @bcast */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    return argument;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
