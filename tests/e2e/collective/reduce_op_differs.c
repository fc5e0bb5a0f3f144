/*
 * The two processes give different operations to a reduction.
 *
 * np: 2
 * verdict: error
 * finding: COLL-OP-MISMATCH call=0@left call=1@right
 * hangs: maybe
 * twin: reduce_same_root.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, mine, sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = rank;
    if (rank == 0)
        MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); /* @left */
    else
        MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD); /* @right */
    MPI_Finalize();
    return 0;
}
