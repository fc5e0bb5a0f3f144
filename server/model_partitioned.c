/*
 * model_partitioned.c - partitioned communication (MPI-4.1 4.2).
 *
 * Both ends count the times they were started: the send's n-th round is what
 * the receive's n-th one takes.  A round has come when all of the sender's
 * partitions are ready; how the receiver divides it does not matter.
 */
#include "model_partitioned.h"

#include "model_buffer.h"
#include "model_request.h"
#include "signature.h"
#include "traffic.h"

#include <stdlib.h>

/* Of a send with more it is not kept which are ready. */
#define PARTITIONS_MOST (1 << 24)

static struct round *round_free(struct round *round, uint32_t partitions)
{
    struct round *next = round->next;
    uint32_t i;

    for (i = 0; i < partitions; i++) {
        call_drop(round->marks[i].call);
        clock_drop(round->marks[i].clock);
    }
    free(round->marks);
    free(round);
    return next;
}

/* Those that neither side asks for any more; all: nobody does. */
static void rounds_forget(struct partitioned *partitioned, bool all)
{
    const struct partitioned_end *send = &partitioned->ends[PARTITIONED_SEND];

    while (partitioned->rounds != NULL &&
           (all || (partitioned->rounds->number <= partitioned->received &&
                    partitioned->rounds->number < send->round)))
        partitioned->rounds = round_free(partitioned->rounds, send->partitions);
}

void partitioned_drop(struct partitioned *partitioned)
{
    unsigned i;

    if (partitioned == NULL || --partitioned->references > 0)
        return;
    rounds_forget(partitioned, true);
    for (i = 0; i < 2; i++) {
        call_drop(partitioned->ends[i].call);
        transfer_drop(&partitioned->ends[i].transfer);
    }
    free(partitioned);
}

bool partitioned_sends(const struct operation *operation)
{
    return operation->made_by->info->base == CALL_MPI_Psend_init;
}

static unsigned end_of(const struct operation *operation)
{
    return partitioned_sends(operation) ? PARTITIONED_SEND
                                        : PARTITIONED_RECEIVE;
}

static const struct round *round_at(const struct partitioned *partitioned,
                                    uint64_t number)
{
    const struct round *round;

    LL_SEARCH_SCALAR(partitioned->rounds, round, number, number);
    return round;
}

bool partitioned_is_ready(const struct partitioned *partitioned, uint64_t round)
{
    const struct partitioned_end *send = &partitioned->ends[PARTITIONED_SEND];
    const struct round *at = round_at(partitioned, round);

    return send->call != NULL &&
           (at == NULL ? send->round >= round : at->ready >= send->partitions);
}

uint32_t partitioned_missing(const struct partitioned *partitioned,
                             uint64_t round, int64_t *first)
{
    const struct round *at = round_at(partitioned, round);
    uint32_t count = partitioned->ends[PARTITIONED_SEND].partitions, i;

    *first = 0;
    if (at == NULL)
        return 0;
    for (i = count; i > 0; i--)
        if (at->marks[i - 1].call == NULL)
            *first = i - 1;
    return count - at->ready;
}

bool partitioned_acted(const struct partitioned *partitioned, uint64_t round)
{
    const struct partitioned_end *send = &partitioned->ends[PARTITIONED_SEND];

    return send->call != NULL &&
           partitioned->ready_acted >= round * send->partitions;
}

/* --------------------------------------------------------------- matching */

static struct partitioned_queue *
queue_of(struct comm *comm, const uint32_t members[2], int64_t tag)
{
    struct partitioned_queue *queue, key = {.key = {.tag = tag}};

    key.key.members[0] = members[0];
    key.key.members[1] = members[1];
    HASH_FIND(hh, comm->partitioned, &key.key, sizeof key.key, queue);
    if (queue == NULL) {
        queue = xcalloc(1, sizeof *queue);
        queue->key = key.key;
        HASH_ADD(hh, comm->partitioned, key, sizeof queue->key, queue);
    }
    return queue;
}

static struct partitioned *partitioned_new(void)
{
    struct partitioned *partitioned = xcalloc(1, sizeof *partitioned);

    partitioned->references = 1;
    return partitioned;
}

/* "Send-side and receive-side buffers must be identical in size" (4.2.1). */
static void compare(struct agent *agent, struct comm *comm,
                    struct partitioned *partitioned, struct call *call)
{
    const struct transfer *sent = &partitioned->ends[0].transfer;
    const struct transfer *received = &partitioned->ends[1].transfer;
    struct payload_difference difference;
    struct model_event event;
    bool other_size;

