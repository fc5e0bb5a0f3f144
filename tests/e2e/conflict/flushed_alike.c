/*
 * Two processes accumulate with one operation, each call flushed everywhere.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, one = 1, i, *bins;
    unsigned drawn;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(3 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &bins, &win);
    MPI_Win_lock_all(0, win);
    drawn = 17 + (unsigned)rank;
    for (i = 0; i < 100; i++) {
        drawn = drawn * 1103515245u + 12345u;
        MPI_Accumulate(&one, 1, MPI_INT, 0, (drawn >> 8) % 3, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_flush_all(win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
