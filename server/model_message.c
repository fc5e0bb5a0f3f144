/*
 * model_message.c - which receive took which message (MPI-4.1 3.5).
 *
 * Messages wait in lanes, one for each pair of sender and receiver, in the
 * order in which they were sent.  A receive that names its source takes what
 * the order of messages gives it; one that does not is told by its status.
 * Neither depends on the order in which the checker reads the processes.
 */
#include "machine.h"
#include "race.h"

#include <stdlib.h>

static struct pool messages = POOL_OF(struct message);
static struct pool receives = POOL_OF(struct receive);

static void receive_unqueue(struct receive *receive);
static void settle_all(struct endpoint *endpoint);

void message_drop(struct message *message)
{
    if (message == NULL || --message->references > 0)
        return;
    receive_drop(message->receive);
    clock_drop(message->clock);
    transfer_drop(&message->transfer);
    call_drop(message->passed_by);
    call_drop(message->call);
    pool_give(&messages, message);
}

void receive_drop(struct receive *receive)
{
    if (receive == NULL || --receive->references > 0)
        return;
    clock_drop(receive->start);
    clock_drop(receive->clock);
    transfer_drop(&receive->transfer);
    call_drop(receive->call);
    pool_give(&receives, receive);
}

static void lane_remove(struct message *message)
{
    DL_DELETE(message->lane->messages, message);
    message->lane = NULL;
    message_drop(message);
}

void endpoints_free(struct endpoint *endpoints)
{
    struct endpoint *endpoint, *next;
    struct lane *lane, *other;

    HASH_ITER(hh, endpoints, endpoint, next)
    {
        HASH_ITER(hh, endpoint->lanes, lane, other)
        {
            while (lane->messages != NULL)
                lane_remove(lane->messages);
            HASH_DEL(endpoint->lanes, lane);
            free(lane);
        }
        while (endpoint->receives != NULL)
            receive_unqueue(endpoint->receives);
        board_clear(&endpoint->board);
        HASH_DEL(endpoints, endpoint);
        race_endpoint_free(endpoint);
        while (endpoint->sent != NULL)
            machine_unlist(endpoint->sent);
        free(endpoint);
    }
}

static struct endpoint *endpoint_of(struct comm *comm, uint32_t receiver)
{
    struct endpoint *endpoint;

    HASH_FIND(hh, comm->endpoints, &receiver, sizeof receiver, endpoint);
    if (endpoint == NULL) {
        endpoint = xcalloc(1, sizeof *endpoint);
        endpoint->receiver = receiver;
        HASH_ADD(hh, comm->endpoints, receiver, sizeof endpoint->receiver,
                 endpoint);
    }
    return endpoint;
}

static struct lane *lane_of(struct endpoint *endpoint, uint32_t sender)
{
    struct lane *lane;

    HASH_FIND(hh, endpoint->lanes, &sender, sizeof sender, lane);
    if (lane == NULL) {
        lane = xcalloc(1, sizeof *lane);
        lane->sender = sender;
        HASH_ADD(hh, endpoint->lanes, sender, sizeof lane->sender, lane);
    }
    return lane;
}

/* ------------------------------------------------------------- matching */

static bool tag_fits(const struct receive *receive, int64_t tag)
{
    return receive->tag == NEUTRAL_ANY_TAG || receive->tag == tag;
}

bool receive_fits(const struct receive *receive, const struct message *message)
{
    return (receive->source == SOURCE_ANY ||
            receive->source == (int64_t)message->sender) &&
           tag_fits(receive, message->tag);
}

static void receive_unqueue(struct receive *receive)
{
    DL_DELETE(receive->endpoint->receives, receive);
    receive->endpoint = NULL;
    receive_drop(receive);
}

/* Whether the types go together is said of what was really received: a
 * receive may still be cancelled. */
static void receive_judge(struct receive *receive)
{
    struct message *took = receive->took;

    if (took == NULL)
        return;
    receive->took = NULL;
    transfer_matched(agent_of(receive->call->process)->model, receive, took);
    message_drop(took);
}

