/*
 * Results and the news that there are no more, told apart by the tag that the
 * status tells.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size, value = 0, i, working;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (working = size - 1; working > 0 && rank == 0;) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm,
                 &status);
        working -= status.MPI_TAG == 2;
    }
    for (i = 0; i < 9 && rank > 0; i++)
        MPI_Send(&rank, 1, MPI_INT, 0, i < 8 ? 1 : 2, comm);
    MPI_Finalize();
    return 0;
}
