/*
 * Each half of a split communicator broadcasts from a root of its own, one
 * half more often than the other; split again in reverse order of ranks.
 *
 * np: 4
 * verdict: clean
 * ways: all
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 7, i;
    MPI_Comm half, turned;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    for (i = 0; i < 1 + 3 * (rank % 2); i++)
        MPI_Bcast(&value, 1, MPI_INT, rank % 2, half);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 1, -rank,
                   &turned);
    if (turned != MPI_COMM_NULL) {
        MPI_Bcast(&value, 1, MPI_INT, 2, turned);
        MPI_Comm_free(&turned);
    }
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
