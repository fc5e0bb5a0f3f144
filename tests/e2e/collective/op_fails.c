/*
 * A reduction by a user-defined operation fails, as the program expects, and its
 * error handler sends a message: that is not the operation.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

static void add(void *in, void *inout, int *length, MPI_Datatype *type)
{
    int i;

    (void)type;
    for (i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

static void handle(MPI_Comm *comm, int *code, ...)
{
    MPI_Send(code, 1, MPI_INT, MPI_PROC_NULL, 0, *comm);
}

int main(int argc, char **argv)
{
    int rank, sum = 0;
    MPI_Errhandler handler;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Errhandler_free(&handler);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(&rank, &sum, 1, MPI_DATATYPE_NULL, op, MPI_COMM_WORLD);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
