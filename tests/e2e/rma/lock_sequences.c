/*
 * Locks in sequence, nested over different ranks and windows, after a fence
 * that opened nothing (which is no more than a note), and between such fences;
 * and while somebody has posted to nobody.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

/* No RMA calls: locks for loads, and for MPI_Win_sync. */
static void between_fences(void)
{
    int *base;
    MPI_Win win;

    MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_fence(0, win);
    MPI_Win_lock_all(0, win);
    MPI_Win_sync(win);
    MPI_Win_unlock_all(win);
    MPI_Win_fence(0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Win_sync(win);
    MPI_Win_unlock(1, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

/* A post to nobody is none (12.5.2). */
static void around_nothing(int rank)
{
    int *base, value = rank;
    MPI_Win win;

    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
        MPI_Win_wait(win);
    } else {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
}

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
    between_fences();
    around_nothing(rank);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
