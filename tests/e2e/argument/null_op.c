/*
 * One process gives no op: that is one fault, and no difference to the others
 * beside it.
 *
 * np: 3
 * verdict: error
 * finding: ARG-NULL-HANDLE call=1@reduce
 * hangs: maybe
 * twin: null_op_none.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1, sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Reduce(&value, &sum, 1, MPI_INT, rank == 1 ? MPI_OP_NULL : MPI_SUM, 0, MPI_COMM_WORLD); /* @reduce */
    MPI_Finalize();
    return 0;
}
