/*
 * A probe tells how much room is needed, and the receive takes any message:
 * there is one at a time.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;
    int rank, i, count, value[8] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    for (i = 2; i > 0 && rank == 0; i--) {
        MPI_Send(value, 0, MPI_INT, i, 1, comm);
        MPI_Probe(MPI_ANY_SOURCE, 0, comm, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Recv(value, count, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
    }
    if (rank > 0) {
        MPI_Recv(value, 0, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
        MPI_Send(value, rank == 1 ? 2 : 8, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
