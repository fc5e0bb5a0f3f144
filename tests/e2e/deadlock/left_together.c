/*
 * One of many has an error, and tells the others, which leave with it.
 *
 * np: 7
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, lines = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        lines = -1;
    MPI_Bcast(&lines, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (lines < 0) {
        MPI_Finalize();
        return 0;
    }
    MPI_Finalize();
    return 0;
}
