/*
 * access_shared.c - loads and stores of other processes' parts of windows, at
 * addresses that MPI_Win_shared_query gave, or that follow from their own
 * (MPI-4.1 12.2.3): as the owner's own, but by another process.
 */
#include "access_rma.h"

#include <stdlib.h>

/* Another member's part of a window, as the process sees it. */
struct access_foreign {
    uint64_t low, high;
    struct window *window; /* not held: goes with its handle */
    uint32_t member;
    struct access_foreign *next;
};

static bool overlaps(const struct access_foreign *foreign,
                     const struct access_range *range)
{
    return range->low < foreign->high && foreign->low < range->high;
}

bool access_in_foreign(const struct agent *agent,
                       const struct access_ranges *ranges)
{
    const struct access_foreign *foreign;
    size_t i;

    if (agent->accesses == NULL)
        return false;
    LL_FOREACH(agent->accesses->foreign, foreign)
        for (i = 0; i < ranges->count; i++)
            if (overlaps(foreign, &ranges->items[i]))
                return true;
    return false;
}

enum access_lock access_lock_of(const struct window_rank *member,
                                uint32_t target)
{
    const struct held_lock *held = window_held_lock(member, (int)target);

    if (held == NULL && member->lock_all == NULL)
        return ACCESS_NO_LOCK;
    return held != NULL && CALL_VIEW(held->lock, MPI_Win_lock)->lock_type !=
                               NEUTRAL_LOCK_SHARED
               ? ACCESS_EXCLUSIVE_LOCK
               : ACCESS_SHARED_LOCK;
}

static struct access_group *
foreign_group(struct agent *agent, enum access_kind kind, struct call *call,
              struct period *period, const struct access_foreign *foreign)
{
    struct agent *owner = access_member(foreign->window, foreign->member);
    struct access_group *group;
    const struct window_rank *member;
    uint32_t mine;

    if (owner == NULL || !comm_member(foreign->window->comm, agent, &mine))
        return NULL;
    member = &foreign->window->ranks[mine];
    access_memory_of(owner);
    group = access_group_new(kind, agent, owner, call, period);
    group->shared = window_hold(foreign->window);
    group->origin = mine;
    group->target = foreign->member;
    group->lock = access_lock_of(member, foreign->member);
    if (group->lock != ACCESS_NO_LOCK)
        group->lock_window = window_hold(foreign->window);
    access_group_in(group, access_epoch(member, (int)foreign->member));
    return group;
}

void access_foreign_now(struct agent *agent, enum access_kind kind,
                        const struct access_ranges *ranges, struct call *call,
                        struct period *period)
{
    const struct access_foreign *foreign;
    size_t i;

    if (agent->accesses == NULL)
        return;
    LL_FOREACH(agent->accesses->foreign, foreign) {
        struct access_group *group = NULL;

        for (i = 0; i < ranges->count; i++) {
            struct access_range range = ranges->items[i];

            if (!overlaps(foreign, &range))
                continue;
            if (group == NULL)
                group = foreign_group(agent, kind, call, period, foreign);
            if (group == NULL)
                break;
            range.low = range.low > foreign->low ? range.low : foreign->low;
            range.high =
                range.high < foreign->high ? range.high : foreign->high;
            range.low -= foreign->low;
            range.high -= foreign->low;
            access_add_in_window(access_new(group, call, &range));
        }
        access_group_drop(group);
    }
}

static void foreign_set(struct agent *agent, struct window *window,
                        uint32_t member, uint64_t low, int64_t size)
{
    struct access_memory *memory = access_memory_of(agent);
    struct access_foreign *foreign;

    LL_FOREACH(memory->foreign, foreign)
        if (foreign->window == window && foreign->member == member)
            break;
    if (foreign == NULL) {
        foreign = xcalloc(1, sizeof *foreign);
        foreign->window = window;
        foreign->member = member;
        LL_PREPEND(memory->foreign, foreign);
    }
    foreign->low = low;
    foreign->high = low + (uint64_t)size;
}

void access_neighbours(struct agent *agent, struct window *window,
                       uint32_t mine)
{
    uint64_t low = window->ranks[mine].base;
    uint32_t i;

    if (window->ranks[mine].size <= 0 || low == NEUTRAL_BOTTOM)
        return;
    for (i = 0; i < mine; i++)
        low -= (uint64_t)window->ranks[i].size;
    for (i = 0; i < window->size; i++) {
        if (i != mine && window->ranks[i].size > 0)
            foreign_set(agent, window, i, low, window->ranks[i].size);
        low += (uint64_t)window->ranks[i].size;
    }
}

/* The lowest that has memory, for MPI_PROC_NULL. */
static int64_t lowest(const struct window *window)
{
    uint32_t i;

    for (i = 0; i < window->size; i++)
        if (window->ranks[i].size > 0)
            return i;
    return -1;
}

void access_shared_query(struct agent *agent, const struct call *call)
{
    const struct call_MPI_Win_shared_query *view =
        CALL_VIEW(call, MPI_Win_shared_query);
    struct window *window = agent_window(agent, view->win);
    uint32_t mine;
    int64_t rank;

    if (window == NULL || !comm_member(window->comm, agent, &mine))
        return;
    window->queried = true;
    rank = view->rank == NEUTRAL_PROC_NULL ? lowest(window) : view->rank;
    if (rank < 0 || rank >= window->size || rank == mine || view->size <= 0 ||
        view->baseptr == NEUTRAL_BOTTOM)
        return;
    foreign_set(agent, window, (uint32_t)rank, view->baseptr, view->size);
}

bool access_foreign_at(const struct agent *agent, size_t i,
                       struct window **window, uint32_t *member,
                       struct access_range *memory)
{
    const struct access_foreign *foreign = agent->accesses->foreign;

    while (foreign != NULL && i-- > 0)
        foreign = foreign->next;
    if (foreign == NULL)
        return false;
    *window = foreign->window;
    *member = foreign->member;
    *memory = (struct access_range){.low = foreign->low, .high = foreign->high};
    return true;
}

void access_foreign_forget(struct access_memory *memory,
                           const struct window *window)
{
    struct access_foreign *foreign, *next;

    LL_FOREACH_SAFE(memory->foreign, foreign, next)
        if (window == NULL || foreign->window == window) {
            LL_DELETE(memory->foreign, foreign);
            free(foreign);
        }
}
