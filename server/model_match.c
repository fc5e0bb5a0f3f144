/*
 * model_match.c - which receive takes which message (MPI-4.1 3.5).
 *
 * Messages wait in lanes, one for each pair of sender and receiver, in the
 * order in which they were sent.  A receive that names its source takes what
 * the order of messages gives it; one that does not is told by its status.
 * Neither depends on the order in which the checker reads the processes.
 */
#include "model_match.h"

#include "machine.h"
#include "model_channel.h"
#include "model_given_up.h"
#include "race.h"
#include "traffic.h"

#include <stdlib.h>

static struct pool messages = POOL_OF(struct message);
static struct pool receives = POOL_OF(struct receive);

void message_blind_end(struct message *message)
{
    struct receive *receive = message->blind;
    struct comm *comm;

    if (receive == NULL)
        return;
    message->blind = NULL; /* the receive may hold the message */
    comm = receive->comm;
    receive_drop(receive);
    comm_drop(comm);
}

void message_drop(struct message *message)
{
    if (message == NULL || --message->references > 0)
        return;
    receive_drop(message->receive);
    receive_drop(message->given_to);
    comm_drop(message->taken_in);
    message_blind_end(message);
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
    receive_drop(receive->heir);
    call_drop(receive->call);
    pool_give(&receives, receive);
}

void lane_remove(struct message *message)
{
    DL_DELETE(message->lane->messages, message);
    message->lane = NULL;
    message_drop(message);
}

static void endpoint_free(struct endpoint *endpoint)
{
    struct lane *lane, *next;

    DL_FOREACH_SAFE(endpoint->lanes, lane, next) {
        while (lane->messages != NULL)
            lane_remove(lane->messages);
        free(lane);
    }
    flat_table_free(&endpoint->by_sender);
    overtakers_free(endpoint);
    while (endpoint->receives != NULL)
        receive_unqueue(endpoint->receives);
    board_clear(&endpoint->board);
    race_endpoint_free(endpoint);
    machine_alikes_free(endpoint);
    while (endpoint->sent != NULL)
        machine_unlist(endpoint->sent);
    free(endpoint);
}

void endpoints_free(struct comm *comm)
{
    struct endpoint *endpoint, *next;

    DL_FOREACH_SAFE(comm->endpoints, endpoint, next)
        endpoint_free(endpoint);
    flat_table_free(&comm->by_receiver);
}

struct endpoint *endpoint_find(const struct comm *comm, uint32_t receiver)
{
    return flat_table_find(&comm->by_receiver, receiver);
}

void endpoint_lose(struct endpoint *endpoint, int64_t tag)
{
    if (endpoint->lost && endpoint->lost_tag != tag)
        tag = NEUTRAL_ANY_TAG;
    endpoint->lost = true;
    endpoint->lost_tag = tag;
}

/* A receive from any tag may have had another one than is thought. */
bool endpoint_lost(const struct endpoint *endpoint, int64_t tag)
{
    return endpoint->lost &&
           (endpoint->any_tag || endpoint->lost_tag == NEUTRAL_ANY_TAG ||
            tag == NEUTRAL_ANY_TAG || tag == endpoint->lost_tag);
}

struct endpoint *endpoint_of(struct comm *comm, uint32_t receiver)
{
    struct endpoint *endpoint = endpoint_find(comm, receiver);

    if (endpoint == NULL) {
        endpoint = xcalloc(1, sizeof *endpoint);
        endpoint->receiver = receiver;
        DL_APPEND(comm->endpoints, endpoint);
        flat_table_add(&comm->by_receiver, receiver, endpoint);
    }
    return endpoint;
}

struct lane *lane_find(const struct endpoint *endpoint, uint32_t sender)
{
    return flat_table_find(&endpoint->by_sender, sender);
}

void endpoint_used(struct endpoint *endpoint, const struct call *call)
{
    if (!endpoint->used)
        endpoint->thread = call->thread;
    endpoint->used = true;
    if (endpoint->thread == call->thread || endpoint->by_threads)
        return;
    endpoint->by_threads = true;
    race_forget(agent_of(call->process)->model, endpoint);
}

struct lane *endpoint_lane(struct endpoint *endpoint, uint32_t sender)
{
    struct lane *lane = lane_find(endpoint, sender);

    if (lane == NULL) {
        lane = xcalloc(1, sizeof *lane);
        lane->sender = sender;
        DL_APPEND(endpoint->lanes, lane);
        flat_table_add(&endpoint->by_sender, sender, lane);
    }
    return lane;
}

