/*
 * model_buffer.c - buffers of pending operations (MPI-4.1 3.7.2, 3.9, 6.12).
 */
#include "model_buffer.h"

#include "access.h"
#include "model_argument.h"
#include "model_partitioned.h"
#include "model_request.h"

#include <stdlib.h>

enum use { USE_LOAD, USE_STORE, USE_COUNT };

/* Bytes that an operation uses. */
struct buffer_range {
    struct access_node node;
    uint32_t stride, block; /* as in struct access_range */
    struct operation *operation;
    bool pending;              /* it is in the tree */
    uint8_t use;               /* enum use */
    uint32_t partition;        /* of a partitioned operation; else 0 */
    struct buffer_range *next; /* of the operation */
};

struct buffer_memory {
    struct access_tree uses[USE_COUNT];
    struct access_tree told; /* what EVENT_BUFFER was raised for */
    /* RMA calls without a request that are not complete at the origin. */
    struct operation *origins;
    size_t origin_count;
    /* Those with one: synchronization completes them, too; held. */
    struct operation **requested;
    size_t requested_count;
};

/* More calls of one epoch are not kept in mind. */
#define ORIGINS_KEPT 1024

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

static struct access_ranges ranges_of(struct agent *agent,
                                      const struct call *call, enum use use)
{
    struct access_ranges ranges = access_strides_of(
        agent, call, use == USE_LOAD ? DIRECTION_IN : DIRECTION_OUT);
    size_t i, kept = 0;

    argument_packed_bytes(agent, call, use == USE_STORE, &ranges);
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

static void remember(struct agent *agent, uint64_t low, uint64_t high)
{
    if (!buffer_was_told(agent, low, high))
        access_tree_add(&agent->buffers->told, &range_new(low, high)->node);
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
    remember(agent, one->low, one->high);
    remember(agent, other->low, other->high);
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

/* What the call does to these bytes meets the first operation that uses them
 * otherwise. */
static void meet(struct agent *agent, struct call *call, enum use use,
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
        meet(agent, call, stores ? USE_STORE : USE_LOAD, &ranges);
}

/* ------------------------------------------------------------- operations */

static void keep(struct operation *operation, enum use use,
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

static void pend(struct agent *agent, struct operation *operation)
{
    struct buffer_range *range;

    operation->buffers_over = false;
    LL_FOREACH(operation->buffers, range)
        pend_one(agent, range);
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
            event.buffer.pending_stores = use == USE_STORE;
            if (!told)
                model_raise(agent->model, &event);
            told = true;
            end_one(agent, (struct buffer_range *)(uintptr_t)meeting.pending);
        }
}

/* ------------------------------------------------- origins of RMA calls */

static int64_t rank_of(const struct call *call, unsigned char kind)
{
    const struct call_info *info = call->info;
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == kind)
            return (int64_t)call->words[info->parameters[i].word];
    return NEUTRAL_UNREAD;
}

static void origin_end(struct agent *agent, struct operation *operation)
{
    DL_DELETE(agent->buffers->origins, operation);
    agent->buffers->origin_count--;
    operation_drop(operation);
}

static bool is_pending(const struct operation *operation)
{
    return operation->buffers != NULL && operation->buffers->pending;
}

/* On that window to that target (-1: any) they are complete; window NULL:
 * none is. What is not pending is forgotten. */
static void requested_complete(struct agent *agent, const struct window *window,
                               int64_t target)
{
    struct buffer_memory *memory = agent->buffers;
    size_t i, kept = 0;

    for (i = 0; i < memory->requested_count; i++) {
        struct operation *operation = memory->requested[i];

        if (operation->window == window &&
            (target < 0 || operation->target == target))
            buffer_end(agent, operation);
        if (is_pending(operation))
            memory->requested[kept++] = operation;
        else
            operation_drop(operation);
    }
    memory->requested_count = kept;
}

static void requested_add(struct agent *agent, struct operation *operation)
{
    struct buffer_memory *memory = agent->buffers;

    if (memory->requested == NULL)
        memory->requested = xcalloc(ORIGINS_KEPT, sizeof memory->requested[0]);
    if (memory->requested_count == ORIGINS_KEPT)
        requested_complete(agent, NULL, -1);
    if (memory->requested_count < ORIGINS_KEPT)
        memory->requested[memory->requested_count++] =
            operation_hold(operation);
    else
        buffer_end(agent, operation);
}

/* The call completes RMA calls at the origin: of a target, or of all. */
static void origins_complete(struct agent *agent, const struct call *call)
{
    const struct window *window;
    struct operation *operation, *next;
    bool one = false;

    switch (call->info->base) {
    case CALL_MPI_Win_unlock:
    case CALL_MPI_Win_flush:
    case CALL_MPI_Win_flush_local:
        one = true;
        break;
    case CALL_MPI_Win_fence:
    case CALL_MPI_Win_complete:
    case CALL_MPI_Win_unlock_all:
    case CALL_MPI_Win_flush_all:
    case CALL_MPI_Win_flush_local_all:
    case CALL_MPI_Win_free:
        break;
    default:
        return;
    }
    window = agent_window(agent, call_word(call, call->info->win_word));
    DL_FOREACH_SAFE(agent->buffers->origins, operation, next)
        if (operation->window == window &&
            (!one || operation->target == rank_of(call, KIND_RANK)))
            origin_end(agent, operation);
    requested_complete(agent, window, one ? rank_of(call, KIND_RANK) : -1);
}

/* An RMA call begins. */
static void origin_enter(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    bool requested = (call->info->classes & CLASS_STARTS) != 0;
    struct window *window =
        agent_window(agent, call_word(call, call->info->win_word));
    int64_t target = rank_of(call, KIND_TARGET_RANK);
    bool ignored = call->info->op_word >= 0 &&
                   call_word(call, call->info->op_word) == NEUTRAL_OP_NO_OP;
    struct operation *operation = NULL;
    int use;

    if (window == NULL || target < 0 || target >= (int64_t)window->size)
        return;
    if (agent->buffers == NULL)
        agent->buffers = xcalloc(1, sizeof *agent->buffers);
    if (requested) {
        operation = open->operation;
    } else if (agent->buffers->origin_count < ORIGINS_KEPT) {
        operation = operation_new(OPERATION_RMA, call);
        operation->window = window_hold(window);
        operation->target = (int)target;
    }
    for (use = ignored ? USE_STORE : USE_LOAD; use < USE_COUNT; use++) {
        struct access_ranges ranges = ranges_of(agent, call, (enum use)use);

        meet(agent, call, (enum use)use, &ranges);
        if (operation != NULL)
            keep(operation, (enum use)use, &ranges, 0);
        access_ranges_free(&ranges);
    }
    if (operation == NULL)
        return;
    pend(agent, operation);
    if (requested) {
        if (is_pending(operation))
            requested_add(agent, operation);
        return;
    }
    DL_APPEND(agent->buffers->origins, operation);
    agent->buffers->origin_count++;
}

/* ------------------------------------------------ partitioned operations */

static void keep_partitions(struct agent *agent, struct operation *operation)
{
    const struct call *call = operation->made_by;
    /* MPI_Precv_init has the same parameters. */
    const struct call_MPI_Psend_init *view = CALL_VIEW(call, MPI_Psend_init);
    enum use use = partitioned_sends(operation) ? USE_LOAD : USE_STORE;
    const struct type *type = agent_type(agent, view->datatype);
    struct access_ranges ranges = ranges_of(agent, call, use), part;
    uint64_t step;
    uint32_t partition;
    size_t i;

    if (ranges.count > 0 && type != NULL && type->doubt == TYPE_SURE &&
        view->partitions > 0 &&
        view->partitions <= PARTITIONS_KEPT / (int64_t)ranges.count) {
        step = (uint64_t)(view->count * (type->ub - type->lb));
        part = ranges;
        for (partition = 0; partition < view->partitions; partition++) {
            keep(operation, use, &part, partition);
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
        meet(agent, call, USE_LOAD, &ranges);
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
            origins_complete(agent, call);
        return;
    }
    if ((classes & CLASS_RMA) != 0) {
        origin_enter(agent, open);
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
        ranges = ranges_of(agent, call, (enum use)use);
        if ((classes & CLASS_INITS) == 0)
            meet(agent, call, (enum use)use, &ranges);
        if (keeps)
            keep(open->operation, (enum use)use, &ranges, 0);
        access_ranges_free(&ranges);
    }
    if (keeps && (classes & CLASS_STARTS) != 0)
        pend(agent, open->operation);
}

void buffer_start(struct agent *agent, struct operation *operation,
                  struct call *call)
{
    struct buffer_range *range;

    /* MPI_Pready tells what is sent. */
    if (agent->buffers == NULL || (operation->kind == OPERATION_PARTITIONED &&
                                   partitioned_sends(operation)))
        return;
    LL_FOREACH(operation->buffers, range) {
        struct access_range one = bytes_of(range);
        struct access_ranges ranges = {.items = &one, .count = 1};

        if (!range->pending)
            meet(agent, call, (enum use)range->use, &ranges);
    }
    pend(agent, operation);
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
    keep(operation, stores ? USE_STORE : USE_LOAD, &ranges, 0);
    pend(agent, operation);
}

void buffer_end(struct agent *agent, struct operation *operation)
{
    struct buffer_range *range;

    LL_FOREACH(operation->buffers, range)
        end_one(agent, range);
}

void buffer_not_begun(struct agent *agent, const struct open_call *open)
{
    struct operation *operation;

    if (open->operation != NULL) {
        buffer_end(agent, open->operation);
        return;
    }
    if (agent->buffers == NULL)
        return;
    DL_FOREACH(agent->buffers->origins, operation)
        if (operation->made_by == open->call) {
            origin_end(agent, operation);
            return;
        }
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

void buffer_agent_end(struct agent *agent)
{
    while (agent->buffers != NULL && agent->buffers->origins != NULL)
        origin_end(agent, agent->buffers->origins);
    while (agent->buffers != NULL && agent->buffers->requested_count > 0)
        operation_drop(
            agent->buffers->requested[--agent->buffers->requested_count]);
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
