/*
 * model_handler.c - errors that a program has provoked, or deals with
 * (MPI-4.1 9.3): its own function is told of them, or they are returned, and it
 * looks at what is returned and goes on.
 */
#include "model_private.h"
#include "result_use.h"

#include <stdlib.h>

/* A wrong argument of a call that has not returned, or has just done so. */
struct held_argument {
    struct model_event event;
    struct call *call; /* held, as is what the event refers to */
    struct comm *comm;
    struct type *type;
    char *is;
    struct call *attached;
    bool returned; /* its error is, and not given to a function */
    bool failed;   /* it has returned, and has failed */
    struct held_argument *next;
};

static const struct binding *object_of(const struct agent *agent,
                                       const struct call *call)
{
    const struct call_info *info = call->info;
    const struct binding *binding = NULL;

    if (info->win_word >= 0)
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
    binding = binding_get(agent, kind, call->words[0]);
    if (binding != NULL && succeeded(call, call_result(call))) {
        binding->own_handler = call->words[1] >= NEUTRAL_HANDLE_PREDEFINED_END;
        binding->returns = call->words[1] == NEUTRAL_ERRORS_RETURN;
    }
}

/* ---------------------------------------------------------- what is kept */

static void hold(struct agent *agent, const struct model_event *event,
                 bool looked)
{
    struct held_argument *held = xcalloc(1, sizeof *held);

    held->event = *event;
    held->event.argument.looked_at = looked;
    held->call = call_hold(event->call);
    held->comm = comm_hold((struct comm *)event->argument.comm);
    held->type = type_hold((struct type *)event->argument.type);
    if (event->argument.is != NULL)
        held->event.argument.is = held->is = xstrdup(event->argument.is);
    if (event->argument.attached != NULL)
        held->attached = call_hold(event->argument.attached);
    LL_PREPEND(agent->held_arguments, held);
}

bool handler_holds(struct agent *agent, const struct model_event *event)
{
    const struct binding *object = object_of(agent, event->call);
    enum result_use use;

    if (object == NULL || (!object->own_handler && !object->returns))
        return false;
    if (object->own_handler) {
        hold(agent, event, false);
        return true;
    }
    use = result_use(event->call->stack);
    if (use == RESULT_IGNORED)
        return false;
    hold(agent, event, use == RESULT_LOOKED);
    agent->held_arguments->returned = true;
    return true;
}

static void raise_held(struct agent *agent, struct held_argument *held,
                       bool provoked)
{
    LL_DELETE(agent->held_arguments, held);
    if (provoked)
        held->event.kind = EVENT_PROVOKED;
    model_raise(agent->model, &held->event);
    call_drop(held->call);
    comm_drop(held->comm);
    type_drop(held->type);
    free(held->is);
    call_drop(held->attached);
    free(held);
}

void handler_enter(struct agent *agent, const struct call *call)
{
    struct held_argument *held, *next;

    LL_FOREACH_SAFE(agent->held_arguments, held, next) {
        if (!held->failed || held->call->thread != call->thread)
            continue;
        switch (call->info->base) {
        case CALL_MPI_Error_class:
        case CALL_MPI_Error_string:
            held->event.argument.looked_at = true;
            break;
        case CALL_MPI_Finalize: /* what comes of it, the exit status says */
            break;
        case CALL_MPI_Abort:
            raise_held(agent, held, false);
            break;
        default:
            raise_held(agent, held, held->event.argument.looked_at);
        }
    }
}

bool handler_settle(struct agent *agent, const struct call *call)
{
    struct held_argument *held, *next;
    bool found = false;

    LL_FOREACH_SAFE(agent->held_arguments, held, next)
        if (held->call == call) {
            found = true;
            held->failed =
                call->returned && call_result(call) != NEUTRAL_SUCCESS;
            if (!held->failed || !held->returned)
                raise_held(agent, held, held->failed);
        }
    return found;
}

void handler_end(struct agent *agent)
{
    const struct process *process = agent->process;
    bool well = process->end == PROCESS_RUNNING ||
                (process->end == PROCESS_EXITED && process->exit_status == 0);
    struct held_argument *held, *next;

    LL_FOREACH_SAFE(agent->held_arguments, held, next)
        raise_held(agent, held,
                   well && held->failed && held->event.argument.looked_at);
}
