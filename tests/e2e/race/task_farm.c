/*
 * A master gives tasks to whoever asks, until there are no more.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size, value = 0, left = 40, working;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    if (rank == 0) {
        for (working = size - 1; working > 0; left--) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
            MPI_Send(&left, 1, MPI_INT, status.MPI_SOURCE, 0, comm);
            working -= left <= 0;
        }
    } else
        do {
            MPI_Send(&value, 1, MPI_INT, 0, 0, comm);
            MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
        } while (value > 0);
    MPI_Finalize();
    return 0;
}
