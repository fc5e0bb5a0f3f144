/*
 * All accumulate into one location in one epoch, with one op; into another one
 * by two names of one type.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, value = 1;
    MPI_Datatype type;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    type = rank == 0 ? MPI_INT : MPI_INT32_T;
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_fence(0, win);
    MPI_Accumulate(&value, 1, MPI_INT, 2, 4, 1, MPI_INT, MPI_SUM, win);
    MPI_Accumulate(&value, 1, MPI_INT, 2, 4, 1, MPI_INT, MPI_SUM, win);
    MPI_Accumulate(&value, 1, type, 2, 5, 1, type, MPI_SUM, win);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Accumulate(&value, 1, MPI_INT, 2, 4, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Accumulate(&value, 1, MPI_INT, 2, 4, 1, MPI_INT, MPI_SUM, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
