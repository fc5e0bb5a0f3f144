/* np: 2 */
/*
 * Locking the own rank blocks until the lock is held: the load after it sees
 * what the other rank put under its lock, which was held first.
 */
#include "check.h"

int main(int argc, char **argv)
{
    int *base, value = 42, rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    rank = world_rank();
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                     &base, &win);
    for (int round = 0; round < 50; round++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
        *base = 0;
        MPI_Win_unlock(rank, win);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1)
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 1) {
            for (volatile int i = 0; i < 10000; i++)
                continue;
            MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
            MPI_Win_unlock(0, win);
        } else {
            MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
            CHECK(*base == 42);
            MPI_Win_unlock(0, win);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
