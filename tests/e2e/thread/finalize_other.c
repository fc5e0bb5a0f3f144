/*
 * Not the thread that has initialized MPI calls MPI_Finalize.
 *
 * np: 2
 * verdict: warning
 * finding: THREAD-FINALIZE finalize=*@finalize init=*@init ranks=0,1
 * twin: request_other_thread.c
 */
#include <mpi.h>
#include <pthread.h>

static void *finish(void *argument)
{
    MPI_Finalize(); /* @finalize */
    return argument;
}

int main(int argc, char **argv)
{
    int provided;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided); /* @init */
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_create(&thread, NULL, finish, NULL);
    pthread_join(thread, NULL);
    return 0;
}
