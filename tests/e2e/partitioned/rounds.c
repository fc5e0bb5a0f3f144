/*
 * A partitioned send is started as often as its receive.
 *
 * np: 2
 * verdict: clean
 * flavours: abi mpich
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[8] = {0}, round;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Psend_init(data, 4, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    else
        MPI_Precv_init(data, 2, 4, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (round = 0; round < 3; round++) {
        MPI_Start(&request);
        if (rank == 0)
            MPI_Pready_range(0, 3, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
