/*
 * model_buffer.c - buffers of pending operations (MPI-4.1 3.7.2, 3.9, 6.12).
 */
#include "model_buffer_private.h"

#include "model_partitioned.h"
#include "model_request.h"
#include "model_window_memory.h"

#include <stdlib.h>

/* No memory lies below; a null pointer is no buffer. */
#define LOWEST_ADDRESS 4096

static struct buffer_range *range_new(uint64_t low, uint64_t high)
{
    struct buffer_range *range = access_node_take(sizeof *range);

    range->node.low = low;
    range->node.length = (uint32_t)(high - low);
    return range;
}

static struct access_range bytes_of(const struct buffer_range *range)
{
    return (struct access_range){.low = range->node.low,
                                 .high = access_node_end(&range->node),
                                 .stride = range->stride,
                                 .block = range->block};
}

/* Of a partitioned operation: of more, none is. */
#define PARTITIONS_KEPT 512

struct access_ranges buffer_ranges_of(struct agent *agent,
                                      const struct call *call, enum use use)
{
    struct access_ranges ranges = access_strides_of(
        agent, call, use == USE_LOAD ? DIRECTION_IN : DIRECTION_OUT);
    size_t i, kept = 0;

    for (i = 0; i < ranges.count; i++)
        if (ranges.items[i].low >= LOWEST_ADDRESS)
            ranges.items[kept++] = ranges.items[i];
    ranges.count = kept;
    return ranges;
}

/* ------------------------------------------------------------- who meets */

static bool note_first(void *context, struct access_node *node)
{
    struct access_node **first = context;

    *first = node;
    return false;
}

bool buffer_was_told(const struct agent *agent, uint64_t low, uint64_t high)
{
    struct access_node *first = NULL;

    return agent->buffers != NULL &&
           !access_tree_search(&agent->buffers->told, low, high, note_first,
                               &first);
}

/* What is told more than once may grow. */
void buffer_told(struct agent *agent, uint64_t low, uint64_t high)
{
    struct access_tree *told;
    struct access_node *met = NULL;

    if (agent->buffers == NULL)
        agent->buffers = xcalloc(1, sizeof *agent->buffers);
    told = &agent->buffers->told;

    while (!access_tree_search(told, low, high, note_first, &met)) {
        uint64_t end = access_node_end(met);

        if (met->low <= low && high <= end)
            return;
        end = end > high ? end : high;
        if (end - (met->low < low ? met->low : low) > UINT32_MAX)
            break; /* they stand beside each other */
        low = met->low < low ? met->low : low;
        high = end;
        access_tree_remove(told, met);
        access_node_give(met, sizeof(struct buffer_range));
    }
    access_tree_add(told, &range_new(low, high)->node);
}

/* Bytes of a call, and what of a pending operation they meet. */
struct meeting {
    const struct access_range *bytes;
    const struct buffer_range *pending;
    struct access_range in_call, in_pending; /* blocks that have the same */
    bool one_load;                           /* as murmel cc tells */
};

static bool note_meeting(void *context, struct access_node *node)
{
    struct meeting *meeting = context;
    struct access_range bytes;

    meeting->pending = (struct buffer_range *)(void *)node;
    bytes = bytes_of(meeting->pending);
    if (!access_range_meets(meeting->bytes, &bytes, &meeting->in_call,
                            &meeting->in_pending))
        return true;
    /* A compiler loads neighbours as one, and the program may want the other.
     */
    return meeting->one_load &&
           (meeting->in_pending.low > meeting->bytes->low ||
            meeting->in_pending.high < meeting->bytes->high);
}

static void raise_use(struct agent *agent, struct call *call, enum use use,
                      const struct meeting *meeting)
{
    const struct buffer_range *pending = meeting->pending;
    const struct access_range *one = &meeting->in_call,
                              *other = &meeting->in_pending;
    struct operation *operation = pending->operation;
    struct model_event event = model_event_new(
        agent, call_is_access(call) ? EVENT_ACCESS : EVENT_BUFFER, call);

    event.buffer.made = operation->made_by;
    event.buffer.started = operation->started_by;
    event.buffer.stores = use == USE_STORE;
    event.buffer.pending_stores = pending->use == USE_STORE;
    event.buffer.bytes = (one->high < other->high ? one->high : other->high) -
                         (one->low > other->low ? one->low : other->low);
    model_raise(agent->model, &event);
    buffer_told(agent, one->low, one->high);
    buffer_told(agent, other->low, other->high);
    if (use == USE_STORE)
        access_changed_origin(agent, other->low, other->high);
}

