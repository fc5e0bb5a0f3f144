/*
 * A partitioned send is started once more than its receive. (Other MPIs wait
 * for it.)
 *
 * np: 2
 * verdict: error
 * finding: P2P-UNRECEIVED send=0@send ranks=0,1
 * twin: rounds.c
 * flavours: abi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[8] = {0}, round;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Psend_init(data, 4, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* @send */
    else
        MPI_Precv_init(data, 2, 4, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (round = 0; round < 3 - rank; round++) {
        MPI_Start(&request);
        if (rank == 0)
            MPI_Pready_range(0, 3, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