/* It was cancelled: the message is there still. */
static void receive_untake(struct receive *receive)
{
    struct message *took = receive->took;
    struct message *other;

    if (took == NULL)
        return;
    receive->took = NULL; /* its reference becomes the lane's */
    took->receive = NULL;
    took->lane = lane_of(took->endpoint, took->sender);
    DL_FOREACH(took->lane->messages, other)
    if (other->number > took->number)
        break;
    if (other != NULL)
        DL_PREPEND_ELEM(took->lane->messages, other, took);
    else
        DL_APPEND(took->lane->messages, took);
    settle_all(took->endpoint);
    receive_drop(receive);
}

static void match(struct receive *receive, struct message *message)
{
    receive->matched = true;
    receive->clock = clock_hold(message->clock);
    message->receive = receive;
    machine_matched(receive, message);
    race_matched(message, receive, receive->number);
    message->references++;
    receive->took = message;
    if (receive->certain)
        receive_judge(receive);
    receive->references++;
    if (receive->endpoint != NULL)
        receive_unqueue(receive);
    lane_remove(message);
}

static struct message *lane_first(struct lane *lane, int64_t tag)
{
    struct message *message;

    DL_FOREACH(lane->messages, message)
    if (!message->claimed && (tag == NEUTRAL_ANY_TAG || tag == message->tag))
        return message;
    return NULL;
}

/* The first receive from any source, posted before `end` (NULL: any), that
 * may take the message; or NULL. */
static const struct receive *wildcard_before(const struct endpoint *endpoint,
                                             const struct receive *end,
                                             int64_t tag)
{
    const struct receive *receive;

    DL_FOREACH(endpoint->receives, receive)
    {
        if (receive == end)
            break;
        if (receive->source == SOURCE_ANY && tag_fits(receive, tag))
            return receive;
    }
    return NULL;
}

/* A receive that names its source and was just posted. */
static void settle_receive(struct endpoint *endpoint, struct receive *receive)
{
    struct message *message;

    if (receive->source == SOURCE_ANY)
        return;
    message =
        lane_first(lane_of(endpoint, (uint32_t)receive->source), receive->tag);
    if (message != NULL &&
        wildcard_before(endpoint, receive, message->tag) == NULL)
        match(receive, message);
}

/* A message of that lane is new, or its turn may have come. */
static void settle_message(struct endpoint *endpoint, struct message *message)
{
    struct receive *receive;

    DL_FOREACH(endpoint->receives, receive)
    {
        if (!tag_fits(receive, message->tag))
            continue;
        if (receive->source == SOURCE_ANY)
            return;
        if (receive->source != message->lane->sender)
            continue;
        /* An earlier message that it fits, too, has the first claim. */
        if (lane_first(message->lane, receive->tag) == message)
            match(receive, message);
        return;
    }
}

/* A receive has gone, and others behind it may have their turn. */
static void settle_all(struct endpoint *endpoint)
{
    struct message *message, *next;
    struct lane *lane, *other;

    if (endpoint->receives == NULL)
        return;
    HASH_ITER(hh, endpoint->lanes, lane, other)
    DL_FOREACH_SAFE(lane->messages, message, next)
    settle_message(endpoint, message);
}

static struct message *message_send(struct agent *agent, struct comm *comm,
                                    int64_t dest, int64_t tag,
                                    enum message_mode mode,
                                    const struct transfer *transfer,
                                    struct call *call)
{
    struct message *message;
    struct endpoint *endpoint;
    uint32_t member;
    int64_t receiver;

    if (comm == NULL || !comm_member(comm, agent, &member) ||
        dest >= NEUTRAL_SPECIAL)
        return NULL;
    receiver = comm_peer(comm, member, dest);
    if (receiver < 0)
        return NULL;
    message = pool_take(&messages);
    message->references = 2; /* the lane's and the caller's */
    message->sender = member;
    message->receiver = (uint32_t)receiver;
    message->tag = tag;
    message->mode = mode;
    message->call = call_hold(call);
    message->transfer = transfer_hold(transfer);
    message->clock = agent_clock(agent);
    endpoint = endpoint_of(comm, message->receiver);
    message->lane = lane_of(endpoint, member);
    message->number = ++message->lane->count;
    message->endpoint = endpoint;
    if (comm->channel->passed != NULL) {
        message->passed = comm->channel->passed[member].count;
        if (message->passed > 0)
            message->passed_by = call_hold(comm->channel->passed[member].call);
    }
    DL_APPEND(message->lane->messages, message);
    if (agent->model->chances_run)
        board_leave(&endpoint->board, agent, tag, tag + 1, message->clock);
    race_sent(agent, message);
    settle_message(endpoint, message);
    return message;
}

