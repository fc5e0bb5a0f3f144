/*
 * model_deadlock.c - what holds those that wait for ever: a deadlock for each
 * knot of processes that has nothing to do with others.
 */
#include "calls.h"
#include "machine.h"
#include "model_message.h"
#include "model_partitioned.h"
#include "model_request.h"
#include "need.h"
#include "wait_graph.h"

#include <stdlib.h>

#define NONE UINT32_MAX
/* So many deadlocks are told, and so many knots looked for; what is left, and
 * what is alike to one that is told, hangs with it. */
#define TOLD  8
#define LOOKS 64

struct missed need_missed(const struct wait_reason *reason,
                          const struct process *receiver,
                          const struct process *source)
{
    struct missed missed = {.receiver = receiver};
    const struct message *message;
    const struct comm *on;
    uint32_t self;

    if ((reason->kind != WAIT_MESSAGE && reason->kind != WAIT_PROBE) ||
        reason->comm == NULL || reason->tag == WAIT_TAGS_DIFFER ||
        (!reason->any_source && source == NULL) || reason->taken_by != NULL)
        return missed;
    if (reason->any_source)
        source = NULL;
    message = message_missed(reason->comm, agent_of(receiver), source,
                             reason->tag, &on);
    if (message != NULL) {
        missed.call = message->call;
        missed.tag = message->tag;
        missed.comm = on == reason->comm ? NULL : on;
        return missed;
    }
    if (comm_member(reason->comm, agent_of(receiver), &self))
        missed.call =
            partitioned_missed(reason->comm, source, self, reason->tag);
    if (missed.call != NULL)
        missed.tag = CALL_VIEW(missed.call, MPI_Psend_init)->tag;
    return missed;
}

/* What would end its wait may be there as a persistent request of its peer that
 * nobody has started. */
static void find_unstarted(struct deadlock_member *member)
{
    const struct wait_reason *reason = &member->reason;
    bool receives = reason->kind == WAIT_MESSAGE || reason->kind == WAIT_PROBE;
    const struct operation *operation;
    uint32_t self;

    if ((!receives && reason->kind != WAIT_RECEIVE) || member->peer == NULL ||
        reason->tag == WAIT_TAGS_DIFFER || reason->comm == NULL ||
        !comm_member(reason->comm, agent_of(member->process), &self))
        return;
    operation = request_unstarted(agent_of(member->peer),
                                  receives ? OPERATION_SEND : OPERATION_RECEIVE,
                                  reason->comm, self, reason->tag);
    if (operation != NULL)
        member->unstarted = operation->made_by;
}

/* The MPI need not cancel a send (MPI-4.1 3.8.4). */
static void find_cancelled(struct deadlock_member *member)
{
    const struct wait_reason *reason = &member->reason;
    const struct agent *agent = agent_of(member->process);
    uint32_t peer;

    member->cancelled =
        reason->kind == WAIT_RECEIVE && member->peer != NULL &&
        reason->tag != WAIT_TAGS_DIFFER && reason->comm != NULL &&
        comm_member(reason->comm, agent_of(member->peer), &peer) &&
        request_cancelled(agent, reason->comm, peer, reason->tag);
}

/* Of one that it waits for a message from, and that is through (peers: the call
 * that it is in, or NULL): data may come by what only all members together do.
 */
static void find_unmet(struct deadlock_member *member, const struct call *peers)
{
    const struct wait_reason *reason = &member->reason;
    const struct meeting *meeting;
    uint32_t self, peer;

    if ((reason->kind != WAIT_MESSAGE && reason->kind != WAIT_PROBE) ||
        (!member->peer_gone &&
         (peers == NULL || peers->info->base != CALL_MPI_Finalize)) ||
        member->peer == NULL || member->missed.call != NULL ||
        reason->comm == NULL ||
        !comm_member(reason->comm, agent_of(member->process), &self) ||
        !comm_member(reason->comm, agent_of(member->peer), &peer))
        return;
    meeting = channel_missing(reason->comm->channel, self, peer);
    if (meeting == NULL || meeting->part_count != 1)
        return;
    member->unmet = meeting->parts[0].call;
    member->unmet_position = meeting->position;
}

