/*
 * The index of a graph differs, so that the one process waits in the next
 * neighbourhood operation for ever, though the other one has called it, too:
 * the job is ended after some time. (What it waits for in an MPI library that has
 * been misled is not known; only the reference MPI is known to wait.)
 *
 * np: 2
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@create call=1@create ranks=0,1
 * flavours: abi
 * twin: graph_symmetric.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int index[2] = {1, 2}, edges[2] = {1, 0}, rank, all[2] = {0};
    MPI_Comm graph;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        index[0] = index[1] = 0;
    MPI_Graph_create(MPI_COMM_WORLD, 2, index, edges, 0, &graph); /* @create */
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, graph);
    MPI_Barrier(graph);
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
