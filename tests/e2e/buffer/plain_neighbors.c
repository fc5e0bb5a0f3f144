/*
 * Loads and stores of what pending collectives with neighbours, and with another
 * group, are to bring.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-ACCESSED-EARLY begin=*@allgather load=*@load ranks=0,1 count=2
 * finding: BUFFER-ACCESSED-EARLY begin=*@alltoallw store=*@store ranks=0,1 count=2
 * finding: BUFFER-ACCESSED-EARLY begin=*@inter load=*@other ranks=0,1 count=2
 * needs: x86-64
 * twin: plain_neighbors_after.c
 */
#include <mpi.h>

static int rank, in[8], out[8];
static volatile int seen;

static void in_a_grid(MPI_Comm grid)
{
    /* The neighbours: below, above; one of them is not there. */
    int there = rank == 0 ? 1 : 0;
    MPI_Request request;

    MPI_Ineighbor_allgather(out, 2, MPI_INT, in, 2, MPI_INT, grid, &request); /* @allgather */
    seen = in[2 * there]; /* @load */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void in_a_graph(MPI_Comm graph)
{
    int counts[2] = {1, 2};
    MPI_Aint places[2] = {0, 4 * sizeof(int)};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    MPI_Request request;

    MPI_Ineighbor_alltoallw(out, counts, places, types, in, counts, places, types, graph, &request); /* @alltoallw */
    in[5] = 7; /* @store */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void with_the_other(MPI_Comm inter)
{
    MPI_Request request;

    MPI_Iallgather(out, 4, MPI_INT, in, 4, MPI_INT, inter, &request); /* @inter */
    seen = in[3]; /* @other */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
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
