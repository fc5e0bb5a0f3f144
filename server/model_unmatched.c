/*
 * model_unmatched.c - messages that nobody received, receives that no
 * message came for, and collective operations that members never came to
 * (MPI-4.1 11.2.2, 6.1).
 */
#include "machine.h"
#include "model_channel.h"
#include "model_message.h"
#include "model_partitioned.h"
#include "need.h"

/* Messages for which a near miss is looked for: a job that leaves more has the
 * same fault again and again. */
#define SEARCHES 1000

/* Communicators that nobody has any more and that are kept for the receives
 * that were left there: to what a message may have missed. */
#define KEPT 64

/* A receive that would take the message but for one thing. */
struct near {
    struct receive *receive; /* NULL: none yet */
    enum near_miss miss;
};

static const struct process *member_process(const struct comm *comm,
                                            uint32_t member)
{
    const struct seat *seat = comm_seat(comm, member);

    return seat == NULL ? NULL : seat->process;
}

static void consider(struct near *near, struct receive *receive,
                     enum near_miss miss)
{
    if (near->receive == NULL || miss < near->miss)
        *near = (struct near){receive, miss};
}

static bool fits_tag(const struct receive *receive,
                     const struct message *message)
{
    return receive->tag == NEUTRAL_ANY_TAG || receive->tag == message->tag;
}

static void search_comm(struct near *near, const struct comm *comm,
                        const struct message *message)
{
    struct endpoint *endpoint;
    struct receive *receive;

    DL_FOREACH(comm->endpoints, endpoint)
        DL_FOREACH(endpoint->receives, receive) {
            bool here = endpoint->receiver == message->receiver;
            bool source = receive->source == SOURCE_ANY ||
                          receive->source == message->sender;
            bool tag = fits_tag(receive, message);

            if (here + source + tag == 2)
                consider(near, receive,
                         !tag      ? NEAR_TAG
                         : !source ? NEAR_SOURCE
                                   : NEAR_RECEIVER);
        }
}

/* The same receive, on another communicator of the two. */
static void search_other(struct near *near, const struct comm *comm,
                         const struct message *message,
                         const struct process *receiver)
{
    const struct process *sender = message->call->process;
    struct endpoint *endpoint;
    struct receive *receive;

    DL_FOREACH(comm->endpoints, endpoint)
        DL_FOREACH(endpoint->receives, receive)
            if (receive->call->process == receiver &&
                fits_tag(receive, message) &&
                (receive->source == SOURCE_ANY ||
                 member_process(comm, (uint32_t)receive->source) == sender))
                consider(near, receive, NEAR_COMM);
}

static struct near near_of(const struct comm *comm,
                           const struct message *message,
                           const struct process *receiver)
{
    struct agent *agent = agent_of(receiver);
    struct near near = {NULL, NEAR_TAG};
    struct binding *binding;
    struct comm *kept;

    if (agent->model->near_searches >= SEARCHES)
        return near;
    agent->model->near_searches++;
    search_comm(&near, comm, message);
    DL_FOREACH(agent->bindings, binding)
        if (binding->key.kind == BINDING_COMM && binding->object != comm)
            search_other(&near, binding->object, message, receiver);
    DL_FOREACH(agent->model->waiting_comms, kept)
        if (kept != comm)
            search_other(&near, kept, message, receiver);
    return near;
}

static void raise_message(const struct comm *comm,
                          const struct message *message)
{
    const struct process *receiver = member_process(comm, message->receiver);
    struct model_event event;
    struct near near;

    if (receiver == NULL || agent_of(receiver) == NULL ||
        agent_of(receiver)->model->finished)
        return;
    near = near_of(comm, message, receiver);
    event = model_event_new(agent_of(receiver), EVENT_UNMATCHED, NULL);
    event.unmatched.comm = comm;
    event.unmatched.send = message->call;
    event.unmatched.tag = message->tag;
    if (near.receive != NULL) {
        near.receive->told = true;
        event.unmatched.near = near.miss;
        event.unmatched.receive = near.receive->call;
        event.unmatched.receive_tag = near.receive->tag;
    }
    model_raise(agent_of(receiver)->model, &event);
}

static void raise_receive(const struct comm *comm,
                          const struct receive *receive)
{
    struct agent *agent = agent_of(receive->call->process);
    struct model_event event = model_event_new(agent, EVENT_UNMATCHED, NULL);

    event.unmatched.comm = comm;
    event.unmatched.receive = receive->call;
    event.unmatched.receive_tag = receive->tag;
    model_raise(agent->model, &event);
}

