/*
 * The partitions are sent as MPI_INT and received as MPI_FLOAT.
 *
 * np: 2
 * verdict: error
 * finding: P2P-TYPE-MISMATCH receive=1@recv send=0@send
 * flavours: abi mpich
 * twin: all_ready.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    _Alignas(int) char data[32] = {0};
    int rank;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Psend_init(data, 4, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, /* @send */
                       MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready_range(0, 3, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Precv_init(data, 2, 4, MPI_FLOAT, 0, 3, MPI_COMM_WORLD, /* @recv */
                       MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
