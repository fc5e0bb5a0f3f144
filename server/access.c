/*
 * access.c - the accesses to a process's memory, and which of them meet
 * (MPI-4.1 12.4, 12.7).
 */
#include "access.h"

#include <stdlib.h>

/* -------------------------------------------------------------- regions */

struct access_memory *access_memory_of(struct agent *agent)
{
    if (agent->accesses == NULL)
        agent->accesses = xcalloc(1, sizeof *agent->accesses);
    return agent->accesses;
}

static void set_bounds(struct access_memory *memory)
{
    const struct access_region *region;

    memory->low = UINT64_MAX;
    memory->high = 0;
    DL_FOREACH(memory->regions, region) {
        if (region->low < memory->low)
            memory->low = region->low;
        if (region->high > memory->high)
            memory->high = region->high;
    }
}

void access_region_add(struct agent *agent, struct window *window, uint64_t low,
                       uint64_t size)
{
    struct access_memory *memory = access_memory_of(agent);
    struct access_region *region;

    if (low == NEUTRAL_BOTTOM || size == 0 || low + size < low)
        return;
    region = xcalloc(1, sizeof *region);
    region->low = low;
    region->high = low + size;
    region->window = window;
    DL_APPEND(memory->regions, region);
    set_bounds(memory);
}

static bool drop_all(void *context, struct access_node *node)
{
    (void)context;
    access_free((struct access *)(void *)node);
    return true;
}

static void memory_clear(struct access_memory *memory)
{
    struct access_accumulates *accumulates;
    int kind;

    for (kind = 0; kind < ACCESS_ACCUMULATE; kind++)
        access_tree_sweep(&memory->trees[kind], drop_all, NULL);
    while ((accumulates = memory->accumulates) != NULL) {
        memory->accumulates = accumulates->next;
        access_tree_sweep(&accumulates->tree, drop_all, NULL);
        free(accumulates);
    }
    memory->count = memory->swept = 0;
}

bool access_in_window(const struct agent *agent, uint64_t low, uint64_t high)
{
    const struct access_memory *memory = agent->accesses;
    const struct access_region *region;

    if (memory == NULL || memory->regions == NULL || low >= memory->high ||
        high <= memory->low)
        return false;
    DL_FOREACH(memory->regions, region)
        if (low < region->high && region->low < high)
            return true;
    return false;
}

static bool is_in_window(const struct agent *agent,
                         const struct access_range *range)
{
    uint64_t low;

    if (!access_in_window(agent, range->low, range->high))
        return false;
    for (low = range->low; range->stride > 0 && low < range->high;
         low += range->stride)
        if (access_in_window(agent, low, low + range->block))
            return true;
    return range->stride == 0;
}

bool access_ranges_in_window(const struct agent *agent,
                             const struct access_ranges *ranges)
{
    size_t i;

    for (i = 0; i < ranges->count; i++)
        if (is_in_window(agent, &ranges->items[i]))
            return true;
    return false;
}

void access_agent_free(struct agent *agent)
{
    struct access_memory *memory = agent->accesses;
    struct access_region *region, *next;

    if (memory == NULL)
        return;
    memory_clear(memory);
    access_changed_free(memory);
    access_syncs_free(memory);
    access_foreign_forget(memory, NULL);
    DL_FOREACH_SAFE(memory->regions, region, next)
        free(region);
    free(memory);
    agent->accesses = NULL;
}

/* ------------------------------------------------------------ comparing */

static struct access *access_of(struct access_node *node)
{
    return (struct access *)(void *)node;
}

struct look_around {
    struct access *access;
    unsigned pairs, looked;
};

/* A datatype that describes bytes twice is told as such (ARG-OVERLAP). */
static bool is_one_call(const struct access *one, const struct access *other)
{
    return one->by == other->by && access_call(one) != NULL;
}

bool access_meet(struct access *access, struct access *other)
{
    if (is_one_call(access, other) ||
        !access_may_conflict(access->by->group, other->by->group))
        return true;
    if (access_have_met(access->by->group, other->by->group))
        return false;
    access_conflict_raise(access, other);
    return true;
}

static bool meet(void *context, struct access_node *node)
{
    struct look_around *around = context;

    around->pairs += access_meet(around->access, access_of(node));
    return around->pairs < ACCESS_PAIRS_LOOKED_AT &&
           ++around->looked < ACCESS_ALIKE_LOOKED_AT;
}

static void look_in(struct look_around *around, const struct access_tree *tree)
{
    access_tree_search(tree, around->access->node.low,
                       access_node_end(&around->access->node), meet, around);
}

