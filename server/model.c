/*
 * model.c - the model as a whole: processes, waiting, events.
 */
#include "access.h"
#include "machine.h"
#include "model_attached.h"
#include "model_buffer.h"
#include "model_channel.h"
#include "model_file.h"
#include "model_info.h"
#include "model_message.h"
#include "model_nostore.h"
#include "model_request.h"
#include "model_window_memory.h"
#include "traffic.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Processes of a job in which order is known from the first call on, also of
 * what was before there was a need: a vector clock is as long as that. */
#define CLOCKS_FROM_THE_START 64

/* -------------------------------------------------------------- waiting */

bool model_expects_end(const struct model *model)
{
    const struct agent *agent;

    DL_FOREACH(model->agents, agent)
        if ((agent->deferred > 0 || (agent->waits && agent->waits_for_end)) &&
            !agent->gone)
            return true;
    return false;
}

bool model_release(struct model *model)
{
    struct agent *agent, *earliest = NULL;

    DL_FOREACH(model->agents, agent)
        if (agent->waits && !agent->gone &&
            (earliest == NULL || agent->waiting_time < earliest->waiting_time ||
             (agent->waiting_time == earliest->waiting_time &&
              agent->process->rank < earliest->process->rank)))
            earliest = agent;
    if (earliest == NULL)
        return false;
    earliest->released = true;
    return true;
}

static enum model_step stepped(struct agent *agent, enum model_step step,
                               uint64_t time)
{
    agent->current = NULL;
    agent->waits = step == MODEL_WAIT;
    if (agent->waits)
        agent->waiting_time = time;
    else {
        agent->released = false;
        agent->waits_for_end = false;
        if (agent->seen_time < time)
            agent->seen_time = time;
    }
    return step;
}

/* ------------------------------------------------- init and finalize */

static void raise_call(struct agent *agent, struct call *call)
{
    struct model_event event = model_event_new(agent, EVENT_CALL, call);

    event.state.usable =
        agent->process->mpi == PROCESS_INITIALIZED || agent->had_sessions;
    event.state.init = agent->init;
    event.state.finalize = agent->finalize;
    event.state.sessions_over = agent->sessions_over;
    event.state.in_callback = call->depth > 0;
    model_raise(agent->model, &event);
}

static void note_enter(struct agent *agent, struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Finalize:
        if (agent->process->mpi == PROCESS_INITIALIZED) {
            call_drop(agent->finalize);
            agent->finalize = call_hold(call);
            left_epochs(agent, call);
        }
        break;
    case CALL_MPI_Abort:
        agent->process->mpi = PROCESS_ABORTED;
        agent->model->someone_aborted = true;
        break;
    }
}

static void note_exit(struct agent *agent, struct call *call)
{
    struct process *process = agent->process;

    if (!succeeded(call, call_result(call)))
        return;
    switch (call->info->base) {
    case CALL_MPI_Init:
    case CALL_MPI_Init_thread:
        if (process->mpi != PROCESS_FINALIZED)
            process->mpi = PROCESS_INITIALIZED;
        if (agent->init == NULL)
            agent->init = call_hold(call);
        break;
    case CALL_MPI_Finalize:
        if (process->mpi != PROCESS_INITIALIZED)
            break;
        left_finalized(agent, call);
        process->mpi = PROCESS_FINALIZED;
        disputes_look(agent->model);
        break;
    case CALL_MPI_Session_init:
        agent->had_sessions = true;
        agent->sessions++;
        call_drop(agent->sessions_over);
        agent->sessions_over = NULL;
        process->thread_level = -1;
        if (process->mpi == PROCESS_BEFORE_INIT ||
            process->mpi == PROCESS_SESSIONS_OVER)
            process->mpi = PROCESS_IN_SESSION;
        break;
    case CALL_MPI_Session_finalize:
        agent->sessions -= agent->sessions > 0;
        if (agent->sessions == 0 && agent->sessions_over == NULL)
            agent->sessions_over = call_hold(call);
        if (agent->sessions == 0 && process->mpi == PROCESS_IN_SESSION) {
            left_sessions(agent, call);
            process->mpi = PROCESS_SESSIONS_OVER;
        }
        break;
    }
}

/* ---------------------------------------------------- what intake calls */

struct model *model_new(struct model_listener listener, enum strict strict)
{
    struct model *model = xcalloc(1, sizeof *model);

