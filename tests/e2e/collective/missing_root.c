/*
 * The root does not come.
 *
 * np: 3
 * verdict: error
 * unless: coll=barrier
 * finding: COLL-MISSING call=1@reduce call=0@finalize ranks=0,1,2
 * twin: missing_none.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, number = 0, sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 0)
        MPI_Reduce(&number, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); /* @reduce */
    MPI_Finalize(); /* @finalize */
    return 0;
}
