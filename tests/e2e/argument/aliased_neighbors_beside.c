/*
 * What neighbours on a grid send goes elsewhere than what they are sent is
 * read; and at an end of a grid nobody is a neighbour.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int dims[1] = {2}, periods[1] = {1}, numbers[2] = {0}, in[2];
    MPI_Comm grid, alone, line;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &grid);
    MPI_Neighbor_allgather(numbers, 1, MPI_INT, in, 1, MPI_INT, grid);
    MPI_Neighbor_alltoall(numbers, 1, MPI_INT, in, 1, MPI_INT, grid);
    MPI_Ineighbor_alltoall(numbers, 1, MPI_INT, in, 1, MPI_INT, grid, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&grid);
    /* the one end has a neighbour for its second block alone */
    periods[0] = 0;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line);
    MPI_Neighbor_alltoall(numbers, 1, MPI_INT, in, 1, MPI_INT, line);
    MPI_Comm_free(&line);
    dims[0] = 1;
    MPI_Cart_create(MPI_COMM_SELF, 1, dims, periods, 0, &alone);
    MPI_Neighbor_alltoall(numbers, 1, MPI_INT, numbers, 1, MPI_INT, alone);
    MPI_Comm_free(&alone);
    MPI_Finalize();
    return 0;
}
