/*
 * As op_callback.c, with the datatype freed in the callback.
 *
 * np: 2
 * verdict: clean
 * ways: all
 * calls: 0=8 1=8
 */
#include <mpi.h>

static void add(void *in, void *inout, int *length, MPI_Datatype *type)
{
    int i, size;
    MPI_Datatype pair;

    MPI_Type_size(*type, &size);
    MPI_Type_contiguous(2, *type, &pair);
    for (i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
    MPI_Type_free(&pair);
}

int main(int argc, char **argv)
{
    int one = 1, two = 2;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Op_create(add, 1, &op);
    MPI_Reduce_local(&one, &two, 1, MPI_INT, op);
    MPI_Op_free(&op);
    MPI_Finalize();
    return two == 3 ? 0 : 9;
}
