/* np: 1 2 4 8 */
/*
 * Locks exclude: unprotected read-modify-writes under exclusive locks lose
 * nothing, on every rank, while targets are outside MPI or in it. Locking the
 * own rank blocks until the lock is held, so a load after it sees what the
 * holder before put.
 */
#include "check.h"
#include <string.h>

#define TIMES 200

static int rank, size;

static void count_under_lock(MPI_Win win)
{
    for (int i = 0; i < TIMES; i++) {
        int target = (rank + i) % size, value;

        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
        MPI_Get(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
        MPI_Win_flush(target, win);
        value++;
        MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
        MPI_Win_unlock(target, win);
    }
}

/* The own rank by plain loads and stores, under the same lock. */
static void count_locally(MPI_Win win, volatile int *base)
{
    for (int i = 0; i < TIMES; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
        *base = *base + 1;
        MPI_Win_unlock(rank, win);
    }
}

static int expected(void)
{
    int sum = TIMES;

    for (int r = 0; r < size; r++) {
        for (int i = 0; i < TIMES; i++)
            sum += (r + i) % size == rank;
    }
    return sum;
}

/* Shared locks go together: all ranks hold one on rank 0 at once. */
static void share(MPI_Win win)
{
    int value, one = 1;

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_unlock(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    MPI_Get(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    CHECK(value == size);
    MPI_Win_unlock_all(win);
}

int main(int argc, char **argv)
{
    static int memory[4];
    int *base = memory;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int allocate = 0; allocate < 2; allocate++) {
        if (allocate)
            MPI_Win_allocate(sizeof(memory), sizeof(int), MPI_INFO_NULL,
                             MPI_COMM_WORLD, &base, &win);
        else
            MPI_Win_create(base, sizeof(memory), sizeof(int), MPI_INFO_NULL,
                           MPI_COMM_WORLD, &win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
        base[0] = base[1] = 0;
        MPI_Win_unlock(rank, win);
        MPI_Barrier(MPI_COMM_WORLD);
        count_under_lock(win);
        count_locally(win, base);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
        CHECK(base[0] == expected());
        MPI_Win_unlock(rank, win);
        share(win);
        MPI_Win_free(&win);
    }
    MPI_Finalize();
    return 0;
}
