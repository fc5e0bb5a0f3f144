/*
 * access_separate.c - what the separate memory model asks for beyond the
 * unified one (MPI-4.1 12.7).
 *
 * There each window has a public copy of the memory, beside the one that loads
 * and stores see.  So it is not enough that an update is complete before
 * another access begins: the owner must have called what makes it visible in
 * the copy that is accessed.  And while a window is stored to, nobody may put
 * or accumulate anywhere in it, nor through an overlapping window.
 */
#include "access.h"

#include <stdlib.h>
#include <string.h>

#define SYNCS_KEPT 32 /* of a window; then the oldest are taken together */

/* Calls of the owner that synchronize the copies of a window, as moments and
 * what it knew then; ascending. */
struct access_syncs {
    struct window *window; /* held */
    bool exports; /* to the window's public copy; else to the private one */
    struct chance items[SYNCS_KEPT];
    size_t count;
    struct access_syncs *next;
};

/* Local accesses have no window. */
bool access_comes_or_goes(const struct access_group *group)
{
    return group->call != NULL &&
           (group->call->info->base == CALL_MPI_Win_attach ||
            group->call->info->base == CALL_MPI_Win_detach);
}

bool access_is_separate(const struct access_group *one,
                        const struct access_group *other)
{
    return !access_comes_or_goes(one) && !access_comes_or_goes(other) &&
           (one->window == NULL || one->window->separate) &&
           (other->window == NULL || other->window->separate);
}

/* ------------------------------------------------------------ visibility */

/* In the direction of silence: as if that had been known as early. */
static void merge_oldest(struct access_syncs *syncs)
{
    clock_drop(syncs->items[0].clock);
    syncs->items[0].clock = syncs->items[1].clock;
    memmove(&syncs->items[1], &syncs->items[2],
            (--syncs->count - 1) * sizeof syncs->items[0]);
}

static void synchronize(struct agent *agent, struct window *window,
                        bool exports)
{
    struct access_memory *memory = agent->accesses;
    struct access_syncs *syncs;
    struct chance *item;

    if (window == NULL || !window->separate || memory == NULL)
        return;
    LL_FOREACH(memory->syncs, syncs)
        if (syncs->window == window && syncs->exports == exports)
            break;
    if (syncs == NULL) {
        syncs = xcalloc(1, sizeof *syncs);
        syncs->window = window_hold(window);
        syncs->exports = exports;
        LL_PREPEND(memory->syncs, syncs);
    }
    if (syncs->count == SYNCS_KEPT)
        merge_oldest(syncs);
    item = &syncs->items[syncs->count++];
    item->at = clock_moment(&agent->clock).at;
    item->clock = clock_take(&agent->clock);
}

void access_syncs_free(struct access_memory *memory)
{
    struct access_syncs *syncs;

    while ((syncs = memory->syncs) != NULL) {
        memory->syncs = syncs->next;
        while (syncs->count > 0)
            clock_drop(syncs->items[--syncs->count].clock);
        window_drop(syncs->window);
        free(syncs);
    }
}

/* The last of them up to that moment: it made visible all that those before it
 * did. */
static const struct chance *last_sync(const struct access_memory *memory,
                                      const struct window *window, bool exports,
                                      uint64_t until)
{
    const struct access_syncs *syncs;
    size_t i;

    LL_FOREACH(memory->syncs, syncs)
        if (syncs->window == window && syncs->exports == exports) {
            for (i = syncs->count; i > 0 && syncs->items[i - 1].at > until; i--)
                continue;
            return i == 0 ? NULL : &syncs->items[i - 1];
        }
    return NULL;
}

/* What the owner knew when it made updates by that window (NULL: its own
 * stores) visible in the copy of the other, last up to that moment.  From
 * public to public it goes by way of the private one. */
static const struct clock *learnt_until(const struct agent *owner,
                                        const struct window *from,
                                        const struct window *to, uint64_t until)
{
    const struct chance *sync = NULL;

    if (to != NULL) {
        sync = last_sync(owner->accesses, to, true, until);
        if (sync == NULL)
            return NULL;
        until = sync->at;
    }
    if (from != NULL)
        sync = last_sync(owner->accesses, from, false, until);
    return sync == NULL ? NULL : sync->clock;
}

