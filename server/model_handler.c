/*
 * model_handler.c - errors that a program has provoked, or deals with
 * (MPI-4.1 9.3): its own function is told of them, or they are returned, and it
 * looks at what is returned and goes on.
 */
#include "model_private.h"
#include "model_request.h"
#include "result_use.h"

#include <stdlib.h>

/* A call of which something wrong was found, and what is known of its end. */
struct held_call {
    struct call *call; /* held */
    bool returned;     /* its error is, and not given to a function */
    bool told;         /* the function was called, or the program looks at what
                        * is returned: the exit status says what it made of it */
    bool failed;       /* it has returned, and has failed */
    bool awaited; /* it has begun a receive, which is not complete: the call
                   * that completes it fails, if any does */
    struct held_call *next; /* of those that have failed and are not told */
    UT_hash_handle hh;
};

static const struct binding *object_of(const struct agent *agent,
                                       const struct call *call)
{
    const struct call_info *info = call->info;
    const struct binding *binding = NULL;

    if (info->win_word >= 0 && info->win_word < info->in_words)
        return binding_get(agent, BINDING_WINDOW, call->words[info->win_word]);
    if (info->parameter_count > 0 && info->parameters[0].kind == KIND_FILE)
        return binding_get(agent, BINDING_FILE, call->words[0]);
    if (info->comm_word >= 0)
        binding =
            binding_get(agent, BINDING_COMM, call->words[info->comm_word]);
    if (binding != NULL)
        return binding;
    /* MPI_COMM_SELF since MPI-4.0; before, MPI_COMM_WORLD. */
    binding = binding_get(agent, BINDING_COMM, NEUTRAL_COMM_SELF);
    return binding != NULL && (binding->own_handler || binding->returns)
               ? binding
               : binding_get(agent, BINDING_COMM, NEUTRAL_COMM_WORLD);
}

void handler_inherit(struct binding *made, const struct binding *of)
{
    made->own_handler = of->own_handler;
    made->returns = of->returns;
}

void handler_exit(struct agent *agent, struct call *call)
{
    enum binding_kind kind;
    struct binding *binding;
    bool own;

    switch (call->info->base) {
    case CALL_MPI_Comm_set_errhandler:
    case CALL_MPI_Errhandler_set:
        kind = BINDING_COMM;
        break;
    case CALL_MPI_Win_set_errhandler:
        kind = BINDING_WINDOW;
        break;
    case CALL_MPI_File_set_errhandler:
        kind = BINDING_FILE;
        break;
    default:
        return;
    }
    if (!succeeded(call, call_result(call)))
        return;
    own = call->words[1] >= NEUTRAL_HANDLE_PREDEFINED_END;
    agent->own_handlers |= own; /* of files it may be that of MPI_FILE_NULL */
    binding = binding_get(agent, kind, call->words[0]);
    if (binding != NULL) {
        binding->own_handler = own;
        binding->returns = call->words[1] == NEUTRAL_ERRORS_RETURN;
        agent->handlers |= binding->own_handler || binding->returns;
    }
}

/* ---------------------------------------------------------- what is kept */

/* What an MPI may refuse a call for, and which is of this call alone. */
#define MAY_BE_RETURNED                                                        \
    (EVENT_BIT(EVENT_ARGUMENT) | EVENT_BIT(EVENT_RMA) |                        \
     EVENT_BIT(EVENT_SYNC) | EVENT_BIT(EVENT_ATTACH) |                         \
     EVENT_BIT(EVENT_REQUEST) | EVENT_BIT(EVENT_PARTITION) |                   \
     EVENT_BIT(EVENT_FILE) | EVENT_BIT(EVENT_TRANSFER))

bool handler_may_hold(const struct agent *agent,
                      const struct model_event *event)
{
    return agent->handlers && (MAY_BE_RETURNED & EVENT_BIT(event->kind)) != 0;
}

static struct held_call *held_find(const struct agent *agent,
                                   const struct call *call)
{
    struct held_call *held;

    HASH_FIND_PTR(agent->held_calls, &call, held);
    return held;
}

static void release(struct agent *agent, struct held_call *held, bool provoked)
{
    struct model *model = agent->model;
    struct model_event event;

    HASH_DEL(agent->held_calls, held);
    if (held->failed && !held->told)
        LL_DELETE(agent->untold_calls, held);
    if (provoked) {
        event = model_event_new(agent, EVENT_PROVOKED, held->call);
        event.provoked.returned = held->returned;
        model_raise(model, &event);
    }
    model_confirm(model, held->call);
    call_drop(held->call);
    free(held);
}

