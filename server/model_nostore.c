/*
 * model_nostore.c - broken promises of MPI_MODE_NOSTORE (MPI-4.1 12.5.5).
 *
 * That the memory has changed the client sees; that it was the process itself
 * is known where nobody else can have been it: no other process has put there
 * in the epoch that a fence ends, and the window is never locked.
 */
#include "model_nostore.h"

#include "access.h"

#include <stdlib.h>

/* Epochs between fences in which something was put into a member, as its
 * origins count them.  An origin may be ahead by many: a fence with
 * MPI_MODE_NOPRECEDE waits for nobody. */
struct put_epochs {
    uint64_t newest;
    uint64_t before; /* a bit for each of the 64 before that */
    bool some;
};

/* Of a member of a window. */
struct nostore {
    uint64_t fences; /* that it has begun */
    struct put_epochs puts;
    struct call *last;    /* its last synchronization; held */
    struct call *by;      /* that has stored since; held */
    struct call *promise; /* with MPI_MODE_NOSTORE, in progress; held */
    struct call *since;   /* the synchronization before that; held */
    bool told;            /* of that promise */
    struct record_window_stored seen; /* by the client in it; high 0: nothing */
};

/* A promise that was broken, if the window is never locked. */
struct broken_promise {
    struct agent *agent;
    struct window *window;        /* held */
    struct call *promise, *since; /* held */
    struct record_window_stored seen;
    struct broken_promise *next, *prev;
};

static struct nostore *nostore_of(struct window_rank *member)
{
    if (member->nostore == NULL)
        member->nostore = xcalloc(1, sizeof *member->nostore);
    return member->nostore;
}

/* A place in the program with a promise of which it is known which call, or
 * line, has broken it: that it was broken is not told once more. */
struct known_promise {
    const struct stack *stack;
    struct known_promise *next;
};

static bool is_known(const struct model *model, const struct call *promise)
{
    const struct known_promise *known;

    LL_FOREACH(model->known_promises, known)
        if (known->stack == promise->stack)
            return true;
    return false;
}

static void set_known(struct model *model, const struct call *promise)
{
    struct known_promise *known;

    if (promise->stack == NULL || is_known(model, promise))
        return;
    known = xcalloc(1, sizeof *known);
    known->stack = promise->stack;
    LL_PREPEND(model->known_promises, known);
}

static uint64_t shifted(uint64_t bits, uint64_t by)
{
    return by < 64 ? bits << by : 0;
}

static void put_in(struct put_epochs *puts, uint64_t epoch)
{
    if (!puts->some) {
        puts->newest = epoch;
        puts->some = true;
    } else if (epoch > puts->newest) {
        puts->before = shifted(puts->before, epoch - puts->newest) |
                       shifted(1, epoch - puts->newest - 1);
        puts->newest = epoch;
    } else if (epoch < puts->newest) {
        puts->before |= shifted(1, puts->newest - epoch - 1);
    }
}

/* Or there may have been: of epochs from so long ago it is not known. */
static bool was_put_in(const struct put_epochs *puts, uint64_t epoch)
{
    uint64_t ago = puts->newest - epoch;

    if (!puts->some || epoch > puts->newest)
        return false;
    return ago == 0 || ago > 64 || (puts->before >> (ago - 1) & 1) != 0;
}

/* The process's place in the call's window, or NULL. */
static struct window_rank *member_in(const struct agent *agent,
                                     const struct call *call,
                                     struct window **window)
{
    uint32_t rank;

    *window = agent_window(agent, call_word(call, call->info->win_word));
    if (*window == NULL || !comm_member((*window)->comm, agent, &rank))
        return NULL;
    return &(*window)->ranks[rank];
}

static bool promises(const struct call *call)
{
    int64_t assert = 0;

    if (call->info->base == CALL_MPI_Win_fence)
        assert = CALL_VIEW(call, MPI_Win_fence)->assert;
    else if (call->info->base == CALL_MPI_Win_post)
        assert = CALL_VIEW(call, MPI_Win_post)->assert;
    return (assert &NEUTRAL_MODE_NOSTORE) != 0;
}

static void raise_nostore(struct agent *agent, const struct window *window,
                          struct call *promise, struct call *since,
                          struct call *by,
                          const struct record_window_stored *seen)
{
    struct model_event event = model_event_new(agent, EVENT_NOSTORE, promise);
    uint32_t rank = 0;

    comm_member(window->comm, agent, &rank);
    event.nostore.window = window;
    event.nostore.by = by;
    event.nostore.since = since;
    if (seen != NULL) {
        event.nostore.low = (int64_t)(seen->low - window->ranks[rank].base);
        event.nostore.high = (int64_t)(seen->high - window->ranks[rank].base);
        event.nostore.exact = seen->exact != 0;
    }
    model_raise(agent->model, &event);
}

/* ---------------------------------------------------------------- calls */

static void synchronizes(struct agent *agent, struct window *window,
                         struct window_rank *member, struct call *call)
{
    struct nostore *state = nostore_of(member);

    if (call->info->base == CALL_MPI_Win_lock ||
        call->info->base == CALL_MPI_Win_lock_all)
        window->was_locked = true;
    if (promises(call)) {
        state->told = state->by != NULL;
        if (state->told) {
            raise_nostore(agent, window, call, state->last, state->by, NULL);
            set_known(agent->model, call);
        }
        call_set(&state->promise, call);
        call_set(&state->since, state->last);
        state->seen.high = 0;
    }
    state->fences += call->info->base == CALL_MPI_Win_fence;
    call_set(&state->by, NULL);
    call_set(&state->last, call);
}

