/*
 * Locks in sequence, nested over different ranks and windows, and after a fence
 * that opened nothing (which is no more than a note).
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base;
    MPI_Win other;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &other);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Win_unlock(1, win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, other);
        MPI_Win_unlock(2, win);
        MPI_Win_unlock(1, win);
        MPI_Win_unlock(1, other);
    }
    MPI_Win_fence(0, other);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, other);
    MPI_Win_lock_all(0, other);
    MPI_Win_unlock_all(other);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Win_fence(0, win);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&other);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
