/*
 * A header from any source, then the body from the same, all with one tag: who
 * is received from the header has told.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;
    int rank, i, value = 0;
    double body[9] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    for (i = 1; i < 3 && rank == 0; i++) {
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
        MPI_Recv(body, value, MPI_DOUBLE, status.MPI_SOURCE, 0, comm,
                 MPI_STATUS_IGNORE);
    }
    if (rank > 0) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
        MPI_Send(body, rank, MPI_DOUBLE, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
