/*
 * access_buffer.c - the buffers of MPI calls in window memory: what is sent
 * is loaded, what is received is stored (MPI-4.1 12.4).
 *
 * A load is taken to be where the call begins: whoever gets the data comes
 * after it.  A store is taken to be where the call, or the request, is
 * complete, and goes as far as data came.
 */
#include "access.h"
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

void access_local(struct agent *agent, enum access_kind kind,
                  const struct access_ranges *ranges, struct call *call)
{
    struct period *period;
    bool own = access_ranges_in_window(agent, ranges);

    if (!own && !access_in_foreign(agent, ranges))
        return;
    if (own && kind == ACCESS_STORE)
        nostore_by_call(agent, ranges, call);
    period = period_begin(agent, call, 0);
    period_end(agent, period, call);
    if (own)
        add_ranges(access_group_new(kind, agent, agent, call, period), agent,
                   ranges, call);
    access_foreign_now(agent, kind, ranges, call, period);
    period_drop(period);
}

/* -------------------------------------------------------- calls' buffers */

/* How many times the count a buffer of the call holds: one for each member? */
static bool is_for_each(const struct call *call,
                        const struct call_parameter *buffer)
{
    bool out = (buffer->direction & DIRECTION_OUT) != 0;

    switch (call->info->base) {
    case CALL_MPI_Alltoall:
    case CALL_MPI_Ialltoall:
    case CALL_MPI_Alltoall_init:
        return true;
    case CALL_MPI_Gather:
    case CALL_MPI_Igather:
    case CALL_MPI_Gather_init:
    case CALL_MPI_Allgather:
    case CALL_MPI_Iallgather:
    case CALL_MPI_Allgather_init:
        return out;
    case CALL_MPI_Scatter:
    case CALL_MPI_Iscatter:
    case CALL_MPI_Scatter_init:
    case CALL_MPI_Reduce_scatter_block:
    case CALL_MPI_Ireduce_scatter_block:
    case CALL_MPI_Reduce_scatter_block_init:
        return !out;
    }
    return false;
}

/* Where the call is made; comm NULL: in none, or not known. */
struct place {
    const struct comm *comm;
    uint32_t member;
};

static struct place place_of(const struct agent *agent, const struct call *call)
{
    struct place place = {NULL, 0};

    if (call->info->comm_word >= 0)
        place.comm = agent_comm(agent, call_word(call, call->info->comm_word));
    if (place.comm != NULL && !comm_member(place.comm, agent, &place.member))
        place.comm = NULL;
    return place;
}

static bool is_root(const struct place *place, const struct call *call)
{
    return call->info->root_word < 0 ||
           (int64_t)call_word(call, call->info->root_word) ==
               (int64_t)place->member;
}

/* Nothing goes to, or comes from, MPI_PROC_NULL. */
static bool is_to_nobody(const struct call *call, unsigned char kind)
{
    const struct call_info *info = call->info;
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == kind &&
            info->parameters[i].wire == WIRE_NUMBER)
            return call->words[info->parameters[i].word] ==
                   (uint64_t)NEUTRAL_PROC_NULL;
    return false;
}

static const struct array_number *numbers_of(const struct call *call,
                                             int parameter)
{
    const struct call_parameter *numbers = &call->info->parameters[parameter];
    const struct array_number *array;

    if (parameter >= call->info->parameter_count ||
        numbers->wire != WIRE_NUMBERS || numbers->word < 0)
        return NULL;
    array = (const void *)&call->words[numbers->word];
    return array->special == ARRAY_PRESENT ? array : NULL;
}

/* A count and a displacement for each member; in extents of the one type, or
 * in bytes where each has a type, too. */
static void add_each(struct access_ranges *ranges, struct agent *agent,
                     const struct call *call,
                     const struct call_parameter *buffer)
{
    const struct call_info *info = call->info;
    const struct call_parameter *type = &info->parameters[buffer->type];
    const struct array_number *counts = numbers_of(call, buffer->count);
    const struct array_number *displs = numbers_of(call, buffer->count + 1);
    const struct array_handle *types =
        type->wire != WIRE_HANDLES || type->word < 0
            ? NULL
            : (const void *)&call->words[type->word];
    uint32_t i;

    if (counts == NULL || displs == NULL || displs->count != counts->count ||
        type->word < 0 ||
        (types != NULL &&
         (types->special != ARRAY_PRESENT || types->count != counts->count)))
        return;
    for (i = 0; i < counts->count && ranges->count < ACCESS_RANGES_KEPT; i++) {
        const struct type *one = agent_type(
            agent, types != NULL ? types->items[i] : call->words[type->word]);
        uint64_t offset = (uint64_t)displs->items[i];

        if (one == NULL || !one->known || counts->items[i] <= 0 ||
            counts->items[i] >= NEUTRAL_SPECIAL)
            continue;
        if (types == NULL)
            offset *= (uint64_t)(one->ub - one->lb);
        access_ranges_add(ranges, call->words[buffer->word] + offset,
                          counts->items[i], one, INT64_MAX);
    }
}

static bool is_reduce_scatter(const struct call *call)
{
    return call->info->base == CALL_MPI_Reduce_scatter ||
           call->info->base == CALL_MPI_Ireduce_scatter ||
           call->info->base == CALL_MPI_Reduce_scatter_init;
}

/* How many items MPI_Reduce_scatter takes (of each member's count) or leaves
 * (of the caller's) in the buffer; -1: not known. */
