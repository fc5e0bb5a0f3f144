/*
 * The program's own error handler ends the process, as it means to.
 *
 * np: 1
 * verdict: clean
 * status: 7
 */
#include <mpi.h>
#include <stdlib.h>

static void handler(MPI_Comm *comm, int *error, ...)
{
    (void)comm;
    (void)error;
    exit(7);
}

int main(int argc, char **argv)
{
    MPI_Errhandler own;

    MPI_Init(&argc, &argv);
    MPI_Comm_create_errhandler(handler, &own);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, own);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, own);
    MPI_Errhandler_free(&own);
    MPI_Add_error_string(-5, "no code that MPI_Add_error_code has returned");
    MPI_Finalize();
    return 0;
}
