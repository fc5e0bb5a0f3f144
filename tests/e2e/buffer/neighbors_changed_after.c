/*
 * As neighbors_changed.c, but the program stores once the operations are
 * complete; while they are pending only where nothing is read: into
 * the blocks of a neighbour that is not there, and behind them all.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#include "unfollowed.h"

#define STORED 0x5555

static int rank, in[8], out[8];

static void in_a_grid(MPI_Comm grid)
{
    /* The neighbours: below, above; one of them is not there. */
    int there = rank == 0 ? 1 : 0, nobody = 1 - there;
    int counts[2] = {2, 2}, places[2] = {0, 2};
    MPI_Request request;

    MPI_Ineighbor_alltoall(out, 2, MPI_INT, in, 2, MPI_INT, grid, &request);
    out[2 * nobody] = STORED;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    out[2 * there + 1] = STORED;
    MPI_Ineighbor_alltoallv(out, counts, places, MPI_INT, in, counts, places, MPI_INT, grid, &request);
    out[2 * nobody] = 1;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    out[2 * there] = 1;
}

static void in_a_graph(MPI_Comm graph)
{
    int counts[2] = {1, 2}, both[2] = {2, 2}, displs[2] = {0, 4};
    MPI_Aint places[2] = {0, 4 * sizeof(int)};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    MPI_Request request;

    MPI_Ineighbor_alltoallw(out, counts, places, types, in, counts, places, types, graph, &request);
    out[1] = out[3] = out[6] = STORED;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    out[5] = STORED;
    MPI_Ineighbor_allgatherv(out, 2, MPI_INT, in, both, displs, MPI_INT, graph, &request);
    out[2] = STORED;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    out[1] = 2;
}

int main(int argc, char **argv)
{
    int size = 2, line = 0, both[2];
    MPI_Comm grid, graph;

    unfollowed();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &line, 0, &grid);
    both[0] = rank;
    both[1] = 1 - rank;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, both, MPI_UNWEIGHTED, 2, both, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
    in_a_grid(grid);
    in_a_graph(graph);
    MPI_Comm_free(&grid);
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