/* Two local accesses of a process are no matter of RMA. */
static void compare(const struct access_memory *memory, struct access *access)
{
    static const bool looks[][ACCESS_ACCUMULATE] = {
        [ACCESS_LOAD] = {[ACCESS_PUT] = true},
        [ACCESS_STORE] = {[ACCESS_GET] = true, [ACCESS_PUT] = true},
        [ACCESS_GET] = {[ACCESS_STORE] = true, [ACCESS_PUT] = true},
        [ACCESS_PUT] = {true, true, true, true},
        [ACCESS_ACCUMULATE] = {true, true, true, true},
    };
    struct look_around around = {access, 0, 0};
    const struct access_group *group = access->by->group;
    const struct access_accumulates *accumulates;
    int kind;

    for (kind = 0; kind < ACCESS_ACCUMULATE; kind++)
        if (looks[group->kind][kind])
            look_in(&around, &memory->trees[kind]);
    LL_FOREACH(memory->accumulates, accumulates)
        if (group->kind != ACCESS_ACCUMULATE ||
            accumulates->window != group->window ||
            accumulates->op != group->op ||
            accumulates->phase != group->phase ||
            accumulates->basic !=
                (group->basic == NULL ? 0 : group->basic->handle))
            look_in(&around, &accumulates->tree);
    access_look_in_windows(memory, access);
}

/* -------------------------------------------------------- what is kept */

static struct access_tree *tree_of(struct access_memory *memory,
                                   const struct access_group *group)
{
    uint64_t basic = group->basic == NULL ? 0 : group->basic->handle;
    struct access_accumulates *accumulates;

    if (group->kind != ACCESS_ACCUMULATE)
        return &memory->trees[group->kind];
    LL_FOREACH(memory->accumulates, accumulates)
        if (accumulates->window == group->window &&
            accumulates->op == group->op && accumulates->basic == basic &&
            accumulates->phase == group->phase)
            return &accumulates->tree;
    accumulates = xcalloc(1, sizeof *accumulates);
    accumulates->window = group->window;
    accumulates->op = group->op;
    accumulates->basic = basic;
    accumulates->phase = group->phase;
    LL_PREPEND(memory->accumulates, accumulates);
    return &accumulates->tree;
}

static const struct stack *site_of(const struct access_group *group)
{
    return (group->call != NULL ? group->call : group->period->opened)->stack;
}

/*
 * Whether what is not ordered with the older one would not be with the newer
 * one either, and as wrong: then the newer one stands for both.  It is of the
 * same process and place in the program, and ends later, or with it.
 */
static bool stands_for(const struct access_group *newer,
                       const struct access_group *older)
{
    if (newer == older)
        return true;
    return (older->period->closed != NULL || (!older->alone && !newer->alone &&
                                              newer->period->closed == NULL)) &&
           newer->actor == older->actor && newer->window == older->window &&
           newer->lock == older->lock &&
           newer->lock_window == older->lock_window &&
           newer->fetches == older->fetches && newer->polls == older->polls &&
           (newer->polled != 0) == (older->polled != 0) &&
           access_same_hints(&newer->hints, &older->hints) &&
           site_of(newer) == site_of(older);
}

struct same {
    struct access *access, *newest;
    size_t count;
};

#define SAME_KEPT 2 /* the oldest, and the newest */

static bool find_same(void *context, struct access_node *node)
{
    struct same *same = context;
    const struct access_group *group = access_of(node)->by->group;

    if (node->low != same->access->node.low ||
        node->length != same->access->node.length ||
        !stands_for(same->access->by->group, group))
        return true;
    if (same->newest == NULL || same->newest->by->group->number < group->number)
        same->newest = access_of(node);
    return ++same->count < SAME_KEPT;
}

/*
 * Whether the process has looked (a poll, a read of what others write) since
 * that access began: what comes later may then be in order by chance where
 * that one is not, so that it does not stand for it.
 */
static bool looked_since(const struct access_group *group)
{
    const struct agent *actor = group->actor;

    return actor->chances.last >=
               clock_sure(group->period->begin, actor->clock.index) &&
           actor->chances.last > 0;
}

/* What touches the newest of its group is one with it. */
static bool extend_last(struct access_tree *tree, struct access *access)
{
    struct access *last = access->by->group->last;
    uint64_t low, end;

    if (last == NULL || access->node.low > access_node_end(&last->node) ||
        access_node_end(&access->node) < last->node.low)
        return false;
    last->by->several = true;
    low = access->node.low < last->node.low ? access->node.low : last->node.low;
    end = access_node_end(&access->node);
    if (end < access_node_end(&last->node))
        end = access_node_end(&last->node);
    if (end - low > UINT32_MAX)
        return false;
    if (end - low == last->node.length)
        return true;
    access_tree_remove(tree, &last->node);
    last->node.low = low;
    last->node.length = (uint32_t)(end - low);
    access_tree_add(tree, &last->node);
    return true;
}

/* ---------------------------------------------------------------- sweep */

struct sweeping {
    struct model *model;
    uint64_t *known; /* by process: the newest moment that all others know */
};

