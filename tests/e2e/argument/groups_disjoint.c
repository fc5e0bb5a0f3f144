/*
 * MPI_Intercomm_create binds two halves that have no process in common; what
 * those give that are not leaders is of no account (7.6.2).
 *
 * np: 4
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, remote;
    MPI_Comm half, both;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    remote = rank < 2 ? 1 - rank : rank;
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, remote, 5, &both);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