/* ------------------------------------------------------------- matching */

static bool tag_fits(const struct receive *receive, int64_t tag)
{
    return receive->tag == NEUTRAL_ANY_TAG || receive->tag == tag;
}

bool receive_is_open(const struct receive *receive)
{
    return receive->source == SOURCE_ANY || receive->open_source;
}

bool receive_fits(const struct receive *receive, const struct message *message)
{
    return (receive->source == SOURCE_ANY ||
            receive->source == (int64_t)message->sender) &&
           tag_fits(receive, message->tag);
}

void receive_unqueue(struct receive *receive)
{
    DL_DELETE(receive->endpoint->receives, receive);
    receive->endpoint = NULL;
    receive_drop(receive);
}

void receive_judge(struct receive *receive)
{
    struct message *took = receive->took;

    receive->certain = true;
    if (took == NULL || receive->overtakes)
        return;
    receive->took = NULL;
    /* Where that is not known it may have taken another one. */
    if (!endpoint_lost(took->endpoint, took->tag)) {
        transfer_matched(receive, took);
        given_up_matched(receive, took);
        if (took->mode == MESSAGE_READY)
            ready_matched(receive, took);
    }
    message_drop(took);
}

void receive_untake(struct receive *receive)
{
    struct message *took = receive->took;
    struct message *other;

    if (took == NULL)
        return;
    choice_untaken(took->endpoint, receive);
    receive->took = NULL; /* its reference becomes the lane's */
    took->receive = NULL;
    took->lane = endpoint_lane(took->endpoint, took->sender);
    DL_FOREACH(took->lane->messages, other)
        if (other->number > took->number)
            break;
    if (other != NULL)
        DL_PREPEND_ELEM(took->lane->messages, other, took);
    else
        DL_APPEND(took->lane->messages, took);
    endpoint_settle(took->endpoint);
    receive_drop(receive);
}

void receive_conclude(struct receive *receive, struct message *message)
{
    message->receive = receive;
    receive->references++;
    machine_matched(receive, message);
    if (message->lane != NULL)
        race_matched(message, receive, receive->number);
    else
        choice_matched(message, receive, receive->number);
    message->references++;
    receive->took = message;
    if (receive->certain)
        receive_judge(receive);
}

void receive_match(struct receive *receive, struct message *message)
{
    struct endpoint *endpoint = message->endpoint;

    receive->matched = true;
    receive->call->took = message->call->number;
    receive->call->took_from = message->call->process->index;
    receive->clock = clock_hold(message->clock);
    receive->references++;
    if (receive->endpoint != NULL)
        receive_unqueue(receive);
    if (!receive_overtakes(receive, message))
        receive_conclude(receive, message);
    receive_drop(receive);
    lane_remove(message);
    overtakers_look(endpoint);
}

struct message *lane_first(struct lane *lane, int64_t tag)
{
    struct message *message;

    DL_FOREACH(lane->messages, message)
        if (!message->claimed &&
            (tag == NEUTRAL_ANY_TAG || tag == message->tag))
            return message;
    return NULL;
}

const struct receive *endpoint_wildcard(const struct endpoint *endpoint,
                                        const struct receive *end, int64_t tag)
{
    const struct receive *receive;

    DL_FOREACH(endpoint->receives, receive) {
        if (receive == end)
            break;
        if (receive->source == SOURCE_ANY && tag_fits(receive, tag))
            return receive;
    }
    return NULL;
}

/* A receive that names its source and was just posted, or its turn may have
 * come: whether it has a message now. */
static bool settle_receive(struct endpoint *endpoint, struct receive *receive)
{
    struct message *message;

    if (receive->source == SOURCE_ANY)
        return false;
    message = lane_first(endpoint_lane(endpoint, (uint32_t)receive->source),
                         receive->tag);
    if (message == NULL ||
        endpoint_wildcard(endpoint, receive, message->tag) != NULL)
        return false;
    receive_match(receive, message);
    return true;
}

/* A message of that lane is new. */
static void settle_message(struct endpoint *endpoint, struct message *message)
{
    struct receive *receive;

    DL_FOREACH(endpoint->receives, receive) {
        if (!tag_fits(receive, message->tag))
            continue;
        if (receive->source == SOURCE_ANY)
            return;
        if (receive->source != message->lane->sender)
            continue;
        /* An earlier message that it fits, too, has the first claim. */
        if (lane_first(message->lane, receive->tag) == message)
            receive_match(receive, message);
        return;
    }
}

