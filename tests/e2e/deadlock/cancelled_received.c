/*
 * A synchronous send is cancelled, which these MPI libraries do not do, and
 * received.
 *
 * np: 2
 * flavours: mpich openmpi
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Issend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
