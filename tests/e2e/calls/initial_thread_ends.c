/*
 * The initial thread ends by pthread_exit, a second one does all MPI.  The
 * process ends with its last thread, as without Murmel.
 *
 * np: 2
 * flavours: abi openmpi  (MPICH itself fails without its initial thread)
 * ways: all
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>

static void *all_of_it(void *argument)
{
    int provided;

    (void)argument;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, all_of_it, NULL);
    pthread_detach(thread);
    pthread_exit(NULL);
}
