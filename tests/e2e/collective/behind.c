/*
 * Rank 1 gives another op, and to the very next operation rank 0 another
 * root: two faults.
 *
 * np: 3
 * verdict: error
 * unless: coll=barrier
 * finding: COLL-OP-MISMATCH call=0@sum call=1@max
 * finding: COLL-ROOT-MISMATCH call=0@one call=1@zero
 * hangs: maybe
 * twin: in_step.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, mine, sum = 0;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    mine = rank;
    if (rank == 1)
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_MAX, comm); /* @max */
    else
        MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm); /* @sum */
    if (rank == 0)
        MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, 1, comm); /* @one */
    else
        MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, 0, comm); /* @zero */
    MPI_Finalize();
    return 0;
}