    if (!payload_compare(&sent->payload, &received->payload, &difference))
        return;
    other_size = difference.relation != RELATION_UNLIKE &&
                 difference.bytes[0] != difference.bytes[1];
    event = model_event_new(
        agent, other_size ? EVENT_PARTITION : EVENT_TRANSFER, call);
    if (other_size) {
        event.partition.fault = PARTITION_SIZE;
        event.partition.made_by = sent->call;
        event.partition.other = received->call;
        event.partition.number = difference.bytes[0];
        event.partition.limit = difference.bytes[1];
    } else {
        event.transfer.comm = comm;
        event.transfer.sent = sent;
        event.transfer.received = received;
        event.transfer.differs = &difference;
    }
    model_raise(agent->model, &event);
}

/* Notes who made an end; whether threads did that is not forgotten. */
static void queue_came(struct partitioned_queue *queue, unsigned end,
                       struct call *call)
{
    struct partitioned *partitioned;

    if (queue->last[end] != NULL && queue->last[end]->thread != call->thread)
        queue->unsure = true;
    call_drop(queue->last[end]);
    queue->last[end] = call_hold(call);
    DL_FOREACH(queue->first, partitioned)
        partitioned->unsure = queue->unsure;
}

/* The first that lacks that end, or a new one; held by the caller. */
static struct partitioned *matched(struct comm *comm, const uint32_t members[2],
                                   int64_t tag, unsigned end, struct call *call)
{
    struct partitioned_queue *queue = queue_of(comm, members, tag);
    struct partitioned *partitioned = queue->first;

    queue_came(queue, end, call);
    if (partitioned != NULL && partitioned->ends[end].call == NULL) {
        DL_DELETE(queue->first, partitioned);
        partitioned_both(queue, partitioned);
        return partitioned;
    }
    partitioned = partitioned_new();
    partitioned->references++; /* the queue's */
    partitioned->unsure = queue->unsure;
    partitioned->member[PARTITIONED_SEND] = members[PARTITIONED_SEND];
    partitioned->member[PARTITIONED_RECEIVE] = members[PARTITIONED_RECEIVE];
    partitioned->tag = tag;
    DL_APPEND(queue->first, partitioned);
    return partitioned;
}

/* What the call makes an end of; held by the caller. */
static struct partitioned *find(struct agent *agent, struct comm *comm,
                                unsigned end, struct call *call)
{
    /* MPI_Precv_init has the same parameters. */
    const struct call_MPI_Psend_init *view = CALL_VIEW(call, MPI_Psend_init);
    struct partitioned *alone, *both;
    uint32_t members[2] = {0, 0};
    int64_t peer = -1;

    if (comm != NULL && comm_member(comm, agent, &members[end]) &&
        view->dest < NEUTRAL_SPECIAL)
        peer = comm_peer(comm, members[end], view->dest);
    if (peer >= 0 && view->tag < NEUTRAL_SPECIAL) {
        members[!end] = (uint32_t)peer;
        both = matched(comm, members, view->tag, end, call);
        if (end == PARTITIONED_SEND)
            both->pair = traffic_between(agent->model->traffic, agent->seat,
                                         comm_seat(comm, (uint32_t)peer));
        return both;
    }
    alone = partitioned_new();
    alone->nobody = view->dest == NEUTRAL_PROC_NULL;
    alone->unsure = !alone->nobody;
    alone->member[end] = members[end];
    return alone;
}

static bool has_wildcard(const struct call *call)
{
    const struct call_MPI_Psend_init *view = CALL_VIEW(call, MPI_Psend_init);

    return call->info->base == CALL_MPI_Precv_init &&
           (view->dest == NEUTRAL_ANY_SOURCE || view->tag == NEUTRAL_ANY_TAG);
}

static void raise_fault(struct agent *agent, struct call *call,
                        enum partition_fault fault, struct call *made_by,
                        int64_t number)
{
    struct model_event event = model_event_new(agent, EVENT_PARTITION, call);

    event.partition.fault = fault;
    event.partition.made_by = made_by;
    event.partition.number = number;
    if (made_by != NULL)
        event.partition.limit = CALL_VIEW(made_by, MPI_Psend_init)->partitions;
    model_raise(agent->model, &event);
}

enum model_step partitioned_enter(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    int64_t partitions = CALL_VIEW(call, MPI_Psend_init)->partitions;
    struct operation *operation = operation_new(OPERATION_PARTITIONED, call);

    open->operation = operation;
    operation->persistent = true;
    operation->comm =
        comm_hold(agent_comm(agent, call_word(call, call->info->comm_word)));
    if (partitions < 1)
        raise_fault(agent, call, PARTITION_NONE, NULL, partitions);
    if (has_wildcard(call))
        raise_fault(agent, call, PARTITION_WILDCARD, NULL, 0);
    return MODEL_DONE;
}

