/*
 * As runtime_names.c, with a count that is none too few.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>

static int value;

static void clone(void)
{
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_SELF);
}

static void *start_thread(void *unused)
{
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 5, MPI_COMM_SELF);
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
