/*
 * model_buffer_origin.c - buffers of RMA calls, at the origin (MPI-4.1 12.3).
 */
#include "model_buffer_private.h"

#include "model_request.h"

#include <stdlib.h>

/* More calls of one epoch are not kept in mind. */
#define ORIGINS_KEPT 1024

static int64_t rank_of(const struct call *call, unsigned char kind)
{
    const struct call_info *info = call->info;
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == kind)
            return (int64_t)call->words[info->parameters[i].word];
    return NEUTRAL_UNREAD;
}

static void origin_end(struct agent *agent, struct operation *operation)
{
    DL_DELETE(agent->buffers->origins, operation);
    agent->buffers->origin_count--;
    operation_drop(operation);
}

static bool is_pending(const struct operation *operation)
{
    return operation->buffers != NULL && operation->buffers->pending;
}

/* On that window to that target (-1: any) they are complete; window NULL:
 * none is. What is not pending is forgotten. */
static void requested_complete(struct agent *agent, const struct window *window,
                               int64_t target)
{
    struct buffer_memory *memory = agent->buffers;
    size_t i, kept = 0;

    for (i = 0; i < memory->requested_count; i++) {
        struct operation *operation = memory->requested[i];

        if (operation->window == window &&
            (target < 0 || operation->target == target))
            buffer_end(agent, operation);
        if (is_pending(operation))
            memory->requested[kept++] = operation;
        else
            operation_drop(operation);
    }
    memory->requested_count = kept;
}

static void requested_add(struct agent *agent, struct operation *operation)
{
    struct buffer_memory *memory = agent->buffers;

    if (memory->requested == NULL)
        memory->requested = xcalloc(ORIGINS_KEPT, sizeof memory->requested[0]);
    if (memory->requested_count == ORIGINS_KEPT)
        requested_complete(agent, NULL, -1);
    if (memory->requested_count < ORIGINS_KEPT)
        memory->requested[memory->requested_count++] =
            operation_hold(operation);
    else
        buffer_end(agent, operation);
}

void buffer_origins_complete(struct agent *agent, const struct call *call)
{
    const struct window *window;
    struct operation *operation, *next;
    bool one = false;

    switch (call->info->base) {
    case CALL_MPI_Win_unlock:
    case CALL_MPI_Win_flush:
    case CALL_MPI_Win_flush_local:
        one = true;
        break;
    case CALL_MPI_Win_fence:
    case CALL_MPI_Win_complete:
    case CALL_MPI_Win_unlock_all:
    case CALL_MPI_Win_flush_all:
    case CALL_MPI_Win_flush_local_all:
    case CALL_MPI_Win_free:
        break;
    default:
        return;
    }
    window = agent_window(agent, call_word(call, call->info->win_word));
    DL_FOREACH_SAFE(agent->buffers->origins, operation, next)
        if (operation->window == window &&
            (!one || operation->target == rank_of(call, KIND_RANK)))
            origin_end(agent, operation);
    requested_complete(agent, window, one ? rank_of(call, KIND_RANK) : -1);
}

void buffer_origin_enter(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    bool requested = (call->info->classes & CLASS_STARTS) != 0;
    struct window *window =
        agent_window(agent, call_word(call, call->info->win_word));
    int64_t target = rank_of(call, KIND_TARGET_RANK);
    bool ignored = call->info->op_word >= 0 &&
                   call_word(call, call->info->op_word) == NEUTRAL_OP_NO_OP;
    struct operation *operation = NULL;
    int use;

    if (window == NULL || target < 0 || target >= (int64_t)window->size)
        return;
    if (agent->buffers == NULL)
        agent->buffers = xcalloc(1, sizeof *agent->buffers);
    if (requested) {
        operation = open->operation;
    } else if (agent->buffers->origin_count < ORIGINS_KEPT) {
        operation = operation_new(OPERATION_RMA, call);
        operation->window = window_hold(window);
        operation->target = (int)target;
    }
    for (use = ignored ? USE_STORE : USE_LOAD; use < USE_COUNT; use++) {
        struct access_ranges ranges =
            buffer_ranges_of(agent, call, (enum use)use);

        buffer_meet(agent, call, (enum use)use, &ranges);
        if (operation != NULL)
            buffer_keep(operation, (enum use)use, &ranges, 0);
        access_ranges_free(&ranges);
    }
    if (operation == NULL)
        return;
    buffer_pend(agent, operation);
    if (requested) {
        if (is_pending(operation))
            requested_add(agent, operation);
        return;
    }
    DL_APPEND(agent->buffers->origins, operation);
    agent->buffers->origin_count++;
}

void buffer_origin_not_begun(struct agent *agent, const struct call *call)
{
    struct operation *operation;

    DL_FOREACH(agent->buffers->origins, operation)
        if (operation->made_by == call) {
            origin_end(agent, operation);
            return;
        }
}

void buffer_agent_end(struct agent *agent)
{
    while (agent->buffers != NULL && agent->buffers->origins != NULL)
        origin_end(agent, agent->buffers->origins);
    while (agent->buffers != NULL && agent->buffers->requested_count > 0)
        operation_drop(
            agent->buffers->requested[--agent->buffers->requested_count]);
}
