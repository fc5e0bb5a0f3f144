/*
 * machine_look.c - who waits for whom in the machine.
 */
#include "knot.h"
#include "machine_private.h"
#include "wait_graph.h"

#include <stdlib.h>

struct look {
    struct model *model;
    struct knot *knot;
    struct track **tracks;     /* by node */
    const struct item **items; /* by need */
    uint32_t count, item_room;
    bool chosen; /* receives from any source wait for what they really took */
    bool any_source;          /* there are some */
    struct wait_reason drawn; /* of the need that is being drawn */
};

static void look_need(struct look *look, bool any, const struct item *item)
{
    uint32_t number = knot_need(look->knot, any);

    if (number >= look->item_room) {
        look->item_room = look->item_room * 2 + 16;
        look->items =
            xrealloc(look->items, look->item_room, sizeof look->items[0]);
    }
    look->items[number] = item;
}

/* NULL: to one that may go on. */
static void edge_to(struct look *look, const struct track *track)
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
    edge_to(look, track);
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
    edge_to(look, track);
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
            edge_to(look, NULL);
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
            edge_to(look, track);
        serves = serves || does;
    }
    if (!serves)
        edge_to(look, NULL);
}

static void look_at_partitioned(struct look *look, const struct item *item)
{
    const struct partitioned *partitioned = item->partitioned;

    if (machine_lacks_partitions(item)) {
        if (partitioned_is_ready(partitioned, item->count))
            edge_to_end(look, item, PARTITIONED_SEND, ITEM_READY);
        else
            edge_to(look, NULL);
    } else if (partitioned->ends[PARTITIONED_RECEIVE].round >= item->count)
        edge_to_end(look, item, PARTITIONED_RECEIVE, ITEM_START);
    else
        edge_to(look, NULL);
}

/* A message that waits and that a receive from any source could take in place
 * of the one that it took in the real run; or NULL. */
static struct message *another(const struct item *item)
{
    const struct receive *receive = item->receive;
    const struct endpoint *endpoint;
    struct message *message;

    endpoint = endpoint_find(item->comm, receive->receiver);
    if (endpoint == NULL)
        return NULL;
    LL_FOREACH2(endpoint->sent, message, next_sent)
        if (message->receive != receive && receive_fits(receive, message) &&
            (message->receive != NULL || message->lane != NULL))
            return message;
    return NULL;
}

/*
 * A receive from any source may go on as soon as any member has sent it
 * something: which one did in the real run may be for the reason that its MPI
 * is not so strict.
 */
static void look_at_any_source(struct look *look, const struct item *item)
{
    uint32_t i;

    look->any_source = true;
    if (another(item) != NULL) {
        look_need(look, false, item);
        return;
    }
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
        edge_to(look, track == NULL || track->next != NULL ? NULL : track);
    }
}

/* Who has to go on for it; what the real run has not told yet may happen. */
static void look_at_item(struct look *look, const struct item *item)
{
    struct pair *pair;

    if (item->kind == ITEM_RECEIVE && item->receive->source == SOURCE_ANY &&
        item->receive->matched && !item->receive->overtakes && !look->chosen) {
        look_at_any_source(look, item);
        return;
    }
    look_need(look, false, item);
    switch (item->kind) {
    case ITEM_SEND:
    case ITEM_BUFFERED:
        if (item->message->receive == NULL)
            edge_to(look, NULL);
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
            edge_to(look, NULL);
        break;
    case ITEM_COMPLETE:
        pair = machine_pair(item->window, item->peer, item->member);
        if (pair->completes >= item->count)
            edge_to_member(look, item->window->comm, item->peer, item);
        else
            edge_to(look, NULL);
        break;
    case ITEM_PARTITIONED:
        look_at_partitioned(look, item);
        break;
    case ITEM_START:
    case ITEM_READY:
        break;
    }
}

static void look_at_track(struct look *look, const struct track *track)
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

static struct wait_node drawn_node(void *context, uint32_t node)
{
    const struct look *look = context;
    const struct track *track = look->tracks[node];

