/*
 * model_probe.c - probes, and receives of what they matched.
 */
#include "machine.h"
#include "model_message.h"
#include "model_request.h"
#include "race.h"

/* Whether it has found a message. */
static bool has_found(const struct open_call *open)
{
    switch (open->call->info->base) {
    case CALL_MPI_Iprobe:
        return CALL_VIEW(open->call, MPI_Iprobe)->flag == 1;
    case CALL_MPI_Improbe:
        return CALL_VIEW(open->call, MPI_Improbe)->flag == 1;
    default:
        return true;
    }
}

/* Whether it is a matched one. */
static bool takes(const struct open_call *open)
{
    return open->call->info->base == CALL_MPI_Mprobe ||
           open->call->info->base == CALL_MPI_Improbe;
}

/* What it tells of that. */
static const struct status_value *status_of(const struct open_call *open)
{
    switch (open->call->info->base) {
    case CALL_MPI_Iprobe:
        return &CALL_VIEW(open->call, MPI_Iprobe)->status;
    case CALL_MPI_Improbe:
        return &CALL_VIEW(open->call, MPI_Improbe)->status;
    case CALL_MPI_Mprobe:
        return &CALL_VIEW(open->call, MPI_Mprobe)->status;
    default:
        return &CALL_VIEW(open->call, MPI_Probe)->status;
    }
}

/* Whether the send of what it has found has been taken in, or need not be. */
static bool is_there(const struct open_call *open, struct comm *comm,
                     uint32_t member)
{
    const struct status_value *status = status_of(open);
    struct endpoint *endpoint = endpoint_of(comm, member);
    const struct seat *seat;
    int64_t sender;

    if (!has_found(open) || !succeeded(open->call, call_result(open->call)) ||
        status->source >= NEUTRAL_SPECIAL)
        return true;
    sender = comm_peer(comm, member, status->source);
    seat = sender < 0 ? NULL : comm_seat(comm, (uint32_t)sender);
    if (seat == NULL || endpoint->by_threads)
        return true;
    return seat->process != NULL &&
           (lane_first(endpoint_lane(endpoint, (uint32_t)sender),
                       status->tag) != NULL ||
            endpoint_lost(endpoint, status->tag));
}

/* What a probe finds no receive has taken; one that was posted before may do
 * so yet. */
static void seek_ready(struct agent *agent, struct call *call,
                       const struct comm *comm, const struct endpoint *endpoint,
                       struct message *message)
{
    const struct receive *receive;

    DL_FOREACH(endpoint->receives, receive)
        if (receive_fits(receive, message))
            return;
    ready_probed(agent, call, comm, message);
}

/* A probe tells of a message that has been sent, in this run.  A matched one
 * takes it. */
static void probe_found(struct agent *agent, const struct open_call *open,
                        struct comm *comm, uint32_t member)
{
    const struct call_MPI_Probe *probe = CALL_VIEW(open->call, MPI_Probe);
    const struct status_value *status = status_of(open);
    struct message *message;
    struct endpoint *endpoint;
    int64_t sender;

    if (takes(open) || !has_found(open) ||
        !succeeded(open->call, call_result(open->call)) ||
        status->source >= NEUTRAL_SPECIAL)
        return;
    sender = comm_peer(comm, member, status->source);
    endpoint = endpoint_of(comm, member);
    if (sender < 0 || endpoint->by_threads)
        return;
    message =
        lane_first(endpoint_lane(endpoint, (uint32_t)sender), status->tag);
    if (probe->source == NEUTRAL_ANY_SOURCE)
        choice_sought(endpoint, probe->tag);
    if (message != NULL) {
        if (open->call->info->base == CALL_MPI_Probe)
            machine_probed(agent, open->call, message);
        else
            message->found = true;
        clock_join_unsure(&agent->clock, message->clock);
        seek_ready(agent, open->call, comm, endpoint, message);
    }
    if (status_has(status, STATUS_IGNORED))
        return;
    counted_note(agent, open->call, NULL, status);
    endpoint->told = true;
    endpoint->told_sender = (uint32_t)sender;
    endpoint->told_tag = status->tag;
}

/* Whether the program has not learnt from the probe who has sent, or what.  All
 * have the parameters of MPI_Probe. */
static bool is_blind(const struct open_call *open)
{
    return CALL_VIEW(open->call, MPI_Probe)->source == NEUTRAL_ANY_SOURCE &&
           status_has(status_of(open), STATUS_IGNORED);
}

/* Whether it would have found one, too, had a receive before it taken what that
 * has left: a message with such a tag. */
static bool finds_always(const struct endpoint *endpoint,
                         const struct open_call *open)
{
    return (open->call->info->classes & CLASS_BLOCKS) != 0 ||
           CALL_VIEW(open->call, MPI_Probe)->tag == NEUTRAL_ANY_TAG ||
           !endpoint->any_tag;
}

