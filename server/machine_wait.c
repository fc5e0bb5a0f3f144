/*
 * machine_wait.c - what a thread waits for in the machine, and who could do it.
 */
#include "machine_look.h"

#include <stdlib.h>

void look_need(struct look *look, bool any, const struct item *item)
{
    uint32_t number = knot_need(look->knot, any);

    if (number >= look->item_room) {
        look->item_room = look->item_room * 2 + 16;
        look->items =
            xrealloc(look->items, look->item_room, sizeof look->items[0]);
    }
    look->items[number] = item;
}

void look_edge(struct look *look, const struct track *track)
{
    knot_edge(look->knot, track == NULL ? look->count : track->node);
}

/* To the thread in which that call was made. */
static void edge_to_call(struct look *look, const struct process *process,
                         uint32_t thread)
{
    const struct track *track = NULL;

    if (process != NULL && agent_of(process) != NULL)
        LL_SEARCH_SCALAR(agent_of(process)->tracks, track, thread, thread);
    look_edge(look, track);
}

/* Whether the one item does what the other waits for. */
static bool serves(const struct item *does, const struct item *waits)
{
    if ((does->does & ACTS) == 0 || does->kind != waits->kind)
        return false;
    if (does->kind == ITEM_MEETING)
        return does->meeting == waits->meeting;
    return does->window == waits->window && does->member == waits->peer &&
           does->peer == waits->member;
}

static bool will_serve(const struct track *track, const struct item *item)
{
    const struct step *step;
    size_t i;

    DL_FOREACH(track->steps, step)
        for (i = 0; i < step->item_count && !step->acted; i++)
            if (serves(&step->items[i], item))
                return true;
    return false;
}

/* To the thread of a member that will do what the item waits for. */
static void edge_to_member(struct look *look, const struct comm *comm,
                           uint32_t member, const struct item *item)
{
    const struct seat *seat = comm_seat(comm, member);
    const struct agent *agent =
        seat == NULL || seat->process == NULL ? NULL : agent_of(seat->process);
    const struct track *track = agent == NULL ? NULL : agent->tracks;

    if (track != NULL && agent->threads > 1)
        while (track != NULL && !will_serve(track, item))
            track = track->next;
    look_edge(look, track);
}

static void look_at_meeting(struct look *look, const struct item *item)
{
    const struct channel *channel = item->channel;
    const struct comm *comm =
        item->comm != NULL ? item->comm : item->window->comm;
    uint32_t i;

    if (!item->minimal && knot_share(look->knot, item->meeting))
        return;
    /* Who has not come in the real run either may. */
    for (i = 0; i < channel->size; i++)
        if (machine_lacks(item, i) &&
            !channel_came(channel, item->meeting, i)) {
            look_edge(look, NULL);
            return;
        }
    for (i = 0; i < channel->size; i++)
        if (machine_lacks(item, i))
            edge_to_member(look, comm, i, item);
}

static void look_at_leader(struct look *look, const struct item *item)
{
    const struct call *leader = NULL;

    (void)intercomm_waits(item->meeting, comm_seat(item->comm, item->member),
                          &leader);
    edge_to_call(look, leader == NULL ? NULL : leader->process,
                 leader == NULL ? 0 : leader->thread);
}

/* To the threads of one end that mark its partitions or start it. */
static void edge_to_end(struct look *look, const struct item *item,
                        unsigned end, enum item_kind kind)
{
    const struct call *call = item->partitioned->ends[end].call;
    const struct track *track;
    const struct step *step;
    size_t i;
    bool serves = false;

    LL_FOREACH(agent_of(call->process)->tracks, track) {
        bool does = false;

        DL_FOREACH(track->steps, step)
            for (i = 0; i < step->item_count && !step->acted; i++)
                does =
                    does || (step->items[i].partitioned == item->partitioned &&
                             step->items[i].kind == kind);
        if (does)
            look_edge(look, track);
        serves = serves || does;
    }
    if (!serves)
        look_edge(look, NULL);
}

static void look_at_partitioned(struct look *look, const struct item *item)
{
    const struct partitioned *partitioned = item->partitioned;

    if (machine_lacks_partitions(item)) {
        if (partitioned_is_ready(partitioned, item->count))
            edge_to_end(look, item, PARTITIONED_SEND, ITEM_READY);
        else
            look_edge(look, NULL);
    } else if (partitioned->ends[PARTITIONED_RECEIVE].round >= item->count)
        edge_to_end(look, item, PARTITIONED_RECEIVE, ITEM_START);
    else
        look_edge(look, NULL);
}

static bool may_take(const struct receive *receive,
                     const struct message *message)
{
    return receive->open_source
               ? receive->open_tag || receive->tag == message->tag
               : receive_fits(receive, message);
}

struct message *look_another(const struct item *item)
{
    const struct receive *receive = item->receive;
    const struct endpoint *endpoint;
    struct message *message;

    endpoint = machine_endpoint(item);
    if (endpoint == NULL)
        return NULL;
    LL_FOREACH2(endpoint->sent, message, next_sent)
        if (message->receive != receive && may_take(receive, message) &&
            (message->receive != NULL || message->lane != NULL))
            return message;
    return NULL;
}

