/*
 * A lock of a window in memory of MPI_Alloc_mem (acceptance B7).
 *
 * np: 2
 * verdict: clean
 * options: --portability
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *memory;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Alloc_mem(64, MPI_INFO_NULL, &memory);
    MPI_Win_create(memory, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&win);
    MPI_Free_mem(memory);
    MPI_Finalize();
    return 0;
}
