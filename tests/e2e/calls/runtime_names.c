/*
 * Functions of the program have names that are the C library's, too: of what
 * starts threads.
 *
 * np: 1
 * verdict: error
 * finding: ARG-NEGATIVE call=0@thread
 * finding: ARG-NEGATIVE call=0@clone
 * twin: runtime_names_well.c
 */
#include <mpi.h>
#include <pthread.h>

static int value;

static void clone(void)
{
    MPI_Send(&value, -1, MPI_INT, 0, 5, MPI_COMM_SELF); /* @clone */
}

static void *start_thread(void *unused)
{
    MPI_Send(&value, -1, MPI_INT, 0, 5, MPI_COMM_SELF); /* @thread */
    return unused;
}

int main(int argc, char **argv)
{
    int provided;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    pthread_create(&thread, NULL, start_thread, NULL);
    pthread_join(thread, NULL);
    clone();
    MPI_Finalize();
    return 0;
}
