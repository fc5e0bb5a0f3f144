/*
 * access_buffer.c - the buffers of MPI calls in window memory: what is sent
 * is loaded, what is received is stored (MPI-4.1 12.4).
 *
 * A load is taken to be where the call begins: whoever gets the data comes
 * after it.  A store is taken to be where the call, or the request, is
 * complete, and goes as far as data came.
 */
#include "access.h"
#include "model_argument.h"
#include "model_buffer.h"
#include "model_nostore.h"
#include "model_partitioned.h"

#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------- local accesses */

/* The locks that the process holds of its own part of a window. */
static void take_lock(struct access_group *group, const struct agent *agent,
                      const struct access_ranges *ranges)
{
    const struct access_region *region;
    size_t i;

    DL_FOREACH(agent->accesses->regions, region)
        for (i = 0; i < ranges->count; i++) {
            const struct window_rank *member;
            enum access_lock lock;
            uint32_t rank;

            if (ranges->items[i].low >= region->high ||
                region->low >= ranges->items[i].high ||
                !comm_member(region->window->comm, agent, &rank))
                continue;
            member = &region->window->ranks[rank];
            access_group_in(group, member->exposure != NULL
                                       ? member->exposure
                                       : access_epoch(member, (int)rank));
            lock = access_lock_of(member, rank);
            if (lock > group->lock) {
                window_drop(group->lock_window);
                group->lock_window = window_hold(region->window);
                group->lock = lock;
            }
        }
}

static void add_ranges(struct access_group *group, struct agent *agent,
                       const struct access_ranges *ranges, struct call *call)
{
    size_t i;

    take_lock(group, agent, ranges);
    if (group->kind == ACCESS_LOAD)
        group->polled = access_polled(agent, ranges);
    for (i = 0; i < ranges->count; i++)
        if (access_in_window(agent, ranges->items[i].low,
                             ranges->items[i].high))
            access_add(access_new(group, call, &ranges->items[i]));
    access_group_drop(group);
}

/* Whether windows show memory that the process sees. */
static bool has_windows(const struct agent *agent)
{
    const struct access_memory *memory = agent->accesses;

    return memory != NULL &&
           (memory->regions != NULL || memory->foreign != NULL);
}

struct access_group *access_local_group(struct agent *agent,
                                        enum access_kind kind,
                                        const struct access_ranges *ranges,
                                        struct call *call)
{
    struct period *period = period_begin(agent, call, 0);
    struct access_group *group;

    period_end(agent, period, call);
    group = access_group_new(kind, agent, agent, call, period);
    take_lock(group, agent, ranges);
    period_drop(period);
    return group;
}

void access_local(struct agent *agent, enum access_kind kind,
                  const struct access_ranges *ranges, struct call *call)
{
    struct period *period;
    bool own = access_ranges_in_window(agent, ranges);

    if (!own && !access_in_foreign(agent, ranges))
        return;
    agent->stores += kind == ACCESS_STORE;
    if (own && kind == ACCESS_STORE)
        nostore_by_call(agent, ranges, call);
    period = period_begin(agent, call, 0);
    period_end(agent, period, call);
    if (own)
        add_ranges(access_group_new(kind, agent, agent, call, period), agent,
                   ranges, call);
    access_foreign_now(agent, kind, ranges, call, period);
    access_direct_by_call(agent, kind, ranges, call, period);
    period_drop(period);
}

/* -------------------------------------------------------- calls' buffers */

/* Ranges, and how many bytes of each piece they are to have. */
struct gathered {
    struct access_ranges *ranges;
    int64_t bytes;
};

static bool gather(void *context, const struct call_parameter *buffer,
                   uint64_t address, int64_t items, const struct type *type)
{
    const struct gathered *gathered = context;

    (void)buffer;
    access_ranges_add(gathered->ranges, address, items, type, gathered->bytes);
    return gathered->ranges->count < ACCESS_RANGES_KEPT;
}

/* strides: with blocks at equal distances as one range. */
static struct access_ranges buffers_of(struct agent *agent,
                                       const struct call *call,
                                       enum call_direction direction,
                                       int64_t bytes, bool strides)
{
    struct access_ranges ranges = {.strides = strides};

    access_pieces(agent, call, direction, gather,
                  &(struct gathered){&ranges, bytes});
    argument_packed_bytes(agent, call, direction == DIRECTION_OUT, &ranges);
    return ranges;
}

struct access_ranges access_buffers_of(struct agent *agent,
                                       const struct call *call,
                                       enum call_direction direction)
{
    return buffers_of(agent, call, direction, INT64_MAX, false);
}

