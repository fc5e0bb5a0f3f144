/*
 * On a grid whose ends meet, what is received from the neighbours goes to
 * where is read what they are sent.
 *
 * np: 2
 * verdict: error
 * finding: ARG-ALIASED call=*@allgather ranks=0,1 count=2
 * finding: ARG-ALIASED call=*@alltoall ranks=0,1 count=2
 * finding: ARG-ALIASED call=*@nonblocking ranks=0,1 count=2
 * says: , which overlaps its sendbuf.
 * twin: aliased_neighbors_beside.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int dims[1] = {2}, periods[1] = {1}, numbers[2] = {0};
    MPI_Comm grid;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &grid);
    MPI_Comm_set_errhandler(grid, MPI_ERRORS_RETURN);
    MPI_Neighbor_allgather(numbers, 1, MPI_INT, numbers, 1, MPI_INT, grid); /* @allgather */
    MPI_Neighbor_alltoall(numbers, 1, MPI_INT, numbers, 1, MPI_INT, grid); /* @alltoall */
    request = MPI_REQUEST_NULL;
    MPI_Ineighbor_alltoall(numbers, 1, MPI_INT, numbers, 1, MPI_INT, grid, &request); /* @nonblocking */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