void endpoint_settle(struct endpoint *endpoint)
{
    struct receive *receive;

    /* which may be more than one that goes from the list */
    do
        DL_FOREACH(endpoint->receives, receive)
            if (settle_receive(endpoint, receive))
                break;
    while (receive != NULL);
}

struct message *message_send(struct agent *agent, struct comm *comm,
                             int64_t dest, int64_t tag, enum message_mode mode,
                             const struct transfer *transfer, struct call *call)
{
    struct message *message;
    struct endpoint *endpoint;
    struct lane *lane;
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
    agent->model->clocks_run |= mode == MESSAGE_READY;
    message->clock = agent_clock(agent);
    endpoint = endpoint_of(comm, message->receiver);
    lane = message->lane = endpoint_lane(endpoint, member);
    message->number = ++lane->count;
    if (lane->pair == NULL)
        lane->pair = traffic_between(agent->model->traffic, agent->seat,
                                     comm_seat(comm, message->receiver));
    __builtin_prefetch(lane->pair, 1);
    message->endpoint = endpoint;
    if (comm->channel->passed != NULL) {
        message->passed = comm->channel->passed[member].count;
        if (message->passed > 0)
            message->passed_by = call_hold(comm->channel->passed[member].call);
    }
    DL_APPEND(lane->messages, message);
    if (agent->model->chances_run)
        board_leave(&endpoint->board, agent, tag, tag + 1, message->clock);
    race_sent(agent, message);
    settle_message(endpoint, message);
    traffic_message(lane->pair, payload_bytes(&transfer->payload));
    return message;
}

struct receive *receive_new(struct agent *agent, struct call *call,
                            const struct transfer *transfer)
{
    struct receive *receive = pool_take(&receives);

    receive->references = 1;
    receive->call = call_hold(call);
    receive->transfer = transfer_hold(transfer);
    receive->begin = clock_moment(&agent->clock);
    receive->start = agent_clock(agent);
    return receive;
}

/* It may take what a probe has told of. */
static void take_probed(struct receive *receive)
{
    struct endpoint *endpoint = receive->endpoint;
    struct told_source *told = &endpoint->told_source;

    if (told->is_there && told->thread == receive->call->thread &&
        receive->source == (int64_t)told->sender &&
        tag_fits(receive, told->tag)) {
        receive->open_source = !told->tried;
        receive->open_tag = told->any_tag;
        receive->sent = told->tried;
        told->is_there = false;
    }
    receive->is_told = endpoint->told &&
                       tag_fits(receive, endpoint->told_tag) &&
                       (receive->source == SOURCE_ANY ||
                        receive->source == (int64_t)endpoint->told_sender);
    endpoint->told = endpoint->told && !receive->is_told;
    endpoint->any_tag = endpoint->any_tag || receive->tag == NEUTRAL_ANY_TAG;
}

struct receive *receive_post(struct agent *agent, struct comm *comm,
                             int64_t source, int64_t tag,
                             const struct transfer *transfer, struct call *call)
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
    if (sender == SOURCE_ANY)
        agent->model->clocks_run = true;
    receive = receive_new(agent, call, transfer);
    receive->references++; /* the endpoint's */
    receive->receiver = member;
    receive->source = sender;
    receive->tag = tag;
    receive->certain = (call->info->classes & CLASS_BLOCKS) != 0;
    receive->comm = comm;
    receive->endpoint = endpoint_of(comm, member);
    receive->number = ++receive->endpoint->posted;
    receive->behind_wildcard = receive->endpoint->wildcards;
    receive->endpoint->wildcards |= sender == SOURCE_ANY;
    endpoint_used(receive->endpoint, call);
    take_probed(receive);
    receive->told_before = agent->told;
    receive->named_before = agent->named;
    if (sender == SOURCE_ANY)
        choices_begin(receive->endpoint, receive);
    else
        agent->named++;
    DL_APPEND(receive->endpoint->receives, receive);
    settle_receive(receive->endpoint, receive);
    return receive;
}

void endpoint_look(struct agent *agent, struct endpoint *endpoint,
                   const struct agent *source, int64_t tag)
{
    clock_chance(&agent->clock);
    endpoint->wildcards = true;
    if (tag == NEUTRAL_ANY_TAG)
        board_look(&endpoint->board, agent, source, INT64_MIN, INT64_MAX);
    else
        board_look(&endpoint->board, agent, source, tag, tag + 1);
}
