/*
 * As topology.c, but all goes with its grid or graph: one that is smaller than
 * its communicator, coordinates beyond a periodic dimension, copies and parts
 * of a grid, one without dimensions.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int dims[2] = {1, 2}, given[2] = {3, 0}, periods[2] = {1, 0}, coords[2] = {-1, 1}, from, to, all[8] = {0}, one = 1, kind;
    MPI_Comm grid, comm, part, copy;

    MPI_Init(&argc, &argv);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &one, periods, 0, &comm);
    if (comm != MPI_COMM_NULL) {
        MPI_Cart_shift(comm, 0, 1, &from, &to);
        MPI_Comm_free(&comm);
    }
    MPI_Cart_create(MPI_COMM_WORLD, 0, dims, periods, 0, &comm);
    if (comm != MPI_COMM_NULL) {
        MPI_Cartdim_get(comm, &to);
        MPI_Comm_free(&comm);
    }
    MPI_Graph_create(MPI_COMM_WORLD, 2, (int[]){1, 2}, (int[]){1, 0}, 0, &comm);
    MPI_Graphdims_get(comm, &from, &to);
    MPI_Neighbor_allgather(&one, 1, MPI_INT, all, 1, MPI_INT, comm);
    MPI_Comm_free(&comm);
    MPI_Dims_create(6, 2, given);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_rank(grid, coords, &to);
    MPI_Cart_shift(grid, 1, 1, &from, &to);
    MPI_Topo_test(MPI_COMM_WORLD, &kind);
    MPI_Cart_sub(grid, (int[]){0, 1}, &part);
    MPI_Cart_coords(part, 0, 1, coords);
    MPI_Comm_dup(part, &copy);
    MPI_Cartdim_get(copy, &to);
    MPI_Neighbor_allgather(&one, 1, MPI_INT, all, 1, MPI_INT, copy);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&part);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
