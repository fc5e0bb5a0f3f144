/*
 * Receives from any source; each sends when it is told to, so that there is
 * never more than one message.
 *
 * np: 3
 * verdict: clean
 * options: --notes
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size, value = 0, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (i = 1; i < size && rank == 0; i++) {
        MPI_Send(&i, 1, MPI_INT, i, 0, comm);
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                 MPI_STATUS_IGNORE);
    }
    if (rank > 0) {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