/* What another process puts into the target. */
static void puts_there(const struct window *window, struct window_rank *origin,
                       const struct call *call)
{
    int64_t target;
    unsigned i;

    for (i = 0; i < call->info->parameter_count; i++)
        if (call->info->parameters[i].kind == KIND_TARGET_RANK)
            break;
    if (i == call->info->parameter_count)
        return;
    target = (int64_t)call->words[call->info->parameters[i].word];
    if (target >= 0 && target < window->size)
        put_in(&nostore_of(&window->ranks[target])->puts,
               nostore_of(origin)->fences);
}

void nostore_enter(struct agent *agent, struct call *call)
{
    struct window_rank *member;
    struct access_ranges ranges;
    struct window *window;

    if ((call->info->classes & (CLASS_RMA | CLASS_RMA_SYNC)) == 0 ||
        (member = member_in(agent, call, &window)) == NULL)
        return;
    if ((call->info->classes & CLASS_RMA_SYNC) != 0) {
        synchronizes(agent, window, member, call);
        return;
    }
    if (call->info->base != CALL_MPI_Get && call->info->base != CALL_MPI_Rget)
        puts_there(window, member, call);
    ranges = access_buffers_of(agent, call, DIRECTION_OUT);
    nostore_by_call(agent, &ranges, call);
    access_ranges_free(&ranges);
}

void nostore_by_call(struct agent *agent, const struct access_ranges *ranges,
                     struct call *call)
{
    const struct access_region *region;
    struct nostore *state;
    uint32_t rank;
    size_t i;

    if (agent->accesses == NULL)
        return;
    DL_FOREACH(agent->accesses->regions, region)
        for (i = 0; i < ranges->count; i++) {
            if (ranges->items[i].low >= region->high ||
                region->low >= ranges->items[i].high ||
                !comm_member(region->window->comm, agent, &rank))
                continue;
            /* before the first synchronization nothing is promised */
            state = nostore_of(&region->window->ranks[rank]);
            if (!call_is_access(call) || state->last != NULL)
                call_set(&state->by, call);
        }
}

/* Whether another window shows some of this one's memory. */
static bool is_shared(const struct agent *agent, const struct window *window)
{
    const struct access_region *own, *other;

    if (agent->accesses == NULL)
        return true;
    DL_FOREACH(agent->accesses->regions, own)
        DL_FOREACH(agent->accesses->regions, other)
            if (own->window == window && other->window != window &&
                own->low < other->high && other->low < own->high)
                return true;
    return false;
}

void nostore_seen(struct agent *agent, const struct record_window_stored *told,
                  struct call *call)
{
    struct window_rank *member;
    struct window *window;

    if (call->info->win_word < 0 ||
        (member = member_in(agent, call, &window)) == NULL ||
        member->nostore == NULL || member->nostore->promise != call ||
        member->nostore->told || is_shared(agent, window))
        return;
    member->nostore->seen = *told;
}

void nostore_exit(struct agent *agent, struct open_call *open)
{
    struct window_rank *member;
    struct broken_promise *broken;
    struct nostore *state;
    struct window *window;

    if (!promises(open->call) ||
        (member = member_in(agent, open->call, &window)) == NULL ||
        (state = member->nostore) == NULL || state->promise != open->call)
        return;
    /* The epoch that this fence ends: all that was put in it has been seen. */
    if (state->seen.high > 0 &&
        succeeded(open->call, call_result(open->call)) &&
        (open->call->info->base == CALL_MPI_Win_post ||
         !was_put_in(&state->puts, state->fences - 1))) {
        broken = xcalloc(1, sizeof *broken);
        broken->agent = agent;
        broken->window = window_hold(window);
        broken->promise = call_hold(state->promise);
        broken->since = state->since == NULL ? NULL : call_hold(state->since);
        broken->seen = state->seen;
        DL_APPEND(agent->model->broken_promises, broken);
    }
    call_set(&state->promise, NULL);
    call_set(&state->since, NULL);
}

/* -------------------------------------------------------------- the end */

static void broken_free(struct model *model, struct broken_promise *broken)
{
    DL_DELETE(model->broken_promises, broken);
    window_drop(broken->window);
    call_drop(broken->promise);
    call_drop(broken->since);
    free(broken);
}

void nostore_finish(struct model *model)
{
    struct broken_promise *broken, *next;

    DL_FOREACH_SAFE(model->broken_promises, broken, next) {
        if (!broken->window->was_locked && !is_known(model, broken->promise))
            raise_nostore(broken->agent, broken->window, broken->promise,
                          broken->since, NULL, &broken->seen);
        broken_free(model, broken);
    }
}

void nostore_free(struct model *model)
{
    struct known_promise *known, *next;

    while (model->broken_promises != NULL)
        broken_free(model, model->broken_promises);
    LL_FOREACH_SAFE(model->known_promises, known, next)
        free(known);
}

void nostore_rank_free(struct window_rank *member)
{
    struct nostore *state = member->nostore;

    if (state == NULL)
        return;
    call_drop(state->last);
    call_drop(state->by);
    call_drop(state->promise);
    call_drop(state->since);
    free(state);
    member->nostore = NULL;
}