static bool has_pending(const struct agent *agent)
{
    return agent->buffers != NULL &&
           agent->buffers->uses[USE_LOAD].count +
                   agent->buffers->uses[USE_STORE].count >
               0;
}

void buffer_meet(struct agent *agent, struct call *call, enum use use,
                 const struct access_ranges *ranges)
{
    struct meeting meeting;
    size_t i;
    int other;

    for (i = 0; i < ranges->count; i++)
        for (other = use == USE_LOAD ? USE_STORE : USE_LOAD; other < USE_COUNT;
             other++) {
            meeting.bytes = &ranges->items[i];
            meeting.one_load =
                agent->native && call_is_access(call) && use == USE_LOAD &&
                meeting.bytes->high - meeting.bytes->low <= sizeof(uint64_t);
            if (access_tree_search(&agent->buffers->uses[other],
                                   ranges->items[i].low, ranges->items[i].high,
                                   note_meeting, &meeting))
                continue;
            raise_use(agent, call, use, &meeting);
            return;
        }
}

void buffer_accessed(struct agent *agent, struct call *call, bool stores,
                     uint64_t low, uint64_t high)
{
    struct access_range range = {.low = low, .high = high};
    struct access_ranges ranges = {.items = &range, .count = 1};

    if (has_pending(agent))
        buffer_meet(agent, call, stores ? USE_STORE : USE_LOAD, &ranges);
}

/* ------------------------------------------------------------- operations */

void buffer_keep(struct operation *operation, enum use use,
                 const struct access_ranges *ranges, uint32_t partition)
{
    size_t i;

    for (i = 0; i < ranges->count; i++) {
        struct buffer_range *range =
            range_new(ranges->items[i].low, ranges->items[i].high);

        range->operation = operation;
        range->stride = ranges->items[i].stride;
        range->block = ranges->items[i].block;
        range->use = (uint8_t)use;
        range->partition = partition;
        LL_PREPEND(operation->buffers, range);
    }
}

static void pend_one(struct agent *agent, struct buffer_range *range)
{
    if (range->pending)
        return;
    range->pending = true;
    access_tree_add(&agent->buffers->uses[range->use], &range->node);
}

static void end_one(struct agent *agent, struct buffer_range *range)
{
    if (!range->pending)
        return;
    range->pending = false;
    access_tree_remove(&agent->buffers->uses[range->use], &range->node);
}

void buffer_pend(struct agent *agent, struct operation *operation)
{
    struct buffer_range *range;

    operation->buffers_over = false;
    LL_FOREACH(operation->buffers, range)
        pend_one(agent, range);
}

/* Persistent operations that may be started later. */
static void note_idle(struct agent *agent, struct call *call, uint64_t low,
                      uint64_t high)
{
    const struct buffer_range *range;
    struct operation *operation;
    struct binding *binding;

    DL_FOREACH(agent->bindings, binding) {
        if (binding->key.kind != BINDING_REQUEST)
            continue;
        DL_FOREACH((struct operation *)binding->object, operation)
            LL_FOREACH(operation->buffers, range)
                if (operation->persistent && !operation->active &&
                    operation->gone == NULL && range->node.low >= low &&
                    range->node.low < high)
                    call_set(&operation->gone, call);
    }
}

static void raise_started(struct agent *agent,
                          const struct operation *operation)
{
    struct model_event event =
        model_event_new(agent, EVENT_FREED, operation->gone);

    event.buffer.made = operation->made_by;
    event.buffer.started = operation->started_by;
    event.buffer.pending_stores = operation->buffers->use == USE_STORE;
    event.buffer.before = true;
    model_raise(agent->model, &event);
}

