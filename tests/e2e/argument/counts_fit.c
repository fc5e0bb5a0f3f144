/*
 * Counts for all processes, from the heap.
 *
 * np: 2
 * verdict: clean
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
    counts[1] = 4;
    MPI_Gatherv(mine, 4, MPI_INT, all, counts, displacements, MPI_INT, 0,
                MPI_COMM_WORLD);
    free(counts);
    free(all);
    MPI_Finalize();
    return 0;
}
