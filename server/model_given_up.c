/*
 * model_given_up.c - receives whose requests were freed while they were active,
 * and what becomes of their buffers (MPI-4.1 3.7.3).
 *
 * The message is received all the same.  That a process may know, as by an
 * answer to what it sent afterwards; so the buffer that it frees is told of
 * only if the send does not come before that: by order, not by luck.
 */
#include "model_given_up.h"

#include "model_buffer_private.h"

#include <stdlib.h>

/* Of one process, the newest; of more, nothing is told. */
#define KEPT 64

struct given_up {
    struct receive *receive;                         /* held */
    struct call *made_by, *started_by, *given_up_by; /* held */
    uint64_t low;                                    /* of the buffer */
    struct call *freed_by; /* held; NULL: it is there yet */
    struct clock *freed;   /* what is known by then */
    struct call *sent_by;  /* held; NULL: it has no message yet */
    struct clock_moment sent;
    struct given_up *next, *prev;
};

static void given_up_free(struct agent *agent, struct given_up *given_up)
{
    DL_DELETE(agent->given_ups, given_up);
    receive_drop(given_up->receive);
    call_drop(given_up->made_by);
    call_drop(given_up->started_by);
    call_drop(given_up->given_up_by);
    call_drop(given_up->freed_by);
    call_drop(given_up->sent_by);
    clock_drop(given_up->freed);
    free(given_up);
}

/* Where its data begin; 0: nowhere, or its buffer was freed before. */
static uint64_t begins_at(const struct operation *operation)
{
    const struct buffer_range *range;
    uint64_t low = 0;

    LL_FOREACH(operation->buffers, range)
        if (range->pending && (low == 0 || range->node.low < low))
            low = range->node.low;
    return low;
}

/* What a receive from any source takes is not known; nor what happens by other
 * ways than MPI. */
static bool is_looked_at(const struct agent *agent,
                         const struct operation *operation)
{
    return operation->kind == OPERATION_RECEIVE && operation->active &&
           !operation->cancelled && !operation->failed &&
           !operation->told_complete && operation->receive != NULL &&
           operation->receive->source != SOURCE_ANY &&
           !operation->receive->unsure && begins_at(operation) > 0 &&
           agent->model->clocks_run;
}

void given_up_add(struct agent *agent, struct call *call,
                  const struct operation *operation)
{
    struct given_up *given_up;
    unsigned count;

    if (!is_looked_at(agent, operation))
        return;
    DL_COUNT(agent->given_ups, given_up, count);
    if (count >= KEPT)
        given_up_free(agent, agent->given_ups);
    given_up = xcalloc(1, sizeof *given_up);
    given_up->receive = operation->receive;
    given_up->receive->references++;
    given_up->made_by = call_hold(operation->made_by);
    call_set(&given_up->started_by, operation->started_by);
    given_up->given_up_by = call_hold(call);
    given_up->low = begins_at(operation);
    DL_APPEND(agent->given_ups, given_up);
}

/* Its memory was freed, and its message is known: nothing else is. */
static void judge(struct agent *agent, struct given_up *given_up)
{
    struct model_event event =
        model_event_new(agent, EVENT_FREED, given_up->freed_by);

    event.buffer.made = given_up->made_by;
    event.buffer.started = given_up->started_by;
    event.buffer.given_up = given_up->given_up_by;
    event.buffer.sent = given_up->sent_by;
    event.buffer.pending_stores = true;
    /* By a window, too, it may have learnt of the message. */
    if (!agent->model->chances_run && !clock_has_chance(given_up->freed) &&
        !clock_is_partial(given_up->freed) &&
        !clock_knows(given_up->freed, given_up->sent))
        model_raise(agent->model, &event);
    given_up_free(agent, given_up);
}

void given_up_matched(const struct receive *receive,
                      const struct message *message)
{
    struct agent *agent = agent_of(receive->call->process);
    struct given_up *given_up;

    DL_FOREACH(agent->given_ups, given_up)
        if (given_up->receive == receive)
            break;
    if (given_up == NULL)
        return;
    if (message->clock == NULL || message->unsure ||
        !clock_owner(message->clock, &given_up->sent)) {
        given_up_free(agent, given_up);
        return;
    }
    call_set(&given_up->sent_by, message->call);
    if (given_up->freed_by != NULL)
        judge(agent, given_up);
}

void given_up_freed(struct agent *agent, struct call *call, uint64_t low,
                    uint64_t high)
{
    struct given_up *given_up, *next;

    DL_FOREACH_SAFE(agent->given_ups, given_up, next) {
        if (given_up->freed_by != NULL || given_up->low < low ||
            given_up->low >= high)
            continue;
        given_up->freed_by = call_hold(call);
        given_up->freed = clock_take(&agent->clock);
        if (given_up->sent_by != NULL)
            judge(agent, given_up);
    }
}

void given_ups_over(struct agent *agent, const struct comm *comm)
{
    struct given_up *given_up, *next;

    DL_FOREACH_SAFE(agent->given_ups, given_up, next)
        if (given_up->freed_by == NULL &&
            (comm == NULL || given_up->receive->comm == comm))
            given_up_free(agent, given_up);
}

void given_ups_free(struct agent *agent)
{
    while (agent->given_ups != NULL)
        given_up_free(agent, agent->given_ups);
}
