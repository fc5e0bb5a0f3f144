/*
 * A neighbourhood operation on a graph of MPI_Graph_create in which the one
 * process has the other as its neighbour, which does not have it.  (The graph
 * itself is right.)
 *
 * np: 2
 * verdict: error
 * finding: ARG-TOPOLOGY call=*@exchange ranks=0,1
 * hangs: maybe
 * status: 0|1
 * twin: graph_symmetric.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    const int indices[2] = {1, 1}, edges[1] = {1};
    int out = 1, in = 0;
    MPI_Comm graph;

    MPI_Init(&argc, &argv);
    MPI_Graph_create(MPI_COMM_WORLD, 2, indices, edges, 0, &graph);
    MPI_Neighbor_allgather(&out, 1, MPI_INT, &in, 1, MPI_INT, graph); /* @exchange */
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
