/*
 * model_open.c - calls in progress, and those that threads of one process are
 * in at once.
 */
#include "model_private.h"

static struct pool open_calls = POOL_OF(struct open_call);

void open_free(struct agent *agent, struct open_call *open)
{
    DL_DELETE(agent->open, open);
    operation_drop(open->operation);
    operation_drop(open->second);
    making_leave(open);
    meeting_drop(open->meeting);
    window_drop(open->window);
    comm_drop(open->comm);
    call_drop(open->call);
    pool_give(&open_calls, open);
}

/* Those that were left by a jump: their thread begins another call where they
 * were. */
static void free_left(struct agent *agent, const struct call *call)
{
    struct open_call *open, *next;

    DL_FOREACH_SAFE(agent->open, open, next)
    if (open->call->thread == call->thread && open->call->depth >= call->depth)
        open_free(agent, open);
}

struct open_call *open_new(struct agent *agent, struct call *call)
{
    struct open_call *open = pool_take(&open_calls);

    open->call = call_hold(call);
    DL_APPEND(agent->open, open);
    return open;
}

struct open_call *open_find(struct agent *agent, const struct call *call)
{
    struct open_call *open;

    DL_FOREACH(agent->open, open)
    if (open->call == call)
        return open;
    return NULL;
}

/* ---------------------------------------------------------- threads */

/* The channel of which the call is a collective operation, and whose it is;
 * NULL: of none, or of one whose calls tags tell apart. */
static struct channel *collective_on(const struct agent *agent,
                                     const struct call *call,
                                     struct comm **comm, struct window **window)
{
    const struct call_info *info = call->info;
    struct comm *on;

    if (info->base == CALL_MPI_Win_fence || info->base == CALL_MPI_Win_free) {
        *window = agent_window(agent, call->words[0]);
        return *window == NULL ? NULL : (*window)->channel;
    }
    if ((info->classes & CLASS_COLLECTIVE) == 0 || info->comm_word < 0 ||
        info->base == CALL_MPI_Comm_create_group)
        return NULL;
    on = agent_comm(agent, call_word(call, info->comm_word));
    *comm = on;
    return on == NULL ? NULL : on->channel;
}

/*
 * The begin of one call lies between the begin and the end of another
 * thread's, by the order of the process's records: the application had not
 * waited for that one to return.
 */
static void meet(struct agent *agent, struct call *call,
                 const struct open_call *open)
{
    struct model_event event = model_event_new(agent, EVENT_THREADS, call);
    struct comm *comm = NULL;
    struct window *window = NULL;
    struct channel *channel = collective_on(agent, call, &comm, &window);

    event.threads.other = open->call;
    if (channel != NULL && open->meeting != NULL &&
        (comm != NULL ? open->comm == comm
                      : open->comm == NULL && open->window == window)) {
        event.threads.comm = comm;
        event.threads.window = window;
        channel_give_up(agent->model, channel);
    }
    model_raise(agent->model, &event);
}

void open_meets(struct agent *agent, struct call *call)
{
    const struct open_call *open;

    free_left(agent, call);
    DL_FOREACH(agent->open, open)
    if (open->call->thread != call->thread)
        meet(agent, call, open);
}
