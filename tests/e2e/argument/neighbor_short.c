/*
 * Buffers that are shorter than what comes from all neighbours, or goes to
 * them: in a graph, and in a grid whose last neighbour is there.
 *
 * np: 2
 * verdict: error
 * finding: ARG-TOO-SHORT call=*@gather ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=0@grid
 * finding: ARG-TOO-SHORT call=*@pieces ranks=0,1 count=2
 * twin: neighbor_fits.c
 */
#include <mpi.h>
#include <stdlib.h>

/* A block between two others: none is freed, so that nothing of the heap breaks
 * where the last is overwritten. */
static int *before_another(size_t bytes)
{
    char *first, *block, *other;

    do {
        first = malloc(4000);
        block = malloc(bytes);
        other = malloc(4000);
    } while (block < first || block - first > 4032 || other < block || (size_t)(other - block) > bytes + 32);
    return (int *)block;
}

int main(int argc, char **argv)
{
    int size = 2, line = 0, both[2] = {0, 1}, counts[2] = {5, 5};
    int places[2] = {0, 10}, out[100] = {0};
    int *in = before_another(56);
    MPI_Comm grid, graph;

    MPI_Init(&argc, &argv);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &line, 0, &grid);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, both, MPI_UNWEIGHTED, 2, both, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
    MPI_Neighbor_allgather(out, 10, MPI_INT, in, 10, MPI_INT, graph); /* @gather */
    MPI_Neighbor_alltoall(out, 10, MPI_INT, in, 10, MPI_INT, grid); /* @grid */
    MPI_Neighbor_allgatherv(out, 5, MPI_INT, in, counts, places, MPI_INT, graph); /* @pieces */
    MPI_Comm_free(&grid);
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