    return (struct wait_node){.process = track->agent->process,
                              .call = track->steps->call,
                              .state = WAIT_STATE_WAITS};
}

static const struct wait_reason *drawn_reason(void *context, uint32_t need)
{
    struct look *look = context;

    look->drawn = machine_reason(look->items[need]);
    return &look->drawn;
}

/* A loop finds one potential deadlock again and again: its graph is made once.
 * So many are kept. */
#define DRAWN_MAX 64

/* What tells a member from one of another deadlock; no padding: it is hashed.
 */
struct drawn_member {
    const void *process, *site, *begun_at, *object, *peer;
    int64_t kind, tag, bytes;
};

struct drawn {
    struct drawn_member *members;
    struct wait_graph *graph;
    UT_hash_handle hh;
};

void machine_drawn_free(struct drawn *drawn)
{
    struct drawn *one, *next;

    HASH_ITER(hh, drawn, one, next) {
        HASH_DEL(drawn, one);
        wait_graph_drop(one->graph);
        free(one->members);
        free(one);
    }
}

/* The graph of the core, to be dropped by the caller. */
static struct wait_graph *draw(struct look *look,
                               const struct knot_member *core,
                               const struct deadlock_member *members,
                               uint32_t count)
{
    const struct wait_source source = {drawn_node, drawn_reason, look};
    struct machine *machine = look->model->machine;
    struct drawn_member *key = xcalloc((size_t)count + 1, sizeof key[0]);
    struct drawn *drawn;
    struct wait_graph *graph;
    uint32_t i;

    for (i = 0; i < count; i++) {
        const struct wait_reason *reason = &members[i].reason;

        key[i].process = members[i].process;
        key[i].site = members[i].call->stack;
        key[i].begun_at = reason->call->stack;
        key[i].object = reason->comm != NULL ? (const void *)reason->comm
                                             : (const void *)reason->window;
        key[i].peer = members[i].peer;
        key[i].kind =
            (int64_t)reason->kind * 4 + members[i].any * 2 + reason->any_source;
        key[i].tag = reason->tag;
        key[i].bytes = reason->bytes;
    }
    HASH_FIND(hh, machine->drawn, key, count * sizeof key[0], drawn);
    if (drawn != NULL) {
        free(key);
        return wait_graph_hold(drawn->graph);
    }
    graph = wait_graph_of_knot(look->knot, core, count, NULL, &source);
    if (HASH_COUNT(machine->drawn) >= DRAWN_MAX) {
        free(key);
        return graph;
    }
    drawn = xcalloc(1, sizeof *drawn);
    drawn->members = key;
    drawn->graph = wait_graph_hold(graph);
    HASH_ADD_KEYPTR(hh, machine->drawn, key, count * sizeof key[0], drawn);
    return graph;
}

/* Who else waits behind them depends on how far the records have come. */
static void raise_potential(struct look *look, const struct knot_member *core,
                            uint32_t count)
{
    struct deadlock_member *members =
        xcalloc((size_t)count + 1, sizeof members[0]);
    struct model_event event = model_event_new(
        look->tracks[core[0].node]->agent, EVENT_POTENTIAL_DEADLOCK, NULL);
    uint32_t i;

    for (i = 0; i < count; i++) {
        const struct track *track = look->tracks[core[i].node];

        members[i].process = track->agent->process;
        members[i].call = track->steps->call;
        members[i].reason = machine_reason(look->items[core[i].need]);
        members[i].any = core[i].any;
        if (core[i].target < look->count)
            members[i].peer = look->tracks[core[i].target]->agent->process;
    }
    event.call = members[0].call;
    event.deadlock =
        (struct deadlock){.members = members,
                          .count = count,
                          .graph = draw(look, core, members, count)};
    model_raise(look->model, &event);
    wait_graph_drop(event.deadlock.graph);
    free(members);
}

/* What is made in a knot is freed in one, too, where each process frees what it
 * has made before it makes the next: MPI_Comm_free follows its maker. */
