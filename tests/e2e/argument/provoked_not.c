/*
 * An error handler of its own that is never told of anything.
 *
 * np: 1
 * verdict: clean
 * options: --notes
 */
#include <mpi.h>

static int told;

static void handle(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    told++;
}

int main(int argc, char **argv)
{
    MPI_Errhandler own;
    MPI_Comm comm;
    int value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_create_errhandler(handle, &own);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, own);
    MPI_Errhandler_free(&own);
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return told == 0 ? 0 : 3;
}
