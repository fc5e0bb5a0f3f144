/*
 * As plain_neighbors.c, but what comes is waited for; what is loaded and stored
 * before is of a neighbour that is not there, between what comes, or behind it.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static int rank, in[8], out[8];
static volatile int seen;

static void in_a_grid(MPI_Comm grid)
{
    /* The neighbours: below, above; one of them is not there. */
    int there = rank == 0 ? 1 : 0, nobody = 1 - there;
    MPI_Request request;

    MPI_Ineighbor_allgather(out, 2, MPI_INT, in, 2, MPI_INT, grid, &request);
    seen = in[2 * nobody];
    in[2 * nobody] = 1;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    seen = in[2 * there];
}

static void in_a_graph(MPI_Comm graph)
{
    int counts[2] = {1, 2};
    MPI_Aint places[2] = {0, 4 * sizeof(int)};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    MPI_Request request;

    MPI_Ineighbor_alltoallw(out, counts, places, types, in, counts, places, types, graph, &request);
    seen = in[1];
    in[6] = 7;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    in[5] = 7;
}

static void with_the_other(MPI_Comm inter)
{
    MPI_Request request;

    MPI_Iallgather(out, 4, MPI_INT, in, 4, MPI_INT, inter, &request);
    seen = in[4];
    seen = out[0];
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    seen = in[3];
}

int main(int argc, char **argv)
{
    int size = 2, line = 0, both[2];
    MPI_Comm grid, graph, inter;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &line, 0, &grid);
    both[0] = rank;
    both[1] = 1 - rank;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, both, MPI_UNWEIGHTED, 2, both, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 0, &inter);
    in_a_grid(grid);
    in_a_graph(graph);
    with_the_other(inter);
    MPI_Comm_free(&grid);
    MPI_Comm_free(&graph);
    MPI_Comm_free(&inter);
    MPI_Finalize();
    return 0;
}
