/*
 * Both processes send before they receive, and the user wants to know what
 * goes wrong where sends are buffered: nothing.
 *
 * np: 2
 * verdict: clean
 * unless: send=sync
 * options: --strict=send-buffered
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    double value = 0, sent = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Send(&sent, 1, MPI_DOUBLE, !rank, 0, MPI_COMM_WORLD);
    MPI_Recv(&value, 1, MPI_DOUBLE, !rank, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
