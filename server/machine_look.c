/*
 * machine_look.c - knots of threads that wait for each other in the machine:
 * they are told, and let go as the real run did.
 */
#include "machine_look.h"

#include <stdlib.h>

/* So many steps of threads that wait are kept, of all processes, before it is
 * told that they do (see is_early), and of one at least and at most. */
#define STEPS_HELD       65536
#define STEPS_HELD_LEAST 64
#define STEPS_HELD_MOST  4096

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
        else
            members[i].peer = look_counterpart(look->items[core[i].need]);
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

/* Where only one thread has called MPI yet it is mostly the only one. */
static size_t steps_held(const struct agent *agent)
{
    size_t steps = STEPS_HELD / agent->model->agent_count;

    if (steps > STEPS_HELD_MOST)
        steps = STEPS_HELD_MOST;
    if (steps < STEPS_HELD_LEAST)
        steps = STEPS_HELD_LEAST;
    return agent->threads > 1 ? steps : steps / 4;
}

/* A thread that has not called MPI for long may yet be who does what they wait
 * for: of a process in which several may call it this is known late. */
static bool is_early(const struct look *look, const struct knot_member *core,
                     uint32_t count)
{
    bool threads = false;
    uint32_t i;

    for (i = 0; i < count && !look->over; i++) {
        const struct track *track = look->tracks[core[i].node];
        const struct agent *agent = track->agent;

        if (track->count >= steps_held(agent))
            return false;
        threads = threads || machine_has_threads(agent->process);
    }
    return threads;
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
    look->held = returned && is_early(look, core, count);
    returned = returned && !look->held;
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
    struct message *message = look_another(item);

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
                receive_is_open(item->receive) && take_another(item))
                given = true;
        }
        if (!given)
            continue;
        machine_wake(track->agent);
        found = true;
    }
    return found;
}

/* Where another thread could have done what one waits for, all goes on as if it
 * had. */
static bool pass(struct look *look)
{
    bool found = false;
    uint32_t i;

    for (i = 0; i < look->count; i++) {
        struct track *track = look->tracks[i];
        struct step *step = track->steps;
        size_t k = 0;

        if (!knot_is_stuck(look->knot, i) || !step->returned)
            continue;
        while (k < step->item_count && ((step->items[k].does & WAITS) == 0 ||
                                        machine_is_met(&step->items[k]) ||
                                        !look_has_alikes(&step->items[k])))
            k++;
        if (k == step->item_count)
            continue;
        machine_step_free(track, step);
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
        settled = look->chosen ? let_go(look) || pass(look) : settle(look);
    knot_free(look->knot);
    return settled;
}

bool machine_look(struct model *model, bool over)
{
    struct look look = {.model = model, .over = over};
    bool settled;

    list_tracks(&look);
    settled = look_for(&look);
    if (!settled && !look.held && look.choice) {
        look.chosen = true;
        settled = look_for(&look);
    }
    free(look.items);
    free(look.tracks);
    return settled;
}
