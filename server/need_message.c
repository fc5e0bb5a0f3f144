/*
 * need_message.c - what messages wait for.
 */
#include "machine.h"
#include "need.h"

#include <stdlib.h>

struct taken {
    const struct message **items;
    size_t count, room;
    /* Receives that may take one of several messages, of this tag among them:
     * how many there are, and the first. */
    int64_t tag;
    size_t rivals;
    struct call *rival;
};

static bool tags_meet(int64_t one, int64_t other)
{
    return one == NEUTRAL_ANY_TAG || other == NEUTRAL_ANY_TAG || one == other;
}

static bool is_taken(const struct taken *taken, const struct message *message)
{
    size_t i;

    for (i = 0; i < taken->count; i++)
        if (taken->items[i] == message)
            return true;
    return false;
}

static const struct message *first_free(const struct lane *lane, int64_t tag,
                                        const struct taken *taken)
{
    const struct message *message;

    DL_FOREACH(lane->messages, message)
        if ((tag == NEUTRAL_ANY_TAG || tag == message->tag) &&
            !is_taken(taken, message))
            return message;
    return NULL;
}

/* How many messages the receive could take: one of each lane at most. */
static unsigned candidates(const struct endpoint *endpoint, int64_t source,
                           int64_t tag, const struct taken *taken,
                           const struct message **one)
{
    const struct message *message;
    const struct lane *lane;
    unsigned count = 0;

    if (source != SOURCE_ANY) {
        lane = lane_find(endpoint, (uint32_t)source);
        *one = lane == NULL ? NULL : first_free(lane, tag, taken);
        return *one != NULL;
    }
    DL_FOREACH(endpoint->lanes, lane) {
        message = first_free(lane, tag, taken);
        if (message != NULL) {
            *one = message;
            count++;
        }
    }
    return count;
}

static void take(struct taken *taken, const struct message *message)
{
    if (taken->count == taken->room) {
        taken->room = taken->room * 2 + 8;
        taken->items =
            xrealloc(taken->items, taken->room, sizeof taken->items[0]);
    }
    taken->items[taken->count++] = message;
}

/*
 * Gives the receives that were posted before `end` (NULL: all) what they can
 * take.  One that could take several messages takes none here: then more may
 * happen than the standard allows, but never less.  Returns whether the
 * message is among those that are or may be taken.
 */
static bool simulate(const struct endpoint *endpoint, const struct receive *end,
                     struct taken *taken, const struct message *message)
{
    const struct receive *receive;

    DL_FOREACH(endpoint->receives, receive) {
        const struct message *one = NULL;
        unsigned count;

        if (receive == end)
            break;
        count =
            candidates(endpoint, receive->source, receive->tag, taken, &one);
        if (count == 1) {
            take(taken, one);
        } else if (count > 1 && tags_meet(receive->tag, taken->tag) &&
                   taken->rivals++ == 0) {
            taken->rival = receive->call;
        }
        if (message == NULL || count == 0)
            continue;
        if (one == message || (count > 1 && (receive->tag == NEUTRAL_ANY_TAG ||
                                             receive->tag == message->tag)))
            return true;
    }
    return false;
}

static size_t free_in_lane(const struct lane *lane, int64_t tag,
                           const struct taken *taken)
{
    const struct message *message;
    size_t count = 0;

    DL_FOREACH(lane->messages, message)
        count += tags_meet(tag, message->tag) && !is_taken(taken, message);
    return count;
}

/* How many messages for it nobody is known to take. */
static size_t free_messages(const struct endpoint *endpoint, int64_t source,
                            int64_t tag, const struct taken *taken)
{
    const struct lane *lane;
    size_t count = 0;

    if (source != SOURCE_ANY) {
        lane = lane_find(endpoint, (uint32_t)source);
        return lane == NULL ? 0 : free_in_lane(lane, tag, taken);
    }
    DL_FOREACH(endpoint->lanes, lane)
        count += free_in_lane(lane, tag, taken);
    return count;
}

/* Whether there is, or may be, a message for it; if not, *rival may have taken
 * it, where that is assumed. */
static bool can_receive(const struct model *model,
                        const struct endpoint *endpoint, int64_t source,
                        int64_t tag, const struct receive *receive,
                        struct call **rival)
{
    struct taken taken = {.tag = tag};
    const struct message *one;
    bool result;

    (void)simulate(endpoint, receive, &taken, NULL);
    result = candidates(endpoint, source, tag, &taken, &one) > 0;
    if (result && model->assumes_taken && taken.rivals > 0 &&
        free_messages(endpoint, source, tag, &taken) <= taken.rivals) {
        *rival = taken.rival;
        result = false;
    }
    free(taken.items);
    return result;
}

bool message_wanted(const struct message *message)
{
    struct taken taken = {0};
    bool result;

    /* A matched probe alone receives nothing (3.8.2, 3.8.3). */
    if (message->probed)
        return false;
    if (message->receive != NULL || message->lane == NULL ||
        message->endpoint->lost)
        return true;
    result = simulate(message->endpoint, NULL, &taken, message);
    free(taken.items);
    return result;
}

/* Members that could send to the receiver: all of the communicator, or of
 * the other side of an intercommunicator. */
static void add_sources(struct waits *waits, const struct comm *comm,
                        uint32_t receiver, int64_t source)
{
    const struct group *group = comm->groups[0];
    int i;

    if (source != SOURCE_ANY) {
        need_seat(waits, comm_seat(comm, (uint32_t)source));
        return;
    }
    if (comm->groups[1] != NULL && receiver < (uint32_t)group->size)
        group = comm->groups[1];
    if (knot_share(waits->knot, group))
        return;
    for (i = 0; i < group->size; i++)
        need_seat(waits, group->seats[i]);
}

