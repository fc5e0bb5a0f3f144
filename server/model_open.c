/*
 * model_open.c - calls in progress, and those that threads of one process are
 * in at once.
 */
#include "model_channel.h"
#include "model_match.h"
#include "model_request.h"

static struct pool open_calls = POOL_OF(struct open_call);

void open_free(struct agent *agent, struct open_call *open)
{
    DL_DELETE(agent->open, open);
    agent->deferred -= open->deferred;
    operation_drop(open->operation);
    operation_drop(open->freed);
    call_drop(open->within);
    making_leave(open);
    meeting_drop(open->meeting);
    window_drop(open->window);
    comm_drop(open->comm);
    call_drop(open->call);
    pool_give(&open_calls, open);
}

static void free_left(struct agent *agent, uint32_t thread, uint32_t depth)
{
    struct open_call *open, *next;

    DL_FOREACH_SAFE(agent->open, open, next)
        if (open->call->thread == thread && open->call->depth >= depth) {
            request_not_made(agent, open);
            handler_left(agent, open->call);
            open_free(agent, open);
        }
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

bool open_tells(const struct open_call *open)
{
    const struct operation *operation = open->operation;

    if (operation == NULL)
        return open->meeting != NULL || open->window != NULL ||
               open->making != NULL ||
               open->call->info->base == CALL_MPI_Start ||
               open->call->info->base == CALL_MPI_Startall;
    return operation->kind != OPERATION_RECEIVE || operation->message != NULL;
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
        *window = agent_window(agent, call_word(call, info->win_word));
        return *window == NULL ? NULL : (*window)->channel;
    }
    if ((info->classes & CLASS_COLLECTIVE) == 0 ||
        (info->comm_word < 0 && (info->classes & CLASS_IO) == 0) ||
        info->base == CALL_MPI_Comm_create_group)
        return NULL;
    on = collective_comm(agent, call);
    *comm = on;
    return on == NULL ? NULL : on->channel;
}

/* Whether both make a communicator of a group, and nothing tells them apart
 * (MPI-4.1 7.4.2, 7.6.2). */
static bool make_alike(const struct call *one, const struct call *other)
{
    switch (one->info->base) {
    case CALL_MPI_Comm_create_group:
        return other->info->base == one->info->base &&
               call_word(one, 0) == call_word(other, 0) &&
               same_tag(one, other) == NULL;
    case CALL_MPI_Comm_create_from_group:
    case CALL_MPI_Intercomm_create_from_groups:
        return other->info->base == one->info->base &&
               same_tag(one, other) == NULL;
    default:
        return false;
    }
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
    event.threads.request = request_of_both(agent, open->call, call);
    event.threads.makes = make_alike(open->call, call);
    if (channel != NULL && open->meeting != NULL &&
        (comm != NULL ? open->comm == comm
                      : open->comm == NULL && open->window == window)) {
        const struct comm *members = comm != NULL ? comm : window->comm;

        event.threads.comm = comm;
        event.threads.window = window;
        channel_give_up(agent->model, channel, members);
        channel_mislead(channel, members);
    }
    model_raise(agent->model, &event);
}

bool open_beside(const struct agent *agent, uint32_t thread)
{
    const struct open_call *open;

    DL_FOREACH(agent->open, open)
        if (open->call->thread != thread)
            return true;
    return false;
}

void open_meets(struct agent *agent, struct call *call)
{
    const struct open_call *open;

    /* Those that were left by a jump: the thread begins another call where
     * they were. */
    free_left(agent, call->thread, call->depth);
    DL_FOREACH(agent->open, open)
        if (open->call->thread != call->thread)
            meet(agent, call, open);
}

/* Of a thread: of more polls in turn the client withholds none (POLLS_KEPT). */
#define PROBES_KEPT 8

/*
 * A thread that has probed last, and found nothing.  Its next such call is not
 * told of before it has found something (MURMEL_POLL_H): what others have
 * taken since then, they may have taken while it was in that.
 */
struct probing {
    uint64_t comm;
    int64_t source, tag;
    uint32_t thread;
    bool unsure;          /* others have taken messages since */
    struct probing *next; /* an older one */
};

static bool is_matching_probe(const struct call *call)
{
    return call->info->base == CALL_MPI_Mprobe ||
           call->info->base == CALL_MPI_Improbe;
}

/* What messages a call takes: of which communicator (NULL: it takes none), of
 * which member (or SOURCE_ANY) and with which tag. */
struct taker {
    const struct comm *comm;
    int64_t source, tag;
};

static struct taker taker_probing(struct agent *agent, uint64_t handle,
                                  int64_t source, int64_t tag)
{
    struct comm *comm = agent_comm(agent, handle);
    uint32_t member;

    if (comm == NULL || source == NEUTRAL_ANY_SOURCE ||
        !comm_member(comm, agent, &member))
        source = SOURCE_ANY;
    else if (source < NEUTRAL_SPECIAL)
        source = comm_peer(comm, member, source);
    return (struct taker){comm, source, tag};
}

