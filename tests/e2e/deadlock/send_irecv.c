/*
 * Both processes have begun to receive when they send.
 *
 * np: 2
 * verdict: clean
 * ways: all
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    double value = 0, sent = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(&value, 1, MPI_DOUBLE, !rank, 0, MPI_COMM_WORLD, &request);
    MPI_Send(&sent, 1, MPI_DOUBLE, !rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
