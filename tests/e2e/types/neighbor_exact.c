/*
 * Neighbours in rows of a grid and in rows of these, in a distributed graph of
 * which one process tells, and in one whose ranks the MPI may give anew: each
 * pair agrees on an amount of its own.
 *
 * np: 4
 * verdict: clean
 */
#include <mpi.h>

static int rank, numbers[64], others[64];
static int displs[] = {0, 8, 16, 24};

/* Rows with other roots and counts each. */
static void in_rows(void)
{
    int dims[] = {2, 2}, periods[] = {1, 0};
    int row_of_two[] = {0, 1}, whole[] = {1, 1};
    int counts[2];
    MPI_Comm grid, same, row;

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Cart_sub(grid, whole, &same);
    MPI_Cart_sub(same, row_of_two, &row);
    counts[0] = counts[1] = rank / 2 + 1;
    MPI_Neighbor_alltoallv(numbers, counts, displs, MPI_INT, others, counts,
                           displs, MPI_INT, row);
    MPI_Bcast(numbers, rank / 2 + 1, MPI_INT, rank / 2, row);
    MPI_Comm_free(&row);
    MPI_Comm_free(&same);
    MPI_Comm_free(&grid);
}

/* Each sends its rank to all: of whom it expects how much, it asks. */
static void in_any_order(void)
{
    int sources[] = {0, 1, 2, 3}, degrees[] = {3, 3, 3, 3};
    int edges[] = {1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2};
    int from[3], weights[3], to[3], sent[3], i;
    MPI_Comm comm;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Dist_graph_create(MPI_COMM_WORLD, rank == 1 ? 4 : 0, sources, degrees,
                          edges, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm);
    MPI_Dist_graph_neighbors(comm, 3, from, weights, 3, to, weights);
    for (i = 0; i < 3; i++)
        sent[i] = rank;
    MPI_Neighbor_alltoallv(numbers, sent, displs, MPI_INT, others, from, displs,
                           MPI_INT, comm);
    MPI_Comm_free(&comm);
}

static void reordered(void)
{
    int source, next, expected;
    MPI_Comm comm;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    source = (rank + 3) % 4;
    next = (rank + 1) % 4;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &source, MPI_UNWEIGHTED,
                                   1, &next, MPI_UNWEIGHTED, MPI_INFO_NULL, 1,
                                   &comm);
    MPI_Comm_rank(comm, &rank);
    expected = (rank + 3) % 4;
    MPI_Neighbor_allgatherv(numbers, rank, MPI_INT, others, &expected, displs,
                            MPI_INT, comm);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    in_rows();
    in_any_order();
    reordered();
    MPI_Finalize();
    return 0;
}