static struct taker taker_of(struct agent *agent, const struct open_call *open)
{
    const struct call_MPI_Mprobe *view = CALL_VIEW(open->call, MPI_Mprobe);
    const struct operation *operation = open->operation;

    if (is_matching_probe(open->call))
        return taker_probing(agent, view->comm, view->source, view->tag);
    if (operation == NULL || operation->receive == NULL ||
        operation->receive->probed)
        return (struct taker){.comm = NULL};
    return (struct taker){operation->comm, operation->receive->source,
                          operation->receive->tag};
}

static bool takes_same(struct taker one, struct taker other)
{
    return one.comm != NULL && one.comm == other.comm &&
           (one.source == other.source || one.source == SOURCE_ANY ||
            other.source == SOURCE_ANY) &&
           (one.tag == other.tag || one.tag == NEUTRAL_ANY_TAG ||
            other.tag == NEUTRAL_ANY_TAG);
}

static void take_unsure(struct open_call *open)
{
    open->unsure = true;
    if (open->operation != NULL && open->operation->receive != NULL)
        open->operation->receive->unsure = true;
}

/* Which of two concurrent sends, or receives, is the first is not known
 * (MPI-4.1 3.5): nor is who takes what. */
static void compete(struct agent *agent, struct open_call *one,
                    struct open_call *other)
{
    struct message *left =
        one->operation == NULL ? NULL : one->operation->message;
    struct message *right =
        other->operation == NULL ? NULL : other->operation->message;

    if (left != NULL && right != NULL && left->endpoint == right->endpoint &&
        left->tag == right->tag)
        left->unsure = right->unsure = true;
    if (takes_same(taker_of(agent, one), taker_of(agent, other))) {
        take_unsure(one);
        take_unsure(other);
    }
}

/* With the probe of another thread, or as that of its own. */
static void compete_probing(struct agent *agent, struct open_call *open,
                            struct probing *probing)
{
    if (!takes_same(
            taker_of(agent, open),
            taker_probing(agent, probing->comm, probing->source, probing->tag)))
        return;
    if (probing->thread != open->call->thread) {
        probing->unsure = true;
        take_unsure(open);
    } else if (probing->unsure)
        take_unsure(open);
}

void open_competes(struct agent *agent, struct open_call *open)
{
    struct probing *probing;
    struct open_call *other;

    DL_FOREACH(agent->open, other)
        if (other->call->thread != open->call->thread)
            compete(agent, open, other);
    LL_FOREACH(agent->probing, probing)
        compete_probing(agent, open, probing);
}

static void forget_probing(struct agent *agent, uint32_t thread)
{
    struct probing *probing, *next;

    LL_FOREACH_SAFE(agent->probing, probing, next)
        if (probing->thread == thread) {
            LL_DELETE(agent->probing, probing);
            free(probing);
        }
}

static bool is_alike(const struct probing *probing,
                     const struct call_MPI_Improbe *view)
{
    return probing->comm == view->comm && probing->source == view->source &&
           probing->tag == view->tag;
}

/* The thread's one with these arguments; if it has none, and as many as the
 * client keeps of polls, the oldest. */
static struct probing *probing_for(const struct agent *agent, uint32_t thread,
                                   const struct call_MPI_Improbe *view)
{
    struct probing *probing, *oldest = NULL;
    unsigned count = 0;

    LL_FOREACH(agent->probing, probing)
        if (probing->thread == thread) {
            if (is_alike(probing, view))
                return probing;
            oldest = probing;
            count++;
        }
    return count < PROBES_KEPT ? NULL : oldest;
}

static void add_probing(struct agent *agent, const struct open_call *open)
{
    const struct call_MPI_Improbe *view = CALL_VIEW(open->call, MPI_Improbe);
    uint32_t thread = open->call->thread;
    struct probing *probing = probing_for(agent, thread, view);
    bool unsure = open->unsure;

    if (probing == NULL) {
        probing = xcalloc(1, sizeof *probing);
    } else {
        unsure |= is_alike(probing, view) && probing->unsure;
        LL_DELETE(agent->probing, probing);
    }
    *probing = (struct probing){.comm = view->comm,
                                .source = view->source,
                                .tag = view->tag,
                                .thread = thread,
                                .unsure = unsure};
    LL_PREPEND(agent->probing, probing);
}

void open_probes(struct agent *agent, const struct open_call *open)
{
    if (!call_found_nothing(open->call))
        forget_probing(agent, open->call->thread);
    else if (open->call->info->base == CALL_MPI_Improbe)
        add_probing(agent, open);
}

void open_forget_probes(struct agent *agent)
{
    while (agent->probing != NULL)
        forget_probing(agent, agent->probing->thread);
}

void open_thread_ended(struct agent *agent, uint32_t thread)
{
    free_left(agent, thread, 0);
    forget_probing(agent, thread);
}
