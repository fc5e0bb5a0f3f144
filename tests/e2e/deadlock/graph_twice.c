/*
 * One process makes a graph twice, of which each process gives its own part:
 * the constructor need not wait for the others, and then waits on a
 * communicator that they do not have.
 *
 * np: 3
 * verdict: error
 * finding: DEADLOCK waits=0@all waits=1@all ...
 * hangs: maybe
 * flavours: abi
 * twin: graph_once.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, sum, ends[2], weights[2] = {1, 1};
    MPI_Comm graph, first = MPI_COMM_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ends[0] = (rank + size - 1) % size;
    ends[1] = (rank + 1) % size;
    if (rank == 0)
        MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, ends, weights, 2, ends, weights, MPI_INFO_NULL, 0, &first);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, ends, weights, 2, ends, weights, MPI_INFO_NULL, 0, &graph);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, graph); /* @all */
    MPI_Comm_free(&graph);
    if (first != MPI_COMM_NULL)
        MPI_Comm_free(&first);
    MPI_Finalize();
    return 0;
}
