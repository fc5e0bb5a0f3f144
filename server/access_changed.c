/*
 * access_changed.c - stores by the program of which only that a window has
 * changed between two MPI calls of its process tells
 * (libcheck/watch_content.c).
 *
 * A byte that has changed was stored by the program, unless an update may have
 * come just then, and brought what stands there now.  Updates that nothing puts
 * in order with the change may be taken in after it; so it waits until all that
 * can still come is ordered after it.  Until then it keeps what it has met.
 */
#include "access.h"
#include "call_view.h"

#include <stdlib.h>
#include <string.h>

/* Of a process. */
#define CHANGES_KEPT 64
/* By one change: more of them, and it is not judged. */
#define MEETINGS_KEPT 256
/* Of a process; of more, any byte may be one. */
#define ORIGINS_KEPT 64

/* An access to some of the bytes, as it was when it came. */
struct meeting_access {
    struct access *access;
    struct meeting_access *next;
};

struct access_change {
    struct access *store; /* in no tree */
    uint8_t *now;         /* the bytes */
    uint8_t *own;         /* a bit for each byte that has changed, and that no
                           * update explains */
    struct meeting_access *met;
    uint32_t met_count;
    bool alone; /* nobody else stores there but by RMA calls that are seen */
    struct access_change *next, *prev;
};

static bool has_bit(const uint8_t *bits, uint64_t i)
{
    return (bits[i / 8] >> i % 8 & 1) != 0;
}

static void change_free(struct access_memory *memory,
                        struct access_change *change)
{
    struct meeting_access *met;

    DL_DELETE(memory->changes, change);
    memory->change_count--;
    while ((met = change->met) != NULL) {
        LL_DELETE(change->met, met);
        access_free(met->access);
        free(met);
    }
    access_free(change->store);
    free(change->now);
    free(change->own);
    free(change);
}

void access_changed_free(struct access_memory *memory)
{
    while (memory->changes != NULL)
        change_free(memory, memory->changes);
    free(memory->origins);
}

/* ----------------------------------------------------------- what it meets */

static void meet(struct access_change *change, const struct access *access)
{
    struct meeting_access *met;

    if (access->by->group->kind == ACCESS_LOAD ||
        ++change->met_count > MEETINGS_KEPT)
        return;
    met = xcalloc(1, sizeof *met);
    met->access = access_copy(access);
    LL_PREPEND(change->met, met);
}

static bool meet_node(void *context, struct access_node *node)
{
    meet(context, (const struct access *)(const void *)node);
    return true;
}

void access_changed_meet(const struct access_memory *memory,
                         const struct access *access)
{
    struct access_change *change;

    DL_FOREACH(memory->changes, change)
        if (access->node.low < access_node_end(&change->store->node) &&
            change->store->node.low < access_node_end(&access->node))
            meet(change, access);
}

/* Those that are there. */
static void meet_all(const struct access_memory *memory,
                     struct access_change *change)
{
    const struct access_accumulates *accumulates;
    uint64_t low = change->store->node.low;
    uint64_t high = access_node_end(&change->store->node);
    int kind;

    for (kind = ACCESS_STORE; kind < ACCESS_ACCUMULATE; kind++)
        access_tree_search(&memory->trees[kind], low, high, meet_node, change);
    LL_FOREACH(memory->accumulates, accumulates)
        access_tree_search(&accumulates->tree, low, high, meet_node, change);
}

/* -------------------------------------------------------------- judgement */

static bool is_ordered(const struct access_change *change,
                       const struct access *access)
{
    const struct period *period = change->store->by->group->period;
    const struct period *other = access->by->group->period;

    return period_ended(period, other) || period_ended(other, period);
}

/* Bytes of the change, from its first on, that the access has, too. */
static struct access_range common(const struct access_change *change,
                                  const struct access *access)
{
    uint64_t low = change->store->node.low,
             high = access_node_end(&access->node);
    uint64_t end = access_node_end(&change->store->node);

    return (struct access_range){
        .low = access->node.low > low ? access->node.low - low : 0,
        .high = (high < end ? high : end) - low};
}

/* Where the data of the put begins in memory; 0: that is not known. */
static uint64_t start_of(const struct access_group *group,
                         const struct call *call)
{
    const struct window_rank *member;

    /* A derived datatype need not have its first item lowest. */
    if (call == NULL || call->put_size == 0 ||
        group->window->flavor == WINDOW_DYNAMIC ||
        CALL_VIEW(call, MPI_Put)->target_datatype >=
            NEUTRAL_DATATYPE_PREDEFINED_END)
        return 0;
    member = &group->window->ranks[group->target];
    return member->base + (uint64_t)CALL_VIEW(call, MPI_Put)->target_disp *
                              (uint64_t)member->disp_unit;
}

static bool is_changed_origin(const struct access_memory *memory, uint64_t low,
                              uint64_t high)
{
    uint32_t i;

    if (memory == NULL)
        return false;
    for (i = 0; i < memory->origin_count; i++)
        if (memory->origins[i].low < high && low < memory->origins[i].high)
            return true;
    return memory->origin_count == ORIGINS_KEPT;
}

void access_changed_origin(struct agent *agent, uint64_t low, uint64_t high)
{
    struct access_memory *memory = access_memory_of(agent);

    if (is_changed_origin(memory, low, high))
        return;
    if (memory->origins == NULL)
        memory->origins = xcalloc(ORIGINS_KEPT, sizeof *memory->origins);
    memory->origins[memory->origin_count++] = (struct access_origin){low, high};
}