/* It may take what a probe has told of. */
static void take_probed(struct receive *receive)
{
    struct endpoint *endpoint = receive->endpoint;

    receive->is_told = endpoint->told &&
                       tag_fits(receive, endpoint->told_tag) &&
                       (receive->source == SOURCE_ANY ||
                        receive->source == (int64_t)endpoint->told_sender);
    endpoint->told = endpoint->told && !receive->is_told;
}

static struct receive *receive_post(struct agent *agent, struct comm *comm,
                                    int64_t source, int64_t tag,
                                    const struct transfer *transfer,
                                    struct call *call)
{
    struct receive *receive;
    uint32_t member;
    int64_t sender = SOURCE_ANY;

    if (comm == NULL || !comm_member(comm, agent, &member) ||
        source == NEUTRAL_PROC_NULL)
        return NULL;
    if (source != NEUTRAL_ANY_SOURCE) {
        sender =
            source >= NEUTRAL_SPECIAL ? -1 : comm_peer(comm, member, source);
        if (sender < 0)
            return NULL;
    }
    receive = pool_take(&receives);
    receive->references = 2; /* the endpoint's and the caller's */
    receive->receiver = member;
    receive->source = sender;
    receive->tag = tag;
    receive->call = call_hold(call);
    receive->transfer = transfer_hold(transfer);
    if (sender == SOURCE_ANY)
        agent->model->clocks_run = true;
    receive->begin = clock_moment(&agent->clock);
    receive->start = agent_clock(agent);
    receive->certain = (call->info->classes & CLASS_BLOCKS) != 0;
    receive->comm = comm;
    receive->endpoint = endpoint_of(comm, member);
    receive->number = ++receive->endpoint->posted;
    take_probed(receive);
    DL_APPEND(receive->endpoint->receives, receive);
    settle_receive(receive->endpoint, receive);
    return receive;
}

/* The message that the status tells of, if it is there already. */
static struct message *told_message(const struct receive *receive,
                                    const struct status_value *status)
{
    int64_t sender = receive->source, tag = receive->tag;

    if (status != NULL && sender == SOURCE_ANY)
        sender = comm_peer(receive->comm, receive->receiver, status->source);
    if (status != NULL && status->tag < NEUTRAL_SPECIAL)
        tag = status->tag;
    if (sender < 0)
        return NULL;
    return lane_first(lane_of(receive->endpoint, (uint32_t)sender), tag);
}

static bool is_cancelled(const struct status_value *status)
{
    return status != NULL && status_has(status, STATUS_CANCELLED);
}

static bool receive_ready(struct receive *receive,
                          const struct status_value *status)
{
    struct message *message;

    if (receive == NULL || receive->matched || receive->endpoint == NULL ||
        receive->endpoint->lost || is_cancelled(status))
        return true;
    /* Without a status nobody can tell what a wildcard took. */
    if (receive->source == SOURCE_ANY &&
        (status == NULL || status->source >= NEUTRAL_SPECIAL))
        return true;
    message = told_message(receive, status);
    if (message == NULL)
        return false;
    message->claimed = true;
    receive->claim = message;
    return true;
}

/* The process may see any message to it of that source (NULL: any) and tag. */
static void look_for(struct agent *agent, struct endpoint *endpoint,
                     const struct agent *source, int64_t tag)
{
    if (tag == NEUTRAL_ANY_TAG)
        board_look(&endpoint->board, agent, source, INT64_MIN, INT64_MAX);
    else
        board_look(&endpoint->board, agent, source, tag, tag + 1);
}

