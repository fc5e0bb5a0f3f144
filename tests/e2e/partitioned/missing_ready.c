/*
 * The sender marks three of its four partitions and waits.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@wait begun=0@start
 * flavours: abi mpich
 * twin: all_ready.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[8] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Psend_init(data, 4, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
        MPI_Start(&request); /* @start */
        MPI_Pready_range(0, 2, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */
        MPI_Request_free(&request);
    } else {
        MPI_Precv_init(data, 2, 4, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
    MPI_Finalize();
    return 0;
}