enum model_step partitioned_exit(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    const struct call_MPI_Psend_init *view = CALL_VIEW(call, MPI_Psend_init);
    struct operation *operation = open->operation;
    unsigned end = end_of(operation);
    struct partitioned_end *own;

    if (succeeded(call, call_result(call)) && view->partitions > 0 &&
        view->partitions <= PARTITIONS_MOST) {
        operation->partitioned = find(agent, operation->comm, end, call);
        own = &operation->partitioned->ends[end];
        own->call = call_hold(call);
        own->partitions = (uint32_t)view->partitions;
        own->transfer = transfer_of(agent, call, 0);
        own->transfer.payload.count *= view->partitions;
        if (operation->partitioned->ends[!end].call != NULL &&
            !operation->partitioned->unsure)
            compare(agent, operation->comm, operation->partitioned, call);
    }
    return request_made_exit(agent, open);
}

/* ----------------------------------------------------------------- rounds */

void partitioned_start(struct operation *operation)
{
    struct partitioned *partitioned = operation->partitioned;
    struct partitioned_end *own;
    struct round *round;

    if (partitioned == NULL)
        return;
    own = &partitioned->ends[end_of(operation)];
    own->round++;
    if (!partitioned_sends(operation))
        return;
    round = xcalloc(1, sizeof *round);
    round->number = own->round;
    round->marks = xcalloc(own->partitions, sizeof round->marks[0]);
    rounds_forget(partitioned, partitioned->nobody || partitioned->unsure);
    LL_APPEND(partitioned->rounds, round);
    traffic_message(partitioned->pair, payload_bytes(&own->transfer.payload));
}

bool partitioned_ready(const struct operation *operation)
{
    const struct partitioned *partitioned = operation->partitioned;

    return partitioned == NULL || partitioned->unsure || partitioned->nobody ||
           partitioned_is_ready(partitioned,
                                partitioned->ends[end_of(operation)].round);
}

void partitioned_complete(struct agent *agent, struct operation *operation)
{
    struct partitioned *partitioned = operation->partitioned;
    const struct round *round;
    uint32_t i;

    if (partitioned == NULL || partitioned->unsure ||
        partitioned_sends(operation))
        return;
    partitioned->received = partitioned->ends[PARTITIONED_RECEIVE].round;
    round = round_at(partitioned, partitioned->received);
    for (i = 0;
         round != NULL && i < partitioned->ends[PARTITIONED_SEND].partitions;
         i++)
        agent_learn(agent, round->marks[i].clock);
    rounds_forget(partitioned, false);
}

void partitioned_give_up(struct agent *agent, struct call *call,
                         const struct operation *operation)
{
    bool frees = call->info->base == CALL_MPI_Request_free;

    if (operation->kind == OPERATION_PARTITIONED && operation->active &&
        !(frees && operation->told_complete))
        raise_fault(agent, call, PARTITION_GIVEN_UP, operation->made_by, 0);
}

/* ------------------------------------------------------------- partitions */

/* The end of that kind that the request is; NULL: it is another, and that is
 * told, or it is not known. */
static struct operation *end_from(struct agent *agent, struct call *call,
                                  uint64_t handle, bool sends)
{
    struct operation *first = binding_find(agent, BINDING_REQUEST, handle);
    struct operation *operation;

    DL_FOREACH(first, operation)
        if (operation->kind == OPERATION_PARTITIONED &&
            partitioned_sends(operation) == sends)
            return operation;
    if (first != NULL || (sends && handle == NEUTRAL_REQUEST_NULL))
        raise_fault(agent, call, PARTITION_REQUEST,
                    first == NULL ? NULL : first->made_by, 0);
    return NULL;
}

static void mark_one(struct agent *agent, struct open_call *open,
                     struct operation *operation, struct round *round,
                     int64_t number, struct clock *clock)
{
    struct call *made_by = operation->made_by;
    struct model_event event;
    struct mark *mark;

    if (number < 0 ||
        number >= operation->partitioned->ends[PARTITIONED_SEND].partitions) {
        raise_fault(agent, open->call, PARTITION_RANGE, made_by, number);
        return;
    }
    mark = &round->marks[number];
    if (mark->call != NULL) {
        event = model_event_new(agent, EVENT_PARTITION, open->call);
        event.partition.fault = PARTITION_TWICE;
        event.partition.made_by = made_by;
        event.partition.other = mark->call;
        event.partition.number = number;
        model_raise(agent->model, &event);
        return;
    }
    mark->call = call_hold(open->call);
    mark->clock = clock_hold(clock);
    round->ready++;
    open->marked++;
    buffer_partitions(agent, operation, open->call, number, number);
}

