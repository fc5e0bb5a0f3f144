/*
 * An operation of the user's loses a datatype: calls in callbacks are seen.
 *
 * np: 2
 * verdict: warning
 * ways: all
 * finding: LEAK-DATATYPE call=*@type ranks=0,1 count=2
 * calls: 0=7 1=7
 * twin: op_callback_clean.c
 */
#include <mpi.h>

static void add(void *in, void *inout, int *length, MPI_Datatype *type)
{
    int i, size;
    MPI_Datatype pair;

    MPI_Type_size(*type, &size);
    MPI_Type_contiguous(2, *type, &pair); /* @type */
    for (i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
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
