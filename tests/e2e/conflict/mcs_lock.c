/*
 * A queue lock (Mellor-Crummey and Scott): the tail is swapped by
 * MPI_Fetch_and_op and MPI_Compare_and_swap, who waits polls a word of its own
 * part; whoever has the lock gets, and puts, a counter of rank 0.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

enum { NEXT, BLOCKED, TAIL, COUNTER };

static int rank;
static MPI_Win win;

static int swap(int target, int disp, int value)
{
    int old;

    MPI_Fetch_and_op(&value, &old, MPI_INT, target, disp, MPI_REPLACE, win);
    MPI_Win_flush(target, win);
    return old;
}

static int look(int disp)
{
    int none = 0, value;

    MPI_Fetch_and_op(&none, &value, MPI_INT, rank, disp, MPI_NO_OP, win);
    MPI_Win_flush(rank, win);
    return value;
}

static void lock(void)
{
    int before;

    swap(rank, NEXT, -1);
    swap(rank, BLOCKED, 1);
    before = swap(0, TAIL, rank);
    if (before < 0)
        return;
    swap(before, NEXT, rank);
    while (look(BLOCKED))
        continue;
}

static void unlock(void)
{
    int none = -1, old, next = look(NEXT);

    if (next < 0) {
        MPI_Compare_and_swap(&none, &rank, &old, MPI_INT, 0, TAIL, win);
        MPI_Win_flush(0, win);
        if (old == rank)
            return;
        while ((next = look(NEXT)) < 0)
            continue;
    }
    swap(next, BLOCKED, 0);
}

int main(int argc, char **argv)
{
    int *base, i, value, size, total;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_lock_all(0, win);
    base[NEXT] = base[TAIL] = -1;
    base[BLOCKED] = base[COUNTER] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 0; i < 5; i++) {
        lock();
        MPI_Get(&value, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        value++;
        MPI_Put(&value, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        unlock();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Get(&total, 1, MPI_INT, 0, COUNTER, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return total == 5 * size ? 0 : 1;
}
