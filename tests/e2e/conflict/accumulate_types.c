/*
 * Two processes accumulate into one location in one epoch with different
 * datatypes.
 *
 * np: 3
 * verdict: error
 * finding: RMA-ACCUMULATE-CONFLICT accumulate=0@first accumulate=1@second
 * twin: accumulate_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, value = 1;
    float other = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(&value, 1, MPI_INT, /* @first */
                       2, 4, 1, MPI_INT, MPI_SUM, win);
    else if (rank == 1)
        MPI_Accumulate(&other, 1, MPI_FLOAT, /* @second */
                       2, 4, 1, MPI_FLOAT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
