/*
 * The exclusive lock of one part of a window, which is surely held, keeps the
 * processes apart: in another window, in another part of the same, in shared
 * memory, and under locks with MPI_MODE_NOCHECK (12.5.3).
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

static MPI_Win make(int **memory)
{
    MPI_Win win;

    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, memory, &win);
    (*memory)[0] = (*memory)[1] = (*memory)[2] = (*memory)[3] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    return win;
}

/* Holds it once it returns: what it puts there is complete. */
static void acquire(MPI_Win mutex)
{
    int one = 1;

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, mutex);
    MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, mutex);
    MPI_Win_flush(0, mutex);
}

static void release(MPI_Win mutex)
{
    MPI_Win_unlock(0, mutex);
}

int main(int argc, char **argv)
{
    int rank, value = 5, *held, *data, *shared;
    MPI_Win mutex, win, memory;
    MPI_Aint size;
    int unit;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mutex = make(&held);
    win = make(&data);
    MPI_Win_allocate_shared(rank == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &memory);
    MPI_Win_shared_query(memory, 0, &size, &unit, &shared);
    if (rank == 0)
        *shared = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    acquire(mutex);
    MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    value++;
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    release(mutex);
    MPI_Win_unlock_all(win);

    /* One that returns only when it is held: its memory is shared. */
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, memory);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, MPI_MODE_NOCHECK, win);
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
    MPI_Win_unlock(2, win);
    MPI_Win_unlock(0, memory);

    acquire(mutex);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, mutex);
    MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, mutex);
    MPI_Win_unlock(1, mutex);
    release(mutex);

    MPI_Win_lock_all(0, memory);
    acquire(mutex);
    MPI_Win_sync(memory);
    *shared += 1;
    MPI_Win_sync(memory);
    release(mutex);
    MPI_Win_unlock_all(memory);

    MPI_Win_free(&memory);
    MPI_Win_free(&win);
    MPI_Win_free(&mutex);
    MPI_Finalize();
    return 0;
}
