/*
 * For a partitioned send no receive is ever made.  (Other MPIs wait for it.)
 *
 * np: 2
 * verdict: error
 * finding: P2P-UNRECEIVED send=0@send ranks=0,1
 * twin: all_ready.c
 * flavours: abi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[8] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Psend_init(data, 4, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, /* @send */
                       MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready_range(0, 3, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
    MPI_Finalize();
    return 0;
}
