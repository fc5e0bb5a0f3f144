/*
 * model_wait.c - who waits for whom, and who waits for ever.
 *
 * This is asked only when nothing has moved for a while, so that a call
 * which the MPI library lets return earlier has done so.  need.c says what
 * each call needs, knot.c who therefore never goes on.
 */
#include "calls.h"
#include "machine.h"
#include "model_message.h"
#include "model_partitioned.h"
#include "need.h"
#include "wait_graph.h"

#include <stdlib.h>

static int compare_agents(const void *left, const void *right)
{
    const struct process *a = (*(struct agent *const *)left)->process;
    const struct process *b = (*(struct agent *const *)right)->process;

    if (a->rank != b->rank)
        return a->rank < b->rank ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

static bool is_gone(const struct agent *agent)
{
    return agent->gone || agent->process->mpi == PROCESS_FINALIZED;
}

struct agent **agents_by_rank(struct model *model, uint32_t *count)
{
    struct agent **agents =
        xcalloc((size_t)model->agent_count + 1, sizeof(struct agent *));
    struct agent *agent;
    uint32_t i = 0;

    DL_FOREACH(model->agents, agent)
        agents[i++] = agent;
    qsort(agents, i, sizeof(struct agent *), compare_agents);
    *count = i;
    while (i-- > 0)
        agents[i]->node = i;
    return agents;
}

/*
 * Whether threads other than the one that initialized MPI may call it, or
 * have: then what it waits for may be done by any of them.
 */
static bool has_threads(const struct agent *agent)
{
    const struct process *process = agent->process;

    return agent->threads > 1 || agent->had_sessions ||
           process->thread_level >= NEUTRAL_THREAD_SERIALIZED;
}

/* The newest call of its thread: others are those it is made within. */
static bool is_newest(const struct open_call *open)
{
    const struct open_call *later;

    for (later = open->next; later != NULL; later = later->next)
        if (later->call->thread == open->call->thread)
            return false;
    return true;
}

static uint32_t count_nodes(const struct model *model)
{
    const struct agent *agent;
    const struct open_call *open;
    uint32_t count = 0;

    DL_FOREACH(model->agents, agent) {
        count++;
        DL_FOREACH(agent->open, open)
            count += has_threads(agent) && is_newest(open);
    }
    return count;
}

/* Nodes: the processes, by rank; one that stands for all that have not come
 * yet; threads of processes that may have several in MPI. */
struct waits *waits_new(struct model *model)
{
    struct waits *waits = xcalloc(1, sizeof *waits);
    size_t room = (size_t)count_nodes(model) + 1;

    waits->model = model;
    waits->agents = agents_by_rank(model, &waits->count);
    waits->agents = xrealloc(waits->agents, room, sizeof(struct agent *));
    waits->calls = xcalloc(room, sizeof(struct call *));
    waits->wrong = xcalloc(room, sizeof waits->wrong[0]);
    waits->agents[waits->count] = NULL;
    waits->node_count = waits->count + 1;
    waits->knot = knot_new((uint32_t)room);
    return waits;
}

void waits_free(struct waits *waits)
{
    size_t i;

    for (i = 0; waits->matchings.slots != NULL &&
                i < (size_t)1 << waits->matchings.bits;
         i++)
        matching_free(waits->matchings.slots[i].object);
    flat_table_free(&waits->matchings);
    knot_free(waits->knot);
    free(waits->agents);
    free(waits->calls);
    free(waits->wrong);
    free(waits->reasons);
    free(waits);
}

/* Whether the call, which lacks nothing, is one of an MPI library that has got
 * into disorder. */
static bool is_given_up(const struct waits *waits, const struct agent *agent,
                        const struct call *call)
{
    const struct model *model = waits->model;

    return waits->doubt == DOUBT_ALL && !waits->unseen &&
           (call->info->classes & CLASS_BLOCKS) != 0 &&
           model->reported != NULL &&
           model->reported(model->reported_context, agent->process);
}

static void describe_call(struct waits *waits, uint32_t node,
                          struct agent *agent, const struct open_call *open)
{
    uint32_t before = knot_needs(waits->knot);

    waits->node = node;
    waits->unseen = need_is_unseen(open->call);
    knot_waits(waits->knot, node, need_is_any(open->call));
    need_call(waits, agent, open);
    if (knot_needs(waits->knot) == before &&
        is_given_up(waits, agent, open->call))
        waits->wrong[node] = true;
}

/* The call that the next thread is in, by its number; NULL: there is none. */
static const struct open_call *next_thread(const struct agent *agent,
                                           const struct open_call *last)
{
    const struct open_call *open, *next = NULL;

    DL_FOREACH(agent->open, open)
        if ((last == NULL || open->call->thread > last->call->thread) &&
            (next == NULL || open->call->thread <= next->call->thread))
            next = open;
    return next;
}

/* It goes on when any of its threads does; those that are outside of MPI
 * wait for the end of others of them.  The only one inside is its node. */
static void describe_threads(struct waits *waits, uint32_t node)
{
    struct agent *agent = waits->agents[node];
    uint32_t first = waits->node_count, i;
    const struct open_call *open = next_thread(agent, NULL);

    if (open == NULL)
        return;
    if (next_thread(agent, open) == NULL) {
        waits->calls[node] = open->call;
        describe_call(waits, node, agent, open);
        return;
    }
    open = NULL;
    while ((open = next_thread(agent, open)) != NULL) {
        waits->agents[waits->node_count] = agent;
        waits->calls[waits->node_count] = open->call;
        describe_call(waits, waits->node_count++, agent, open);
    }
    knot_waits(waits->knot, node, true);
    for (i = first; i < waits->node_count; i++) {
        need_add(waits, false, (struct wait_reason){0});
        knot_edge(waits->knot, i);
    }
}

void waits_describe(struct waits *waits)
{
    const struct model *model = waits->model;
    uint32_t i;

    /* First, as what others wait for may be said of it. */
    for (i = 0; i < waits->count; i++) {
        const struct agent *agent = waits->agents[i];

        if (!has_threads(agent) && !agent->waits && agent->open != NULL)
            waits->calls[i] = agent->open->prev->call;
    }
    for (i = 0; i < waits->count; i++) {
        struct agent *agent = waits->agents[i];

        if (is_gone(agent))
            knot_gone(waits->knot, i);
        else if (agent->open == NULL || agent->waits || agent->moves)
            continue;
        else if (!has_threads(agent))
            describe_call(waits, i, agent, agent->open->prev);
        else if (waits->shows_all ||
                 (model->may_go_on != NULL &&
                  !model->may_go_on(model->may_go_on_context, agent->process)))
            describe_threads(waits, i);
    }
}

struct waits *waits_solved(struct model *model, enum need_doubt doubt,
                           uint32_t *stuck)
{
    struct waits *waits = NULL;
    struct agent *agent;
    bool again = true;
    uint32_t i;

    DL_FOREACH(model->agents, agent)
        agent->moves = false;
    while (again) {
        if (waits != NULL)
            waits_free(waits);
        waits = waits_new(model);
        waits->doubt = doubt;
        waits_describe(waits);
        for (i = 0; doubt != DOUBT_NOBODY && i < waits->node_count; i++)
            if (waits->wrong[i])
                knot_gone(waits->knot, i);
        *stuck = knot_solve(waits->knot);
        again = false;
        for (i = waits->count + 1; i < waits->node_count; i++) {
            agent = waits->agents[i];
            if (agent->moves || !knot_moves(waits->knot, agent->node) ||
                knot_moves(waits->knot, i))
                continue;
            agent->moves = true;
            again = true;
        }
    }
    return waits;
}

/* Somebody's end explains that others wait: the launcher ends them, too. */
bool waits_end(const struct model *model)
{
    const struct agent *agent;

    DL_FOREACH(model->agents, agent)
        if (agent->gone && !process_finished(agent->process))
            return true;
    return model->someone_aborted;
}

void model_ask_threads(struct model *model, model_may_go_on *may_go_on,
                       void *context)
{
    model->may_go_on = may_go_on;
    model->may_go_on_context = context;
}

void model_ask_reported(struct model *model, model_reported *reported,
                        void *context)
{
    model->reported = reported;
    model->reported_context = context;
}

/* None goes on of those that have not ended. */
static bool all_stuck(const struct waits *waits)
{
    uint32_t i;

    for (i = 0; i < waits->count; i++)
        if (!is_gone(waits->agents[i]) && !knot_is_stuck(waits->knot, i))
            return false;
    return true;
}

struct waits *waits_starved(struct model *model, uint32_t *stuck)
{
    struct waits *waits;

    model->assumes_taken = true;
    waits = waits_solved(model, DOUBT_NOBODY, stuck);
    model->assumes_taken = false;
    if (!all_stuck(waits))
        *stuck = 0;
    return waits;
}

static size_t take_stuck(struct waits *waits, uint32_t stuck,
                         const struct process ***processes)
{
    size_t count = 0;
    uint32_t i;

    if (stuck > 0) {
        *processes = xcalloc(waits->count, sizeof **processes);
        for (i = 0; i < waits->count; i++)
            if (knot_is_stuck(waits->knot, i))
                (*processes)[count++] = waits->agents[i]->process;
    }
    waits_free(waits);
    return count;
}

size_t model_stuck(struct model *model, const struct process ***processes)
{
    struct waits *waits;
    uint32_t stuck;

    *processes = NULL;
    if (waits_end(model))
        return 0;
    waits = waits_solved(model, DOUBT_NOBODY, &stuck);
    return take_stuck(waits, stuck, processes);
}

size_t model_starved(struct model *model, const struct process ***processes)
{
    struct waits *waits;
    uint32_t stuck;

    *processes = NULL;
    if (waits_end(model))
        return 0;
    waits = waits_starved(model, &stuck);
    return take_stuck(waits, stuck, processes);
}

bool *agents_held(struct model *model)
{
    uint32_t stuck, i;
    struct waits *waits = waits_solved(model, DOUBT_WRONG, &stuck);
    bool *held = xcalloc((size_t)waits->count + 1, sizeof held[0]);

    for (i = 0; i < waits->count; i++)
        held[i] = is_gone(waits->agents[i]) || waits->wrong[i] ||
                  knot_is_stuck(waits->knot, i);
    waits_free(waits);
    return held;
}

size_t model_hangs(struct model *model, bool any,
                   const struct process ***processes)
{
    struct waits *waits;
    size_t count = 0;
    uint32_t stuck, i;

    *processes = NULL;
    if (waits_end(model))
        return 0;
    waits = waits_solved(model, any ? DOUBT_ALL : DOUBT_WRONG, &stuck);
    *processes = xcalloc((size_t)waits->count + 1, sizeof **processes);
    for (i = 0; i < waits->count; i++) {
        if (is_gone(waits->agents[i]))
            continue;
        if (!waits->wrong[i] && !knot_is_stuck(waits->knot, i))
            break;
        (*processes)[count++] = waits->agents[i]->process;
    }
    if (i < waits->count)
        count = 0;
    waits_free(waits);
    return count;
}

void model_end_job(struct model *model)
{
    struct agent *agent;

    model->someone_aborted = true;
    DL_FOREACH(model->agents, agent)
        agent->process->ended_here = !agent->gone;
}