struct access_ranges access_strides_of(struct agent *agent,
                                       const struct call *call,
                                       enum call_direction direction)
{
    return buffers_of(agent, call, direction, INT64_MAX, true);
}

void access_own_buffers(struct agent *agent, struct call *call,
                        struct period *period)
{
    static const enum call_direction directions[] = {
        [ACCESS_LOAD] = DIRECTION_IN, [ACCESS_STORE] = DIRECTION_OUT};
    enum access_kind kind;

    if (!has_windows(agent))
        return;
    for (kind = ACCESS_LOAD; kind <= ACCESS_STORE; kind++) {
        struct access_ranges ranges =
            access_buffers_of(agent, call, directions[kind]);

        if (access_ranges_in_window(agent, &ranges))
            add_ranges(access_group_new(kind, agent, agent, call, period),
                       agent, &ranges, call);
        access_foreign_now(agent, kind, &ranges, call, period);
        access_direct_by_call(agent, kind, &ranges, call, period);
        access_ranges_free(&ranges);
    }
}

/* ------------------------------------------------------------ the calls */

/* Whether the call's own buffers may be in a window: it is no RMA call. */
static bool has_buffers(const struct agent *agent, const struct call *call)
{
    return has_windows(agent) &&
           (call->info->classes &
            (CLASS_RMA | CLASS_RMA_SYNC | CLASS_QUERY | CLASS_INITS)) == 0;
}

void access_before(struct agent *agent, struct call *call)
{
    struct access_ranges ranges;

    if ((call->info->classes & CLASS_RMA_SYNC) != 0 ||
        call->info->base == CALL_MPI_Win_free)
        access_sync_before(agent, call);
    if (!has_buffers(agent, call))
        return;
    ranges = access_buffers_of(agent, call, DIRECTION_IN);
    access_local(agent, ACCESS_LOAD, &ranges, call);
    access_ranges_free(&ranges);
}

/* What a request will load or store is known from where it was made: the types
 * may be freed before it is complete. */
static struct access_ranges *keep_buffers(struct agent *agent,
                                          const struct call *call,
                                          enum call_direction direction)
{
    struct access_ranges ranges = access_buffers_of(agent, call, direction);
    bool inits = (call->info->classes & CLASS_INITS) != 0;
    struct access_ranges *kept = NULL;

    /* persistent: it may be used when windows are there that are not yet */
    if (inits ? ranges.count > 0
              : access_ranges_in_window(agent, &ranges) ||
                    access_in_foreign(agent, &ranges)) {
        kept = xmalloc(sizeof *kept);
        *kept = ranges;
    } else {
        access_ranges_free(&ranges);
    }
    return kept;
}

void access_enter(struct agent *agent, struct open_call *open)
{
    uint32_t classes = open->call->info->classes;
    bool inits = (classes & CLASS_INITS) != 0;
    struct operation *operation = open->operation;

    if ((classes & CLASS_RMA) != 0) {
        access_rma(agent, open);
        return;
    }
    if (operation == NULL || (classes & (CLASS_STARTS | CLASS_INITS)) == 0)
        return;
    if (operation->kind == OPERATION_PARTITIONED)
        return; /* buffer_partitions */
    if (inits)
        operation->loads = keep_buffers(agent, open->call, DIRECTION_IN);
    if (inits || has_windows(agent))
        operation->stores = keep_buffers(agent, open->call, DIRECTION_OUT);
}

void access_start(struct agent *agent, struct operation *operation)
{
    if (operation->loads != NULL && has_windows(agent))
        access_local(agent, ACCESS_LOAD, operation->loads, operation->made_by);
}

/* Bytes of data that came: the first of the ranges. */
static struct access_ranges first_bytes(const struct access_ranges *ranges,
                                        int64_t bytes)
{
    struct access_ranges first = {.items = NULL};
    uint64_t left = (uint64_t)bytes;
    size_t i;

    for (i = 0; i < ranges->count && left > 0; i++) {
        const struct access_range *range = &ranges->items[i];
        uint64_t size = range->high - range->low;

        if (size > left)
            size = left;
        left -= size;
        access_ranges_add_bytes(&first, range->low, size);
    }
    return first;
}

/* Bytes of the message; -1: not known. */
static int64_t message_came(const struct status_value *status)
{
    if (status == NULL || status->bytes < 0 || status->bytes >= NEUTRAL_SPECIAL)
        return -1;
    return status_has(status, STATUS_CANCELLED) ? 0 : status->bytes;
}