static void receive_complete(struct agent *agent, struct receive *receive,
                             const struct status_value *status)
{
    struct endpoint *endpoint;
    struct message *message = NULL;

    if (receive == NULL)
        return;
    endpoint = receive->endpoint;
    if (!receive->matched && endpoint != NULL && !is_cancelled(status)) {
        message = told_message(receive, status);
        if (message != NULL) {
            message->references++;
            match(receive, message);
        } else {
            endpoint->lost = true;
            agent->model->order_unsure = true;
        }
    }
    if (receive->endpoint != NULL)
        receive_unqueue(receive);
    if (is_cancelled(status))
        receive_untake(receive);
    else
        receive_judge(receive);
    if (receive->source == SOURCE_ANY && endpoint != NULL)
        look_for(agent, endpoint, NULL, receive->tag);
    if (!is_cancelled(status)) {
        if (receive->source == SOURCE_ANY || receive->probed)
            clock_join_unsure(&agent->clock, receive->clock);
        else
            agent_learn(agent, receive->clock);
        race_ended(agent, receive, message, status);
    }
    message_drop(message);
    if (endpoint != NULL)
        settle_all(endpoint);
}

/*
 * A synchronous send ends only after its receive has started.  Which that is
 * may be told only by the end of a nonblocking one, which may come after what
 * the sender does next.
 */
static bool send_ready(const struct message *message,
                       const struct status_value *status)
{
    const struct receive *wildcard;

    if (message == NULL || message->mode != MESSAGE_SYNCHRONOUS ||
        message->lane == NULL || message->endpoint->lost ||
        is_cancelled(status))
        return true;
    wildcard = wildcard_before(message->endpoint, NULL, message->tag);
    return wildcard != NULL &&
           (wildcard->call->info->classes & CLASS_BLOCKS) == 0;
}

static void send_complete(struct agent *agent, struct message *message,
                          const struct status_value *status)
{
    const struct receive *receive;

    if (message == NULL)
        return;
    if (is_cancelled(status) && message->lane != NULL)
        lane_remove(message);
    else if (message->mode == MESSAGE_SYNCHRONOUS) {
        /* Which of the receives from any source takes it their ends tell; it
         * is none that began before the first. */
        receive = message->receive != NULL
                      ? message->receive
                      : wildcard_before(message->endpoint, NULL, message->tag);
        if (message->receive == NULL)
            agent->model->matches_unsure = true;
        if (receive != NULL && receive->source == SOURCE_ANY)
            agent_learn_unsure(agent, receive->start);
        else if (receive != NULL)
            agent_learn(agent, receive->start);
    }
}

/* --------------------------------------------------- operations' steps */

bool message_ready(struct agent *agent, struct operation *operation,
                   const struct status_value *status)
{
    (void)agent;
    return send_ready(operation->message, status) &&
           receive_ready(operation->receive, status);
}

void message_unclaim(struct operation *operation)
{
    struct receive *receive = operation->receive;

    if (receive == NULL || receive->claim == NULL)
        return;
    receive->claim->claimed = false;
    receive->claim = NULL;
}

void message_complete(struct agent *agent, struct operation *operation,
                      const struct status_value *status)
{
    send_complete(agent, operation->message, status);
    receive_complete(agent, operation->receive, status);
}

void message_test(struct agent *agent, const struct operation *operation)
{
    const struct receive *receive = operation->receive;

    if (receive != NULL && receive->source == SOURCE_ANY &&
        receive->endpoint != NULL)
        look_for(agent, receive->endpoint, NULL, receive->tag);
}

void message_release(struct operation *operation)
{
    struct receive *receive = operation->receive;

    if (receive == NULL)
        return;
    receive->certain = true;
    receive_judge(receive);
}

/* The two hold each other. */
static void receive_forget(struct receive *receive)
{
    struct message *took = receive == NULL ? NULL : receive->took;

    if (took == NULL)
        return;
    receive->took = NULL;
    message_drop(took);
}

void message_forget(struct operation *operation)
{
    receive_forget(operation->receive);
}

