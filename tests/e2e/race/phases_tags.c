/*
 * A tag of its own for each phase.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;
    int rank, i, value[9] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    for (i = 1; i < 3 && rank == 0; i++)
        MPI_Recv(value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
    for (i = 1; i < 3 && rank == 0; i++)
        MPI_Recv(value, 9, MPI_INT, MPI_ANY_SOURCE, 1, comm, &status);
    if (rank > 0) {
        MPI_Send(value, 1, MPI_INT, 0, 0, comm);
        MPI_Send(value, 9, MPI_INT, 0, 1, comm);
    }
    MPI_Finalize();
    return 0;
}