/* To all that may send what a receive, or probe, from any source waits for. */
static void edges_to_senders(struct look *look, const struct item *item)
{
    uint32_t i;

    look_need(look, true, item);
    if (knot_share(look->knot, item->comm))
        return;
    for (i = 0; i < comm_size(item->comm); i++) {
        const struct seat *seat = comm_seat(item->comm, i);
        const struct agent *agent = seat == NULL || seat->process == NULL
                                        ? NULL
                                        : agent_of(seat->process);
        const struct track *track = agent == NULL ? NULL : agent->tracks;

        if (agent != NULL && agent->finalize != NULL &&
            (track == NULL || (track->next == NULL && track->steps == NULL)))
            continue;
        /* Of several threads any may send. */
        look_edge(look, track == NULL || track->next != NULL ? NULL : track);
    }
}

/*
 * A receive from any source may go on as soon as any member has sent it
 * something: which one did in the real run may be for the reason that its MPI
 * is not so strict.
 */
static void look_at_any_source(struct look *look, const struct item *item)
{
    look->choice = true;
    if (look_another(item) != NULL) {
        look_need(look, false, item);
        return;
    }
    edges_to_senders(look, item);
}

static void look_at_probe(struct look *look, const struct item *item)
{
    const struct call_MPI_Probe *view = CALL_VIEW(item->call, MPI_Probe);
    const struct call *send =
        item->message == NULL ? NULL : item->message->call;

    if (send == NULL || machine_has_threads(send->process)) {
        look_need(look, false, item);
        look_edge(look, NULL);
    } else if (view->source == NEUTRAL_ANY_SOURCE) {
        edges_to_senders(look, item);
    } else {
        look_need(look, false, item);
        edge_to_call(look, send->process, send->thread);
    }
}

/* Who has to go on for it; what the real run has not told yet may happen. */
static void look_at_item(struct look *look, const struct item *item)
{
    struct pair *pair;

    if (item->kind == ITEM_RECEIVE && receive_is_open(item->receive) &&
        item->comm != NULL && item->receive->matched &&
        !item->receive->overtakes && !look->chosen) {
        look_at_any_source(look, item);
        return;
    }
    if (item->kind == ITEM_PROBE) {
        look_at_probe(look, item);
        return;
    }
    if (!look->chosen && look_at_alikes(look, item))
        return;
    look_need(look, false, item);
    switch (item->kind) {
    case ITEM_SEND:
    case ITEM_BUFFERED:
        if (item->message->receive == NULL)
            look_edge(look, NULL);
        else
            edge_to_call(look, item->message->receive->call->process,
                         item->message->receive->call->thread);
        break;
    case ITEM_RECEIVE:
        edge_to_call(look,
                     item->receive->matched ? item->receive->sender : NULL,
                     item->receive->sender_thread);
        break;
    case ITEM_MEETING:
        look_at_meeting(look, item);
        break;
    case ITEM_LEADER:
        look_at_leader(look, item);
        break;
    case ITEM_POST:
        pair = machine_pair(item->window, item->member, item->peer);
        if (pair->posts >= item->count)
            edge_to_member(look, item->window->comm, item->peer, item);
        else
            look_edge(look, NULL);
        break;
    case ITEM_COMPLETE:
        pair = machine_pair(item->window, item->peer, item->member);
        if (pair->completes >= item->count)
            edge_to_member(look, item->window->comm, item->peer, item);
        else
            look_edge(look, NULL);
        break;
    case ITEM_PARTITIONED:
        look_at_partitioned(look, item);
        break;
    case ITEM_PROBE:
    case ITEM_START:
    case ITEM_READY:
        break;
    }
}

void look_at_track(struct look *look, const struct track *track)
{
    const struct step *step = track->steps;
    size_t i;

    if (step == NULL)
        return;
    knot_waits(look->knot, track->node, step->any);
    for (i = 0; i < step->item_count; i++)
        if ((step->items[i].does & WAITS) &&
            (step->any || !machine_is_met(&step->items[i])))
            look_at_item(look, &step->items[i]);
}

struct wait_reason machine_reason(const struct item *item)
{
    struct wait_reason reason = {.call = item->started != NULL ? item->started
                                                               : item->call,
                                 .comm = item->comm,
                                 .window = item->window,
                                 .bytes = item->bytes};

    switch (item->kind) {
    case ITEM_SEND:
        reason.kind = WAIT_RECEIVE;
        reason.probed =
            item->message->probed ||
            (item->message->receive != NULL && item->message->receive->probed);
        reason.tag = item->message->tag;
        break;
    case ITEM_BUFFERED:
        reason.kind = WAIT_BUFFER;
        reason.tag = item->message->tag;
        break;
    case ITEM_RECEIVE:
        reason.kind = WAIT_MESSAGE;
        reason.any_source = item->receive->source == SOURCE_ANY;
        reason.tag = item->receive->tag;
        break;
    case ITEM_PROBE:
        reason.kind = WAIT_PROBE;
        reason.any_source =
            CALL_VIEW(item->call, MPI_Probe)->source == NEUTRAL_ANY_SOURCE;
        reason.tag = CALL_VIEW(item->call, MPI_Probe)->tag;
        break;
    case ITEM_MEETING:
        reason.kind = WAIT_MEMBERS;
        reason.made = item->started != NULL ? item->call : NULL;
        break;
    case ITEM_LEADER:
        reason.kind = WAIT_LEADER;
        reason.tag = intercomm_tag(item->call);
        break;
    case ITEM_POST:
        reason.kind = WAIT_POST;
        break;
    case ITEM_COMPLETE:
        reason.kind = WAIT_COMPLETE;
        break;
    case ITEM_PARTITIONED:
        reason.kind =
            machine_lacks_partitions(item) ? WAIT_PARTITIONS : WAIT_START;
        reason.tag = item->partitioned->tag;
        break;
    case ITEM_START:
    case ITEM_READY:
        break;
    }
    return reason;
}
