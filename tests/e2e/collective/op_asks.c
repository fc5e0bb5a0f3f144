/*
 * A user-defined reduction operation asks how large an item is.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static void add(void *in, void *inout, int *length, MPI_Datatype *type)
{
    int i, size;

    MPI_Type_size(*type, &size);
    for (i = 0; i < *length * size / (int)sizeof(int); i++)
        ((int *)inout)[i] += ((int *)in)[i];
}

int main(int argc, char **argv)
{
    int rank, sum = 0;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Op_create(add, 1, &op);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, op, MPI_COMM_WORLD);
    MPI_Reduce_local(&rank, &sum, 1, MPI_INT, op);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