/* It is told of one operation, and none uses the memory from then on. */
void buffer_freed(struct agent *agent, struct call *call, uint64_t low,
                  uint64_t high)
{
    struct access_range block = {.low = low, .high = high};
    struct meeting meeting = {.bytes = &block};
    bool told = false;
    int use;

    for (use = USE_LOAD; use < USE_COUNT && has_pending(agent); use++)
        while (!access_tree_search(&agent->buffers->uses[use], low, high,
                                   note_meeting, &meeting)) {
            const struct operation *operation = meeting.pending->operation;
            struct model_event event =
                model_event_new(agent, EVENT_FREED, call);

            event.buffer.made = operation->made_by;
            event.buffer.started = operation->started_by;
            event.buffer.overwritten = operation->overwritten_by;
            event.buffer.pending_stores = use == USE_STORE;
            event.buffer.cancelled = operation->cancelled;
            event.buffer.returned = memory_is_returned(call);
            if (!told)
                model_raise(agent->model, &event);
            told = true;
            end_one(agent, (struct buffer_range *)(uintptr_t)meeting.pending);
        }
    note_idle(agent, call, low, high);
}

void buffer_left(struct agent *agent, uint64_t low, uint64_t high)
{
    struct access_range bytes = {.low = low, .high = high};
    struct meeting meeting = {.bytes = &bytes};
    int use;

    for (use = USE_LOAD; use < USE_COUNT && has_pending(agent); use++)
        while (!access_tree_search(&agent->buffers->uses[use], low, high,
                                   note_meeting, &meeting))
            end_one(agent, (struct buffer_range *)(uintptr_t)meeting.pending);
}

/* ------------------------------------------------ partitioned operations */

static void keep_partitions(struct agent *agent, struct operation *operation)
{
    const struct call *call = operation->made_by;
    /* MPI_Precv_init has the same parameters. */
    const struct call_MPI_Psend_init *view = CALL_VIEW(call, MPI_Psend_init);
    enum use use = partitioned_sends(operation) ? USE_LOAD : USE_STORE;
    const struct type *type = agent_type(agent, view->datatype);
    struct access_ranges ranges = buffer_ranges_of(agent, call, use), part;
    uint64_t step;
    uint32_t partition;
    size_t i;

    if (ranges.count > 0 && type != NULL && type->doubt == TYPE_SURE &&
        view->partitions > 0 &&
        view->partitions <= PARTITIONS_KEPT / (int64_t)ranges.count) {
        step = (uint64_t)(view->count * (type->ub - type->lb));
        part = ranges;
        for (partition = 0; partition < view->partitions; partition++) {
            buffer_keep(operation, use, &part, partition);
            for (i = 0; i < part.count; i++) {
                part.items[i].low += step;
                part.items[i].high += step;
            }
        }
    }
    access_ranges_free(&ranges);
}

/* As a list without strides has them. */
static void add_bytes(struct access_ranges *ranges,
                      const struct buffer_range *range)
{
    struct access_range bytes = bytes_of(range);
    uint64_t low;

    if (bytes.stride == 0) {
        access_ranges_add_bytes(ranges, bytes.low, bytes.high - bytes.low);
        return;
    }
    for (low = bytes.low; low < bytes.high; low += bytes.stride)
        access_ranges_add_bytes(ranges, low, bytes.block);
}

void buffer_partitions(struct agent *agent, struct operation *operation,
                       struct call *call, int64_t low, int64_t high)
{
    bool sends = partitioned_sends(operation);
    struct access_ranges ranges = {.items = NULL};
    struct buffer_range *range;

    LL_FOREACH(operation->buffers, range)
        if (range->partition >= low && range->partition <= high &&
            range->pending != sends)
            add_bytes(&ranges, range);
    if (sends)
        buffer_meet(agent, call, USE_LOAD, &ranges);
    access_local(agent, sends ? ACCESS_LOAD : ACCESS_STORE, &ranges, call);
    access_ranges_free(&ranges);
    LL_FOREACH(operation->buffers, range)
        if (range->partition >= low && range->partition <= high) {
            if (sends)
                pend_one(agent, range);
            else
                end_one(agent, range);
        }
}