static struct deadlock_member describe_member(const struct waits *waits,
                                              const struct knot_member *from)
{
    struct deadlock_member member = {.process =
                                         waits->agents[from->node]->process,
                                     .call = waits->calls[from->node],
                                     .reason = waits->reasons[from->need],
                                     .any = from->any};

    if (from->target < waits->node_count && from->target != waits->count) {
        member.peer = waits->agents[from->target]->process;
        member.peer_gone = knot_is_gone(waits->knot, from->target);
        if (member.peer_gone)
            member.peer_finalize = waits->agents[from->target]->finalize;
    }
    member.missed = need_missed(&member.reason, member.process, member.peer);
    find_unstarted(&member);
    find_cancelled(&member);
    find_unmet(&member,
               member.peer == NULL ? NULL : waits->calls[from->target]);
    return member;
}

static struct wait_node drawn_node(void *context, uint32_t node)
{
    const struct waits *waits = context;
    const struct agent *agent = waits->agents[node];
    bool gone = knot_is_gone(waits->knot, node);

    return (struct wait_node){
        .process = agent->process,
        .call = gone ? agent->finalize : waits->calls[node],
        .state = gone ? WAIT_STATE_FINALIZED : WAIT_STATE_WAITS};
}

static const struct wait_reason *drawn_reason(void *context, uint32_t need)
{
    const struct waits *waits = context;

    return &waits->reasons[need];
}

static int compare_members(const void *left, const void *right)
{
    const struct deadlock_member *a = left, *b = right;
    int one = process_rank(a->process), two = process_rank(b->process);

    if (one != two)
        return (one > two) - (one < two);
    return (a->call->thread > b->call->thread) -
           (a->call->thread < b->call->thread);
}

/* Each waits for the next; a set has no order of its own. */
static bool is_cycle(const struct knot_member *core, uint32_t count)
{
    uint32_t i;

    for (i = 0; i + 1 < count; i++)
        if (core[i].target != core[i + 1].node)
            return false;
    return true;
}

/* A core that is told, and who is stuck by it. */
struct tangle {
    struct knot_member *core;
    uint32_t core_count;
    bool alike; /* it is of others, too, of the same cause */
};

/* What is stuck, by what holds it. */
struct tangles {
    struct waits *waits;
    struct tangle items[TOLD];
    uint32_t count;
    uint32_t *of; /* by node; NONE: it moves */
};

/* Whether each of the calls is in the same place as one of the others. */
static bool has_places(const struct waits *waits, const struct tangle *tangle,
                       const struct tangle *other)
{
    uint32_t i, k;

    for (i = 0; i < tangle->core_count; i++) {
        const struct call *call = waits->calls[tangle->core[i].node];
        bool found = call == NULL;

        for (k = 0; k < other->core_count && !found; k++) {
            const struct call *its = waits->calls[other->core[k].node];

            found = its != NULL && its->info == call->info &&
                    its->stack == call->stack;
        }
        if (!found)
            return false;
    }
    return true;
}

/* Whether one cause stands for both: a process that is gone, or the same
 * places. */
static bool is_alike(const struct waits *waits, const struct tangle *one,
                     const struct tangle *other)
{
    uint32_t target = one->core[0].target;

    if (one->core_count == 1 && other->core_count == 1 &&
        target == other->core[0].target && target != KNOT_SEVERAL &&
        knot_is_gone(waits->knot, target))
        return true;
    return has_places(waits, one, other) && has_places(waits, other, one);
}

/* The tangle of that core, which it takes: a new one, unless one is there that
 * is alike, or there are too many. */
static uint32_t tangle_of_core(struct tangles *tangles, struct tangle tangle)
{
    uint32_t i;

    for (i = 0; i < tangles->count; i++)
        if (is_alike(tangles->waits, &tangle, &tangles->items[i]))
            break;
    if (i == TOLD)
        i = 0;
    if (i == tangles->count) {
        tangles->items[tangles->count++] = tangle;
        return i;
    }
    tangles->items[i].alike = true;
    free(tangle.core);
    return i;
}

/* Nodes that are stuck no more belong to that tangle. */
static void take(struct tangles *tangles, const struct knot *rest,
                 uint32_t number)
{
    uint32_t i;

    for (i = 0; i < tangles->waits->node_count; i++)
        if (tangles->of[i] == NONE && knot_is_stuck(tangles->waits->knot, i) &&
            (rest == NULL || !knot_is_stuck(rest, i)))
            tangles->of[i] = number;
}

/* Whoever would go on if those of a core did is held by them; the others are
 * by another core. */
