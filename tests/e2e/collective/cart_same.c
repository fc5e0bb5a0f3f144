/*
 * Arguments that are the same: any number but 0 is true.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int dims[2] = {2, 1}, periods[2] = {0, 0}, edges[2] = {1, 0};
    int index[2] = {1, 2}, rank;
    MPI_Comm comm, part;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    periods[0] = rank + 1;
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &comm);
    MPI_Comm_free(&comm);
    MPI_Graph_create(MPI_COMM_WORLD, 2, index, edges, 0, &comm);
    MPI_Comm_free(&comm);
    MPI_Comm_split_type(MPI_COMM_WORLD,
                        rank == 0 ? MPI_COMM_TYPE_SHARED : MPI_UNDEFINED, rank,
                        MPI_INFO_NULL, &part);
    if (part != MPI_COMM_NULL)
        MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