    model->listener = listener;
    model->strict = strict;
    model->machine = machine_new();
    model->traffic = traffic_new();
    return model;
}

const struct traffic *model_traffic(const struct model *model)
{
    return model->traffic;
}

void model_separate(struct model *model)
{
    model->separate = model->all_separate = true;
}

void model_process_joined(struct model *model, struct process *process)
{
    struct agent *agent = xcalloc(1, sizeof *agent);

    agent->model = model;
    agent->process = process;
    clock_start(&agent->clock, process->index);
    process->model = agent;
    process->thread_level = -1;
    DL_APPEND(model->agents, agent);
    model->agent_count++;
    model->progress++;
}

/* On a communicator that cannot be followed processes tell each other what the
 * clocks do not know of. */
static void note_unseen(const struct agent *agent, const struct call *call)
{
    const struct comm *comm;

    if (call->info->comm_word < 0 || call->info->base == CALL_MPI_Comm_free ||
        (call->info->classes &
         (CLASS_BLOCKS | CLASS_COLLECTIVE | CLASS_STARTS)) == 0)
        return;
    comm = agent_comm(agent, call_word(call, call->info->comm_word));
    if (comm != NULL && comm->opaque)
        agent->model->order_unsure = true;
}

/* What the call does is done: when it begins, or ends (open->deferred). */
static void begin(struct agent *agent, struct open_call *open)
{
    const struct step_functions *functions = model_functions(open->call->info);

    agent->deferred -= open->deferred;
    open->deferred = false;
    access_before(agent, open->call);
    nostore_enter(agent, open->call);
    if (functions->enter != NULL)
        functions->enter(agent, open);
    access_enter(agent, open);
    buffer_enter(agent, open);
    if (agent->threads > 1)
        open_competes(agent, open);
    thread_probe_enter(agent, open->call);
    agent->told += open_tells(open);
    machine_enter(agent, open);
}

enum model_step model_enter(struct model *model, struct call *call)
{
    struct agent *agent = agent_of(call->process);
    struct open_call *open;

    agent->faulty = false;
    agent->current = call;
    if (agent->threads <= call->thread)
        agent->threads = call->thread + 1;
    open_meets(agent, call);
    raise_call(agent, call);
    if (agent->held_calls != NULL)
        handler_enter(agent, call);
    argument_enter(agent, call);
    attached_enter(agent, call);
    hints_enter(agent, call);
    if (call->info->classes & CLASS_IO)
        file_enter(agent, call);
    note_enter(agent, call);
    within_enter(agent, call);
    if (call->info->classes & CLASS_QUERY)
        return stepped(agent, MODEL_DONE, call->enter_time);
    model->progress += !call_polls(call);
    open = open_new(agent, call);
    note_unseen(agent, call);
    open->deferred = message_is_deferred(agent, call);
    agent->deferred += open->deferred;
    if (!open->deferred)
        begin(agent, open);
    return stepped(agent, MODEL_DONE, call->enter_time);
}

/* Data of a file, whose handler returns the error by default.  Who has not
 * opened it may have seen that by the handle. */
static bool is_ignored(const struct agent *agent, const struct call *call)
{
    const struct file_role *role;

    if ((call->info->classes & CLASS_IO) == 0)
        return false;
    role = file_role(call->info);
    return (role->reads || role->writes) && handler_ignores(agent, call);
}

static void raise_failed(struct agent *agent, struct call *call)
{
    struct model_event event;

    if (agent->held_calls != NULL && handler_settle(agent, call))
        return;
    if (!call->returned || call_result(call) == NEUTRAL_SUCCESS ||
        (call->info->classes & CLASS_TOOL) != 0 || call->info->out_words == 0)
        return;
    event = model_event_new(agent, EVENT_FAILED, call);
    event.failed.ignored = is_ignored(agent, call);
    event.failed.open = agent->failed_open;
    model_raise(agent->model, &event);
}

/* The end of what the call does; MODEL_WAIT: not yet. */
static enum model_step finish(struct agent *agent, struct open_call *open)
{
    const struct call *call = open->call;
    const struct step_functions *functions = model_functions(call->info);

    if (open->deferred) {
        if (!succeeded(call, call_result(call)) &&
            !truncated(call, call_result(call)))
            return MODEL_DONE;
        begin(agent, open);
    }
    counted_filled(agent, call);
    if (functions->exit != NULL && functions->exit(agent, open) == MODEL_WAIT)
        return MODEL_WAIT;
    channel_exit(open);
    access_exit(agent, open);
    nostore_exit(agent, open);
    machine_exit(agent, open);
    return MODEL_DONE;
}

