/* np: 1 2 4 8 */
/* not under: memory-model=separate */
/*
 * Accumulates of all kinds, atomic and in typed layouts, the request-based
 * calls, and the attributes of a window.
 */
#include "check.h"
#include <stddef.h>
#include <string.h>

#define TIMES 100

static int rank, size;

struct cell {
    long count;
    long next;
    struct {
        double value;
        int index;
    } best;
    int grid[16];
};

static void check_attributes(MPI_Win win, void *base, int flavor)
{
    void *value;
    int flag;

    MPI_Win_get_attr(win, MPI_WIN_BASE, &value, &flag);
    CHECK(flag && value == base);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &value, &flag);
    CHECK(flag && *(MPI_Aint *)value == (MPI_Aint)sizeof(struct cell));
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &value, &flag);
    CHECK(flag && *(int *)value == 1);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &value, &flag);
    CHECK(flag && *(int *)value == flavor);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &value, &flag);
    CHECK(flag && *(int *)value == MPI_WIN_UNIFIED);
}

static void fetch_and_add(MPI_Win win)
{
    long one = 1, old, last = -1;

    MPI_Win_lock_all(0, win);
    for (int i = 0; i < TIMES; i++) {
        MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
        CHECK(old > last && old < (long)TIMES * size);
        last = old;
    }
    MPI_Win_unlock_all(win);
}

/* A counter by compare and swap, retried until it takes. */
static void compare_and_swap(MPI_Win win)
{
    int target = size - 1;

    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    for (int i = 0; i < TIMES; i++) {
        long seen = 0, old, want;

        for (;;) {
            want = seen + 1;
            MPI_Compare_and_swap(&want, &seen, &old, MPI_LONG, target,
                                 offsetof(struct cell, next), win);
            MPI_Win_flush(target, win);
            if (old == seen)
                break;
            seen = old;
        }
    }
    MPI_Win_unlock(target, win);
}

static void find_best(MPI_Win win)
{
    struct {
        double value;
        int index;
    } mine = {(rank * 7) % 5, rank};

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Accumulate(&mine, 1, MPI_DOUBLE_INT, 0, offsetof(struct cell, best), 1,
                   MPI_DOUBLE_INT, MPI_MAXLOC, win);
    MPI_Win_unlock(0, win);
}

/* Every second int of the grid; the result in another layout. */
static void typed(MPI_Win win)
{
    int ones[8], old[8];
    MPI_Datatype every_second;
    MPI_Request requests[2];

    for (int i = 0; i < 8; i++)
        ones[i] = 1;
    MPI_Type_vector(8, 1, 2, MPI_INT, &every_second);
    MPI_Type_commit(&every_second);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Rget_accumulate(ones, 8, MPI_INT, old, 8, MPI_INT, 0,
                        offsetof(struct cell, grid), 1, every_second, MPI_SUM,
                        win, &requests[0]);
    MPI_Raccumulate(ones, 8, MPI_INT, 0, offsetof(struct cell, grid), 1,
                    every_second, MPI_SUM, win, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 8; i++)
        CHECK(old[i] >= 0 && old[i] <= 2 * size);
    MPI_Win_unlock(0, win);
    MPI_Type_free(&every_second);
}

static void check_results(MPI_Win win)
{
    struct cell all;
    MPI_Request request;
    int best = 0;

    for (int r = 0; r < size; r++) {
        if ((r * 7) % 5 > (best * 7) % 5)
            best = r;
    }
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Rget(&all, sizeof(all), MPI_BYTE, 0, 0, sizeof(all), MPI_BYTE, win,
             &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock(0, win);
    CHECK(all.count == (long)TIMES * size);
    CHECK(all.best.index == best && all.best.value == (best * 7) % 5);
    for (int i = 0; i < 16; i++)
        CHECK(all.grid[i] == (i % 2 ? 0 : 2 * size));
    MPI_Win_lock(MPI_LOCK_SHARED, size - 1, 0, win);
    MPI_Get(&all, sizeof(all), MPI_BYTE, size - 1, 0, sizeof(all), MPI_BYTE,
            win);
    MPI_Win_unlock(size - 1, win);
    CHECK(all.next == (long)TIMES * size);
}

int main(int argc, char **argv)
{
    static struct cell memory;
    struct cell *base = &memory;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int allocate = 0; allocate < 2; allocate++) {
        if (allocate)
            MPI_Win_allocate(sizeof(memory), 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                             &base, &win);
        else
            MPI_Win_create(base, sizeof(memory), 1, MPI_INFO_NULL,
                           MPI_COMM_WORLD, &win);
        memset(base, 0, sizeof(memory));
        base->best.value = -1;
        check_attributes(win, base,
                         allocate ? MPI_WIN_FLAVOR_ALLOCATE
                                  : MPI_WIN_FLAVOR_CREATE);
        MPI_Barrier(MPI_COMM_WORLD);
        fetch_and_add(win);
        compare_and_swap(win);
        find_best(win);
        typed(win);
        MPI_Barrier(MPI_COMM_WORLD);
        check_results(win);
        MPI_Win_free(&win);
    }
    MPI_Finalize();
    return 0;
}