/*
 * What the program does next may hang on what a probe has told it.  One that
 * has told nothing but that there is a message would have found one whatever
 * was received before; so would the polls straight before it.
 */
static void note_named(struct agent *agent, const struct endpoint *endpoint,
                       const struct open_call *open)
{
    const struct call *call = open->call;
    struct polls *polls = &agent->polls;
    bool again = call->stack != NULL && polls->stack == call->stack &&
                 polls->last + 1 == call->number;

    if (has_found(open) && is_blind(open) && finds_always(endpoint, open)) {
        if (again)
            agent->named = polls->named_before;
        return;
    }
    if (!again)
        polls->named_before = agent->named;
    polls->stack = call->stack;
    polls->last = has_found(open) ? 0 : call->number;
    agent->named++;
}

/* The program may receive what the probe has told it of. */
static void seek(const struct open_call *open, const struct comm *comm,
                 uint32_t member, struct endpoint *endpoint)
{
    const struct call_MPI_Probe *view = CALL_VIEW(open->call, MPI_Probe);
    bool tries = open->call->info->base == CALL_MPI_Iprobe;
    const struct status_value *status = status_of(open);
    int64_t sender;

    if (takes(open) || !has_found(open) ||
        (!tries && (view->source != NEUTRAL_ANY_SOURCE ||
                    status_has(status, STATUS_IGNORED))))
        return;
    if (!succeeded(open->call, call_result(open->call)) ||
        status->source >= NEUTRAL_SPECIAL)
        return;
    sender = comm_peer(comm, member, status->source);
    if (sender >= 0)
        endpoint->told_source =
            (struct told_source){.is_there = true,
                                 .tried = tries,
                                 .any_tag = view->tag == NEUTRAL_ANY_TAG,
                                 .sender = (uint32_t)sender,
                                 .thread = open->call->thread,
                                 .tag = status->tag};
}

/* Whatever a probe has found, it may have found a message or not; all have
 * the parameters of MPI_Probe. */
enum model_step probe_exit(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Probe *view = CALL_VIEW(open->call, MPI_Probe);
    struct comm *comm = agent_comm(agent, view->comm);
    const struct agent *source = NULL;
    const struct seat *seat;
    uint32_t member;
    int64_t sender;

    if (comm == NULL || !comm_member(comm, agent, &member))
        return MODEL_DONE;
    if (must_wait(agent, is_there(open, comm, member)))
        return MODEL_WAIT;
    clock_chance(&agent->clock);
    endpoint_used(endpoint_of(comm, member), open->call);
    note_named(agent, endpoint_of(comm, member), open);
    if (view->source != NEUTRAL_ANY_SOURCE) {
        sender = view->source >= NEUTRAL_SPECIAL
                     ? -1
                     : comm_peer(comm, member, view->source);
        seat = sender < 0 ? NULL : comm_seat(comm, (uint32_t)sender);
        if (seat == NULL || seat->process == NULL)
            return MODEL_DONE;
        source = agent_of(seat->process);
    }
    probe_found(agent, open, comm, member);
    seek(open, comm, member, endpoint_of(comm, member));
    endpoint_look(agent, endpoint_of(comm, member), source, view->tag);
    return MODEL_DONE;
}

/* A receive that was posted before may have taken that message, and the probe
 * one behind it: nothing is judged of either. */
static void leave_open(struct endpoint *endpoint, struct message *message)
{
    struct receive *receive;

    DL_FOREACH(endpoint->receives, receive)
        if (receive_fits(receive, message))
            receive->unsure = message->unsure = receive->lost = message->lost =
                true;
}

/* The probe is a receive from any source, as far as its choice goes; where the
 * program asks what it was, MPI_Mrecv fits that. */
static void match_any(struct agent *agent, struct open_call *open,
                      struct comm *comm, struct message *message,
                      const struct status_value *status)
{
    const struct call_MPI_Mprobe *view = CALL_VIEW(open->call, MPI_Mprobe);
    const struct transfer unknown = {.call = NULL};
    struct receive *receive = receive_new(agent, open->call, &unknown);

    agent->model->clocks_run = true;
    receive->receiver = message->receiver;
    receive->source = SOURCE_ANY;
    receive->tag = view->tag;
    receive->comm = comm;
    receive->certain = receive->matched = true;
    receive->number = ++message->endpoint->posted;
    receive->told_before = agent->told;
    receive->named_before = agent->named;
    choices_begin(message->endpoint, receive);
    race_matched(message, receive, receive->number);
    receive->asks = receive->is_told = !is_blind(open);
    race_ended(agent, receive, NULL, status);
    if (receive->asks) {
        receive_drop(receive);
        return;
    }
    comm_hold(comm);
    message->blind = receive;
}

