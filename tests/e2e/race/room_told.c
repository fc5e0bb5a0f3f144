/*
 * Who has sent decides what room the next receive needs.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Status status;
    int rank, value[9] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Recv(value, 9, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
        MPI_Recv(value, status.MPI_SOURCE == 1 ? 9 : 1, MPI_INT, MPI_ANY_SOURCE,
                 0, comm, &status);
    }
    if (rank > 0)
        MPI_Send(value, rank == 1 ? 1 : 9, MPI_INT, 0, 0, comm);
    MPI_Finalize();
    return 0;
}
