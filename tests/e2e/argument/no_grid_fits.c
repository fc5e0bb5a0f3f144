/*
 * Dimensions that make the nodes, and none for one node.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int dims[3] = {2, 0, 0}, periods[2] = {0, 0};
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Dims_create(8, 3, dims);
    MPI_Dims_create(8, 3, dims);
    MPI_Dims_create(1, 0, dims);
    dims[0] = 1;
    dims[1] = 0;
    MPI_Dims_create(2, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm);
    MPI_Comm_free(&comm);
    MPI_Cart_create(MPI_COMM_WORLD, 1, (int[]){1}, periods, 0, &comm);
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
