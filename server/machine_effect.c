/*
 * machine_effect.c - what happens when the machine comes to a step, and whether
 * what the step waits for has happened.
 */
#include "machine_private.h"

#include <stdlib.h>

struct pair *machine_pair(struct window *window, uint32_t origin,
                          uint32_t target)
{
    struct pair key = {.key = {origin, target}}, *pair;

    HASH_FIND(hh, window->pairs, &key.key, sizeof key.key, pair);
    if (pair == NULL) {
        pair = xcalloc(1, sizeof *pair);
        pair->key.origin = origin;
        pair->key.target = target;
        HASH_ADD(hh, window->pairs, key, sizeof pair->key, pair);
    }
    return pair;
}

void machine_window_free(struct window *window)
{
    struct pair *pair, *next;

    HASH_ITER(hh, window->pairs, pair, next) {
        HASH_DEL(window->pairs, pair);
        free(pair);
    }
}

static void wake_call(const struct call *call)
{
    struct agent *agent = agent_of(call->process);

    if (agent != NULL)
        machine_wake(agent);
}

static void wake_member(const struct comm *comm, uint32_t member)
{
    const struct seat *seat = comm_seat(comm, member);

    if (seat != NULL && seat->process != NULL &&
        agent_of(seat->process) != NULL)
        machine_wake(agent_of(seat->process));
}

static void list_sent(struct message *message)
{
    if (message->listed ||
        (message->receive != NULL && message->receive->posted))
        return;
    message->listed = true;
    message->references++;
    DL_APPEND2(message->endpoint->sent, message, prev_sent, next_sent);
    if (message->receive != NULL)
        message->receive->takes = message;
}

void machine_unlist(struct message *message)
{
    DL_DELETE2(message->endpoint->sent, message, prev_sent, next_sent);
    message->listed = false;
    if (message->receive != NULL)
        message->receive->takes = NULL;
    message_drop(message);
}

/* What the receive took in the real run is sent.  Where it was given something
 * else, it is there for whom that was for. */
static void arrive(struct receive *receive)
{
    while (receive->given && receive->heir != NULL)
        receive = receive->heir;
    receive->left_over = receive->given;
    receive->sent = true;
    wake_call(receive->call);
}

/* The first receive was given what the other one took in the real run: that one
 * waits for what the first one took. */
static void inherit(struct receive *first, struct receive *other)
{
    if (first->heir != NULL)
        return;
    other->references++;
    first->heir = other;
    other->sender = first->sender;
    other->sender_thread = first->sender_thread;
    other->sender_call = first->sender_call;
    other->sent = first->left_over;
}

void machine_give(struct receive *receive, struct message *message)
{
    receive->references++;
    receive->given = receive->sent = true;
    message->given_to = receive;
    machine_wake(agent_of(message->call->process));
    machine_unlist(message);
    if (message->receive != NULL)
        inherit(receive, message->receive);
}

void machine_matched(struct receive *receive, struct message *message)
{
    receive->sender = message->call->process;
    receive->sender_thread = message->call->thread;
    receive->sender_call = message->call->number;
    receive->unsure = receive->unsure || message->unsure;
    receive->sent = receive->sent || message->sent || message->found;
    if (message->given_to != NULL)
        inherit(message->given_to, receive);
    wake_call(message->call);
    wake_call(receive->call);
    machine_held_matched(message);
    if (!message->listed)
        return;
    receive->takes = message;
    if (receive->posted)
        machine_unlist(message);
}

void machine_unsure(struct receive *receive)
{
    receive->unsure = receive->lost = true;
    wake_call(receive->call);
}

/* Messages that threads sent at once may be taken by it. */
static void first_receive(struct endpoint *endpoint)
{
    const struct message *message;

    endpoint->machine_receives = true;
    DL_FOREACH2(endpoint->sent, message, next_sent)
    wake_call(message->call);
}

static void act_meeting(struct item *item)
{
    struct meeting *meeting = item->meeting;
    const struct comm *comm =
        item->comm != NULL ? item->comm : item->window->comm;
    bool enough =
        item->minimal && (meeting->flow == FLOW_PREFIX ||
                          meeting_is_root(meeting, item->call, item->member));
    uint32_t i;

    if (meeting->has_acted == NULL)
        meeting->has_acted =
            xcalloc(meeting->size, sizeof meeting->has_acted[0]);
    meeting->has_acted[item->member] = true;
    if (++meeting->acted < meeting->size && !enough)
        return;
    if (meeting->acted == meeting->size) {
        free(meeting->has_acted);
        meeting->has_acted = NULL;
    }
    for (i = 0; i < meeting->size; i++)
        wake_member(comm, i);
}

/* The other side of MPI_Intercomm_create waits for the leader; of who is not
 * known yet, the communicator is not made yet. */
static void act_leader(const struct item *item)
{
    const struct group *group =
        intercomm_acts(item->meeting, comm_seat(item->comm, item->member));
    int i;

    for (i = 0; group != NULL && i < group->size; i++) {
        const struct seat *seat = group->seats[i];

        if (seat != NULL && seat->process != NULL &&
            agent_of(seat->process) != NULL)
            machine_wake(agent_of(seat->process));
    }
}

static void wake_ends(const struct partitioned *partitioned)
{
    unsigned i;

    for (i = 0; i < 2; i++)
        if (partitioned->ends[i].call != NULL)
            wake_call(partitioned->ends[i].call);
}

struct endpoint *machine_endpoint(const struct item *item)
{
    if (item->kind != ITEM_RECEIVE)
        return item->message->endpoint;
    return item->comm == NULL
               ? NULL
               : endpoint_find(item->comm, item->receive->receiver);
}