const struct clock *access_learnt(const struct access_conflict *conflict,
                                  int side, const struct clock *before)
{
    const struct access_group *group, *other;

    if (conflict == NULL || !conflict->separate)
        return before;
    group = conflict->sides[side].group;
    other = conflict->sides[1 - side].group;
    if (!access_updates(group) || group->window == other->window)
        return before;
    return learnt_until(group->owner, group->window, other->window,
                        clock_sure(before, group->owner->clock.index));
}

bool access_is_visible(const struct access *access, uint64_t known)
{
    const struct access_group *group = access->by->group;
    struct clock_moment end = group->period->end;
    const struct access_region *region;
    const struct clock *clock;

    if (!access_updates(group))
        return true;
    DL_FOREACH(group->owner->accesses->regions, region) {
        if (!region->window->separate || access->node.low >= region->high ||
            region->low >= access_node_end(&access->node))
            continue;
        /* In its own public copy it is; then in the private one. */
        clock = learnt_until(
            group->owner, group->window,
            region->window == group->window ? NULL : region->window, known);
        if (clock == NULL || clock_sure(clock, end.process) < end.at)
            return false;
    }
    return true;
}

void access_exports(struct agent *agent, const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Win_post:
    case CALL_MPI_Win_fence:
    case CALL_MPI_Win_unlock:
    case CALL_MPI_Win_unlock_all:
    case CALL_MPI_Win_sync:
        synchronize(agent,
                    agent_window(agent, call_word(call, call->info->win_word)),
                    true);
    }
}

void access_imports(struct agent *agent, const struct open_call *open)
{
    switch (open->call->info->base) {
    case CALL_MPI_Win_test:
        if (CALL_VIEW(open->call, MPI_Win_test)->flag != 1)
            break;
        synchronize(agent, open->window, false);
        break;
    case CALL_MPI_Win_wait:
    case CALL_MPI_Win_fence:
    case CALL_MPI_Win_lock:
    case CALL_MPI_Win_lock_all:
    case CALL_MPI_Win_sync:
        synchronize(agent, open->window, false);
    }
}

/* ---------------------------------------------------------- whole windows */

struct whole {
    struct access *access;
    const struct window *window; /* of the region that is searched */
    unsigned pairs;
};

static bool is_put(const struct access_group *group)
{
    return group->window != NULL && access_updates(group);
}

/* Rule 3 of the separate model: a store to, or an update through another
 * window of, a window that puts and accumulates update. */
static bool meet_in(void *context, struct access_node *node)
{
    struct whole *whole = context;
    struct access *other = (struct access *)(void *)node;
    const struct access_group *one = whole->access->by->group;
    const struct access_group *two = other->by->group;

    if (access_updates(one) && access_updates(two) &&
        ((is_put(one) && one->window == whole->window) ||
         (is_put(two) && two->window == whole->window)) &&
        one->window != two->window)
        (void)access_meet(whole->access, other);
    return ++whole->pairs < ACCESS_PAIRS_LOOKED_AT;
}

/* Whether a part of it is in another window, too. */
static bool is_shown_twice(const struct access_memory *memory,
                           const struct access_region *region)
{
    const struct access_region *other;

    DL_FOREACH(memory->regions, other)
        if (other->window != region->window && other->low < region->high &&
            region->low < other->high)
            return true;
    return false;
}

static void search_region(const struct access_memory *memory,
                          struct access *access,
                          const struct access_region *region)
{
    struct whole whole = {access, region->window, 0};
    const struct access_accumulates *accumulates;

    if (access->by->group->window != NULL)
        access_tree_search(&memory->trees[ACCESS_STORE], region->low,
                           region->high, meet_in, &whole);
    /* Of one window's updates all are by that window. */
    if (access->by->group->window != NULL && !is_shown_twice(memory, region))
        return;
    access_tree_search(&memory->trees[ACCESS_PUT], region->low, region->high,
                       meet_in, &whole);
    LL_FOREACH(memory->accumulates, accumulates)
        access_tree_search(&accumulates->tree, region->low, region->high,
                           meet_in, &whole);
}

void access_look_in_windows(const struct access_memory *memory,
                            struct access *access)
{
    const struct access_region *region;

    if (!access->by->group->owner->model->separate ||
        !access_updates(access->by->group))
        return;
    DL_FOREACH(memory->regions, region)
        if (region->window->separate && access->node.low < region->high &&
            region->low < access_node_end(&access->node))
            search_region(memory, access, region);
}
