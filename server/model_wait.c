/*
 * model_wait.c - who waits for whom, and who waits for ever.
 *
 * This is asked only when nothing has moved for a while, so that a call
 * which the MPI library lets return earlier has done so.  need.c says what
 * each call needs, knot.c who therefore never goes on.
 */
#include "machine.h"
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

/* The call that the process is in; NULL: it may go on by itself.  Of several
 * threads nothing is known yet. */
static const struct open_call *waiting_call(const struct agent *agent)
{
    const struct open_call *open =
        agent->open == NULL ? NULL : agent->open->prev;

    return open == NULL || agent->threads > 1 || agent->waits ? NULL : open;
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

struct waits *waits_new(struct model *model)
{
    struct waits *waits = xcalloc(1, sizeof *waits);
    uint32_t i;

    waits->model = model;
    waits->agents = agents_by_rank(model, &waits->count);
    waits->calls = xcalloc((size_t)waits->count + 1, sizeof(struct call *));
    waits->wrong = xcalloc((size_t)waits->count + 1, sizeof waits->wrong[0]);
    for (i = 0; i < waits->count; i++) {
        const struct open_call *open = waiting_call(waits->agents[i]);

        waits->calls[i] = open == NULL ? NULL : open->call;
    }
    /* One node more stands for all that have not come yet. */
    waits->knot = knot_new(waits->count + 1);
    return waits;
}

void waits_free(struct waits *waits)
{
    knot_free(waits->knot);
    free(waits->agents);
    free(waits->calls);
    free(waits->wrong);
    free(waits->reasons);
    free(waits);
}

void waits_describe(struct waits *waits)
{
    uint32_t i;

    for (i = 0; i < waits->count; i++) {
        struct agent *agent = waits->agents[i];
        const struct open_call *open = waiting_call(agent);

        if (is_gone(agent)) {
            knot_gone(waits->knot, i);
        } else if (open != NULL) {
            waits->node = i;
            knot_waits(waits->knot, i, need_is_any(open->call));
            need_call(waits, agent, open);
        }
    }
}

/* Somebody's end explains that others wait: the launcher ends them, too. */
static bool is_ending(const struct model *model)
{
    const struct agent *agent;

    DL_FOREACH(model->agents, agent)
    if (agent->gone && agent->process->mpi != PROCESS_FINALIZED)
        return true;
    return model->someone_aborted;
}

size_t model_stuck(struct model *model, const struct process ***processes)
{
    struct waits *waits;
    size_t count = 0;
    uint32_t i;

    *processes = NULL;
    if (is_ending(model))
        return 0;
    waits = waits_new(model);
    waits_describe(waits);
    if (knot_solve(waits->knot) > 0) {
        *processes = xcalloc(waits->count, sizeof **processes);
        for (i = 0; i < waits->count; i++)
            if (knot_is_stuck(waits->knot, i))
                (*processes)[count++] = waits->agents[i]->process;
    }
    waits_free(waits);
    return count;
}

static struct deadlock_member describe_member(const struct waits *waits,
                                              const struct knot_member *from)
{
    struct deadlock_member member = {.process =
                                         waits->agents[from->node]->process,
                                     .call = waits->calls[from->node],
                                     .reason = waits->reasons[from->need],
                                     .any = from->any};

    if (from->target != KNOT_SEVERAL && from->target < waits->count) {
        member.peer = waits->agents[from->target]->process;
        member.peer_gone = knot_is_gone(waits->knot, from->target);
        if (member.peer_gone)
            member.peer_finalize = waits->agents[from->target]->finalize;
    }
    return member;
}

/* Who waits for ever if those do who wait in collective operations to which
 * members came with calls that differ. */
static struct waits *solve_wrong(struct model *model)
{
    struct waits *waits = waits_new(model);
    uint32_t i;

    waits_describe(waits);
    for (i = 0; i < waits->count; i++)
        if (waits->wrong[i])
            knot_gone(waits->knot, i);
    (void)knot_solve(waits->knot);
    return waits;
}

bool *agents_held(struct model *model)
{
    struct waits *waits = solve_wrong(model);
    bool *held = xcalloc((size_t)waits->count + 1, sizeof held[0]);
    uint32_t i;

    for (i = 0; i < waits->count; i++)
        held[i] = is_gone(waits->agents[i]) || waits->wrong[i] ||
                  knot_is_stuck(waits->knot, i);
    waits_free(waits);
    return held;
}

size_t model_hangs(struct model *model, const struct process ***processes)
{
    struct waits *waits;
    size_t count = 0;
    uint32_t i;

    *processes = NULL;
    if (is_ending(model))
        return 0;
    waits = solve_wrong(model);
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

/* Returns how many of them wait for each other. */
static size_t raise_deadlock(struct waits *waits, uint32_t stuck,
                             const struct process ***processes)
{
    const struct wait_source source = {drawn_node, drawn_reason, waits};
    struct knot_member *core;
    uint32_t count = knot_core(waits->knot, &core), behind = 0, i, k;
    struct deadlock_member *members =
        xcalloc((size_t)count + 1, sizeof members[0]);
    const struct process **others =
        xcalloc((size_t)stuck + 1, sizeof others[0]);
    struct model_event event =
        model_event_new(waits->agents[core[0].node], EVENT_DEADLOCK, NULL);

    *processes = xcalloc((size_t)count + 1, sizeof **processes);
    for (i = 0; i < count; i++) {
        members[i] = describe_member(waits, &core[i]);
        (*processes)[i] = members[i].process;
    }
    for (i = 0; i < waits->count; i++) {
        for (k = 0; k < count && core[k].node != i; k++)
            ;
        if (k == count && knot_is_stuck(waits->knot, i))
            others[behind++] = waits->agents[i]->process;
    }
    event.call = members[0].call;
    event.deadlock = (struct deadlock){
        members, count, behind, others,
        wait_graph_of_knot(waits->knot, core, count, true, &source)};
    model_raise(waits->model, &event);
    wait_graph_drop(event.deadlock.graph);
    free(others);
    free(members);
    free(core);
    return count;
}

size_t model_deadlock(struct model *model, const struct process ***processes)
{
    struct waits *waits;
    uint32_t stuck;
    size_t count = 0;

    *processes = NULL;
    if (is_ending(model))
        return 0;
    machine_check(model);
    waits = waits_new(model);
    waits_describe(waits);
    stuck = knot_solve(waits->knot);
    if (stuck > 0)
        count = raise_deadlock(waits, stuck, processes);
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
