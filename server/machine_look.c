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
    struct agent **agents;
    const struct item **items; /* by need */
    uint32_t count, item_room;
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

static void edge_to(struct look *look, const struct process *process)
{
    const struct agent *agent = process == NULL ? NULL : agent_of(process);

    knot_edge(look->knot, agent == NULL ? look->count : agent->node);
}

static void edge_to_member(struct look *look, const struct comm *comm,
                           uint32_t member, bool is_known)
{
    const struct seat *seat = is_known ? comm_seat(comm, member) : NULL;

    edge_to(look, seat == NULL ? NULL : seat->process);
}

static void look_at_meeting(struct look *look, const struct item *item)
{
    const struct channel *channel = item->channel;
    const struct comm *comm =
        item->comm != NULL ? item->comm : item->window->comm;
    uint32_t i;

    /* Who has not come in the real run either may. */
    for (i = 0; i < channel->size; i++)
        if (machine_lacks(item, i) &&
            !channel_came(channel, item->meeting, i)) {
            edge_to(look, NULL);
            return;
        }
    for (i = 0; i < channel->size; i++)
        if (machine_lacks(item, i))
            edge_to_member(look, comm, i, true);
}

/* Who has to go on for it; what the real run has not told yet may happen. */
static void look_at_item(struct look *look, const struct item *item)
{
    struct pair *pair;

    look_need(look, false, item);
    switch (item->kind) {
    case ITEM_SEND:
    case ITEM_BUFFERED:
        edge_to(look, item->message->receive == NULL
                          ? NULL
                          : item->message->receive->call->process);
        break;
    case ITEM_RECEIVE:
        edge_to(look, item->receive->matched ? item->receive->sender : NULL);
        break;
    case ITEM_MEETING:
        look_at_meeting(look, item);
        break;
    case ITEM_POST:
        pair = machine_pair(item->window, item->member, item->peer);
        edge_to_member(look, item->window->comm, item->peer,
                       pair->posts >= item->count);
        break;
    case ITEM_COMPLETE:
        pair = machine_pair(item->window, item->peer, item->member);
        edge_to_member(look, item->window->comm, item->peer,
                       pair->completes >= item->count);
        break;
    }
}

static void look_at_agent(struct look *look, uint32_t node)
{
    const struct track *track = look->agents[node]->track;
    const struct step *step = track == NULL ? NULL : track->steps;
    size_t i;

    if (step == NULL)
        return;
    knot_waits(look->knot, node, step->any);
    for (i = 0; i < step->item_count; i++)
        if ((step->items[i].does & WAITS) &&
            (step->any || !machine_is_met(&step->items[i])))
            look_at_item(look, &step->items[i]);
}

static struct wait_reason reason_of(const struct item *item)
{
    struct wait_reason reason = {.call = item->call,
                                 .comm = item->comm,
                                 .window = item->window,
                                 .bytes = item->bytes};

    switch (item->kind) {
    case ITEM_SEND:
        reason.kind = WAIT_RECEIVE;
        reason.tag = item->message->tag;
        break;
    case ITEM_BUFFERED:
        reason.kind = WAIT_BUFFER;
        reason.tag = item->message->tag;
        break;
    case ITEM_RECEIVE:
        reason.kind = WAIT_MESSAGE;
        reason.tag = item->receive->tag;
        break;
    case ITEM_MEETING:
        reason.kind = WAIT_MEMBERS;
        break;
    case ITEM_POST:
        reason.kind = WAIT_POST;
        break;
    case ITEM_COMPLETE:
        reason.kind = WAIT_COMPLETE;
        break;
    }
    return reason;
}

static struct wait_node drawn_node(void *context, uint32_t node)
{
    const struct look *look = context;
    const struct agent *agent = look->agents[node];

    return (struct wait_node){.process = agent->process,
                              .call = agent->track->steps->call,
                              .state = WAIT_STATE_WAITS};
}

static const struct wait_reason *drawn_reason(void *context, uint32_t need)
{
    struct look *look = context;

    look->drawn = reason_of(look->items[need]);
    return &look->drawn;
}

/* Who else waits behind them depends on how far the records have come. */
static void raise_potential(struct look *look, const struct knot_member *core,
                            uint32_t count)
{
    const struct wait_source source = {drawn_node, drawn_reason, look};
    struct deadlock_member *members =
        xcalloc((size_t)count + 1, sizeof members[0]);
    struct model_event event = model_event_new(look->agents[core[0].node],
                                               EVENT_POTENTIAL_DEADLOCK, NULL);
    uint32_t i;

    for (i = 0; i < count; i++) {
        const struct agent *agent = look->agents[core[i].node];

        members[i].process = agent->process;
        members[i].call = agent->track->steps->call;
        members[i].reason = reason_of(look->items[core[i].need]);
        members[i].any = core[i].any;
        if (core[i].target < look->count)
            members[i].peer = look->agents[core[i].target]->process;
    }
    event.call = members[0].call;
    event.deadlock = (struct deadlock){
        .members = members,
        .count = count,
        .graph = wait_graph_of_knot(look->knot, core, count, false, &source)};
    model_raise(look->model, &event);
    wait_graph_drop(event.deadlock.graph);
    free(members);
}

/* Some call has returned in the real run: so all may, and the machine goes
 * on.  False: they may wait in the real run, too. */
static bool settle(struct look *look)
{
    struct knot_member *core;
    uint32_t count = knot_core(look->knot, &core), i;
    bool returned = false;

    for (i = 0; i < count; i++)
        returned =
            returned || look->agents[core[i].node]->track->steps->returned;
    if (returned)
        raise_potential(look, core, count);
    for (i = 0; i < count && returned; i++) {
        struct track *track = look->agents[core[i].node]->track;

        machine_step_free(track, track->steps);
        machine_wake(track->agent);
    }
    free(core);
    return returned;
}

bool machine_look(struct model *model)
{
    struct look look = {.model = model};
    bool settled = false;
    uint32_t i;

    look.agents = agents_by_rank(model, &look.count);
    look.knot = knot_new(look.count + 1);
    for (i = 0; i < look.count; i++)
        look_at_agent(&look, i);
    if (knot_solve(look.knot) > 0)
        settled = settle(&look);
    knot_free(look.knot);
    free(look.items);
    free(look.agents);
    return settled;
}
