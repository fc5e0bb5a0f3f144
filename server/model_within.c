/*
 * model_within.c - calls that the function of a user-defined operation makes
 * within a reduction (MPI-4.1 6.9.5).
 */
#include "model_private.h"
#include "neutral.h"
#include "stack.h"

static bool communicates(const struct call_info *info)
{
    return (info->classes & (CLASS_BLOCKS | CLASS_STARTS | CLASS_COLLECTIVE |
                             CLASS_RMA)) != 0 &&
           info->base != CALL_MPI_Abort;
}

static bool has_user_operation(const struct call *call)
{
    uint64_t op;

    if (call->info->op_word < 0)
        return false;
    op = call_word(call, call->info->op_word);
    return op < NEUTRAL_OP_NULL || op > NEUTRAL_OP_NO_OP;
}

/* The first that communicates within a call whose operation is the program's.
 * Whether it is not an error handler that does is known when that returns. */
void within_enter(struct agent *agent, struct call *call)
{
    struct open_call *open;

    if (call->depth == 0 || !communicates(call->info) ||
        (call->stack != NULL && call->stack->in_handler))
        return;
    DL_FOREACH(agent->open, open)
        if (open->call->thread == call->thread &&
            open->call->depth + 1 == call->depth && open->within == NULL &&
            has_user_operation(open->call))
            open->within = call_hold(call);
}

void within_exit(struct agent *agent, const struct open_call *open)
{
    struct model_event event;

    if (open->within == NULL || !succeeded(open->call, call_result(open->call)))
        return;
    event = model_event_new(agent, EVENT_IN_OPERATION, open->within);
    event.in_operation.reduction = open->call;
    model_raise(agent->model, &event);
}
