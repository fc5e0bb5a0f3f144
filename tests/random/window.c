/*
 * window.c - steps of one-sided communication: a window is made, used in
 * epochs of all kinds, and freed.
 */
#include "random.h"

#include <stdlib.h>

/* Of each process: a slot for each origin, the same to be read only, one for
 * all to add to. */
#define SLOTS 4
#define READ  (RANKS_MAX * SLOTS)
#define SUM   (2 * RANKS_MAX * SLOTS)
#define CELLS (SUM + SLOTS)

struct epoch {
    const struct members *in;
    MPI_Win win;
    int *memory;
    int got[RANKS_MAX][SLOTS], old[RANKS_MAX];
    int expected_sum; /* in my SUM slot */
};

static int read_value(int member, int i)
{
    return member * 100 + i;
}

/* The accesses of an origin to a target; none conflicts with another's. */
static void access_target(struct epoch *epoch, int target, unsigned what,
                          const int *values, MPI_Request *requests, int *count)
{
    static const int one = 1; /* it is read until the epoch ends */
    int mine = epoch->in->mine;

    if (what & 1) {
        if (requests != NULL)
            MPI_Rput(values, SLOTS, MPI_INT, target, mine * SLOTS, SLOTS,
                     MPI_INT, epoch->win, &requests[(*count)++]);
        else
            MPI_Put(values, SLOTS, MPI_INT, target, mine * SLOTS, SLOTS,
                    MPI_INT, epoch->win);
    }
    if (what & 2) {
        if (requests != NULL)
            MPI_Rget(epoch->got[target], SLOTS, MPI_INT, target,
                     READ + mine * SLOTS, SLOTS, MPI_INT, epoch->win,
                     &requests[(*count)++]);
        else
            MPI_Get(epoch->got[target], SLOTS, MPI_INT, target,
                    READ + mine * SLOTS, SLOTS, MPI_INT, epoch->win);
    }
    if (what & 4)
        MPI_Accumulate(values, 1, MPI_INT, target, SUM, 1, MPI_INT, MPI_SUM,
                       epoch->win);
    if (what & 8)
        MPI_Fetch_and_op(&one, &epoch->old[target], MPI_INT, target, SUM + 1,
                         MPI_SUM, epoch->win);
}

static void check_got(struct epoch *epoch, int target, unsigned what)
{
    int i;

    for (i = 0; (what & 2) && i < SLOTS; i++)
        check(epoch->got[target][i] == read_value(target, i), "MPI_Get");
}

static void by_fence(struct epoch *epoch, unsigned what, const int *values,
                     bool hints)
{
    int target;

    MPI_Win_fence(hints ? MPI_MODE_NOPRECEDE : 0, epoch->win);
    for (target = 0; target < epoch->in->count; target++)
        access_target(epoch, target, what, values, NULL, NULL);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, epoch->win); /* a lock may be next */
    for (target = 0; target < epoch->in->count; target++)
        check_got(epoch, target, what);
}

/* All are targets, and the origins of all. */
static void by_start(struct epoch *epoch, unsigned what, const int *values,
                     bool test)
{
    MPI_Group group;
    int target, flag = 0;

    MPI_Comm_group(epoch->in->comm, &group);
    MPI_Win_post(group, 0, epoch->win);
    MPI_Win_start(group, 0, epoch->win);
    for (target = 0; target < epoch->in->count; target++)
        access_target(epoch, target, what, values, NULL, NULL);
    MPI_Win_complete(epoch->win);
    while (test && !flag)
        MPI_Win_test(epoch->win, &flag);
    if (!test)
        MPI_Win_wait(epoch->win);
    for (target = 0; target < epoch->in->count; target++)
        check_got(epoch, target, what);
    MPI_Group_free(&group);
}

static void by_lock(struct epoch *epoch, unsigned what, const int *values,
                    bool exclusive)
{
    int target;

    for (target = 0; target < epoch->in->count; target++) {
        MPI_Win_lock(exclusive ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, target,
                     0, epoch->win);
        access_target(epoch, target, what, values, NULL, NULL);
        MPI_Win_unlock(target, epoch->win);
        check_got(epoch, target, what);
    }
}

static void by_lock_all(struct epoch *epoch, unsigned what, const int *values,
                        bool requests)
{
    MPI_Request started[2 * RANKS_MAX];
    int target, count = 0;

    MPI_Win_lock_all(0, epoch->win);
    for (target = 0; target < epoch->in->count; target++) {
        access_target(epoch, target, what, values, requests ? started : NULL,
                      &count);
        if (!requests)
            MPI_Win_flush(target, epoch->win);
    }
    MPI_Waitall(count, started, MPI_STATUSES_IGNORE);
    if (requests)
        MPI_Win_flush_all(epoch->win);
    for (target = 0; target < epoch->in->count; target++)
        check_got(epoch, target, what);
    MPI_Win_unlock_all(epoch->win);
}

static void make(struct epoch *epoch, bool allocate)
{
    MPI_Aint bytes = CELLS * (MPI_Aint)sizeof(int);
    int i;

    if (allocate) {
        MPI_Win_allocate(bytes, sizeof(int), MPI_INFO_NULL, epoch->in->comm,
                         &epoch->memory, &epoch->win);
    } else {
        epoch->memory = malloc((size_t)bytes);
        MPI_Win_create(epoch->memory, bytes, sizeof(int), MPI_INFO_NULL,
                       epoch->in->comm, &epoch->win);
    }
    /* By a store of its own, which others see by the barrier behind it. */
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, epoch->in->mine, 0, epoch->win);
    for (i = 0; i < CELLS; i++)
        epoch->memory[i] = 0;
    for (i = 0; i < RANKS_MAX * SLOTS; i++)
        epoch->memory[READ + i] = read_value(epoch->in->mine, i % SLOTS);
    MPI_Win_unlock(epoch->in->mine, epoch->win);
    MPI_Barrier(epoch->in->comm);
}

void step_window(void)
{
    struct epoch epoch = {.in = any_comm()};
    bool allocate = heads(), hints, flag;
    int values[SLOTS], rounds = 1 + (int)draw(3), round, i;
    unsigned way, what;

    /* Open MPI 4.1.4 makes no window of one process. */
    if (epoch.in->count == 1)
        epoch.in = &comms[0];
    if (epoch.in->mine >= 0)
        make(&epoch, allocate);
    for (i = 0; i < SLOTS; i++)
        values[i] = step + i;
    for (round = 0; round < rounds; round++) {
        way = draw(4);
        what = draw(16);
        hints = heads();
        flag = heads();
        if (epoch.in->mine < 0)
            continue;
        switch (way) {
        case 0:
            by_fence(&epoch, what, values, hints);
            break;
        case 1:
            by_start(&epoch, what, values, flag);
            break;
        case 2:
            by_lock(&epoch, what, values, flag);
            break;
        default:
            by_lock_all(&epoch, what, values, flag);
        }
        MPI_Barrier(epoch.in->comm);
        if (what & 4)
            epoch.expected_sum += step * epoch.in->count;
    }
    if (epoch.in->mine < 0)
        return;
    MPI_Win_lock(MPI_LOCK_SHARED, epoch.in->mine, 0, epoch.win);
    check(epoch.memory[SUM] == epoch.expected_sum, "MPI_Accumulate");
    MPI_Win_unlock(epoch.in->mine, epoch.win);
    MPI_Win_free(&epoch.win);
    if (!allocate)
        free(epoch.memory);
}
