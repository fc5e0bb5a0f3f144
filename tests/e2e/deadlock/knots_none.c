/*
 * As knots.c, where one of each two is the other way round.
 *
 * np: 5
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Send(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
        MPI_Recv(&value, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 2) {
        MPI_Ssend(&value, 1, MPI_INT, 3, 8, MPI_COMM_WORLD);
        MPI_Recv(&value, 1, MPI_INT, 3, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 3) {
        MPI_Recv(&value, 1, MPI_INT, 2, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Ssend(&value, 1, MPI_INT, 2, 8, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_INT, 4, 8, MPI_COMM_WORLD);
    } else
        MPI_Recv(&value, 1, MPI_INT, 3, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
