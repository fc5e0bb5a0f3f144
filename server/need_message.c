/*
 * need_message.c - what messages wait for.
 */
#include "machine.h"
#include "model_attached.h"
#include "need.h"

/* What the endpoint's receives can take; kept, since many may wait there. */
static const struct matching *matching_of(struct waits *waits,
                                          const struct endpoint *endpoint)
{
    struct matching *matching =
        flat_table_find(&waits->matchings, (uintptr_t)endpoint);

    if (matching == NULL) {
        matching = matching_new(endpoint, NULL);
        flat_table_add(&waits->matchings, (uintptr_t)endpoint, matching);
    }
    return matching;
}

/* Where that is assumed, receives that may take one of several messages have
 * taken all that there are for one more. */
static bool rivals_take_all(const struct endpoint *endpoint, int64_t source,
                            int64_t tag, const struct receive *receive,
                            struct call **rival)
{
    struct matching *before = matching_new(endpoint, receive);
    size_t rivals = matching_rivals(before, tag, rival);
    bool result = rivals > 0 &&
                  matching_untaken(before, source, tag, rivals + 1) <= rivals;

    matching_free(before);
    if (!result)
        *rival = NULL;
    return result;
}

/* Whether there is, or may be, a message for it; if not, *rival may have taken
 * it, where that is assumed. */
static bool can_receive(struct waits *waits, const struct endpoint *endpoint,
                        int64_t source, int64_t tag,
                        const struct receive *receive, struct call **rival)
{
    const struct matching *matching = matching_of(waits, endpoint);
    bool result;

    if (receive == NULL || !matching_serves(matching, receive, &result))
        result = matching_untaken(matching, source, tag, 1) > 0;
    return result && !(waits->model->assumes_taken &&
                       matching_rivals(matching, tag, rival) > 0 &&
                       rivals_take_all(endpoint, source, tag, receive, rival));
}

/* Whether it is known, without a look at the receives, that the message is
 * wanted, or is not. */
static bool is_known(const struct message *message, bool *wanted)
{
    /* A matched probe alone receives nothing (3.8.2, 3.8.3). */
    *wanted = !message->probed;
    return message->probed || message->receive != NULL ||
           message->lane == NULL ||
           endpoint_lost(message->endpoint, message->tag);
}

bool message_wanted(const struct matching *matching,
                    const struct message *message)
{
    bool wanted;

    return is_known(message, &wanted) ? wanted
                                      : matching_takes(matching, message);
}

static bool is_wanted(struct waits *waits, const struct message *message)
{
    const struct matching *matching;
    bool wanted;

    if (is_known(message, &wanted))
        return wanted;
    matching = matching_of(waits, message->endpoint);
    return matching_takes(matching, message) &&
           !(waits->model->assumes_taken &&
             matching_may_leave(matching, message));
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
        endpoint_lost(receive->endpoint, receive->tag) ||
        can_receive(waits, receive->endpoint, receive->source, receive->tag,
                    receive, &reason.taken_by))
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

void need_receive(struct waits *waits, const struct operation *operation)
{
    const struct message *message = operation->message;
    struct wait_reason reason = {.kind = WAIT_RECEIVE,
                                 .call = message->call,
                                 .comm = operation->comm,
                                 .tag = message->tag,
                                 .bytes = -1,
                                 .probed = message->probed};

    if (is_buffered(operation->made_by) || is_wanted(waits, message))
        return;
    if (operation->kind == OPERATION_SEND)
        reason.bytes = payload_bytes(&message->transfer.payload);
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
    if (endpoint != NULL && (endpoint_lost(endpoint, view->tag) ||
                             can_receive(waits, endpoint, source, view->tag,
                                         NULL, &reason.taken_by)))
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
            if (!is_buffered(message->call) || is_wanted(waits, message))
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

void need_buffers(struct waits *waits, const struct agent *agent,
                  const struct call *call)
{
    struct binding *binding;

    DL_FOREACH(agent->bindings, binding)
        if (binding->key.kind == BINDING_COMM &&
            attached_serves(agent, call, binding->object))
            need_buffers_on(waits, agent, binding->object);
}