/* A matched probe takes the message out of the reach of all others, as a
 * receive does; MPI_Mrecv brings it later. */
static enum model_step mprobed(struct agent *agent, struct open_call *open,
                               uint64_t handle,
                               const struct status_value *status)
{
    const struct call_MPI_Mprobe *view = CALL_VIEW(open->call, MPI_Mprobe);
    struct comm *comm = agent_comm(agent, view->comm);
    struct endpoint *endpoint;
    struct message *message;
    uint32_t member;
    int64_t sender;

    former_name_forget(agent, BINDING_MESSAGE, handle);
    if (comm == NULL || !comm_member(comm, agent, &member) ||
        status->source >= NEUTRAL_SPECIAL)
        return MODEL_DONE;
    sender = comm_peer(comm, member, status->source);
    if (sender < 0)
        return MODEL_DONE;
    endpoint = endpoint_of(comm, member);
    message =
        lane_first(endpoint_lane(endpoint, (uint32_t)sender), status->tag);
    if (must_wait(agent, message != NULL))
        return MODEL_WAIT;
    if (message == NULL) {
        endpoint_lose(endpoint, status->tag);
        return MODEL_DONE;
    }
    message->references++;
    message->unsure = message->unsure || open->unsure;
    message->found |= open->call->info->base == CALL_MPI_Improbe;
    if (view->source == NEUTRAL_ANY_SOURCE && message->taken_in == NULL)
        message->taken_in = comm_hold(comm);
    message->taken_any = view->tag == NEUTRAL_ANY_TAG;
    if (open->call->info->base == CALL_MPI_Mprobe)
        machine_probed(agent, open->call, message);
    leave_open(endpoint, message);
    ready_probed(agent, open->call, comm, message);
    if (view->source == NEUTRAL_ANY_SOURCE && !endpoint->by_threads)
        match_any(agent, open, comm, message, status);
    else
        race_matched(message, NULL, ++endpoint->posted);
    lane_remove(message);
    if (open->call->info->base == CALL_MPI_Mprobe &&
        view->source != NEUTRAL_ANY_SOURCE)
        agent_learn(agent, message->clock);
    else
        clock_join_unsure(&agent->clock, message->clock);
    if (binding_get(agent, BINDING_MESSAGE, handle) == NULL) {
        /* Of threads that probe at once it is not known who took which. */
        message->probed = !message->unsure;
        binding_add(agent, BINDING_MESSAGE, handle, message);
    } else
        message_drop(message);
    return MODEL_DONE;
}

enum model_step mprobe_exit(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Improbe *try = CALL_VIEW(open->call, MPI_Improbe);
    const struct call_MPI_Mprobe *view = CALL_VIEW(open->call, MPI_Mprobe);

    if (!succeeded(open->call, call_result(open->call)))
        return MODEL_DONE;
    if (probe_exit(agent, open) == MODEL_WAIT)
        return MODEL_WAIT;
    if (open->call->info->base == CALL_MPI_Mprobe)
        return mprobed(agent, open, view->message, &view->status);
    return try->flag == 1 ? mprobed(agent, open, try->message, &try->status)
                          : MODEL_DONE;
}

/* Whether the data fits is for the choice of the probe. */
static void transfer_blind(struct message *message,
                           const struct transfer *transfer)
{
    message->blind->transfer = transfer_hold(transfer);
    transfer_matched(message->blind, message);
    message_blind_end(message);
}

/* The receive of a message that a matched probe has taken already. */
enum model_step mrecv_enter(struct agent *agent, struct open_call *open)
{
    uint64_t handle = CALL_VIEW(open->call, MPI_Mrecv)->message;
    struct binding *binding = binding_get(agent, BINDING_MESSAGE, handle);
    struct operation *operation = operation_new(OPERATION_RECEIVE, open->call);
    struct message *message;
    struct receive *receive;

    open->operation = operation;
    operation->active = true;
    if (binding == NULL)
        return MODEL_DONE;
    message = binding->object;
    former_name_set(agent, binding, "the message");
    binding_remove(agent, binding);
    message->probed = false;
    operation->receives = transfer_of(agent, open->call, 0);
    receive = receive_new(agent, open->call, &operation->receives);
    receive->references++; /* the message's */
    receive->matched = receive->probed = true;
    receive->clock = clock_hold(message->clock);
    receive->tag = message->tag;
    receive->source = message->sender;
    receive->receiver = message->receiver;
    receive->open_source = message->taken_in != NULL;
    receive->open_tag = message->taken_any;
    operation->comm = message->taken_in;
    message->taken_in = NULL;
    message->receive = receive;
    machine_matched(receive, message);
    if (message->blind != NULL)
        transfer_blind(message, &operation->receives);
    else
        transfer_tell(receive, message, NULL);
    message_drop(message);
    operation->receive = receive;
    return MODEL_DONE;
}
