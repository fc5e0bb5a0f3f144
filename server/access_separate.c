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

/* When the update became visible there; NULL: it has not. */
static const struct access_visible *visible_in(const struct access_group *group,
                                               const struct window *window)
{
    uint32_t i;

    for (i = 0; i < group->visible_count; i++)
        if (group->visible[i].window == window)
            return &group->visible[i];
    return NULL;
}

/* Local accesses have no window. */
bool access_is_separate(const struct access_group *one,
                        const struct access_group *other)
{
    return (one->window == NULL || one->window->separate) &&
           (other->window == NULL || other->window->separate);
}

struct period *access_until_visible(const struct access_group *group,
                                    const struct access_group *other)
{
    const struct access_visible *visible;
    struct period *period;

    if (!access_is_separate(group, other) || !access_updates(group) ||
        group->period->closed == NULL || group->window == other->window ||
        group->visible_count == ACCESS_COPIES) {
        group->period->references++;
        return group->period;
    }
    visible = visible_in(group, other->window);
    period = xcalloc(1, sizeof *period);
    period->references = 1;
    period->rank = group->period->rank;
    period->opened = call_hold(group->period->opened);
    period->begin = clock_hold(group->period->begin);
    if (visible != NULL) {
        period->closed = call_hold(group->period->closed);
        period->end = visible->moment;
    }
    return period;
}

/* ------------------------------------------------------------ visibility */

/* A call of the owner that synchronizes the copies of a window. */
struct sync {
    const struct agent *owner;
    const struct window *window;
    bool exports; /* to the window's public copy; else to the private one */
};

static bool is_complete(const struct sync *sync,
                        const struct access_group *group)
{
    const struct period *period = group->period;

    return period->closed != NULL &&
           clock_process_sure(&sync->owner->clock, period->end.process) >=
               period->end.at;
}

static bool show(void *context, struct access_node *node)
{
    const struct sync *sync = context;
    struct access_group *group = ((struct access *)(void *)node)->by->group;
    const struct window *copy = sync->exports ? sync->window : NULL;

    /* From public to public it goes by way of the private one. */
    if (!access_updates(group) || visible_in(group, copy) != NULL ||
        group->visible_count == ACCESS_COPIES || !is_complete(sync, group) ||
        (sync->exports
             ? group->window == sync->window ||
                   (group->window != NULL && visible_in(group, NULL) == NULL)
             : group->window != sync->window))
        return true;
    group->visible[group->visible_count++] =
        (struct access_visible){copy, clock_moment(&sync->owner->clock)};
    return true;
}

static void synchronize(struct agent *agent, const struct window *window,
                        bool exports)
{
    struct sync sync = {agent, window, exports};
    const struct access_memory *memory = agent->accesses;
    const struct access_accumulates *accumulates;
    const struct access_region *region;
    int kind;

    if (window == NULL || !window->separate || memory == NULL)
        return;
    DL_FOREACH(memory->regions, region)
    {
        if (region->window != window)
            continue;
        for (kind = 0; kind < ACCESS_ACCUMULATE; kind++)
            access_tree_search(&memory->trees[kind], region->low, region->high,
                               show, &sync);
        LL_FOREACH(memory->accumulates, accumulates)
        access_tree_search(&accumulates->tree, region->low, region->high, show,
                           &sync);
    }
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
};

static bool is_put(const struct access_group *group)
{
    return group->window != NULL && access_updates(group);
}

/* Rule 3 of the separate model: a store to, or an update through another
 * window of, a window that puts and accumulates update. */
static bool meet_in(void *context, struct access_node *node)
{
    const struct whole *whole = context;
    struct access *other = (struct access *)(void *)node;
    const struct access_group *one = whole->access->by->group;
    const struct access_group *two = other->by->group;

    if (access_updates(one) && access_updates(two) &&
        ((is_put(one) && one->window == whole->window) ||
         (is_put(two) && two->window == whole->window)) &&
        one->window != two->window)
        access_meet(whole->access, other);
    return true;
}

static void search_region(const struct access_memory *memory,
                          struct access *access,
                          const struct access_region *region)
{
    struct whole whole = {access, region->window};
    const struct access_accumulates *accumulates;

    if (access->by->group->window != NULL)
        access_tree_search(&memory->trees[ACCESS_STORE], region->low,
                           region->high, meet_in, &whole);
    access_tree_search(&memory->trees[ACCESS_PUT], region->low, region->high,
                       meet_in, &whole);
    LL_FOREACH(memory->accumulates, accumulates)
    access_tree_search(&accumulates->tree, region->low, region->high, meet_in,
                       &whole);
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
        region->low < access->node.high)
        search_region(memory, access, region);
}