void access_complete(struct agent *agent, struct operation *operation,
                     const struct status_value *status, struct call *call)
{
    struct access_ranges ranges;
    int64_t bytes = INT64_MAX;

    period_end(agent, operation->at_origin, call);
    if (operation->kind == OPERATION_PARTITIONED && operation->active &&
        !partitioned_sends(operation))
        buffer_partitions(agent, operation, operation->made_by, 0, UINT32_MAX);
    if (operation->stores == NULL || !operation->active || !has_windows(agent))
        return;
    if (operation->kind == OPERATION_RECEIVE)
        bytes = message_came(status);
    if (bytes < 0)
        return;
    ranges = first_bytes(operation->stores, bytes);
    access_local(agent, ACCESS_STORE, &ranges, operation->made_by);
    access_ranges_free(&ranges);
}

/* The status of a call that receives, or NULL. */
static const struct status_value *status_of(const struct call *call)
{
    const struct call_info *info = call->info;
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].wire == WIRE_STATUS &&
            (info->parameters[i].direction & DIRECTION_OUT) != 0)
            return (const struct status_value *)(const void *)&call
                ->words[info->parameters[i].word];
    return NULL;
}

static void blocking_exit(struct agent *agent, struct call *call)
{
    const struct status_value *status = status_of(call);
    struct access_ranges ranges;
    int64_t bytes = INT64_MAX;

    if (status != NULL)
        bytes = message_came(status);
    if (bytes < 0)
        return;
    ranges = buffers_of(agent, call, DIRECTION_OUT, bytes, false);
    access_local(agent, ACCESS_STORE, &ranges, call);
    access_ranges_free(&ranges);
}

/* Attaching memory, and detaching it, is like storing all over it: no RMA call
 * may access it before the one has returned, nor after the other has begun. */
static void come_or_go(struct agent *agent, const struct window *window,
                       uint64_t low, struct call *call)
{
    const struct access_region *region;
    struct access_ranges ranges = {.items = NULL};
    struct period *period;

    DL_FOREACH(access_memory_of(agent)->regions, region)
        if (region->window == window && region->low == low)
            access_ranges_add_bytes(&ranges, low, region->high - low);
    period = period_begin(agent, call, 0);
    period_end(agent, period, call);
    add_ranges(access_group_new(ACCESS_STORE, agent, agent, call, period),
               agent, &ranges, call);
    period_drop(period);
    access_ranges_free(&ranges);
}

static void attach(struct agent *agent, struct call *call)
{
    const struct call_MPI_Win_attach *attach = CALL_VIEW(call, MPI_Win_attach);
    bool attaches = call->info->base == CALL_MPI_Win_attach;
    struct window *window =
        agent_window(agent, call_word(call, call->info->win_word));

    if (window == NULL)
        return;
    if (attaches)
        access_region_add(agent, window, attach->base, (uint64_t)attach->size);
    if (attach->base != NEUTRAL_BOTTOM)
        come_or_go(agent, window, attach->base, call);
    if (!attaches)
        access_region_remove(agent, window, attach->base);
}

void access_exit(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;

    if (!succeeded(call, call_result(call)))
        return;
    if (call->info->base == CALL_MPI_Win_attach ||
        call->info->base == CALL_MPI_Win_detach)
        attach(agent, call);
    else if (call->info->base == CALL_MPI_Win_shared_query)
        access_shared_query(agent, call);
    else if (open->window != NULL &&
             ((call->info->classes & CLASS_RMA_SYNC) != 0 ||
              call->info->base == CALL_MPI_Win_free))
        access_sync_exit(agent, open);
    else if (open->window != NULL && call->making != 0)
        access_window_made(agent, open);
    else if (has_buffers(agent, call) &&
             (call->info->classes & CLASS_STARTS) == 0)
        blocking_exit(agent, call);
}

void access_operation_free(struct operation *operation)
{
    struct access_ranges *kept[] = {operation->loads, operation->stores};
    size_t i;

    period_drop(operation->at_origin);
    for (i = 0; i < 2; i++) {
        if (kept[i] != NULL)
            access_ranges_free(kept[i]);
        free(kept[i]);
    }
}

void accesses_free(struct model *model)
{
    struct agent *agent;
    struct binding *binding;

    DL_FOREACH(model->agents, agent)
        DL_FOREACH(agent->bindings, binding)
            if (binding->key.kind == BINDING_WINDOW)
                access_window_free(binding->object);
    DL_FOREACH(model->agents, agent)
        access_agent_free(agent);
}
