/*
 * Both processes make a communicator and then exchange a message on it.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &comm);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    else
        MPI_Send(&rank, 1, MPI_INT, 1, 0, comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
