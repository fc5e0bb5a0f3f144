/*
 * As buffer_get.c, but the bytes do not overlap (acceptance D4).
 *
 * np: 3
 * verdict: clean
 * unless: memory-model=separate
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, values[2] = {1, 2};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Put(values, 2, MPI_INT, 1, 6, 2, MPI_INT, win); /* @put */
        MPI_Win_unlock(1, win);
    } else if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Get(base + 4, 2, MPI_INT, 2, 8, 2, MPI_INT, win); /* @local */
        MPI_Win_unlock(2, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