static bool is_told(const struct look *look, const struct knot_member *core,
                    uint32_t count)
{
    uint32_t i;

    for (i = 0; i < count; i++) {
        const struct item *item = look->items[core[i].need];

        if (item->kind != ITEM_MEETING || item->comm == NULL ||
            !item->comm->made_in_knot ||
            item->call->info->base != CALL_MPI_Comm_free)
            return false;
    }
    return true;
}

static void remember(const struct look *look, const struct knot_member *core,
                     uint32_t count)
{
    const struct child *child, *next;
    uint32_t i;

    for (i = 0; i < count; i++) {
        const struct item *item = look->items[core[i].need];

        if (item->kind != ITEM_MEETING)
            continue;
        item->meeting->in_knot = true;
        HASH_ITER(hh, item->meeting->children, child, next)
            if (child->comm != NULL)
                child->comm->made_in_knot = true;
    }
}

/* Some call has returned in the real run: so all may, and the machine goes
 * on.  False: they may wait in the real run, too. */
static bool settle(struct look *look)
{
    struct knot_member *core;
    uint32_t count = knot_core(look->knot, &core), i;
    bool returned = false;

    for (i = 0; i < count; i++)
        returned = returned || look->tracks[core[i].node]->steps->returned;
    if (returned && !look->model->machine->misled &&
        !is_told(look, core, count))
        raise_potential(look, core, count);
    if (returned)
        remember(look, core, count);
    for (i = 0; i < count && returned; i++) {
        struct track *track = look->tracks[core[i].node];

        machine_step_free(track, track->steps);
        machine_wake(track->agent);
    }
    free(core);
    return returned;
}

/* The threads of all processes, by rank. */
static void list_tracks(struct look *look)
{
    uint32_t agent_count, i, room = 0;
    struct agent **agents = agents_by_rank(look->model, &agent_count);
    struct track *track;

    for (i = 0; i < agent_count; i++)
        LL_FOREACH(agents[i]->tracks, track) {
            if (look->count == room) {
                room = room * 2 + agent_count;
                look->tracks =
                    xrealloc(look->tracks, room, sizeof look->tracks[0]);
            }
            track->node = look->count;
            look->tracks[look->count++] = track;
        }
    free(agents);
}

/* The receive takes that message in the machine. */
static bool take_another(const struct item *item)
{
    struct message *message = another(item);

    if (message == NULL)
        return false;
    machine_give(item->receive, message);
    return true;
}

/* Gives those that wait for what they really took something else, as the
 * strictest MPI would have done; what that means is for race.c to tell. */
static bool let_go(struct look *look)
{
    bool found = false;
    uint32_t i;

    for (i = 0; i < look->count; i++) {
        struct track *track = look->tracks[i];
        const struct step *step = track->steps;
        bool given = false;
        size_t k;

        if (!knot_is_stuck(look->knot, i) || !step->returned)
            continue;
        for (k = 0; k < step->item_count; k++) {
            const struct item *item = &step->items[k];

            if (item->kind == ITEM_RECEIVE && !machine_is_met(item) &&
                item->receive->source == SOURCE_ANY && take_another(item))
                given = true;
        }
        if (!given)
            continue;
        machine_wake(track->agent);
        found = true;
    }
    return found;
}

static bool look_for(struct look *look)
{
    bool settled = false;
    uint32_t i;

    look->knot = knot_new(look->count + 1);
    for (i = 0; i < look->count; i++)
        look_at_track(look, look->tracks[i]);
    if (knot_solve(look->knot) > 0)
        settled = look->chosen ? let_go(look) : settle(look);
    knot_free(look->knot);
    return settled;
}

bool machine_look(struct model *model)
{
    struct look look = {.model = model};
    bool settled;

    list_tracks(&look);
    settled = look_for(&look);
    if (!settled && look.any_source) {
        look.chosen = true;
        settled = look_for(&look);
    }
    free(look.items);
    free(look.tracks);
    return settled;
}
