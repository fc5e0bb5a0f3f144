/*
 * Two broadcasts, at both processes in the same order, from different lines.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, buf1[4] = {1}, buf2[4] = {2};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Bcast(buf1, 4, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Bcast(buf2, 4, MPI_INT, 1, MPI_COMM_WORLD);
    } else {
        MPI_Bcast(buf1, 4, MPI_INT, 0, MPI_COMM_WORLD);
        MPI_Bcast(buf2, 4, MPI_INT, 1, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
