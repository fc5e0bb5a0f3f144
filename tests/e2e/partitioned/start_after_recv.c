/*
 * The sender waits for the end of its send, and the receiver starts its part
 * only when it has had a message that follows: that the send ends before,
 * MPI does not promise.
 *
 * np: 2
 * verdict: error|potential
 * finding: DEADLOCK|POTENTIAL-DEADLOCK waits=0@wait waits=1@recv begun=0@start
 * flavours: abi mpich
 * hangs: maybe
 * twin: start_before_recv.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[8] = {0};
    MPI_Request request;
    int go = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Psend_init(data, 4, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
        MPI_Start(&request); /* @start */
        MPI_Pready_range(0, 3, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */
        MPI_Send(&go, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Precv_init(data, 2, 4, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
        MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
