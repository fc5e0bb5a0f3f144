/*
 * A flag in a shared window, stored and loaded by the processes themselves
 * under its lock, puts in order what was put into another window; so does one
 * that is protected by the lock of another window.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#define POLLS 100000 /* the lock need not be given in turn */

static int *flags;
static MPI_Win shared, win, mutex;

static void acquire(MPI_Win lock)
{
    int one = 1;

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, lock);
    if (lock == mutex) {
        MPI_Put(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, mutex);
        MPI_Win_flush(0, mutex);
    }
}

static void set_flag(int which, MPI_Win lock)
{
    acquire(lock);
    flags[which] = 1;
    if (lock != shared)
        MPI_Win_sync(shared);
    MPI_Win_unlock(0, lock);
}

/* Whether it was seen. */
static int await(int which, MPI_Win lock)
{
    int seen = 0, i;

    for (i = 0; i < POLLS && seen == 0; i++) {
        acquire(lock);
        if (lock != shared)
            MPI_Win_sync(shared);
        seen = flags[which];
        MPI_Win_unlock(0, lock);
    }
    return seen;
}

int main(int argc, char **argv)
{
    int rank, value = 5, unit, *data, *memory;
    MPI_Aint size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? 2 * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &flags, &shared);
    MPI_Win_shared_query(shared, 0, &size, &unit, &flags);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &data, &win);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &mutex);
    data[0] = data[1] = 0;
    if (rank == 0)
        flags[0] = flags[1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        set_flag(0, shared);
        MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
    } else if (await(0, shared)) {
        MPI_Win_sync(win);
        data[0]++;
    }
    MPI_Win_lock_all(0, shared);
    if (rank == 0) {
        set_flag(1, mutex);
    } else if (await(1, mutex)) {
        MPI_Win_sync(win);
        data[1]++;
    }
    MPI_Win_unlock_all(shared);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&mutex);
    MPI_Win_free(&win);
    MPI_Win_free(&shared);
    MPI_Finalize();
    return 0;
}
