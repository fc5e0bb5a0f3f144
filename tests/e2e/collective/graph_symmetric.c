/*
 * Neighbourhood operations on a graph of MPI_Graph_create in which processes
 * have each other as neighbours equally often, once or twice; one is lopsided,
 * and has none.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    const int indices[3] = {3, 6, 7}, edges[7] = {1, 1, 2, 0, 1, 0, 0};
    const int less[3] = {1, 1, 1};
    int out[3] = {1, 2, 3}, in[3], count;
    MPI_Comm graph, copy, lopsided;

    MPI_Init(&argc, &argv);
    MPI_Graph_create(MPI_COMM_WORLD, 3, indices, edges, 0, &graph);
    MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, graph);
    MPI_Comm_dup(graph, &copy);
    MPI_Neighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, copy);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&graph);
    MPI_Graph_create(MPI_COMM_WORLD, 3, less, edges, 0, &lopsided);
    MPI_Graph_neighbors_count(lopsided, 0, &count);
    MPI_Comm_free(&lopsided);
    MPI_Finalize();
    return 0;
}
