/*
 * model_handler.c - error handlers that are functions of the program
 * (MPI-4.1 9.3): what such a handler is told of, the program has provoked, or
 * deals with.
 */
#include "model_private.h"

#include <stdlib.h>

/* A wrong argument of a call that has not returned. */
struct held_argument {
    struct model_event event;
    struct call *call; /* held, as is what the event refers to */
    struct comm *comm;
    struct type *type;
    char *is;
    struct call *attached;
    struct held_argument *next;
};

static bool is_own(const struct agent *agent, enum binding_kind kind,
                   uint64_t handle)
{
    const struct binding *binding = binding_get(agent, kind, handle);

    return binding != NULL && binding->own_handler;
}

bool handler_is_own(const struct agent *agent, const struct call *call)
{
    const struct call_info *info = call->info;

    if (info->win_word >= 0)
        return is_own(agent, BINDING_WINDOW, call->words[info->win_word]);
    if (info->parameter_count > 0 && info->parameters[0].kind == KIND_FILE)
        return is_own(agent, BINDING_FILE, call->words[0]);
    if (info->comm_word >= 0 &&
        binding_get(agent, BINDING_COMM, call->words[info->comm_word]) != NULL)
        return is_own(agent, BINDING_COMM, call->words[info->comm_word]);
    /* MPI_COMM_SELF since MPI-4.0; before, MPI_COMM_WORLD. */
    return is_own(agent, BINDING_COMM, NEUTRAL_COMM_SELF) ||
           is_own(agent, BINDING_COMM, NEUTRAL_COMM_WORLD);
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
    if (binding != NULL && succeeded(call, call_result(call)))
        binding->own_handler = call->words[1] >= NEUTRAL_HANDLE_PREDEFINED_END;
}

void handler_hold(struct agent *agent, const struct model_event *event)
{
    struct held_argument *held = xcalloc(1, sizeof *held);

    held->event = *event;
    held->call = call_hold(event->call);
    held->comm = comm_hold((struct comm *)event->argument.comm);
    held->type = type_hold((struct type *)event->argument.type);
    if (event->argument.is != NULL)
        held->event.argument.is = held->is = xstrdup(event->argument.is);
    if (event->argument.attached != NULL)
        held->attached = call_hold(event->argument.attached);
    LL_PREPEND(agent->held_arguments, held);
}

bool handler_settle(struct agent *agent, const struct call *call)
{
    struct held_argument *held, *next;
    bool found = false;

    LL_FOREACH_SAFE(agent->held_arguments, held, next)
        if (call == NULL || held->call == call) {
            found = true;
            LL_DELETE(agent->held_arguments, held);
            if (call != NULL && call->returned &&
                call_result(call) != NEUTRAL_SUCCESS)
                held->event.kind = EVENT_PROVOKED;
            model_raise(agent->model, &held->event);
            call_drop(held->call);
            comm_drop(held->comm);
            type_drop(held->type);
            free(held->is);
            call_drop(held->attached);
            free(held);
        }
    return found;
}
