/*
 * The array of counts has an item too few: what lies behind it, here a count
 * that would not fit what is sent, is not judged as if it were one.
 *
 * np: 2
 * verdict: error
 * finding: ARG-TOO-SHORT call=0@gather count=1
 * says: whose recvcounts takes 8 bytes, but the block of memory there ends after 4
 * twin: counts_fit.c
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, *counts, displacements[2] = {0, 4};
    int mine[4] = {0}, *all = calloc(12, sizeof *all);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    counts = malloc(2 * sizeof *counts);
    counts[0] = 4;
    counts[1] = 8;
    counts = realloc(counts, 1 * sizeof *counts);
    MPI_Gatherv(mine, 4, MPI_INT, all, counts, displacements, MPI_INT, 0, MPI_COMM_WORLD); /* @gather */
    free(counts);
    free(all);
    MPI_Finalize();
    return 0;
}
