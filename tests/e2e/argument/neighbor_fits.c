/*
 * As neighbor_short.c, but the buffers have room for what comes, and goes: not
 * for neighbours that are not there.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int size = 2, line = 0, both[2] = {0, 1}, counts[2] = {5, 5};
    int places[2] = {0, 10}, shifts[2] = {0, 5}, out[100] = {0};
    int *in = malloc(20 * sizeof *in), *before, rank;
    MPI_Comm grid, graph;

    MPI_Init(&argc, &argv);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &line, 0, &grid);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, both, MPI_UNWEIGHTED, 2, both, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
    MPI_Neighbor_allgather(out, 10, MPI_INT, in, 10, MPI_INT, graph);
    /* What would lie behind the end, or before the beginning, is of nobody. */
    MPI_Comm_rank(grid, &rank);
    before = malloc(10 * sizeof *before);
    MPI_Neighbor_alltoall(out, 10, MPI_INT, rank == 0 ? in : before, 10, MPI_INT, grid);
    places[rank] = 1000;
    MPI_Neighbor_alltoallv(out, counts, shifts, MPI_INT, in, counts, places, MPI_INT, grid);
    places[rank] = 10 * rank;
    MPI_Neighbor_allgatherv(out, 5, MPI_INT, in, counts, places, MPI_INT, graph);
    free(in);
    free(before);
    MPI_Comm_free(&grid);
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