enum model_step model_exit(struct model *model, struct call *call)
{
    struct agent *agent = agent_of(call->process);
    struct open_call *open = open_find(agent, call);

    agent->current = call;
    if (agent->aliased == call)
        argument_aliased_end(agent);
    if (open == NULL) { /* a query that has failed, and returned */
        raise_failed(agent, call);
        return stepped(agent, MODEL_DONE, call->exit_time);
    }
    if (finish(agent, open) == MODEL_WAIT)
        return stepped(agent, MODEL_WAIT, call->exit_time);
    if (open->operation == NULL)
        request_bind_other(agent, call);
    left_exit(agent, call);
    if (agent->had_sessions)
        origin_exit(agent, call);
    handler_exit(agent, call);
    attached_exit(agent, call);
    left_grown(agent, call);
    if (call->info->classes & CLASS_IO)
        file_exit(agent, open);
    note_exit(agent, call);
    raise_failed(agent, call);
    within_exit(agent, open);
    model->progress += !call_found_nothing(call);
    open_probes(agent, open);
    thread_probe_exit(agent, call);
    open_free(agent, open);
    return stepped(agent, MODEL_DONE, call->exit_time);
}

/* The world of a process: one job may consist of several (MPI_Comm_spawn, a
 * script with more than one mpiexec). */
static struct world *world_for(struct model *model,
                               const struct process *process, int rank,
                               int size, bool has_parent)
{
    struct world *world;
    int i;

    LL_FOREACH(model->worlds, world)
        if (world->size == size && world->has_parent == has_parent &&
            strcmp(world->launch, process->launch) == 0 &&
            world->group->seats[rank]->process == NULL)
            return world;
    world = xcalloc(1, sizeof *world);
    world->size = size;
    world->has_parent = has_parent;
    world->launch = process->launch;
    world->group = group_new(size);
    for (i = 0; i < size; i++) {
        world->group->seats[i] = xcalloc(1, sizeof(struct seat));
        world->group->seats[i]->rank = i;
    }
    world->comm = comm_new(group_hold(world->group), NULL, NULL);
    LL_APPEND(model->worlds, world);
    return world;
}

static void predefined_comms(struct agent *agent, struct world *world)
{
    struct group *self = group_new(1);
    struct comm *comm;

    agent_bind_comm(agent, NEUTRAL_COMM_WORLD, comm_hold(world->comm), NULL);
    self->seats[0] = agent->seat;
    comm = comm_new(self, NULL, NULL);
    free(comm->name);
    comm->name = xstrdup("MPI_COMM_SELF");
    agent_bind_comm(agent, NEUTRAL_COMM_SELF, comm, NULL);
}

void model_world(struct model *model, struct process *process,
                 const struct record_world *record)
{
    struct agent *agent = agent_of(process);
    struct world *world;

    if (agent->seat != NULL || record->size < 1 || record->rank < 0 ||
        record->rank >= record->size)
        return;
    world = world_for(model, process, record->rank, record->size,
                      record->has_parent != 0);
    model->clocks_run |= record->size <= CLOCKS_FROM_THE_START;
    world->joined++;
    agent->seat = world->group->seats[record->rank];
    agent->seat->process = process;
    process->tag_ub = record->tag_ub;
    process->any_source = record->any_source;
    process->bsend_overhead = (int64_t)record->bsend_overhead;
    process->thread_level = agent->had_sessions ? -1 : record->thread_level;
    agent->native = record->native != 0;
    process->watched.native = record->native != 0;
    process->unseen_requests = record->extended != 0;
    process->rank = record->rank;
    process->size = record->size;
    process->spawned = record->has_parent != 0;
    predefined_comms(agent, world);
    agent_predefined_types(agent, record);
}

/* Which pending MPI_Comm_idup made that request: the thread's own, where the
 * MPI has given the handle of one that is over to another thread already. */
static struct operation *find_idup(const struct agent *agent, uint64_t request,
                                   uint32_t thread)
{
    struct operation *operation, *found = NULL;

    LL_FOREACH2(agent->idups, operation, next_idup) {
        if (request_made(operation->made_by) != request)
            continue;
        if (operation->made_by->thread == thread)
            return operation;
        if (found == NULL)
            found = operation;
    }
    return found;
}