void need_message(struct waits *waits, const struct comm *comm,
                  const struct receive *receive)
{
    struct wait_reason reason = {.kind = WAIT_MESSAGE,
                                 .call = receive->call,
                                 .comm = comm,
                                 .tag = receive->tag,
                                 .any_source = receive->source == SOURCE_ANY};

    if (receive->matched || receive->endpoint == NULL ||
        receive->endpoint->lost ||
        can_receive(waits->model, receive->endpoint, receive->source,
                    receive->tag, receive, &reason.taken_by))
        return;
    need_add(waits, true, reason);
    add_sources(waits, comm, receive->receiver, receive->source);
}

/* Buffered sends end without a receive. */
static bool is_buffered(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Bsend:
    case CALL_MPI_Ibsend:
    case CALL_MPI_Bsend_init:
        return true;
    default:
        return false;
    }
}

int64_t message_bytes(struct agent *agent, const struct call *call)
{
    const struct call_MPI_Send *send = CALL_VIEW(call, MPI_Send);
    const struct type *type = agent_type(agent, send->datatype);
    int64_t bytes;

    return type == NULL || !type->known || send->count < 0 ||
                   __builtin_mul_overflow(send->count, type->size, &bytes)
               ? -1
               : bytes;
}

void need_receive(struct waits *waits, struct agent *agent,
                  const struct operation *operation)
{
    const struct message *message = operation->message;
    struct wait_reason reason = {.kind = WAIT_RECEIVE,
                                 .call = message->call,
                                 .comm = operation->comm,
                                 .tag = message->tag,
                                 .bytes = -1,
                                 .probed = message->probed};

    if (is_buffered(operation->made_by) || message_wanted(message))
        return;
    if (operation->kind == OPERATION_SEND)
        reason.bytes = message_bytes(agent, operation->made_by);
    need_add(waits, true, reason);
    need_seat(waits, comm_seat(operation->comm, message->receiver));
}

void need_probe(struct waits *waits, const struct agent *agent,
                struct call *call)
{
    const struct call_MPI_Probe *view = CALL_VIEW(call, MPI_Probe);
    const struct comm *comm = agent_comm(agent, view->comm);
    const struct endpoint *endpoint;
    struct wait_reason reason = {
        .kind = WAIT_PROBE, .call = call, .comm = comm, .tag = view->tag};
    int64_t source = SOURCE_ANY;
    uint32_t member;

    if (comm == NULL || !comm_member(comm, agent, &member) ||
        view->source == NEUTRAL_PROC_NULL)
        return;
    reason.any_source = view->source == NEUTRAL_ANY_SOURCE;
    if (!reason.any_source) {
        source = view->source >= NEUTRAL_SPECIAL
                     ? -1
                     : comm_peer(comm, member, view->source);
        if (source < 0)
            return;
    }
    endpoint = endpoint_find(comm, member);
    if (endpoint != NULL &&
        (endpoint->lost || can_receive(waits->model, endpoint, source,
                                       view->tag, NULL, &reason.taken_by)))
        return;
    need_add(waits, true, reason);
    add_sources(waits, comm, member, source);
}

void need_partitions(struct waits *waits, const struct operation *operation)
{
    const struct partitioned *partitioned = operation->partitioned;
    bool sends = partitioned_sends(operation);
    uint64_t round =
        partitioned->ends[sends ? PARTITIONED_SEND : PARTITIONED_RECEIVE].round;
    bool ready = partitioned_is_ready(partitioned, round);
    struct wait_reason reason = {.kind = ready ? WAIT_START : WAIT_PARTITIONS,
                                 .call = operation->started_by,
                                 .comm = operation->comm,
                                 .tag = partitioned->tag,
                                 .bytes = -1};

    bool runs = partitioned->nobody ||
                partitioned->ends[PARTITIONED_RECEIVE].round >= round;

    reason.unstarted =
        !sends && partitioned->ends[PARTITIONED_SEND].round < round;
    reason.partitions =
        partitioned_missing(partitioned, round, &reason.partition);
    if (partitioned->unsure || (!sends && (ready || partitioned->nobody)) ||
        (ready && runs))
        return;
    need_add(waits, false, reason);
    need_seat(waits, comm_seat(operation->comm,
                               partitioned->member[ready ? PARTITIONED_RECEIVE
                                                         : PARTITIONED_SEND]));
}

/* Messages that the process has sent by buffered sends on a communicator. */
static void need_buffers_on(struct waits *waits, const struct agent *agent,
                            const struct comm *comm)
{
    const struct endpoint *endpoint;
    const struct message *message;
    struct lane *lane;
    uint32_t member;

    if (!comm_member(comm, agent, &member))
        return;
    DL_FOREACH(comm->endpoints, endpoint) {
        lane = lane_find(endpoint, member);
        if (lane == NULL)
            continue;
        DL_FOREACH(lane->messages, message) {
            /* A persistent one is sent by MPI_Start. */
            if (!is_buffered(message->call) || message_wanted(message))
                continue;
            need_add(waits, false,
                     (struct wait_reason){.kind = WAIT_BUFFER,
                                          .call = message->call,
                                          .comm = comm,
                                          .tag = message->tag});
            need_seat(waits, comm_seat(comm, message->receiver));
        }
    }
}

void need_buffers(struct waits *waits, const struct agent *agent)
{
    struct binding *binding;

    DL_FOREACH(agent->bindings, binding)
        if (binding->key.kind == BINDING_COMM)
            need_buffers_on(waits, agent, binding->object);
}
