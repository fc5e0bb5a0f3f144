/*
 * model_message.c - the calls that send and receive, and how they end.
 */
#include "model_message.h"

#include "machine.h"
#include "model_request.h"
#include "race.h"

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
    return lane_first(endpoint_lane(receive->endpoint, (uint32_t)sender), tag);
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
        endpoint_lost(receive->endpoint, receive->tag) || is_cancelled(status))
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

/*
 * It is over, and what it took has not been sent yet: another thread's receive,
 * of which it is not known whether it was the first, seems to have that, and
 * takes what this one waits for here.
 */
static bool is_exchanged(const struct receive *receive)
{
    return receive->unsure && receive->source != SOURCE_ANY &&
           !endpoint_lost(receive->endpoint, receive->tag);
}

static void receive_complete(struct agent *agent, struct receive *receive,
                             const struct status_value *status)
{
    struct endpoint *endpoint;
    struct message *message = NULL;
    bool exchanged = false;

    if (receive == NULL)
        return;
    endpoint = receive->endpoint;
    if (!receive->matched && endpoint != NULL && !is_cancelled(status)) {
        message = told_message(receive, status);
        if (message != NULL) {
            message->references++;
            receive_match(receive, message);
        } else {
            exchanged = is_exchanged(receive);
            if (!exchanged)
                endpoint_lose(endpoint, receive->tag);
            agent->model->order_unsure = true;
        }
    }
    if (receive->endpoint != NULL && !exchanged)
        receive_unqueue(receive);
    if (is_cancelled(status))
        receive_untake(receive);
    else
        receive_judge(receive);
    if (receive->source == SOURCE_ANY && endpoint != NULL)
        endpoint_look(agent, endpoint, NULL, receive->tag);
    if (status != NULL && !is_cancelled(status) &&
        !status_has(status, STATUS_IGNORED))
        counted_note(agent, receive->transfer.call,
                     receive->transfer.payload.type, status);
    if (!is_cancelled(status)) {
        if (receive->source == SOURCE_ANY || receive->probed)
            clock_join_unsure(&agent->clock, receive->clock);
        else
            agent_learn(agent, receive->clock);
        race_ended(agent, receive, receive->overtakes ? NULL : message, status);
    }
    message_drop(message);
    if (endpoint != NULL) {
        endpoint_settle(endpoint);
        overtakers_look(endpoint);
    }
}

/*
 * A synchronous send ends only after its receive has started.  Which that is
 * may be told only by the end of a nonblocking one, which may come after what
 * the sender does next.
 */
static bool send_ready(struct agent *agent, const struct message *message,
                       const struct status_value *status)
{
    const struct receive *wildcard;
    bool ends;

    if (message == NULL || message->mode != MESSAGE_SYNCHRONOUS ||
        message->lane == NULL ||
        endpoint_lost(message->endpoint, message->tag) || is_cancelled(status))
        return true;
    wildcard = endpoint_wildcard(message->endpoint, NULL, message->tag);
    if (wildcard == NULL)
        return false;
    ends = (wildcard->call->info->classes & CLASS_BLOCKS) != 0;
    if (ends) /* and that may not have been told yet */
        agent->waits_for_end = !agent->waited_in_vain;
    return !ends;
}

/* Whether no more comes of that process, nothing of which is waited for. */
static bool has_told_all(const struct agent *agent, const struct agent *asks)
{
    return agent->gone ||
           (asks->released && !agent->waits && agent->process->end_time != 0);
}

/* A synchronous send has ended, and the process that is to receive has ended
 * within the only receive there that can have taken it. */
static void match_ended_within(const struct agent *agent,
                               struct message *message)
{
    struct receive *receive, *only = NULL;

    DL_FOREACH(message->endpoint->receives, receive)
        if (receive_fits(receive, message)) {
            if (only != NULL ||
                !has_told_all(agent_of(receive->call->process), agent))
                return;
            only = receive;
        }
    if (only != NULL && lane_first(message->lane, only->tag) == message)
        receive_match(only, message);
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
        if (message->receive == NULL && !message->overtaken &&
            message->lane != NULL)
            match_ended_within(agent, message);
        receive =
            message->receive != NULL
                ? message->receive
                : endpoint_wildcard(message->endpoint, NULL, message->tag);
        if (message->receive == NULL && !message->overtaken)
            agent->model->matches_unsure = agent->waited_in_vain = true;
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
    return send_ready(agent, operation->message, status) &&
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
        endpoint_look(agent, receive->endpoint, NULL, receive->tag);
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

    if (took == NULL || receive->overtakes)
        return;
    receive->took = NULL;
    message_drop(took);
}

void message_forget(struct operation *operation)
{
    receive_forget(operation->receive);
}

/* Others may have been matched with it by now, or not, as they were read. */
static void receive_withdraw(struct receive *receive)
{
    struct endpoint *endpoint = receive->endpoint;

    if (receive->probed)
        return; /* it has its message already */
    endpoint_lose(endpoint_of(receive->comm, receive->receiver), receive->tag);
    if (endpoint == NULL)
        return;
    receive_unqueue(receive);
    overtakers_look(endpoint);
}

/* Likewise. */
static void send_withdraw(struct message *message)
{
    endpoint_lose(message->endpoint, message->tag);
    if (message->receive != NULL)
        machine_unsure(message->receive);
    if (message->lane != NULL)
        lane_remove(message);
}