void message_withdraw(struct operation *operation)
{
    if (operation->message != NULL && operation->message->lane != NULL)
        lane_remove(operation->message);
    if (operation->receive != NULL && operation->receive->endpoint != NULL)
        receive_unqueue(operation->receive);
}

/* The one message that a receive of a process that has ended in it can have
 * taken: nothing tells which it was. */
static void receive_end(struct receive *receive)
{
    struct lane *lane, *next;
    struct message *message, *only = NULL;

    if (receive == NULL || receive->endpoint == NULL ||
        receive->source != SOURCE_ANY ||
        wildcard_before(receive->endpoint, receive, receive->tag))
        return;
    HASH_ITER(hh, receive->endpoint->lanes, lane, next)
    {
        message = lane_first(lane, receive->tag);
        if (message != NULL && only != NULL)
            return;
        only = message != NULL ? message : only;
    }
    if (only != NULL)
        match(receive, only);
}

static void operation_end(struct operation *operation, bool completes)
{
    if (operation == NULL || operation->receive == NULL)
        return;
    if (completes)
        receive_end(operation->receive);
    receive_judge(operation->receive);
}

static void agent_messages_end(struct agent *agent)
{
    struct binding *binding, *next;
    const struct open_call *open;
    struct operation *operation;
    bool completes = false;

    DL_FOREACH(agent->open, open)
    {
        completes = completes || (open->call->info->classes & CLASS_COMPLETES);
        operation_end(open->operation, agent->gone);
    }
    HASH_ITER(hh, agent->bindings, binding, next)
    {
        if (binding->key.kind != BINDING_REQUEST)
            continue;
        DL_FOREACH((struct operation *)binding->object, operation)
        operation_end(operation, completes && agent->gone);
    }
}

void messages_end(struct model *model)
{
    struct agent *agent;

    DL_FOREACH(model->agents, agent)
    agent_messages_end(agent);
}

bool message_unmatched(const struct operation *operation)
{
    const struct endpoint *endpoint =
        operation->receive != NULL ? operation->receive->endpoint
        : operation->message != NULL && operation->message->lane != NULL
            ? operation->message->endpoint
            : NULL;

    return endpoint != NULL && !endpoint->lost;
}

void message_lose(struct operation *operation)
{
    if (operation->message != NULL && operation->message->lane != NULL)
        operation->message->endpoint->lost = true;
    if (operation->receive != NULL && operation->receive->endpoint != NULL)
        operation->receive->endpoint->lost = true;
}

static enum message_mode mode_of(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Ssend:
    case CALL_MPI_Issend:
    case CALL_MPI_Ssend_init:
        return MESSAGE_SYNCHRONOUS;
    default:
        return MESSAGE_STANDARD;
    }
}

/* All calls that send have the parameters of MPI_Send, and all that receive
 * those of MPI_Recv. */
static void operation_send(struct agent *agent, struct operation *operation,
                           struct call *call)
{
    const struct call_MPI_Send *send = CALL_VIEW(operation->made_by, MPI_Send);

    message_drop(operation->message);
    operation->message =
        message_send(agent, operation->comm, send->dest, send->tag,
                     mode_of(operation->made_by), &operation->sends, call);
}

static void operation_receive(struct agent *agent, struct operation *operation,
                              struct call *call)
{
    const struct call_MPI_Recv *receive =
        CALL_VIEW(operation->made_by, MPI_Recv);

    receive_drop(operation->receive);
    operation->receive = receive_post(agent, operation->comm, receive->source,
                                      receive->tag, &operation->receives, call);
}

static struct operation *operation_on(struct agent *agent, struct call *call,
                                      enum operation_kind kind)
{
    struct operation *operation = operation_new(kind, call);

    operation->active = true;
    operation->comm =
        comm_hold(agent_comm(agent, call_word(call, call->info->comm_word)));
    if (kind == OPERATION_SEND)
        operation->sends = transfer_of(agent, call, 0);
    else
        operation->receives = transfer_of(agent, call, 0);
    return operation;
}