static void raise_partitioned(const struct comm *comm, uint32_t member,
                              struct call *send, int64_t tag)
{
    const struct process *receiver = member_process(comm, member);
    struct model_event event;

    if (receiver == NULL || agent_of(receiver) == NULL ||
        agent_of(receiver)->model->finished)
        return;
    event = model_event_new(agent_of(receiver), EVENT_UNMATCHED, NULL);
    event.unmatched.comm = comm;
    event.unmatched.send = send;
    event.unmatched.tag = tag;
    model_raise(agent_of(receiver)->model, &event);
}

/* Somebody has come to such a constructor and it is not known of which group: a
 * member of this one may use it, and be thought to use another. */
static bool lacks_members(const struct comm *comm)
{
    const struct call *made = comm->made_by;

    if (made == NULL || agent_of(made->process) == NULL)
        return false;
    switch (made->info->base) {
    case CALL_MPI_Comm_create_group:
    case CALL_MPI_Comm_create_from_group:
    case CALL_MPI_Intercomm_create_from_groups:
        return agent_of(made->process)->model->makings_unsure;
    default:
        return false;
    }
}

/* A receive from any source, or with any tag, that was never completed has not
 * told which message it took. */
static void endpoint_messages_left(const struct comm *comm,
                                   struct endpoint *endpoint)
{
    struct matching *matching = matching_new(endpoint, NULL);
    struct receive *receive;
    struct lane *lane;
    struct message *message;
    bool served;

    DL_FOREACH(endpoint->receives, receive)
        receive->served = matching_serves(matching, receive, &served) && served;
    DL_FOREACH(endpoint->lanes, lane)
        DL_FOREACH(lane->messages, message)
            if (!endpoint_lost(endpoint, message->tag) &&
                !matching_takes(matching, message))
                raise_message(comm, message);
    matching_free(matching);
}

static void comm_messages_left(struct comm *comm)
{
    struct endpoint *endpoint;

    if (lacks_members(comm))
        return;
    DL_FOREACH(comm->endpoints, endpoint)
        endpoint_messages_left(comm, endpoint);
    partitioned_sends_left(comm, raise_partitioned);
}

/* The model of one who left a receive there; or NULL. */
static struct model *model_waiting(const struct comm *comm)
{
    struct endpoint *endpoint;
    struct receive *receive;

    DL_FOREACH(comm->endpoints, endpoint)
        DL_FOREACH(endpoint->receives, receive) {
            struct agent *agent = agent_of(receive->call->process);

            if (agent != NULL && !agent->model->finished &&
                !endpoint_lost(endpoint, receive->tag))
                return agent->model;
        }
    return NULL;
}

bool comm_is_left(struct comm *comm)
{
    struct model *model = model_waiting(comm);

    comm->left = COMM_MESSAGES_TOLD;
    comm_messages_left(comm);
    if (model == NULL || model->waiting_comm_count == KEPT)
        return false;
    model->waiting_comm_count++;
    comm->references = 1;
    DL_APPEND(model->waiting_comms, comm);
    return true;
}

void comms_waiting_free(struct model *model)
{
    struct comm *comm, *next;

    DL_FOREACH_SAFE(model->waiting_comms, comm, next) {
        DL_DELETE(model->waiting_comms, comm);
        comm_drop(comm);
    }
}

/* On one communicator, where it fits but for source or tag, or on another
 * one, where it fits in both. */
static const struct message *missed_on(const struct comm *comm, bool other,
                                       const struct agent *receiver,
                                       const struct process *source,
                                       int64_t tag)
{
    const int wanted = other ? 2 : 1;
    const struct endpoint *endpoint;
    const struct lane *lane;
    const struct message *message, *found = NULL;
    struct matching *matching;
    uint32_t member;

    if (!comm_member(comm, receiver, &member))
        return NULL;
    endpoint = endpoint_find(comm, member);
    if (endpoint == NULL || endpoint->lost)
        return NULL;
    matching = matching_new(endpoint, NULL);
    DL_FOREACH(endpoint->lanes, lane)
        DL_FOREACH(lane->messages, message) {
            bool fits = source == NULL || message->call->process == source;

            if (!message_wanted(matching, message) &&
                fits + (tag == NEUTRAL_ANY_TAG || tag == message->tag) ==
                    wanted &&
                (found == NULL || (fits && found->call->process != source)))
                found = message;
        }
    matching_free(matching);
    return found;
}