void buffer_enter(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    uint32_t classes = call->info->classes;
    bool keeps = (classes & (CLASS_STARTS | CLASS_INITS)) != 0 &&
                 open->operation != NULL &&
                 call->info->base != CALL_MPI_Start &&
                 call->info->base != CALL_MPI_Startall;
    struct access_ranges ranges;
    int use;

    if (call->info->win_word >= 0 && (classes & CLASS_RMA) == 0) {
        if (agent->buffers != NULL)
            buffer_origins_complete(agent, call);
        return;
    }
    if ((classes & CLASS_RMA) != 0) {
        buffer_origin_enter(agent, open);
        return;
    }
    if ((classes & CLASS_QUERY) != 0 || (!keeps && !has_pending(agent)))
        return;
    if (agent->buffers == NULL)
        agent->buffers = xcalloc(1, sizeof *agent->buffers);
    if (keeps && open->operation->kind == OPERATION_PARTITIONED) {
        keep_partitions(agent, open->operation);
        return;
    }
    for (use = USE_LOAD; use < USE_COUNT; use++) {
        ranges = buffer_ranges_of(agent, call, (enum use)use);
        if ((classes & CLASS_INITS) == 0)
            buffer_meet(agent, call, (enum use)use, &ranges);
        if (keeps)
            buffer_keep(open->operation, (enum use)use, &ranges, 0);
        access_ranges_free(&ranges);
    }
    if (keeps && (classes & CLASS_STARTS) != 0)
        buffer_pend(agent, open->operation);
}

void buffer_start(struct agent *agent, struct operation *operation,
                  struct call *call)
{
    struct buffer_range *range;

    if (operation->gone != NULL) {
        raise_started(agent, operation);
        return;
    }
    if (operation->made_by->copied)
        return;
    /* MPI_Pready tells what is sent. */
    if (agent->buffers == NULL || (operation->kind == OPERATION_PARTITIONED &&
                                   partitioned_sends(operation)))
        return;
    LL_FOREACH(operation->buffers, range) {
        struct access_range one = bytes_of(range);
        struct access_ranges ranges = {.items = &one, .count = 1};

        if (!range->pending)
            buffer_meet(agent, call, (enum use)range->use, &ranges);
    }
    buffer_pend(agent, operation);
}

void buffer_taken(struct agent *agent, struct operation *operation, bool stores,
                  uint64_t low, uint64_t high)
{
    struct access_range one = {.low = low, .high = high};
    struct access_ranges ranges = {.items = &one, .count = 1};

    if (low < LOWEST_ADDRESS || high - low > UINT32_MAX)
        return;
    if (agent->buffers == NULL)
        agent->buffers = xcalloc(1, sizeof *agent->buffers);
    buffer_keep(operation, stores ? USE_STORE : USE_LOAD, &ranges, 0);
    buffer_pend(agent, operation);
}

void buffer_end(struct agent *agent, struct operation *operation)
{
    struct buffer_range *range;

    LL_FOREACH(operation->buffers, range)
        end_one(agent, range);
}

void buffer_not_begun(struct agent *agent, const struct open_call *open)
{
    if (open->operation != NULL)
        buffer_end(agent, open->operation);
    else if (agent->buffers != NULL)
        buffer_origin_not_begun(agent, open->call);
}

void buffer_complete(struct agent *agent, struct operation *operation,
                     const struct operation *list)
{
    struct operation *other;

    buffer_end(agent, operation);
    if (list == NULL)
        return;
    /* Those that came after the last that was complete; list->prev is the last
     * of all. */
    for (other = list->prev; !other->buffers_over; other = other->prev) {
        if (other->active) {
            buffer_end(agent, other);
            other->buffers_over = true;
        }
        if (other == list)
            break;
    }
    operation->buffers_over = true;
}

void buffer_operation_free(struct operation *operation)
{
    struct buffer_range *range, *next;

    if (operation->buffers == NULL)
        return;
    buffer_end(agent_of(operation->made_by->process), operation);
    LL_FOREACH_SAFE(operation->buffers, range, next)
        access_node_give(range, sizeof *range);
    operation->buffers = NULL;
}

static bool forget(void *context, struct access_node *node)
{
    (void)context;
    access_node_give(node, sizeof(struct buffer_range));
    return true;
}

void buffer_agent_free(struct agent *agent)
{
    if (agent->buffers == NULL)
        return;
    access_tree_sweep(&agent->buffers->told, forget, NULL);
    free(agent->buffers->requested);
    free(agent->buffers);
    agent->buffers = NULL;
}
