/*
 * model_standstill.c - that nothing goes on, where nobody can prove why.
 *
 * A process that computes, or that polls, may go on at any time; for how
 * long the others have waited for it is all there is to tell.
 */
#include "need.h"
#include "wait_graph.h"

#include <stdlib.h>

#define NONE UINT32_MAX

/* No call of which all is there takes so many seconds, if the job is ended in
 * it. */
#define INSIDE_LONG 5

bool call_polls(const struct call *call)
{
    return !call_is_access(call) && call_poll_words[call->info->id] != 0;
}

bool call_found_nothing(const struct call *call)
{
    return call_polls(call) &&
           (int64_t)call_word(call, call->info->in_words +
                                        call_poll_words[call->info->id]) <= 0;
}

uint64_t model_progress(const struct model *model)
{
    return model->progress;
}

/* So many messages are told of which others just do not wait for, and so many
 * needs looked at for that. */
#define MISSED 3
#define LOOKS  64

/* While the graph is drawn. */
struct standing {
    struct waits *waits;
    struct wait_graph *graph;
    uint32_t *order, *place; /* of agents */
    uint32_t count, inside;
    struct missed missed[MISSED];
    uint32_t missed_count, looks;
};

/* The newest call of the process, but for asking what time it is: who polls may
 * do so in between.  NULL: there is none. */
static struct call *newest_call(const struct process *process)
{
    struct call *call = NULL;
    uint64_t i;

    for (i = 1; i <= process->call_count && i <= PROCESS_LAST_CALLS; i++) {
        call =
            process->last_calls[(process->call_count - i) % PROCESS_LAST_CALLS];
        if (call_is_access(call) || (call->info->base != CALL_MPI_Wtime &&
                                     call->info->base != CALL_MPI_Wtick))
            break;
    }
    return call;
}

/* What the process does, and its call: that it is in, or its newest. */
static struct wait_node node_of(const struct waits *waits, uint32_t number)
{
    const struct process *process = waits->agents[number]->process;
    struct wait_node node = {.process = process,
                             .call = waits->calls[number],
                             .state = WAIT_STATE_OUTSIDE};
    uint32_t first;
    bool any;

    if (node.call == NULL)
        node.call = newest_call(process);
    if (node.call != NULL && call_polls(node.call) &&
        (!node.call->returned || call_found_nothing(node.call)))
        node.state = WAIT_STATE_POLLS;
    else if (knot_needs_of(waits->knot, number, &first, &any) > 0)
        node.state = WAIT_STATE_WAITS;
    else if (node.call != NULL && !node.call->returned &&
             !(node.call->info->classes & CLASS_QUERY))
        node.state = WAIT_STATE_INSIDE;
    return node;
}

/* Those that others wait for come first. */
static void choose(struct standing *standing)
{
    const struct waits *waits = standing->waits;
    uint32_t i;
    int waiting;

    for (i = 0; i < waits->count; i++)
        standing->place[i] = NONE;
    for (waiting = 0; waiting < 2; waiting++)
        for (i = 0; i < waits->count; i++) {
            enum wait_state state = node_of(waits, i).state;

            if ((state == WAIT_STATE_OUTSIDE || state == WAIT_STATE_POLLS) ==
                    waiting ||
                knot_is_gone(waits->knot, i))
                continue;
            standing->place[i] = standing->count;
            standing->order[standing->count++] = i;
            standing->inside += state != WAIT_STATE_OUTSIDE;
        }
}

/* Of a need of that node. */
static void find_missed(struct standing *standing, uint32_t number,
                        uint32_t need)
{
    const struct waits *waits = standing->waits;
    const struct process *source = NULL;
    struct missed missed;
    uint32_t target, other;

    if (standing->missed_count == MISSED || standing->looks++ >= LOOKS)
        return;
    if (knot_target(waits->knot, need, 0, &target) && target < waits->count &&
        !knot_target(waits->knot, need, 1, &other))
        source = waits->agents[target]->process;
    missed = need_missed(&waits->reasons[need], waits->agents[number]->process,
                         source);
    if (missed.call != NULL)
        standing->missed[standing->missed_count++] = missed;
}

static void add_node(struct standing *standing, uint32_t number)
{
    const struct waits *waits = standing->waits;
    struct wait_node node = node_of(waits, number);
    uint32_t first, i, k, target, count;
    bool any;

    wait_graph_node(standing->graph, &node, false);
    if (node.state != WAIT_STATE_WAITS && node.state != WAIT_STATE_POLLS)
        return;
    count = knot_needs_of(waits->knot, number, &first, &any);
    if (any)
        wait_graph_any(standing->graph);
    for (i = first; i < first + count; i++) {
        if (waits->reasons[i].call == NULL)
            continue;
        find_missed(standing, number, i);
        (void)knot_need_is_open(waits->knot, i, &any);
        wait_graph_need(standing->graph, any, &waits->reasons[i]);
        if (wait_graph_share(standing->graph, knot_list(waits->knot, i)))
            continue;
        for (k = 0; knot_target(waits->knot, i, k, &target); k++)
            if (target < waits->count && standing->place[target] != NONE)
                wait_graph_edge(standing->graph, standing->place[target],
                                false);
    }
}

/* Whether the whole world has come to MPI_Init and back. */
static bool all_are_there(const struct model *model)
{
    const struct world *world;
    const struct agent *agent;

    LL_FOREACH(model->worlds, world)
        if (world->joined < world->size)
            return false;
    DL_FOREACH(model->agents, agent)
        if (agent->seat == NULL || agent->process->mpi == PROCESS_BEFORE_INIT ||
            (agent->gone && !process_finished(agent->process)))
            return false;
    return model->agents != NULL && !model->someone_aborted;
}

