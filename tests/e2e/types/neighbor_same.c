/*
 * Neighbours send what is expected, in unequal types of one signature, other
 * amounts to each, on each kind of topology; and on a duplicate.
 *
 * np: 4
 * verdict: clean
 */
#include <mpi.h>

static int rank;
static _Alignas(16) char numbers[256], others[256]; /* of two types */

/* A grid of 2 times 2 with borders in one direction. */
static void on_grid(void)
{
    int dims[] = {2, 2}, periods[] = {0, 1}, coords[2], i;
    int counts[] = {1, 1, 1, 1}, displs[] = {0, 4, 8, 12};
    MPI_Aint bytes[] = {0, 16, 32, 48};
    MPI_Datatype sent[4], expected[4], pair;
    MPI_Comm grid, comm;
    MPI_Request request;

    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Comm_dup(grid, &comm);
    MPI_Cart_coords(grid, rank, 2, coords);
    for (i = 0; i < 4; i++) {
        sent[i] = i < 2 ? pair : MPI_DOUBLE;
        expected[i] = sent[i];
    }
    MPI_Neighbor_alltoallw(numbers, counts, bytes, sent, others, counts, bytes,
                           expected, comm);
    /* What goes over the border counts for nothing. */
    counts[0] = coords[0] == 0 ? 7 : 1;
    MPI_Neighbor_alltoallv(numbers, counts, displs, MPI_INT, others, counts,
                           displs, MPI_INT, grid);
    MPI_Ineighbor_alltoall(numbers, 2, MPI_INT, others, 1, pair, grid,
                           &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Type_free(&pair);
    MPI_Comm_free(&comm);
    MPI_Comm_free(&grid);
}

/* A star; each of its points gets an amount of its own. */
static void on_graph(void)
{
    int index[] = {3, 4, 5, 6}, edges[] = {1, 2, 3, 0, 0, 0};
    int sent[] = {1, 2, 3}, expected[] = {1, 1, 1}, displs[] = {0, 4, 8};
    MPI_Comm comm;

    MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &comm);
    if (rank > 0) {
        sent[0] = 1;
        expected[0] = rank;
    }
    MPI_Neighbor_alltoallv(numbers, sent, displs, MPI_INT, others, expected,
                           displs, MPI_INT, comm);
    MPI_Comm_free(&comm);
}

/* Each sends more than the one before it. */
static void on_ring(void)
{
    int source = (rank + 3) % 4, next = (rank + 1) % 4, degree = 1;
    int displs[] = {0}, expected = source + 1;
    MPI_Comm comm;

    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &source, MPI_UNWEIGHTED,
                                   1, &next, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &comm);
    MPI_Neighbor_allgatherv(numbers, rank + 1, MPI_INT, others, &expected,
                            displs, MPI_INT, comm);
    MPI_Comm_free(&comm);
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &degree, &next,
                          MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    MPI_Neighbor_allgather(numbers, 2, MPI_INT, others, 2, MPI_INT, comm);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    on_grid();
    on_graph();
    on_ring();
    MPI_Finalize();
    return 0;
}