void message_withdraw(struct operation *operation)
{
    if (operation->message != NULL)
        send_withdraw(operation->message);
    if (operation->receive != NULL)
        receive_withdraw(operation->receive);
}

/* Whether it may have taken a message of which the process has not heard: of
 * those that are left there is one, or there are several. */
static bool may_have_taken(const struct receive *receive, struct message **only)
{
    struct lane *lane;
    struct message *message;
    bool any = false;

    if (receive->endpoint == NULL || receive->source != SOURCE_ANY)
        return false;
    DL_FOREACH(receive->endpoint->lanes, lane) {
        message = lane_first(lane, receive->tag);
        if (message == NULL)
            continue;
        *only = any ? NULL : message;
        any = true;
    }
    return any;
}

typedef bool operation_visit(struct operation *operation);

/* A process that has ended did nothing more after it. */
static void stop(struct receive *receive)
{
    struct agent *agent = agent_of(receive->call->process);

    if (agent->gone && !receive->ended)
        race_ended(agent, receive, NULL, NULL);
}

/* It has taken the one message that is left for it: whether it is so. */
static bool take_only(struct operation *operation)
{
    struct receive *receive = operation->receive;
    struct message *only = NULL;

    if (!may_have_taken(receive, &only) || only == NULL ||
        endpoint_wildcard(receive->endpoint, receive, receive->tag))
        return false;
    stop(receive);
    receive_match(receive, only);
    return true;
}

static bool give_up(struct operation *operation)
{
    struct message *only;

    stop(operation->receive);
    if (may_have_taken(operation->receive, &only))
        choice_stopped(operation->receive);
    if (operation->left && !operation->receive->matched)
        machine_unsure(operation->receive);
    return false;
}

static bool judge(struct operation *operation)
{
    receive_judge(operation->receive);
    return false;
}

/* Visits each receive of the process; unheard: each in which it has ended, or
 * that it waited for in vain, as another one failed.  True: one visit said so.
 */
static bool each_receive(struct agent *agent, bool unheard,
                         operation_visit *visit)
{
    struct binding *binding, *next;
    const struct open_call *open;
    struct operation *operation;
    bool completes = false, any = false;

    DL_FOREACH(agent->open, open) {
        completes = completes || (open->call->info->classes & CLASS_COMPLETES);
        if (open->operation != NULL && open->operation->receive != NULL &&
            (!unheard || agent->gone))
            any = visit(open->operation) || any;
    }
    DL_FOREACH_SAFE(agent->bindings, binding, next) {
        if (binding->key.kind != BINDING_REQUEST)
            continue;
        DL_FOREACH((struct operation *)binding->object, operation)
            if (operation->receive != NULL &&
                (!unheard || (!operation->cancelled &&
                              ((completes && agent->gone) || operation->left))))
                any = visit(operation) || any;
    }
    return any;
}

void messages_end(struct model *model)
{
    struct agent *agent;

    DL_FOREACH(model->agents, agent) {
        while (each_receive(agent, true, take_only))
            continue;
        (void)each_receive(agent, true, give_up);
        (void)each_receive(agent, false, judge);
    }
    choices_conclude(model);
}

bool message_unmatched(const struct operation *operation)
{
    const struct receive *receive = operation->receive;
    const struct message *message = operation->message;

    if (receive != NULL)
        return receive->endpoint != NULL && !receive->served &&
               !endpoint_lost(receive->endpoint, receive->tag);
    return message != NULL && message->lane != NULL &&
           !endpoint_lost(message->endpoint, message->tag);
}

void message_lose(struct operation *operation)
{
    if (operation->message != NULL && operation->message->lane != NULL)
        endpoint_lose(operation->message->endpoint, operation->message->tag);
    if (operation->receive != NULL && operation->receive->endpoint != NULL)
        endpoint_lose(operation->receive->endpoint, operation->receive->tag);
}

static enum message_mode mode_of(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Ssend:
    case CALL_MPI_Issend:
    case CALL_MPI_Ssend_init:
        return MESSAGE_SYNCHRONOUS;
    case CALL_MPI_Rsend:
    case CALL_MPI_Irsend:
    case CALL_MPI_Rsend_init:
        return MESSAGE_READY;
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

bool message_is_deferred(const struct agent *agent, const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Bsend:
    case CALL_MPI_Ibsend:
        /* The buffer may have no room (3.6).  Of several threads it must be
         * seen which of them send at once. */
        return agent->faulty || agent->threads == 1;
    case CALL_MPI_Send:
    case CALL_MPI_Ssend:
    case CALL_MPI_Rsend:
    case CALL_MPI_Recv:
    case CALL_MPI_Isend:
    case CALL_MPI_Issend:
    case CALL_MPI_Irsend:
    case CALL_MPI_Irecv:
    case CALL_MPI_Sendrecv:
    case CALL_MPI_Sendrecv_replace:
    case CALL_MPI_Isendrecv:
    case CALL_MPI_Isendrecv_replace:
    case CALL_MPI_Mrecv:
    case CALL_MPI_Imrecv:
    case CALL_MPI_Start:
        return agent->faulty;
    default:
        return false;
    }
}

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
