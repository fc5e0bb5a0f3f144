/*
 * Only one rank forgets to free its communicator.
 *
 * np: 3
 * verdict: warning
 * finding: LEAK-COMM call=2@split
 * twin: all_freed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 2)
        MPI_Comm_split(MPI_COMM_WORLD, 1, rank, &comm); /* @split */
    else
        MPI_Comm_split(MPI_COMM_WORLD, 2, rank, &comm);
    if (rank != 2)
        MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