const struct message *message_missed(const struct comm *comm,
                                     const struct agent *receiver,
                                     const struct process *source, int64_t tag,
                                     const struct comm **on)
{
    const struct message *found = missed_on(comm, false, receiver, source, tag);
    const struct binding *binding;

    *on = comm;
    if (found != NULL)
        return found;
    DL_FOREACH(receiver->bindings, binding) {
        const struct comm *other = binding->object;
        const struct message *message;

        if (binding->key.kind != BINDING_COMM || other == comm ||
            (found != NULL && other->number > (*on)->number))
            continue;
        message = missed_on(other, true, receiver, source, tag);
        if (message != NULL) {
            found = message;
            *on = other;
        }
    }
    return found;
}

/* The MPI has refused it. */
static bool is_behind_finalize(const struct receive *receive)
{
    const struct call *finalize = agent_of(receive->call->process)->finalize;

    return finalize != NULL && receive->call->number > finalize->number;
}

/* Once all messages are told: a receive that is a near miss is told there. */
static void comm_receives_left(struct comm *comm)
{
    struct endpoint *endpoint;
    struct receive *receive;

    if (lacks_members(comm))
        return;
    DL_FOREACH(comm->endpoints, endpoint)
        DL_FOREACH(endpoint->receives, receive)
            if (!receive->told && !receive->served &&
                !(receive->ended && receive->unsure) &&
                !is_behind_finalize(receive) &&
                !endpoint_lost(endpoint, receive->tag))
                raise_receive(comm, receive);
}

static void tell_once(struct comm *comm, enum comm_left told,
                      void (*tell)(struct comm *comm))
{
    if (comm == NULL || comm->left >= told)
        return;
    comm->left = told;
    tell(comm);
}

/* Each communicator that a process still has, once, or of which one of its
 * requests is, and those that are kept. */
static void each_comm(struct model *model, enum comm_left told,
                      void (*tell)(struct comm *comm))
{
    const struct operation *operation;
    struct binding *binding;
    struct agent *agent;
    struct comm *kept;

    DL_FOREACH(model->agents, agent)
        DL_FOREACH(agent->bindings, binding)
            if (binding->key.kind == BINDING_COMM)
                tell_once(binding->object, told, tell);
            else if (binding->key.kind == BINDING_REQUEST)
                DL_FOREACH((const struct operation *)binding->object, operation)
                    tell_once(operation->comm, told, tell);
    DL_FOREACH(model->waiting_comms, kept)
        tell_once(kept, told, tell);
}

/* Operations to which not all members came; each communicator and window
 * that a process still has, once. */
static void raise_absent(struct agent *agent)
{
    struct binding *binding;

    DL_FOREACH(agent->bindings, binding) {
        struct comm *comm = binding->object;
        const struct window *window = binding->object;

        if (binding->key.kind == BINDING_COMM && !comm->opaque &&
            comm->left < COMM_COLLECTIVES_TOLD) {
            comm->left = COMM_COLLECTIVES_TOLD;
            channel_left(agent->model, comm->channel, comm, NULL);
        } else if (binding->key.kind == BINDING_WINDOW &&
                   member_process(window->comm, 0) == agent->process) {
            channel_left(agent->model, window->channel, NULL, window);
        }
    }
}

/* A matched probe took it, and nobody received it. */
static void raise_probed(struct agent *agent)
{
    struct binding *binding;

    DL_FOREACH(agent->bindings, binding) {
        const struct message *message = binding->object;
        struct model_event event;

        if (binding->key.kind != BINDING_MESSAGE)
            continue;
        event = model_event_new(agent, EVENT_UNMATCHED, NULL);
        event.unmatched.probed = true;
        event.unmatched.send = message->call;
        event.unmatched.tag = message->tag;
        model_raise(agent->model, &event);
    }
}

/* It calls nothing of MPI any more: it has finalized it, or ended while it did,
 * as MPI libraries may have it that see a message left (MPICH 4.2). */
static bool is_through(const struct agent *agent)
{
    const struct open_call *open;

    if (process_finished(agent->process) ||
        agent->process->mpi == PROCESS_BEFORE_INIT)
        return true;
    DL_FOREACH(agent->open, open)
        if (open->call != agent->finalize)
            return false;
    return agent->finalize != NULL && agent->sessions == 0;
}

bool model_unmatched(struct model *model)
{
    struct agent *agent;

    if (model->someone_aborted)
        return false;
    DL_FOREACH(model->agents, agent)
        if (agent->process->damage != NULL || !is_through(agent))
            return false;
    each_comm(model, COMM_MESSAGES_TOLD, comm_messages_left);
    each_comm(model, COMM_RECEIVES_TOLD, comm_receives_left);
    DL_FOREACH(model->agents, agent) {
        raise_probed(agent);
        raise_absent(agent);
    }
    makings_left(model);
    rounds_left(model);
    return true;
}