void model_new_comm(struct model *model, struct process *process,
                    uint32_t thread, const struct new_comm *made,
                    uint64_t request)
{
    struct agent *agent = agent_of(process);
    struct operation *operation;

    (void)model;
    if (made->comm == NEUTRAL_COMM_NULL)
        return;
    operation = find_idup(agent, request, thread);
    if (operation == NULL) {
        agent_bind_comm(agent, made->comm, comm_new_opaque(agent, NULL), NULL);
        return;
    }
    LL_DELETE2(agent->idups, operation, next_idup);
    agent_bind_comm(agent, made->comm, comm_hold(operation->made),
                    operation->made_by);
    operation_drop(operation);
}

/* The call itself stores there, what it reads is where its result is to stand:
 * that is told otherwise (ARG-ALIASED). */
static bool stores_itself(const struct record_stored *stored,
                          const struct call *made)
{
    struct access_ranges ranges =
        access_buffers_of(agent_of(made->process), made, DIRECTION_OUT);
    bool found = false;
    size_t i;

    for (i = 0; i < ranges.count; i++)
        found |= ranges.items[i].low < stored->high &&
                 stored->low < ranges.items[i].high;
    access_ranges_free(&ranges);
    return found;
}

void model_stored(struct model *model, const struct record_stored *stored,
                  struct call *made, struct call *started, struct call *seen)
{
    struct model_event event =
        model_event_new(agent_of(made->process), EVENT_STORED, made);

    bool is_gone =
        stored->how == STORED_UNMAPPED || stored->how == STORED_RETURNED;

    if (stored->of != STORED_INCOMING)
        access_changed_origin(agent_of(made->process), stored->low,
                              stored->high);
    /* Another process's put, or a receive, may have come there, which is told
     * otherwise. */
    if (!is_gone &&
        (access_in_window(agent_of(made->process), stored->low, stored->high) ||
         buffer_was_told(agent_of(made->process), stored->low, stored->high) ||
         (stored->of == STORED_READ && stores_itself(stored, made))))
        return;
    event.stored.buffer = &made->info->parameters[stored->parameter];
    event.stored.started = started;
    event.stored.seen = seen;
    event.stored.start = stored->start;
    event.stored.low = stored->low;
    event.stored.high = stored->high;
    event.stored.how = (enum stored_how)stored->how;
    event.stored.of = (enum stored_of)stored->of;
    model_raise(model, &event);
    if (stored->how == STORED_RETURNED)
        buffer_left(agent_of(made->process), stored->low, stored->high);
}

void model_no_memory(struct model *model, struct call *call,
                     const struct record_no_memory *missing,
                     const char *variable)
{
    (void)model;
    argument_no_memory(agent_of(call->process), call, missing, variable);
}

void model_null(struct model *model, struct call *call,
                const struct record_null *told)
{
    (void)model;
    argument_nulls(agent_of(call->process), call, told);
}

void model_too_long(struct model *model, struct call *call,
                    const struct record_too_long *told)
{
    (void)model;
    argument_too_long(agent_of(call->process), call, told);
}

void model_short(struct model *model, struct call *call,
                 const struct record_short *told)
{
    (void)model;
    argument_short(agent_of(call->process), call, told);
}

void model_automatic(struct model *model, struct call *call,
                     const struct record_automatic *told, uint64_t end,
                     const char *variable)
{
    (void)model;
    if (told->array != 0)
        argument_short_variable(agent_of(call->process), call, told, end,
                                variable);
    else
        argument_automatic(agent_of(call->process), call, told, end, variable);
}

void model_counted(struct model *model, struct call *call,
                   const struct record_counted *counted)
{
    (void)model;
    counted_look(agent_of(call->process), call, counted);
}

void model_restarted(struct model *model, struct call *call, uint64_t before,
                     uint64_t after)
{
    (void)model;
    request_restarted(agent_of(call->process), call, before, after);
}

void model_window_stored(struct model *model, struct call *call,
                         const struct record_window_stored *stored)
{
    (void)model;
    nostore_seen(agent_of(call->process), stored, call);
}

void model_returned(struct model *model, struct call *call, uint64_t low)
{
    (void)model;
    memory_freed(agent_of(call->process), call, low, low + 1);
}

void model_thread_ended(struct model *model, struct process *process,
                        uint32_t thread)
{
    (void)model;
    open_thread_ended(agent_of(process), thread);
    machine_thread_ended(agent_of(process), thread);
}
