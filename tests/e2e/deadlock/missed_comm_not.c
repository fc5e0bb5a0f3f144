/*
 * Messages on two communicators, received on them, in another order.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, number = 0;
    MPI_Comm other, third;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Comm_dup(MPI_COMM_WORLD, &third);
    if (rank == 1) {
        MPI_Isend(&number, 1, MPI_INT, 0, 3, other, &request);
        MPI_Send(&number, 1, MPI_INT, 0, 2, third);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (rank == 0)
        MPI_Recv(&number, 1, MPI_INT, 1, 2, third, MPI_STATUS_IGNORE);
    if (rank == 0) {
        MPI_Recv(&number, 1, MPI_INT, 1, 3, other, MPI_STATUS_IGNORE);
        MPI_Send(&number, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    }
    if (rank == 1)
        MPI_Recv(&number, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm_free(&third);
    MPI_Comm_free(&other);
    MPI_Finalize();
    return 0;
}
