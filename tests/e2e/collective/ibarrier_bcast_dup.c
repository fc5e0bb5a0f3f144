/*
 * As ibarrier_bcast_crossed.c, with the broadcast on a communicator of its
 * own: then the order does not matter (acceptance E8).
 *
 * np: 2
 * verdict: clean
 * ways: all
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request request;
    MPI_Comm dup;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    if (rank == 0) {
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        MPI_Bcast(&value, 1, MPI_INT, 0, dup);
    } else {
        MPI_Bcast(&value, 1, MPI_INT, 0, dup);
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&dup);
    MPI_Finalize();
    return 0;
}
