/*
 * model_end.c - how processes end, what is judged only then, and the end of the
 * model itself.
 */
#include "access.h"
#include "machine.h"
#include "model_argument.h"
#include "model_attached.h"
#include "model_buffer.h"
#include "model_channel.h"
#include "model_file.h"
#include "model_given_up.h"
#include "model_guard.h"
#include "model_info.h"
#include "model_message.h"
#include "model_nostore.h"
#include "model_request.h"
#include "model_window_memory.h"
#include "model_window_promise.h"
#include "race.h"
#include "traffic.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>

static bool ended_badly(const struct process *process)
{
    return process->end == PROCESS_CRASHED || process->end == PROCESS_LOST ||
           process->mpi == PROCESS_INITIALIZED ||
           (process->end == PROCESS_EXITED && process->exit_status != 0);
}

#define CALLS_BESIDE 8 /* of a process that ends are told */

/* Of one that is gone without a word, nothing is told unless it used MPI. */
static bool is_told_lost(const struct process *process)
{
    return process->mpi == PROCESS_INITIALIZED ||
           process->mpi == PROCESS_IN_SESSION;
}

/* It has ended and not finalized its sessions, for which launchers end the
 * others. */
static bool left_sessions_open(const struct agent *other,
                               const struct process *process)
{
    int signal = process_end_signal(process);

    return (other->process->mpi == PROCESS_IN_SESSION || other->sessions > 0) &&
           other->process->end == PROCESS_EXITED &&
           other->process->end_order < process->end_order &&
           (signal == SIGKILL || signal == SIGTERM ||
            process_end_untold(process));
}

/* Whether another process explains why this one was ended: the launcher ends
 * all when it sees one fail. */
static bool explained(const struct agent *agent)
{
    const struct agent *other;

    if (agent->model->someone_aborted)
        return true;
    DL_FOREACH(agent->model->agents, other)
        if (other != agent && other->gone &&
            (left_sessions_open(other, agent->process) ||
             (ended_badly(other->process) &&
              (other->process->end != PROCESS_LOST ||
               (other->process->end_order < agent->process->end_order &&
                is_told_lost(other->process))))))
            return true;
    return false;
}

/* It ended in a query, of which only the begin is recorded (intake_end). */
static bool in_query(const struct agent *agent)
{
    const struct call *last = process_end_call(agent->process);

    return last != NULL && (last->info->classes & CLASS_QUERY) != 0 &&
           !last->returned;
}

static void note_ended(struct agent *agent)
{
    struct model *model = agent->model;

    agent->gone = true;
    agent->waits = false;
    if ((agent->open == NULL && !in_query(agent)) ||
        !ended_badly(agent->process))
        return;
    model->ended_inside =
        xrealloc(model->ended_inside, model->ended_inside_count + 1,
                 sizeof model->ended_inside[0]);
    model->ended_inside[model->ended_inside_count++] = agent->process;
}

static bool other_misled(const struct agent *agent)
{
    const struct model *model = agent->model;
    uint32_t i;

    for (i = 0; i < model->ended_inside_count; i++)
        if (model->ended_inside[i] != agent->process &&
            agent_of(model->ended_inside[i])->misled)
            return true;
    return false;
}

/* The calls that other threads were in than that of `last`; how many.  A
 * process that crashed or exited has told in which call that was. */
static size_t calls_beside(const struct agent *agent, const struct call *last,
                           struct call *calls[CALLS_BESIDE])
{
    const struct open_call *open;
    size_t count = 0;

    DL_FOREACH(agent->open, open)
        if (agent->process->end == PROCESS_LOST && open->call != last &&
            open->call->depth == 0 && count < CALLS_BESIDE)
            calls[count++] = open->call;
    return count;
}

/* The MPI has ended it, as it does where a call fails. */
static bool was_given_up(const struct process *process)
{
    return process->end == PROCESS_LOST && process->wait_status >= 0 &&
           WIFEXITED(process->wait_status) &&
           WEXITSTATUS(process->wait_status) != 0;
}

static void raise_ended(struct agent *agent)
{
    struct call *beside[CALLS_BESIDE];
    struct model_event event = model_event_new(agent, EVENT_ENDED, NULL);
    struct process *process = agent->process;
    const struct open_call *open = agent->open;

    event.ended.last = process_end_call(process);
    if ((process->end == PROCESS_CRASHED || was_given_up(process)) &&
        event.ended.last != NULL && !event.ended.last->returned)
        argument_ended(agent, event.ended.last);
    while (open != NULL && open->call != event.ended.last)
        open = open->next;
    /* The last call of one thread is over, but another one is in MPI, which has
     * ended the process. */
    if (open == NULL && agent->open != NULL && process->end == PROCESS_LOST) {
        open = agent->open;
        event.ended.last = open->call;
    }
    event.ended.inside = open != NULL || in_query(agent);
    event.ended.beside = beside;
    event.ended.beside_count = calls_beside(agent, event.ended.last, beside);
    event.ended.alone = agent == agent->model->agents && agent->next == NULL;
    event.ended.own_handler = agent->own_handlers;
    event.ended.inside_all = agent->model->ended_inside;
    event.ended.inside_count = agent->model->ended_inside_count;
    event.ended.misled = agent->misled && agent->open != NULL;
    event.ended.overran = agent->overran;
    event.ended.other_misled = other_misled(agent);
    event.ended.after_abort = agent->model->someone_aborted;
    event.ended.after_other = ended_badly(process) && explained(agent);
    model_raise(agent->model, &event);
}

