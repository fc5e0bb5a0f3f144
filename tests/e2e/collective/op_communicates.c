/*
 * A user-defined reduction operation sends a message.
 *
 * np: 2
 * verdict: error
 * finding: CALL-IN-OP call=0@send within=0@reduce ranks=0,1
 * twin: op_asks.c
 */
#include <mpi.h>

static void add(void *in, void *inout, int *length, MPI_Datatype *type)
{
    int i;

    (void)type;
    for (i = 0; i < *length; i++)
        ((int *)inout)[i] += ((int *)in)[i];
    MPI_Send(in, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD); /* @send */
}

int main(int argc, char **argv)
{
    int rank, sum = 0, i;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Op_create(add, 1, &op);
    for (i = 0; i < 2; i++)
        MPI_Reduce_local(&rank, &sum, 1, MPI_INT, op); /* @reduce */
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