void message_start(struct agent *agent, struct operation *operation,
                   struct call *call)
{
    if (operation->kind == OPERATION_SEND)
        operation_send(agent, operation, call);
    else if (operation->kind == OPERATION_RECEIVE)
        operation_receive(agent, operation, call);
}

/* -------------------------------------------------------------- the calls */

enum model_step isend_enter(struct agent *agent, struct open_call *open)
{
    open->operation = operation_on(agent, open->call, OPERATION_SEND);
    operation_send(agent, open->operation, open->call);
    return MODEL_DONE;
}

enum model_step irecv_enter(struct agent *agent, struct open_call *open)
{
    open->operation = operation_on(agent, open->call, OPERATION_RECEIVE);
    operation_receive(agent, open->operation, open->call);
    return MODEL_DONE;
}

enum model_step persistent_enter(struct agent *agent, struct open_call *open)
{
    open->operation = operation_on(agent, open->call,
                                   open->call->info->base == CALL_MPI_Recv_init
                                       ? OPERATION_RECEIVE
                                       : OPERATION_SEND);
    open->operation->persistent = true;
    open->operation->active = false;
    return MODEL_DONE;
}

/* The end of a blocking call, with the status of its receive. */
static enum model_step blocking_exit(struct agent *agent,
                                     struct open_call *open,
                                     const struct status_value *status)
{
    int64_t result = call_result(open->call);
    bool ready;

    if (!succeeded(open->call, result) && !truncated(open->call, result)) {
        /* A receive may fail and have taken a message nevertheless. */
        if (open->operation->receive != NULL &&
            open->operation->receive->endpoint != NULL)
            open->operation->receive->endpoint->lost = true;
        message_withdraw(open->operation);
        return MODEL_DONE;
    }
    ready = message_ready(agent, open->operation, status);
    message_unclaim(open->operation);
    if (must_wait(agent, ready))
        return MODEL_WAIT;
    message_complete(agent, open->operation, status);
    return MODEL_DONE;
}

enum model_step send_exit(struct agent *agent, struct open_call *open)
{
    return blocking_exit(agent, open, NULL);
}

enum model_step receive_exit(struct agent *agent, struct open_call *open)
{
    return blocking_exit(agent, open, &CALL_VIEW(open->call, MPI_Recv)->status);
}

enum model_step sendrecv_enter(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Sendrecv *two = CALL_VIEW(open->call, MPI_Sendrecv);
    const struct call_MPI_Sendrecv_replace *one =
        CALL_VIEW(open->call, MPI_Sendrecv_replace);
    uint16_t base = open->call->info->base;
    bool replaces =
        base == CALL_MPI_Sendrecv_replace || base == CALL_MPI_Isendrecv_replace;
    struct operation *operation =
        operation_on(agent, open->call, OPERATION_RECEIVE);

    open->operation = operation;
    operation->sends = operation->receives;
    operation->receives = replaces ? transfer_hold(&operation->sends)
                                   : transfer_of(agent, open->call, 1);
    operation->receive = receive_post(agent, operation->comm,
                                      replaces ? one->source : two->source,
                                      replaces ? one->recvtag : two->recvtag,
                                      &operation->receives, open->call);
    operation->message =
        message_send(agent, operation->comm, replaces ? one->dest : two->dest,
                     replaces ? one->sendtag : two->sendtag, MESSAGE_STANDARD,
                     &operation->sends, open->call);
    return MODEL_DONE;
}

enum model_step sendrecv_exit(struct agent *agent, struct open_call *open)
{
    bool replaces = open->call->info->base == CALL_MPI_Sendrecv_replace;

    return blocking_exit(
        agent, open,
        replaces ? &CALL_VIEW(open->call, MPI_Sendrecv_replace)->status
                 : &CALL_VIEW(open->call, MPI_Sendrecv)->status);
}

/* A probe tells of a message that has been sent, in this run. */
static enum model_step probe_found(struct agent *agent,
                                   const struct open_call *open,
                                   struct comm *comm, uint32_t member)
{
    const struct call_MPI_Probe *probe = CALL_VIEW(open->call, MPI_Probe);
    const struct call_MPI_Iprobe *try = CALL_VIEW(open->call, MPI_Iprobe);
    const struct status_value *status = &probe->status;
    const struct message *message;
    struct endpoint *endpoint;
    int64_t sender;

