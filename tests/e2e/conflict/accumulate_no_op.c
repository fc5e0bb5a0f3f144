/*
 * MPI_NO_OP, and MPI_Compare_and_swap, at the same time as another op.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, value = 1;
    int result, other;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Accumulate(&value, 1, MPI_INT, 2, 4, 1, MPI_INT, MPI_SUM, win);
        MPI_Accumulate(&value, 1, MPI_INT, 2, 5, 1, MPI_INT, MPI_REPLACE, win);
    } else if (rank == 1) {
        MPI_Fetch_and_op(&value, &result, MPI_INT, 2, 4, MPI_NO_OP, win);
        MPI_Compare_and_swap(&value, &value, &other, MPI_INT, 2, 5, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