/* Whether what the call has told of its data is what comes. */
static bool puts_what_it_had(const struct call *call)
{
    const struct access_memory *memory = agent_of(call->process)->accesses;
    uint64_t low = CALL_VIEW(call, MPI_Put)->origin_addr;

    if (CALL_VIEW(call, MPI_Put)->origin_datatype >=
        NEUTRAL_DATATYPE_PREDEFINED_END)
        return !is_changed_origin(memory, 0, UINT64_MAX);
    return !is_changed_origin(memory, low, low + call->put_size);
}

/* Whether the update cannot have brought that byte of the change, since it
 * brings another one. */
static bool brings_other(const struct access_change *change,
                         const struct access *access, uint64_t i)
{
    const struct access_group *group = access->by->group;
    const struct call *call = access_call(access);
    uint64_t at = change->store->node.low + i - access->node.low;

    return group->kind == ACCESS_PUT &&
           start_of(group, call) == access->node.low && at < call->put_size &&
           call->put[at] != change->now[i] && puts_what_it_had(call);
}

/* The update may have brought the bytes. */
static void explain(struct access_change *change, const struct access *access)
{
    struct access_range bytes = common(change, access);
    uint64_t i;

    if (!access_updates(access->by->group) || is_ordered(change, access))
        return;
    for (i = bytes.low; i < bytes.high; i++)
        if (!brings_other(change, access, i))
            change->own[i / 8] &= (uint8_t) ~(1U << i % 8);
}

/* What the program has stored meets the access where they have the first bytes
 * in common. */
static void judge(const struct access_change *change, struct access *access)
{
    struct access_range bytes = common(change, access);
    const struct access *all = change->store;
    struct access *store;

    if (is_ordered(change, access))
        return;
    while (bytes.low < bytes.high && !has_bit(change->own, bytes.low))
        bytes.low++;
    if (bytes.low == bytes.high)
        return;
    for (uint64_t i = bytes.low; i < bytes.high; i++)
        if (!has_bit(change->own, i))
            bytes.high = i;
    bytes.low += all->node.low;
    bytes.high += all->node.low;
    store = access_new(all->by->group, all->by->call, &bytes);
    (void)access_meet(store, access);
    access_free(store);
}

/* Whether all who may have put there are observed, and nobody stores there
 * directly. */
static bool is_alone(const struct access_memory *memory,
                     const struct access *store)
{
    const struct access_region *region;
    uint32_t i;

    DL_FOREACH(memory->regions, region) {
        const struct window *window = region->window;

        if (region->low >= access_node_end(&store->node) ||
            store->node.low >= region->high)
            continue;
        if (window->flavor == WINDOW_ALLOCATE_SHARED || window->queried)
            return false;
        for (i = 0; i < window->size; i++)
            if (comm_seat(window->comm, i) == NULL ||
                comm_seat(window->comm, i)->process == NULL)
                return false;
    }
    return true;
}

static void settle(const struct agent *agent, struct access_memory *memory,
                   struct access_change *change)
{
    const struct model *model = agent->model;
    struct meeting_access *met;

    if (change->alone && change->met_count <= MEETINGS_KEPT &&
        !model->rma_unfollowed && !model->order_unsure &&
        memory->waiting == 0 && is_alone(memory, change->store)) {
        LL_FOREACH(change->met, met)
            explain(change, met->access);
        LL_FOREACH(change->met, met)
            judge(change, met->access);
    }
    change_free(memory, change);
}

void access_changed_settle(struct agent *agent, bool end)
{
    struct access_memory *memory = agent->accesses;
    uint64_t known = order_known_by_all(agent->model, agent->clock.index);
    struct access_change *change, *next;

    DL_FOREACH_SAFE(memory->changes, change, next)
        if (end || (memory->waiting == 0 &&
                    change->store->by->group->period->end.at <= known))
            settle(agent, memory, change);
}

void access_changed_finish(struct model *model)
{
    struct agent *agent;
    bool all = true;

    DL_FOREACH(model->agents, agent)
        all = all && process_finished(agent->process);
    DL_FOREACH(model->agents, agent)
        if (agent->accesses != NULL)
            access_changed_settle(agent, all);
}

void model_changed(struct process *process, const struct model_change *change,
                   const struct call *after)
{
    struct agent *agent = agent_of(process);
    struct access_memory *memory = agent->accesses;
    struct access_range range = {.low = change->low,
                                 .high = change->low + change->size};
    struct access_ranges ranges = {.items = &range, .count = 1};
    size_t map = ((size_t)change->size + 7) / 8;
    struct access_change *kept;
    struct access_group *group;
    struct call *call;

    if (memory == NULL || !access_ranges_in_window(agent, &ranges))
        return;
    access_changed_settle(agent, false);
    if (memory->change_count == CHANGES_KEPT)
        return;
    call = call_view_changed(process, change, after);
    group = access_local_group(agent, ACCESS_STORE, &ranges, call);
    kept = xcalloc(1, sizeof *kept);
    kept->store = access_new(group, call, &range);
    kept->own = xcalloc(map, 1);
    memcpy(kept->own, change->changed, map);
    kept->now = xcalloc((size_t)change->size, 1);
    memcpy(kept->now, change->now, (size_t)change->size);
    DL_APPEND(memory->changes, kept);
    memory->change_count++;
    kept->alone = is_alone(memory, kept->store);
    meet_all(memory, kept);
    access_group_drop(group);
    call_drop(call);
}
