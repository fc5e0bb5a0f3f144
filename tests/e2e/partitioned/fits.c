/*
 * The last of two partitions goes up to the end of the buffer, of a send and
 * of a receive (MPI-4.1 4.2.1, 3.2.2).
 *
 * np: 2
 * verdict: clean
 * flavours: abi mpich
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Request request;
    int rank, *data = calloc(100, sizeof *data);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Psend_init(data, 2, 50, MPI_INT, 1, 0, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &request);
    else
        MPI_Precv_init(data, 2, 50, MPI_INT, 0, 0, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &request);
    MPI_Request_free(&request);
    MPI_Finalize();
    free(data);
    return 0;
}