static void untangle(struct tangles *tangles, uint32_t stuck)
{
    struct knot *rest = knot_copy(tangles->waits->knot);
    uint32_t looks, i;

    tangles->of = xcalloc(tangles->waits->node_count, sizeof tangles->of[0]);
    for (i = 0; i < tangles->waits->node_count; i++)
        tangles->of[i] = NONE;
    for (looks = 0; stuck > 0 && looks < LOOKS; looks++) {
        struct tangle tangle = {0};

        tangle.core_count = knot_core(rest, &tangle.core);
        stuck = knot_release(rest, tangle.core, tangle.core_count);
        take(tangles, rest, tangle_of_core(tangles, tangle));
    }
    if (stuck > 0) {
        take(tangles, NULL, 0);
        tangles->items[0].alike = true;
    }
    knot_free(rest);
}

static void tangles_free(struct tangles *tangles)
{
    while (tangles->count > 0)
        free(tangles->items[--tangles->count].core);
    free(tangles->of);
}

/* Not those that only stand for the threads of a process. */
static uint32_t describe_members(const struct waits *waits,
                                 const struct tangle *tangle,
                                 struct deadlock_member *members)
{
    uint32_t count = 0, i;

    for (i = 0; i < tangle->core_count; i++)
        if (waits->calls[tangle->core[i].node] != NULL)
            members[count++] = describe_member(waits, &tangle->core[i]);
    if (!is_cycle(tangle->core, tangle->core_count))
        qsort(members, count, sizeof members[0], compare_members);
    return count;
}

static bool is_member(const struct deadlock_member *members, uint32_t count,
                      const struct process *process)
{
    uint32_t i;

    for (i = 0; i < count; i++)
        if (members[i].process == process)
            return true;
    return false;
}

/* Returns how many of them wait for each other. */
static size_t raise_deadlock(const struct tangles *tangles, uint32_t number,
                             const struct process **processes)
{
    struct waits *waits = tangles->waits;
    const struct tangle *tangle = &tangles->items[number];
    const struct wait_source source = {drawn_node, drawn_reason, waits};
    struct deadlock_member *members =
        xcalloc((size_t)tangle->core_count + 1, sizeof members[0]);
    bool *shown = xcalloc(knot_size(waits->knot), sizeof shown[0]);
    const struct process **others =
        xcalloc((size_t)waits->count + 1, sizeof others[0]);
    uint32_t count = describe_members(waits, tangle, members), behind = 0, i;
    struct model_event event = model_event_new(
        waits->agents[tangle->core[0].node], EVENT_DEADLOCK, NULL);

    for (i = 0; i < waits->node_count; i++)
        shown[i] = tangles->of[i] == number;
    for (i = 0; i < waits->count; i++)
        if (shown[i] && !is_member(members, count, waits->agents[i]->process))
            others[behind++] = waits->agents[i]->process;
    for (i = 0; i < count; i++)
        processes[i] = members[i].process;
    event.call = members[0].call;
    event.deadlock = (struct deadlock){
        members,
        count,
        behind,
        others,
        tangle->alike,
        wait_graph_of_knot(waits->knot, tangle->core, tangle->core_count, shown,
                           &source)};
    model_raise(waits->model, &event);
    wait_graph_drop(event.deadlock.graph);
    free(others);
    free(shown);
    free(members);
    return count;
}

static size_t raise_deadlocks(struct waits *waits, uint32_t stuck,
                              const struct process ***processes)
{
    struct tangles tangles = {.waits = waits};
    size_t count = 0;
    uint32_t i;

    *processes = xcalloc((size_t)stuck + 1, sizeof **processes);
    untangle(&tangles, stuck);
    for (i = 0; i < tangles.count; i++)
        count += raise_deadlock(&tangles, i, *processes + count);
    tangles_free(&tangles);
    return count;
}

size_t model_deadlock(struct model *model, bool is_starved,
                      const struct process ***processes)
{
    struct waits *waits;
    uint32_t stuck;
    size_t count = 0;

    *processes = NULL;
    if (waits_end(model))
        return 0;
    machine_check(model, false);
    waits = is_starved ? waits_starved(model, &stuck)
                       : waits_solved(model, DOUBT_NOBODY, &stuck);
    if (stuck > 0)
        count = raise_deadlocks(waits, stuck, processes);
    waits_free(waits);
    return count;
}
