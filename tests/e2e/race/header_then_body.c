/*
 * A header from any source, and then the body from the same.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size, value = 0, i, body[9] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (i = 1; i < size && rank == 0; i++) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                 MPI_STATUS_IGNORE);
        MPI_Recv(body, value, MPI_INT, value, 1, comm, MPI_STATUS_IGNORE);
    }
    if (rank > 0) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
        MPI_Send(body, rank, MPI_INT, 0, 1, comm);
    }
    MPI_Finalize();
    return 0;
}