void machine_act(struct item *item)
{
    struct endpoint *endpoint;
    struct pair *pair;

    switch (item->kind) {
    case ITEM_SEND:
    case ITEM_BUFFERED:
        item->message->sent = true;
        list_sent(item->message);
        if (item->message->receive != NULL)
            arrive(item->message->receive);
        if (item->message->endpoint->probed)
            wake_member(item->comm, item->message->receiver);
        break;
    case ITEM_RECEIVE:
        item->receive->posted = true;
        endpoint = machine_endpoint(item);
        if (endpoint != NULL && !endpoint->machine_receives)
            first_receive(endpoint);
        if (item->receive->takes != NULL)
            machine_unlist(item->receive->takes);
        if (item->receive->sender != NULL &&
            agent_of(item->receive->sender) != NULL)
            machine_wake(agent_of(item->receive->sender));
        break;
    case ITEM_MEETING:
        act_meeting(item);
        break;
    case ITEM_LEADER:
        act_leader(item);
        break;
    case ITEM_POST:
        pair = machine_pair(item->window, item->peer, item->member);
        pair->posts_acted++;
        wake_member(item->window->comm, item->peer);
        break;
    case ITEM_COMPLETE:
        pair = machine_pair(item->window, item->member, item->peer);
        pair->completes_acted++;
        wake_member(item->window->comm, item->peer);
        break;
    case ITEM_START:
        item->partitioned->ends[item->member].round_acted++;
        wake_ends(item->partitioned);
        break;
    case ITEM_READY:
        item->partitioned->ready_acted += item->count;
        wake_ends(item->partitioned);
        break;
    case ITEM_PROBE:
    case ITEM_PARTITIONED:
        break;
    }
}

bool machine_lacks(const struct item *item, uint32_t member)
{
    const struct meeting *meeting = item->meeting;

    return meeting->acted < meeting->size &&
           (meeting->has_acted == NULL || !meeting->has_acted[member]) &&
           (!item->minimal || meeting_needs(item->meeting, item->comm,
                                            item->call, item->member, member));
}

bool machine_is_misled(const struct item *item)
{
    return item->channel->broken || item->channel->refused != NULL ||
           (item->initial != NULL && item->comm != NULL &&
            item->comm->channel != NULL && item->comm->channel->broken);
}

static bool meeting_is_met(const struct item *item)
{
    uint32_t i;

    if (machine_is_misled(item) || item->meeting->acted >= item->meeting->size)
        return true;
    for (i = 0; item->minimal && i < item->meeting->size; i++)
        if (machine_lacks(item, i))
            return false;
    return item->minimal;
}

bool machine_lacks_partitions(const struct item *item)
{
    return !partitioned_acted(item->partitioned, item->count);
}

static bool partitioned_is_met(const struct item *item)
{
    const struct partitioned *partitioned = item->partitioned;
    const struct partitioned_end *receive =
        &partitioned->ends[PARTITIONED_RECEIVE];

    if (partitioned->unsure)
        return true;
    if (partitioned->nobody && item->member == PARTITIONED_RECEIVE)
        return true;
    return !machine_lacks_partitions(item) &&
           (item->member == PARTITIONED_RECEIVE || item->minimal ||
            partitioned->nobody || receive->round_acted >= item->count);
}

/* Where it is not known which of several threads' sends or receives belong
 * together, any receive may be the message's. */
static bool message_is_met(const struct message *message)
{
    const struct receive *receive = message->receive;
    bool unsure = message->unsure || (receive != NULL && receive->unsure) ||
                  machine_is_contended(message);

    if (message->given_to != NULL || message->lost ||
        (receive != NULL && receive->lost))
        return true;
    if (unsure && message->endpoint->machine_receives)
        return true;
    return receive != NULL ? receive->posted
                           : message->lane == NULL && !message->probed &&
                                 !message->overtaken;
}

/* A probe from any source may find what another one has sent than in the real
 * run. */
static bool probe_is_met(const struct item *item)
{
    const struct call_MPI_Probe *view = CALL_VIEW(item->call, MPI_Probe);
    const struct message *message = item->message, *other;

    if (message == NULL || message->sent || message->unsure || message->lost)
        return message != NULL;
    if (view->source != NEUTRAL_ANY_SOURCE)
        return false;
    DL_FOREACH2(message->endpoint->sent, other, next_sent)
    {
        if (view->tag == NEUTRAL_ANY_TAG || view->tag == other->tag)
            return true;
    }
    return false;
}

bool machine_is_met(const struct item *item)
{
    const struct receive *receive = item->receive;
    const struct call *leader;

    switch (item->kind) {
    case ITEM_SEND:
    case ITEM_BUFFERED:
        return message_is_met(item->message);
    case ITEM_RECEIVE:
        return receive->unsure ||
               (receive->matched ? receive->sent : receive->endpoint == NULL);
    case ITEM_PROBE:
        return probe_is_met(item);
    case ITEM_MEETING:
        return meeting_is_met(item);
    case ITEM_LEADER:
        return item->channel->broken ||
               !intercomm_waits(item->meeting,
                                comm_seat(item->comm, item->member), &leader);
    case ITEM_POST:
        return machine_pair(item->window, item->member, item->peer)
                   ->posts_acted >= item->count;
    case ITEM_COMPLETE:
        return machine_pair(item->window, item->peer, item->member)
                   ->completes_acted >= item->count;
    case ITEM_START:
    case ITEM_READY:
        break;
    case ITEM_PARTITIONED:
        return partitioned_is_met(item);
    }
    return true;
}