static uint64_t known_by_all(struct sweeping *sweeping, uint32_t process)
{
    uint64_t *known = &sweeping->known[process];

    if (*known == 0)
        *known = order_known_by_all(sweeping->model, process);
    return *known;
}

/* Of a job, so many groups of accesses that are complete and that not all
 * others know of, and so many more for each process: some 300 MB. */
#define GROUPS_KEPT       (UINT64_C(1) << 18)
#define GROUPS_KEPT_FOR_A 256

static bool is_too_old(struct model *model, const struct access_group *group)
{
    if (model->access_groups - group->number <
        GROUPS_KEPT + (uint64_t)GROUPS_KEPT_FOR_A * model->agent_count)
        return false;
    model->accesses_dropped = true;
    return true;
}

/* All that can still come is ordered after it. */
static bool is_past(void *context, struct access_node *node)
{
    struct sweeping *sweeping = context;
    struct access *access = access_of(node);
    const struct access_group *group = access->by->group;
    const struct period *period = group->period;

    if (period->closed == NULL ||
        period->end.process >= sweeping->model->agent_count)
        return false;
    if ((known_by_all(sweeping, period->end.process) < period->end.at ||
         (sweeping->model->separate &&
          !access_is_visible(
              access, known_by_all(sweeping, group->owner->clock.index)))) &&
        !is_too_old(sweeping->model, group))
        return false;
    access_free(access);
    return true;
}

void access_sweep_past(struct model *model, struct access_tree *tree)
{
    struct sweeping sweeping = {
        model, xcalloc(model->agent_count, sizeof sweeping.known[0])};

    access_tree_sweep(tree, is_past, &sweeping);
    free(sweeping.known);
}

static void sweep(struct model *model, struct access_memory *memory)
{
    struct sweeping sweeping = {model, NULL};
    struct access_accumulates *accumulates, *next;
    int kind;

    if (memory->waiting > 0)
        return;
    sweeping.known = xcalloc(model->agent_count, sizeof sweeping.known[0]);
    memory->count = 0;
    for (kind = 0; kind < ACCESS_ACCUMULATE; kind++) {
        access_tree_sweep(&memory->trees[kind], is_past, &sweeping);
        memory->count += memory->trees[kind].count;
    }
    LL_FOREACH_SAFE(memory->accumulates, accumulates, next) {
        access_tree_sweep(&accumulates->tree, is_past, &sweeping);
        memory->count += accumulates->tree.count;
        if (accumulates->tree.count > 0)
            continue;
        LL_DELETE(memory->accumulates, accumulates);
        free(accumulates);
    }
    memory->swept = memory->count;
    free(sweeping.known);
}

/* Where no window shows the memory any more, whoever makes one again comes
 * after all that was done in those that are freed. */
void access_region_remove(struct agent *agent, const struct window *window,
                          uint64_t low)
{
    struct access_memory *memory = access_memory_of(agent);
    struct access_region *region, *next;

    if (low == 0)
        access_foreign_forget(memory, window);
    DL_FOREACH_SAFE(memory->regions, region, next)
        if (region->window == window && (low == 0 || region->low == low)) {
            DL_DELETE(memory->regions, region);
            free(region);
        }
    set_bounds(memory);
    if (low == 0 && memory->regions == NULL && memory->waiting == 0) {
        access_changed_settle(agent, true);
        memory_clear(memory);
    } else if (agent->model->separate)
        sweep(agent->model, memory);
    /* With accesses they go, and with verdicts that are put off. */
    if (memory->count == 0 && agent->model->doubt_count == 0)
        access_syncs_free(memory);
}

void access_keep(struct access_tree *tree, struct access *access, bool replaces)
{
    struct same same = {access, NULL, 0};

    if (extend_last(tree, access)) {
        access_free(access);
        return;
    }
    if (replaces)
        access_tree_search(tree, access->node.low, access->node.low + 1,
                           find_same, &same);
    if (same.count == SAME_KEPT ||
        (same.count > 0 && !looked_since(same.newest->by->group))) {
        access->by->several = true;
        access_tree_remove(tree, &same.newest->node);
        access_free(same.newest);
    }
    access_tree_add(tree, &access->node);
    access->by->group->last = access;
}

void access_add(struct access *access)
{
    struct agent *owner = access->by->group->owner;
    struct access_memory *memory = access_memory_of(owner);
    struct access_tree *tree;
    size_t before;

    access_changed_meet(memory, access);
    if (!owner->model->order_unsure)
        compare(memory, access);
    if (memory->count >= ACCESS_SWEEP_FROM + 2 * memory->swept)
        sweep(owner->model, memory);
    tree = tree_of(memory, access->by->group);
    before = tree->count;
    access_keep(tree, access, memory->waiting == 0);
    memory->count += tree->count - before;
}