/* The call has begun a receive that no call has completed yet. */
static bool is_awaited(struct agent *agent, const struct call *call)
{
    const struct binding *binding;
    const struct operation *operation;

    if ((call->info->classes & CLASS_STARTS) == 0)
        return false;
    if (open_find(agent, call) != NULL)
        return true;
    binding = binding_get(agent, BINDING_REQUEST, request_made(call));
    if (binding != NULL)
        DL_FOREACH((const struct operation *)binding->object, operation)
            if (operation->made_by == call)
                return operation->active;
    return false;
}

static enum result_use use_of(const struct call *call, bool own_handler)
{
    bool fortran = (call->flags & RECORD_FORTRAN) != 0;

    return own_handler
               ? RESULT_LOOKED
               : result_use(call->stack,
                            fortran ? call->info->parameter_count + 1U : 0);
}

bool handler_ignores(const struct agent *agent, const struct call *call)
{
    const struct binding *object = object_of(agent, call);

    return !agent->own_handlers && (object == NULL || !object->own_handler) &&
           use_of(call, false) == RESULT_IGNORED;
}

static bool hold_awaited(struct agent *agent, struct call *call,
                         const struct binding *object)
{
    struct held_call *held = xcalloc(1, sizeof *held);

    held->call = call_hold(call);
    held->returned = !object->own_handler;
    held->awaited = true;
    HASH_ADD_PTR(agent->held_calls, call, held);
    return true;
}

void handler_completed(struct agent *agent, const struct call *made_by,
                       const struct call *call, bool failed)
{
    struct held_call *held = held_find(agent, made_by);
    enum result_use use;

    if (held == NULL || !held->awaited)
        return;
    held->awaited = false;
    if (!failed) {
        release(agent, held, false);
        return;
    }
    agent->explained = call->number + 1;
    use = use_of(call, !held->returned);
    held->failed = true;
    held->told = use == RESULT_LOOKED;
    if (!held->told)
        LL_PREPEND(agent->untold_calls, held);
    if (use == RESULT_IGNORED)
        release(agent, held, false);
}

bool handler_holds(struct agent *agent, const struct model_event *event)
{
    struct call *call = event->call;
    const struct binding *object = object_of(agent, call);
    bool over = call->returned && open_find(agent, call) == NULL;
    /* Whether the other end is known when the call returns is chance. */
    bool late = over || event->kind == EVENT_TRANSFER;
    enum result_use use;
    struct held_call *held;

    if (held_find(agent, call) != NULL)
        return true;
    if (object == NULL || (!object->own_handler && !object->returns))
        return false;
    if (event->kind == EVENT_TRANSFER && is_awaited(agent, call))
        return hold_awaited(agent, call, object);
    if (over && call_result(call) == NEUTRAL_SUCCESS)
        return false;
    use = use_of(call, object->own_handler);
    if (use == RESULT_IGNORED || (late && use != RESULT_LOOKED))
        return false;
    held = xcalloc(1, sizeof *held);
    held->call = call_hold(call);
    held->returned = !object->own_handler;
    held->told = use == RESULT_LOOKED;
    held->failed = over;
    HASH_ADD_PTR(agent->held_calls, call, held);
    if (agent->end_known)
        handler_end(agent);
    return true;
}

void handler_enter(struct agent *agent, const struct call *call)
{
    struct held_call *held, *next;

    LL_FOREACH_SAFE(agent->untold_calls, held, next) {
        if (held->call->thread != call->thread)
            continue;
        switch (call->info->base) {
        case CALL_MPI_Error_class:
        case CALL_MPI_Error_string:
            LL_DELETE(agent->untold_calls, held);
            held->told = true;
            break;
        default:
            release(agent, held, false);
        }
    }
}

bool handler_settle(struct agent *agent, const struct call *call)
{
    struct held_call *held = held_find(agent, call);

    if (held == NULL)
        return agent->explained == call->number + 1;
    if (held->awaited && call_result(call) == NEUTRAL_SUCCESS)
        return true;
    held->failed = call->returned && call_result(call) != NEUTRAL_SUCCESS;
    if (!held->failed)
        release(agent, held, false);
    else if (!held->told)
        LL_PREPEND(agent->untold_calls, held);
    return true;
}

void handler_left(struct agent *agent, const struct call *call)
{
    struct held_call *held = held_find(agent, call);

    if (held != NULL && !held->returned)
        held->failed = true;
}

void handler_end(struct agent *agent)
{
    const struct process *process = agent->process;
    bool well = process->end == PROCESS_RUNNING ||
                (process->end == PROCESS_EXITED && process->exit_status == 0);
    struct held_call *held, *next;

    agent->end_known = true;
    HASH_ITER(hh, agent->held_calls, held, next)
        release(agent, held, well && held->failed && held->told);
}
