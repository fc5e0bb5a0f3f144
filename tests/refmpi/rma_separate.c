/* np: 2 4 */
/* only: refmpi */
/*
 * MURMEL_MPI=memory-model=separate: windows have a public copy beside the
 * private one, and what changes in the one is in the other only after the calls
 * that the standard names.
 */
#include "check.h"

#include <string.h>

enum { WORDS = 16 };
static int rank, size, next, before;

static int model_of(MPI_Win win)
{
    int *model, flag;

    MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &flag);
    CHECK(flag);
    return *model;
}

/* What rank 0 puts is seen by loads of rank 1 only after a lock of its own. */
static void import(MPI_Win win, volatile int *base, MPI_Aint disp)
{
    int value = 40;

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, disp, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        CHECK(base[1] == 0);
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        CHECK(base[1] == 40);
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* What rank 1 stores is seen by a get only after it has synchronized. */
static void publish(MPI_Win win, volatile int *base, MPI_Aint disp)
{
    int value = -1;

    base[2] = 70 + rank;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Get(&value, 1, MPI_INT, 1, disp, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        CHECK(value == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Get(&value, 1, MPI_INT, 1, disp, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        CHECK(value == 71);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Both directions by active target synchronization. */
static void active(MPI_Win win, volatile int *base)
{
    MPI_Group world, to, from;
    int value = 0;

    base[3] = 100 + rank;
    MPI_Win_fence(0, win);
    MPI_Get(&value, 1, MPI_INT, next, 3, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    CHECK(value == 100 + next);
    MPI_Accumulate(&rank, 1, MPI_INT, next, 4, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    CHECK(base[4] == before);

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &next, &to);
    MPI_Group_incl(world, 1, &before, &from);
    base[5] = 200 + rank;
    MPI_Win_post(from, 0, win);
    MPI_Win_start(to, 0, win);
    value = 300 + rank;
    MPI_Put(&value, 1, MPI_INT, next, 6, 1, MPI_INT, win);
    MPI_Get(&value, 1, MPI_INT, next, 5, 1, MPI_INT, win);
    MPI_Win_complete(win);
    CHECK(value == 200 + next);
    MPI_Win_wait(win);
    CHECK(base[6] == 300 + before);
    MPI_Group_free(&from);
    MPI_Group_free(&to);
    MPI_Group_free(&world);
}

static void all(MPI_Win win, int *base)
{
    CHECK(model_of(win) == MPI_WIN_SEPARATE);
    import(win, base, 1);
    publish(win, base, 2);
    active(win, base);
    MPI_Win_free(&win);
}

static void dynamic(void)
{
    int memory[WORDS], value = 0;
    MPI_Aint mine, theirs;
    MPI_Win win;

    memset(memory, 0, sizeof memory);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    CHECK(model_of(win) == MPI_WIN_SEPARATE);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_attach(win, memory, sizeof memory);
    MPI_Get_address(memory, &mine);
    MPI_Sendrecv(&mine, 1, MPI_AINT, before, 0, &theirs, 1, MPI_AINT, next, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    import(win, memory, theirs + (MPI_Aint)sizeof(int));
    publish(win, memory, theirs + 2 * (MPI_Aint)sizeof(int));
    MPI_Win_detach(win, memory);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
    CHECK(MPI_Put(&value, 1, MPI_INT, next, theirs, 1, MPI_INT, win) !=
          MPI_SUCCESS);
    MPI_Win_unlock(next, win);
    MPI_Win_free(&win);
}

/* Two windows on one memory have a public copy each. */
static void overlapping(void)
{
    int memory[WORDS], value = 9, got[2] = {-1, -1};
    MPI_Win one, other;

    memset(memory, 0, sizeof memory);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &one);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &other);
    MPI_Win_fence(0, one);
    MPI_Win_fence(0, other);
    MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, one);
    MPI_Win_fence(0, one);
    CHECK(memory[0] == 9);
    MPI_Get(&got[0], 1, MPI_INT, next, 0, 1, MPI_INT, other);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_fence(0, other);
    MPI_Get(&got[1], 1, MPI_INT, next, 0, 1, MPI_INT, other);
    MPI_Win_fence(0, other);
    CHECK(got[0] == 0 && got[1] == 9);
    MPI_Win_free(&other);
    MPI_Win_free(&one);
}

int main(int argc, char **argv)
{
    int memory[WORDS], *base;
    MPI_Aint bytes;
    MPI_Win win;

    setenv("MURMEL_MPI", "memory-model=separate", 1);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    next = (rank + 1) % size;
    before = (rank + size - 1) % size;

    MPI_Win_allocate(WORDS * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    memset(base, 0, WORDS * sizeof(int));
    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED, win);
    /* Nobody is in the fence still, where it would see what comes now. */
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN) == MPI_SUCCESS);
    MPI_Win_shared_query(win, rank, &bytes, &(int){0}, &(void *){0});
    CHECK(bytes == 0);
    all(win, base);

    memset(memory, 0, sizeof memory);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    all(win, memory);
    dynamic();
    overlapping();

    MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL,
                            MPI_COMM_WORLD, &base, &win);
    CHECK(model_of(win) == MPI_WIN_UNIFIED);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