static void standing_free(struct standing *standing)
{
    free(standing->order);
    free(standing->place);
    waits_free(standing->waits);
}

/* What those who poll do not find: nobody relies on that they wait for it. */
static void describe_polls(struct waits *waits)
{
    uint32_t i, first;
    bool any;

    for (i = 0; i < waits->count; i++) {
        struct wait_node node;

        if (knot_is_gone(waits->knot, i))
            continue;
        node = node_of(waits, i);
        if (node.state != WAIT_STATE_POLLS ||
            knot_needs_of(waits->knot, i, &first, &any) > 0)
            continue;
        waits->node = i;
        knot_waits(waits->knot, i,
                   node.call->info->base == CALL_MPI_Testany ||
                       node.call->info->base == CALL_MPI_Testsome);
        need_poll(waits, waits->agents[i], node.call);
    }
}

/* The graph of all, folded; it is the caller's. */
static struct wait_graph *draw(struct model *model, struct standing *standing)
{
    uint32_t i;

    *standing = (struct standing){.waits = waits_new(model)};
    standing->waits->shows_all = true;
    waits_describe(standing->waits);
    describe_polls(standing->waits);
    standing->graph = wait_graph_new();
    standing->order =
        xcalloc((size_t)standing->waits->count + 1, sizeof(uint32_t));
    standing->place =
        xcalloc((size_t)standing->waits->count + 1, sizeof(uint32_t));
    choose(standing);
    for (i = 0; i < standing->count; i++)
        add_node(standing, standing->order[i]);
    wait_graph_fold(standing->graph, 0);
    return standing->graph;
}

struct wait_graph *model_state(struct model *model)
{
    struct standing standing;
    struct wait_graph *graph;

    if (!all_are_there(model)) {
        graph = wait_graph_new();
        wait_graph_fold(graph, 0);
        return graph;
    }
    graph = draw(model, &standing);
    wait_graph_words(graph);
    standing_free(&standing);
    return graph;
}

/* Nobody knows yet whether it is to be told. */
struct standstill {
    int seconds;
    struct wait_graph *graph;
    const struct process **processes;
    uint32_t count;
    struct missed missed[MISSED]; /* held */
    uint32_t missed_count;
};

static void tell(struct model *model, const struct standstill *still)
{
    struct model_event event =
        model_event_new(model->agents, EVENT_STANDSTILL, NULL);

    event.standstill.seconds = still->seconds;
    event.standstill.graph = still->graph;
    event.standstill.processes = still->processes;
    event.standstill.count = still->count;
    event.standstill.missed = still->missed;
    event.standstill.missed_count = still->missed_count;
    model_raise(model, &event);
}

void standstill_free(struct standstill *still)
{
    uint32_t i;

    if (still == NULL)
        return;
    for (i = 0; i < still->missed_count; i++) {
        call_drop(still->missed[i].call);
        comm_drop((struct comm *)(uintptr_t)still->missed[i].comm);
    }
    wait_graph_drop(still->graph);
    free(still->processes);
    free(still);
}

/* Whether each process waits for others, or polls for what they would do, and
 * none of them can.  A process that works outside of MPI may only take long;
 * so may one whose call lacks nothing, but not for so long. */
static bool all_are_stuck(struct model *model, int seconds)
{
    struct waits *waits = waits_new(model);
    bool stuck = true;
    uint32_t i;

    waits_describe(waits);
    describe_polls(waits);
    (void)knot_solve(waits->knot);
    for (i = 0; i < waits->count && stuck; i++)
        stuck = knot_is_gone(waits->knot, i) || !knot_moves(waits->knot, i) ||
                (seconds >= INSIDE_LONG &&
                 node_of(waits, i).state != WAIT_STATE_OUTSIDE);
    waits_free(waits);
    return stuck;
}

bool model_standstill(struct model *model, int seconds, enum standstill_end end)
{
    struct standing standing;
    struct standstill *still;
    bool any;
    uint32_t i;

    if (!all_are_there(model) ||
        (end != STANDSTILL_GOES_ON && !all_are_stuck(model, seconds)))
        return false;
    still = xcalloc(1, sizeof *still);
    still->seconds = seconds;
    still->graph = draw(model, &standing);
    still->count = standing.count;
    still->processes = xcalloc((size_t)still->count + 1, sizeof(void *));
    for (i = 0; i < still->count; i++)
        still->processes[i] =
            standing.waits->agents[standing.order[i]]->process;
    for (i = 0; i < standing.missed_count; i++) {
        still->missed[i] = standing.missed[i];
        call_hold(still->missed[i].call);
        comm_hold((struct comm *)(uintptr_t)still->missed[i].comm);
    }
    still->missed_count = standing.missed_count;
    any = standing.inside > 0;
    if (any && end != STANDSTILL_MAY_END)
        tell(model, still);
    if (any && end == STANDSTILL_MAY_END) {
        wait_graph_words(still->graph);
        standstill_free(model->standstill);
        model->standstill = still;
    } else
        standstill_free(still);
    standing_free(&standing);
    return any;
}

void model_interrupted(struct model *model)
{
    if (model->standstill != NULL)
        tell(model, model->standstill);
    standstill_free(model->standstill);
    model->standstill = NULL;
}