/* A process that did not end by itself is judged when the others' ends are
 * known. */
static bool judged_late(const struct process *process)
{
    return process->end == PROCESS_CRASHED || process->end == PROCESS_LOST;
}

void model_process_ended(struct model *model, struct process *process)
{
    struct agent *agent = agent_of(process);

    agent->model->progress++;
    handler_end(agent);
    note_ended(agent);
    disputes_look(model);
    if (!judged_late(process))
        raise_ended(agent);
}

void model_finish(struct model *model)
{
    struct agent *agent;
    bool unmatched;

    DL_FOREACH(model->agents, agent)
        handler_end(agent);
    messages_end(model);
    exchanges_end(model);
    disputes_end(model, false);
    exchanges_end(model);
    promises_end(model);
    access_changed_finish(model);
    doubts_look(model, true);
    memory_end(model);
    machine_check(model, true);
    race_settle(model);
    choices_settle(model);
    outcomes_settle(model);
    DL_FOREACH(model->agents, agent) {
        overruns_end(agent);
        argument_aliased_end(agent);
    }
    nostore_finish(model);
    DL_FOREACH(model->agents, agent) {
        struct open_call *open;

        DL_FOREACH(agent->open, open)
            if (open->call->info->base == CALL_MPI_Finalize &&
                agent->process->mpi == PROCESS_INITIALIZED)
                left_finalized(agent, open->call);
    }
    /* It holds communicators that nobody else has any more. */
    DL_FOREACH(model->agents, agent)
        machine_agent_free(agent);
    unmatched = model_unmatched(model);
    DL_FOREACH(model->agents, agent)
        left_at_end(agent, unmatched);
    DL_FOREACH(model->agents, agent)
        if (agent->gone && judged_late(agent->process))
            raise_ended(agent);
    model->finished = true;
}

/* -------------------------------------------------------------- the end */

static void binding_end(struct binding *binding)
{
    struct operation *operation = binding->object, *next;
    struct comm *comm = binding->object;

    switch ((enum binding_kind)binding->key.kind) {
    case BINDING_COMM:
    case BINDING_FILE:
        channel_clear(comm->channel);
        comm_drop(comm);
        break;
    case BINDING_GROUP:
        group_drop(binding->object);
        break;
    case BINDING_TYPE:
        type_drop(binding->object);
        break;
    case BINDING_REQUEST:
        for (; operation != NULL; operation = next) {
            next = operation->next;
            operation_drop(operation);
        }
        break;
    case BINDING_MESSAGE:
        message_drop(binding->object);
        break;
    case BINDING_WINDOW:
        window_drop(binding->object);
        break;
    case BINDING_INFO:
        info_drop(binding->object);
        break;
    case BINDING_HINTS:
        hints_end(binding);
        break;
    default:
        left_simple_end(binding);
    }
}

static void agent_free(struct agent *agent)
{
    struct binding *binding, *next;
    struct operation *operation, *other;

    machine_agent_free(agent);
    attached_free(agent);
    overruns_free(agent);
    given_ups_free(agent);
    requests_ended_free(agent);
    buffer_agent_end(agent);
    while (agent->open != NULL)
        open_free(agent, agent->open);
    open_forget_probes(agent);
    thread_probes_free(agent);
    DL_FOREACH_SAFE(agent->bindings, binding, next) {
        binding_end(binding);
        binding_remove(agent, binding);
    }
    LL_FOREACH_SAFE2(agent->idups, operation, other, next_idup)
        operation_drop(operation);
    predefined_types_drop(agent->types);
    former_names_free(agent);
    origins_free(agent);
    allocations_free(agent);
    files_end(agent);
    call_set(&agent->no_comm, NULL);
    call_set(&agent->aliased, NULL);
    counted_free(agent);
    call_drop(agent->init);
    call_drop(agent->finalize);
    call_drop(agent->sessions_over);
    chances_free(&agent->chances);
    guards_drop(agent->guards);
    clock_stop(&agent->clock);
    agent->process->model = NULL;
    buffer_agent_free(agent);
    flat_table_free(&agent->by_handle);
    flat_table_free(&agent->by_place);
    free(agent);
}

void model_free(struct model *model)
{
    struct agent *agent, *next;
    struct world *world, *other;
    int i;

    if (model == NULL)
        return;
    disputes_end(model, true);
    nostore_free(model);
    doubts_free(model);
    memory_free(model);
    races_free(model);
    choices_give_up(model);
    outcomes_free(model);
    accesses_free(model);
    DL_FOREACH_SAFE(model->agents, agent, next)
        agent_free(agent);
    comms_waiting_free(model);
    machine_free(model->machine);
    makings_free(model);
    rounds_free(model);
    intercomms_free(model);
    file_opens_free(model);
    standstill_free(model->standstill);
    LL_FOREACH_SAFE(model->worlds, world, other) {
        comm_drop(world->comm);
        for (i = 0; i < world->size; i++)
            free(world->group->seats[i]);
        group_drop(world->group);
        free(world);
    }
    predefined_types_drop(model->types);
    free(model->ended_inside);
    traffic_free(model->traffic);
    inventory_clear();
    free(model);
}