static int64_t reduce_scatter_items(const struct place *place,
                                    const struct call *call,
                                    const struct call_parameter *buffer)
{
    const struct array_number *counts = numbers_of(call, buffer->count);
    int64_t items = 0;
    uint32_t i;

    if (counts == NULL || place->comm == NULL ||
        place->comm->groups[1] != NULL || place->member >= counts->count)
        return -1;
    for (i = 0; i < counts->count; i++) {
        if (counts->items[i] < 0 || counts->items[i] >= NEUTRAL_SPECIAL)
            return -1;
        if ((buffer->direction & DIRECTION_OUT) == 0 || i == place->member)
            items += counts->items[i];
    }
    return items;
}

/* What of the buffer is loaded (DIRECTION_IN) or stored (DIRECTION_OUT). */
static void add_buffer(struct access_ranges *ranges, struct agent *agent,
                       const struct place *place, const struct call *call,
                       const struct call_parameter *buffer,
                       enum call_direction direction, int64_t bytes)
{
    const struct call_info *info = call->info;
    const struct call_parameter *count, *type;
    bool root = is_root(place, call);
    uint64_t address;
    int64_t items = 1;

    if (buffer->wire != WIRE_ADDRESS || buffer->type < 0 ||
        (buffer->at_root && !root))
        return;
    /* MPI_Bcast: the root sends, the others receive. */
    if (buffer->direction == DIRECTION_INOUT && info->root_word >= 0 &&
        root != (direction == DIRECTION_IN))
        return;
    address = call->words[buffer->word];
    type = &info->parameters[buffer->type];
    count = buffer->count < 0 ? NULL : &info->parameters[buffer->count];
    if (address == NEUTRAL_IN_PLACE)
        return;
    if (count != NULL && count->wire == WIRE_NUMBERS &&
        !is_reduce_scatter(call)) {
        add_each(ranges, agent, call, buffer);
        return;
    }
    if (type->wire != WIRE_HANDLE || type->word < 0 ||
        (count != NULL && count->word < 0) ||
        (count == NULL && (info->classes & CLASS_RMA) == 0))
        return;
    if (count != NULL && count->wire == WIRE_NUMBERS)
        items = reduce_scatter_items(place, call, buffer);
    else if (count != NULL)
        items = (int64_t)call->words[count->word];
    if (items < 0 || items >= NEUTRAL_SPECIAL)
        return;
    if (is_for_each(call, buffer)) {
        if (place->comm == NULL || place->comm->groups[1] != NULL)
            return;
        items *= comm_size(place->comm);
    }
    access_ranges_add(ranges, address, items,
                      agent_type(agent, call->words[type->word]), bytes);
}

/* Whether it matters where the call is made: who sends and who receives, or
 * how much, hangs on it. */
static bool needs_place(const struct call_info *info)
{
    return (info->classes & CLASS_COLLECTIVE) != 0;
}

/* strides: with blocks at equal distances as one range. */
static struct access_ranges buffers_of(struct agent *agent,
                                       const struct call *call,
                                       enum call_direction direction,
                                       int64_t bytes, bool strides)
{
    const struct call_info *info = call->info;
    struct access_ranges ranges = {.strides = strides};
    struct place place = {NULL, 0};
    bool first = true;
    unsigned i;

    if ((direction == DIRECTION_IN ? info->in_buffers : info->out_buffers) == 0)
        return ranges;
    for (i = 0; i < info->parameter_count; i++) {
        const struct call_parameter *buffer = &info->parameters[i];

        if (buffer->kind != KIND_BUFFER || (buffer->direction & direction) == 0)
            continue;
        if (first) {
            if (needs_place(info))
                place = place_of(agent, call);
            /* Who sends and receives on an intercommunicator is not
             * followed. */
            if (info->root_word >= 0 &&
                (place.comm == NULL || place.comm->groups[1] != NULL))
                break;
            if (is_to_nobody(call, direction == DIRECTION_IN ? KIND_DEST
                                                             : KIND_SOURCE) ||
                is_to_nobody(call, KIND_TARGET_RANK))
                break;
        }
        first = false;
        add_buffer(&ranges, agent, &place, call, buffer, direction, bytes);
    }
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
    static const enum call_direction directions[] = {DIRECTION_IN,
                                                     DIRECTION_OUT};
    size_t i;

    if (!has_windows(agent))
        return;
    for (i = 0; i < 2; i++) {
        struct access_ranges ranges =
            access_buffers_of(agent, call, directions[i]);

        if (access_ranges_in_window(agent, &ranges))
            add_ranges(access_group_new(directions[i] == DIRECTION_IN
                                            ? ACCESS_LOAD
                                            : ACCESS_STORE,
                                        agent, agent, call, period),
                       agent, &ranges, call);
        access_foreign_now(
            agent, directions[i] == DIRECTION_IN ? ACCESS_LOAD : ACCESS_STORE,
            &ranges, call, period);
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

    access_request_ends(agent, operation, call);
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

static void attach(struct agent *agent, const struct call *call)
{
    const struct call_MPI_Win_attach *attach = CALL_VIEW(call, MPI_Win_attach);
    const struct call_MPI_Win_detach *detach = CALL_VIEW(call, MPI_Win_detach);
    bool attaches = call->info->base == CALL_MPI_Win_attach;
    struct window *window =
        agent_window(agent, call_word(call, call->info->win_word));

    if (window == NULL)
        return;
    if (attaches)
        access_region_add(agent, window, attach->base, (uint64_t)attach->size);
    else if (detach->base != NEUTRAL_BOTTOM)
        access_region_remove(agent, window, detach->base);
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

    access_group_drop(operation->access);
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