/* The partitions from low to high, or (list not NULL) those in the list. */
static void mark(struct agent *agent, struct open_call *open, uint64_t handle,
                 int64_t low, int64_t high, const struct array_number *list)
{
    struct operation *operation = end_from(agent, open->call, handle, true);
    struct partitioned *partitioned;
    struct round *round;
    struct clock *clock;
    int64_t limit, i;

    if (operation == NULL)
        return;
    if (!operation->active) {
        raise_fault(agent, open->call, PARTITION_INACTIVE, operation->made_by,
                    0);
        return;
    }
    partitioned = operation->partitioned;
    if (partitioned == NULL)
        return;
    open->operation = operation_hold(operation);
    LL_SEARCH_SCALAR(partitioned->rounds, round, number,
                     partitioned->ends[PARTITIONED_SEND].round);
    if (round == NULL)
        return;
    clock = agent_clock(agent);
    limit = partitioned->ends[PARTITIONED_SEND].partitions;
    /* One beyond is told, at either end, not each. */
    if (list == NULL && low < 0 && low <= high) {
        mark_one(agent, open, operation, round, low, clock);
        low = 0;
    }
    for (i = low; list == NULL && i <= high; i++) {
        mark_one(agent, open, operation, round, i, clock);
        if (i >= limit)
            break;
    }
    for (i = 0;
         list != NULL && list->special == ARRAY_PRESENT && i < list->count; i++)
        mark_one(agent, open, operation, round, list->items[i], clock);
    clock_drop(clock);
}

enum model_step pready_enter(struct agent *agent, struct open_call *open)
{
    const struct call *call = open->call;
    const struct call_MPI_Pready *one = CALL_VIEW(call, MPI_Pready);
    const struct call_MPI_Pready_range *range =
        CALL_VIEW(call, MPI_Pready_range);
    const struct call_MPI_Pready_list *list = CALL_VIEW(call, MPI_Pready_list);

    if (call->info->base == CALL_MPI_Pready)
        mark(agent, open, one->request, one->partition, one->partition, NULL);
    else if (call->info->base == CALL_MPI_Pready_range)
        mark(agent, open, range->request, range->partition_low,
             range->partition_high, NULL);
    else
        mark(agent, open, list->request, 0, 0, &list->array_of_partitions);
    return MODEL_DONE;
}

/* The receiver asks for one of its partitions, active or not. */
enum model_step parrived_enter(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Parrived *view = CALL_VIEW(open->call, MPI_Parrived);
    struct operation *operation =
        end_from(agent, open->call, view->request, false);

    if (operation == NULL || !operation->active ||
        operation->partitioned == NULL)
        return MODEL_DONE;
    if (view->partition < 0 ||
        view->partition >=
            operation->partitioned->ends[PARTITIONED_RECEIVE].partitions)
        raise_fault(agent, open->call, PARTITION_RANGE, operation->made_by,
                    view->partition);
    order_test(agent, &operation->tested);
    return MODEL_DONE;
}

/* The sender's partitions that lie in the receiver's one, if all of those are
 * ready; *first and *end.  False: not yet. */
static bool lies_in(const struct partitioned *partitioned,
                    const struct round *round, int64_t partition,
                    uint32_t *first, uint32_t *end)
{
    uint64_t sent = partitioned->ends[PARTITIONED_SEND].partitions;
    uint64_t received = partitioned->ends[PARTITIONED_RECEIVE].partitions;
    uint64_t own = (uint64_t)partition;
    uint32_t i;

    *first = (uint32_t)(own * sent / received);
    *end = (uint32_t)(((own + 1) * sent + received - 1) / received);
    for (i = *first; i < *end; i++)
        if (round->marks[i].call == NULL)
            return false;
    return true;
}

enum model_step parrived_exit(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Parrived *view = CALL_VIEW(open->call, MPI_Parrived);
    struct operation *operation =
        binding_find(agent, BINDING_REQUEST, view->request);
    const struct partitioned *partitioned =
        operation == NULL ? NULL : operation->partitioned;
    const struct round *round;
    uint32_t first = 0, end = 0, i;

    if (partitioned == NULL || partitioned_sends(operation) ||
        !operation->active || view->flag != 1 || view->partition < 0 ||
        view->partition >= partitioned->ends[PARTITIONED_RECEIVE].partitions)
        return MODEL_DONE;
    round = round_at(partitioned, partitioned->ends[PARTITIONED_RECEIVE].round);
    if (!partitioned->unsure && !partitioned->nobody &&
        (round == NULL ||
         !lies_in(partitioned, round, view->partition, &first, &end))) {
        if (must_wait(agent, false))
            return MODEL_WAIT;
        end = first;
    }
    for (i = first; i < end; i++)
        agent_learn_unsure(agent, round->marks[i].clock);
    buffer_partitions(agent, operation, open->call, view->partition,
                      view->partition);
    return MODEL_DONE;
}
