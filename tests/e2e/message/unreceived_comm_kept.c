/*
 * Request and communicator are freed before the receive has its message.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int sent = 1, received;
    MPI_Request request;
    MPI_Comm other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (rank == 1) {
        MPI_Irecv(&received, 1, MPI_INT, 0, 8, other, &request);
        MPI_Request_free(&request);
    }
    if (rank == 0)
        MPI_Send(&sent, 1, MPI_INT, 1, 8, other);
    MPI_Comm_free(&other);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
