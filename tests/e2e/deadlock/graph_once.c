/*
 * Each process makes the graph, of which it gives its own part, once: what it
 * calls behind is called by all.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, sum, ends[2], weights[2] = {1, 1};
    MPI_Comm graph;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ends[0] = (rank + size - 1) % size;
    ends[1] = (rank + 1) % size;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, ends, weights, 2, ends, weights, MPI_INFO_NULL, 0, &graph);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, graph);
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