    if (open->call->info->base == CALL_MPI_Iprobe) {
        if (try->flag != 1)
            return MODEL_DONE;
        status = &try->status;
    } else if (open->call->info->base != CALL_MPI_Probe)
        return MODEL_DONE; /* a matched one takes it */
    if (!succeeded(open->call, call_result(open->call)) ||
        status->source >= NEUTRAL_SPECIAL || agent->threads > 1)
        return MODEL_DONE;
    sender = comm_peer(comm, member, status->source);
    if (sender < 0)
        return MODEL_DONE;
    endpoint = endpoint_of(comm, member);
    message = lane_first(lane_of(endpoint, (uint32_t)sender), status->tag);
    if (must_wait(agent, message != NULL || endpoint->lost))
        return MODEL_WAIT;
    if (message != NULL)
        clock_join_unsure(&agent->clock, message->clock);
    endpoint->told = true;
    endpoint->told_sender = (uint32_t)sender;
    endpoint->told_tag = status->tag;
    return MODEL_DONE;
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
    if (view->source != NEUTRAL_ANY_SOURCE) {
        sender = view->source >= NEUTRAL_SPECIAL
                     ? -1
                     : comm_peer(comm, member, view->source);
        seat = sender < 0 ? NULL : comm_seat(comm, (uint32_t)sender);
        if (seat == NULL || seat->process == NULL)
            return MODEL_DONE;
        source = agent_of(seat->process);
    }
    if (probe_found(agent, open, comm, member) == MODEL_WAIT)
        return MODEL_WAIT;
    look_for(agent, endpoint_of(comm, member), source, view->tag);
    return MODEL_DONE;
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

    if (comm == NULL || !comm_member(comm, agent, &member) ||
        status->source >= NEUTRAL_SPECIAL)
        return MODEL_DONE;
    sender = comm_peer(comm, member, status->source);
    if (sender < 0)
        return MODEL_DONE;
    endpoint = endpoint_of(comm, member);
    message = lane_first(lane_of(endpoint, (uint32_t)sender), status->tag);
    if (must_wait(agent, message != NULL))
        return MODEL_WAIT;
    if (message == NULL)
        return MODEL_DONE;
    message->references++;
    message->unsure = message->unsure || open->unsure;
    race_matched(message, NULL, ++endpoint->posted);
    lane_remove(message);
    if (open->call->info->base == CALL_MPI_Mprobe &&
        view->source != NEUTRAL_ANY_SOURCE)
        agent_learn(agent, message->clock);
    else
        clock_join_unsure(&agent->clock, message->clock);
    if (binding_get(agent, BINDING_MESSAGE, handle) == NULL)
        binding_add(agent, BINDING_MESSAGE, handle, message);
    else
        message_drop(message);
    return MODEL_DONE;
}

enum model_step mprobe_exit(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Improbe *try = CALL_VIEW(open->call, MPI_Improbe);
    const struct call_MPI_Mprobe *view = CALL_VIEW(open->call, MPI_Mprobe);

    if (!succeeded(open->call, call_result(open->call)))
        return MODEL_DONE;
    probe_exit(agent, open);
    if (open->call->info->base == CALL_MPI_Mprobe)
        return mprobed(agent, open, view->message, &view->status);
    return try->flag == 1 ? mprobed(agent, open, try->message, &try->status)
                          : MODEL_DONE;
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
    binding_remove(agent, binding);
    receive = pool_take(&receives);
    receive->references = 2; /* the operation's and the message's */
    receive->call = call_hold(open->call);
    receive->transfer = transfer_of(agent, open->call, 0);
    receive->start = agent_clock(agent);
    receive->matched = receive->probed = true;
    receive->clock = clock_hold(message->clock);
    message->receive = receive;
    machine_matched(receive, message);
    transfer_matched(agent->model, receive, message);
    message_drop(message);
    operation->receive = receive;
    return MODEL_DONE;
}
