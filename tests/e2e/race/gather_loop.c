/*
 * The root takes what the others send in any order, round by round.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size, value = 0, round, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (round = 0; round < 20; round++) {
        for (i = 1; i < size && rank == 0; i++)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                     MPI_STATUS_IGNORE);
        if (rank > 0)
            MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
        MPI_Bcast(&value, 1, MPI_INT, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
