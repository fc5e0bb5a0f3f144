/*
 * An error handler that calls MPI, called through MPI.
 *
 * np: 2
 * verdict: clean
 * ways: all
 * calls: 0=8 1=8
 */
#include <mpi.h>

static int handled;

static void handler(MPI_Comm *comm, int *error, ...)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;

    (void)comm;
    MPI_Error_string(*error, text, &length);
    handled++;
}

int main(int argc, char **argv)
{
    MPI_Errhandler errhandler;

    MPI_Init(&argc, &argv);
    MPI_Comm_create_errhandler(handler, &errhandler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, errhandler);
    MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER);
    MPI_Errhandler_free(&errhandler);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return handled == 1 ? 0 : 9;
}
