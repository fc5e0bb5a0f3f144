/*
 * access_rma.c - the accesses of RMA calls, from their begin to their
 * completion (MPI-4.1 12.5, 12.7).
 *
 * An access begins at the target when the call is made, but not before the
 * post or fence of the target that it needs; it is complete there with the
 * flush, unlock or fence, or with the target's wait.  So what is issued in an
 * epoch of MPI_Win_start waits for the post to be known, what is issued after a
 * fence that waits for nobody for the next fence.
 */
#include "access.h"
#include "model_channel.h"

#include <stdlib.h>

enum epoch { EPOCH_FENCE, EPOCH_START, EPOCH_LOCK };

/* Accesses of one origin to one target that begin and end together. */
struct span {
    enum epoch epoch;
    struct agent *actor, *owner;
    struct period *period; /* until it is complete at the target ... */
    struct period *own;    /* ... at the origin */
    uint64_t now;          /* the origin's moment behind its begin */
    bool alone;            /* of a request: complete by itself at the origin */
    bool waits;            /* for its begin to be known */
    struct access_group *groups;
    struct access *waiting; /* what it will bring then */
    uint64_t number;        /* EPOCH_START: of the pair's, once completed */
    struct span *next;
};

/* What an origin does to a target. */
struct pair_spans {
    struct {
        uint32_t origin, target;
    } key;
    struct span *spans;         /* newest first; not complete at the target */
    uint64_t completed, waited; /* epochs of start and complete, of post and
                                 * wait: the n-th belong together */
    struct pair_spans *next;    /* of the same origin */
    UT_hash_handle hh;
};

struct window_accesses {
    struct pair_spans *pairs;
    struct pair_spans **of_origin; /* by member */
    struct meeting **fences;       /* by member: the last, if it opened an epoch
                                    * without waiting for the others; held */
    struct access *baseless;       /* the target's address is not known yet */
};

static struct window_accesses *accesses_of(struct window *window)
{
    if (window->accesses == NULL) {
        window->accesses = xcalloc(1, sizeof *window->accesses);
        window->accesses->fences =
            xcalloc(window->size, sizeof window->accesses->fences[0]);
        window->accesses->of_origin =
            xcalloc(window->size, sizeof window->accesses->of_origin[0]);
    }
    return window->accesses;
}

static struct pair_spans *pair_get(struct window *window, uint32_t origin,
                                   uint32_t target)
{
    struct window_accesses *all = accesses_of(window);
    struct pair_spans key = {.key = {origin, target}}, *pair;

    HASH_FIND(hh, all->pairs, &key.key, sizeof key.key, pair);
    if (pair == NULL) {
        pair = xcalloc(1, sizeof *pair);
        pair->key.origin = origin;
        pair->key.target = target;
        HASH_ADD(hh, all->pairs, key, sizeof pair->key, pair);
        LL_PREPEND(all->of_origin[origin], pair);
    }
    return pair;
}

/* ---------------------------------------------------------------- spans */

static void drop_waiting(struct access **list)
{
    struct access *access;

    while ((access = *list) != NULL) {
        LL_DELETE(*list, access);
        access->group->owner->accesses->waiting--;
        access_free(access);
    }
}

static void span_free(struct pair_spans *pair, struct span *span)
{
    struct access_group *group;

    LL_DELETE(pair->spans, span);
    drop_waiting(&span->waiting);
    while ((group = span->groups) != NULL) {
        LL_DELETE(span->groups, group);
        access_group_drop(group);
    }
    period_drop(span->period);
    period_drop(span->own);
    free(span);
}

/* Whether nothing the process has learnt, or may have, since the span began
 * tells an access of now from one of then. */
static bool is_now(const struct span *span, const struct agent *agent)
{
    return span->period->closed == NULL && span->own->closed == NULL &&
           !span->alone && span->number == 0 && span->now == agent->clock.now &&
           agent->chances.last < span->now &&
           clock_is_of(span->period->begin, &agent->clock);
}

static struct span *span_now(struct pair_spans *pair, struct agent *actor,
                             struct agent *owner, struct call *call,
                             enum epoch epoch, bool alone)
{
    struct span *span = pair->spans;

    if (span != NULL && !alone && span->epoch == epoch && is_now(span, actor))
        return span;
    span = xcalloc(1, sizeof *span);
    span->epoch = epoch;
    span->actor = actor;
    span->owner = owner;
    span->alone = alone;
    span->period = period_begin(actor, call, pair->key.origin);
    span->own = period_begin(actor, call, pair->key.origin);
    span->now = actor->clock.now;
    LL_PREPEND(pair->spans, span);
    return span;
}

/* Complete at the target: at that moment. */
static void span_ends(struct span *span, struct call *call,
                      struct clock_moment moment)
{
    if (span->period->closed != NULL)
        return;
    span->period->closed = call_hold(call);
    span->period->end = moment;
}

/* -------------------------------------------------------------- addresses */

/* Bytes of the window become addresses of its process. */
static void add_based(struct access *access)
{
    const struct access_group *group = access->group;
    const struct window_rank *member = &group->window->ranks[group->target];
    bool dynamic = group->window->flavor == WINDOW_DYNAMIC;

    if (!dynamic && (access->node.high > (uint64_t)member->size ||
                     access->node.low > access->node.high)) {
        access_free(access); /* it lies outside of the window */
        return;
    }
    if (!dynamic) {
        access->node.low += member->base;
        access->node.high += member->base;
    }
    access_add(access);
}

static void add_begun(struct access *access)
{
    struct window *window = access->group->window;

    if (window->ranks[access->group->target].joined ||
        window->flavor == WINDOW_CREATE || window->flavor == WINDOW_DYNAMIC) {
        add_based(access);
        return;
    }
    access->group->owner->accesses->waiting++;
    LL_PREPEND(accesses_of(window)->baseless, access);
}

/* The window's member has its memory now. */
static void member_joins(struct window *window, uint32_t member)
{
    struct access *access, *next;

    if (window->accesses == NULL)
        return;
    LL_FOREACH_SAFE(window->accesses->baseless, access, next)
    {
        if (access->group->target != member)
            continue;
        LL_DELETE(window->accesses->baseless, access);
        access->group->owner->accesses->waiting--;
        add_based(access);
    }
}

/* Before it, the target did what that clock knows. */
static void span_begins(struct span *span, const struct clock *clock)
{
    struct access *access;

    if (!span->waits)
        return;
    span->waits = false;
    if (clock != NULL) {
        struct clock *sum = NULL;

        clock_add(&sum, span->period->begin);
        clock_add(&sum, clock);
        clock_drop(span->period->begin);
        span->period->begin = sum;
    }
    while ((access = span->waiting) != NULL) {
        LL_DELETE(span->waiting, access);
        span->owner->accesses->waiting--;
        add_begun(access);
    }
}

static void span_brings(struct span *span, struct access *access)
{
    if (!span->waits) {
        add_begun(access);
        return;
    }
    span->owner->accesses->waiting++;
    LL_PREPEND(span->waiting, access);
}

/* ------------------------------------------------------------- RMA calls */

/* What the call does at the target. */
struct rma_access {
    enum access_kind kind;
    int64_t target, disp, count;
    uint64_t datatype, op;
    bool fetches;
};

/* MPI_Put, MPI_Get and MPI_Accumulate have the same parameters up to the
 * target's datatype. */
static struct rma_access describe(const struct call *call)
{
    const struct call_MPI_Accumulate *plain = CALL_VIEW(call, MPI_Accumulate);
    const struct call_MPI_Get_accumulate *get =
        CALL_VIEW(call, MPI_Get_accumulate);
    const struct call_MPI_Fetch_and_op *fetch =
        CALL_VIEW(call, MPI_Fetch_and_op);
    const struct call_MPI_Compare_and_swap *swap =
        CALL_VIEW(call, MPI_Compare_and_swap);
    struct rma_access access = {ACCESS_PUT,
                                plain->target_rank,
                                plain->target_disp,
                                plain->target_count,
                                plain->target_datatype,
                                0,
                                false};

    switch (call->info->base) {
    case CALL_MPI_Get:
    case CALL_MPI_Rget:
        access.kind = ACCESS_GET;
        return access;
    case CALL_MPI_Accumulate:
    case CALL_MPI_Raccumulate:
        access.kind = ACCESS_ACCUMULATE;
        access.op = plain->op;
        return access;
    case CALL_MPI_Get_accumulate:
    case CALL_MPI_Rget_accumulate:
        return (struct rma_access){ACCESS_ACCUMULATE,
                                   get->target_rank,
                                   get->target_disp,
                                   get->target_count,
                                   get->target_datatype,
                                   get->op,
                                   true};
    case CALL_MPI_Fetch_and_op:
        return (struct rma_access){ACCESS_ACCUMULATE,
                                   fetch->target_rank,
                                   fetch->target_disp,
                                   1,
                                   fetch->datatype,
                                   fetch->op,
                                   true};
    case CALL_MPI_Compare_and_swap:
        return (struct rma_access){ACCESS_ACCUMULATE,
                                   swap->target_rank,
                                   swap->target_disp,
                                   1,
                                   swap->datatype,
                                   ACCESS_OP_SWAP,
                                   true};
    }
    return access;
}

/* False: in none, or in a wrong one, which is told of elsewhere. */
static bool epoch_of(const struct window_rank *member, int target,
                     enum epoch *epoch, enum access_lock *lock)
{
    const struct held_lock *held = window_held_lock(member, target);

    *epoch = EPOCH_LOCK;
    *lock = ACCESS_SHARED_LOCK;
    if (held != NULL &&
        CALL_VIEW(held->lock, MPI_Win_lock)->lock_type != NEUTRAL_LOCK_SHARED)
        *lock = ACCESS_EXCLUSIVE_LOCK;
    if (held != NULL || member->lock_all != NULL)
        return !(held != NULL ? held->wrong : member->lock_all_wrong);
    *lock = ACCESS_NO_LOCK;
    *epoch = member->start != NULL ? EPOCH_START : EPOCH_FENCE;
    if (*epoch == EPOCH_START)
        return member->start_count >= 0 && window_started(member, target);
    return member->fence != NULL;
}

static struct agent *member_agent(const struct window *window, uint32_t member)
{
    const struct seat *seat = comm_seat(window->comm, member);

    return seat == NULL || seat->process == NULL ? NULL
                                                 : agent_of(seat->process);
}

/* The group of the call site in the span. */
static struct access_group *group_of(struct span *span, struct call *call,
                                     struct window *window,
                                     const struct rma_access *access,
                                     const struct type *type,
                                     enum access_lock lock)
{
    uint64_t basic = access->kind == ACCESS_ACCUMULATE && type != NULL
                         ? type->signature.basic
                         : 0;
    struct agent *actor = span->actor;
    /* The value is there: nothing of it is left to be done at the target. */
    bool brings = access->kind == ACCESS_GET || access->fetches;
    struct access_group *group;

    LL_FOREACH(span->groups, group)
    if (group->kind == access->kind && group->op == access->op &&
        group->period->opened->stack == call->stack &&
        (group->basic == NULL ? 0 : group->basic->handle) == basic)
        return group;
    group = access_group_new(
        access->kind, actor, span->owner, call,
        brings && span->epoch == EPOCH_LOCK ? span->own : span->period);
    group->op = access->op;
    group->basic = basic == 0 ? NULL : type_hold(agent_type(actor, basic));
    group->fetches = access->fetches;
    group->window = window_hold(window);
    group->lock_window = lock == ACCESS_NO_LOCK ? NULL : window_hold(window);
    group->lock = lock;
    group->alone = span->alone;
    LL_PREPEND(span->groups, group);
    return group;
}

static void at_target(struct span *span, struct access_group *group,
                      struct call *call, const struct rma_access *access,
                      const struct type *type)
{
    const struct window_rank *member = &group->window->ranks[group->target];
    struct access_ranges ranges = {NULL, 0, 0};
    size_t i;

    access_ranges_add(&ranges,
                      (uint64_t)access->disp * (uint64_t)member->disp_unit,
                      access->count, type, INT64_MAX);
    for (i = 0; i < ranges.count; i++)
        span_brings(span, access_new(group, call, ranges.items[i].low,
                                     ranges.items[i].high));
    access_ranges_free(&ranges);
}

void access_rma(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    struct rma_access access = describe(call);
    struct window *window =
        agent_window(agent, call_word(call, call->info->win_word));
    struct agent *owner;
    struct window_rank *member;
    enum access_lock lock;
    enum epoch epoch;
    struct span *span;
    struct access_group *group;
    const struct type *type = agent_type(agent, access.datatype);
    uint32_t origin;

    if (window == NULL || !comm_member(window->comm, agent, &origin) ||
        access.target < 0 || access.target >= window->size)
        return;
    owner = member_agent(window, (uint32_t)access.target);
    member = &window->ranks[origin];
    if (owner == NULL || !epoch_of(member, (int)access.target, &epoch, &lock))
        return;
    access_memory_of(owner);
    span = span_now(pair_get(window, origin, (uint32_t)access.target), agent,
                    owner, call, epoch, open->operation != NULL);
    if (span->groups == NULL)
        span->waits = epoch == EPOCH_START ||
                      (epoch == EPOCH_FENCE &&
                       accesses_of(window)->fences[origin] != NULL);
    group = group_of(span, call, window, &access, type, lock);
    group->origin = origin;
    group->target = (uint32_t)access.target;
    at_target(span, group, call, &access, type);
    access_own_buffers(agent, call, span->own);
    if (open->operation != NULL)
        open->operation->access = access_group_hold(group);
}

/* The request is complete: at the origin, and what it fetches is there. */
void access_request_ends(struct agent *agent, struct operation *operation,
                         struct call *call)
{
    struct access_group *group = operation->access;
    struct pair_spans *pair;
    struct span *span;

    if (group == NULL)
        return;
    pair = pair_get(group->window, group->origin, group->target);
    LL_FOREACH(pair->spans, span)
    if (span->groups == group)
        period_end(agent, span->own, call);
}

/* ------------------------------------------------------- synchronization */

/* All of that epoch are complete, at the origin (and at the target). */
static void pair_ends(struct pair_spans *pair, enum epoch epoch,
                      struct call *call, bool at_target_too)
{
    struct span *span, *next;

    LL_FOREACH_SAFE(pair->spans, span, next)
    {
        if (span->epoch != epoch || span->number != 0)
            continue;
        period_end(span->actor, span->own, call);
        if (!at_target_too)
            continue;
        span_ends(span, call, clock_moment(&span->actor->clock));
        if (!span->waits)
            span_free(pair, span);
    }
}

/* ... to that target, -1: to any. */
static void spans_end(struct window *window, uint32_t origin, int64_t target,
                      enum epoch epoch, struct call *call, bool at_target_too)
{
    struct pair_spans *pair;

    if (target >= 0 && target < window->size) {
        pair_ends(pair_get(window, origin, (uint32_t)target), epoch, call,
                  at_target_too);
        return;
    }
    LL_FOREACH(accesses_of(window)->of_origin[origin], pair)
    pair_ends(pair, epoch, call, at_target_too);
}

/* A fence begins: it completes what was issued since the last. */
static void fence_begins(struct agent *agent, struct call *call)
{
    struct window *window =
        agent_window(agent, call_word(call, call->info->win_word));
    uint32_t member;

    if (window == NULL || !comm_member(window->comm, agent, &member))
        return;
    spans_end(window, member, -1, EPOCH_FENCE, call, true);
    if (call->info->base == CALL_MPI_Win_free)
        spans_end(window, member, -1, EPOCH_LOCK, call, true);
}

/* It has ended: by now all others have called the one before. */
static void fence_ends(struct open_call *open)
{
    struct window_accesses *all = accesses_of(open->window);
    int64_t assert = CALL_VIEW(open->call, MPI_Win_fence)->assert;
    struct meeting *opening = all->fences[open->member];
    struct pair_spans *pair;
    struct span *span, *next;

    LL_FOREACH(all->of_origin[open->member], pair)
    {
        LL_FOREACH_SAFE(pair->spans, span, next)
        {
            if (span->epoch != EPOCH_FENCE)
                continue;
            span_begins(span, opening == NULL ? NULL : opening->all);
            if (span->period->closed != NULL)
                span_free(pair, span);
        }
    }
    meeting_drop(opening);
    all->fences[open->member] = (assert &NEUTRAL_MODE_NOPRECEDE) != 0
                                    ? meeting_hold(open->meeting)
                                    : NULL;
}

/* MPI_Win_complete begins: these belong to the pair's next exposure. */
static void complete_begins(struct agent *agent, struct call *call)
{
    struct window *window =
        agent_window(agent, call_word(call, call->info->win_word));
    const struct window_rank *member;
    uint32_t origin;
    int i;

    if (window == NULL || !comm_member(window->comm, agent, &origin))
        return;
    member = &window->ranks[origin];
    for (i = 0; member->start != NULL && i < member->start_count; i++) {
        struct pair_spans *pair =
            pair_get(window, origin, (uint32_t)member->start_ranks[i]);
        struct span *span;

        pair->completed++;
        LL_FOREACH(pair->spans, span)
        if (span->epoch == EPOCH_START && span->number == 0) {
            span->number = pair->completed;
            period_end(agent, span->own, call);
        }
    }
}

/* It has ended: the posts are known. */
static void complete_ends(struct open_call *open)
{
    struct pair_spans *pair;
    struct span *span, *next;

    LL_FOREACH(accesses_of(open->window)->of_origin[open->member], pair)
    {
        LL_FOREACH_SAFE(pair->spans, span, next)
        {
            if (span->epoch != EPOCH_START || !span->waits || span->number == 0)
                continue;
            span_begins(span, pairing_last_post(open->window, pair->key.origin,
                                                pair->key.target));
            if (span->period->closed != NULL)
                span_free(pair, span);
        }
    }
}

/* What was issued in epochs of start and complete whose exposures are over is
 * complete. */
static void pair_exposure_ends(struct pair_spans *pair, struct call *call,
                               struct clock_moment moment)
{
    struct span *span, *next;

    LL_FOREACH_SAFE(pair->spans, span, next)
    {
        if (span->epoch != EPOCH_START || span->number == 0 ||
            span->number > pair->waited)
            continue;
        span_ends(span, call, moment);
        if (!span->waits)
            span_free(pair, span);
    }
}

/* MPI_Win_wait has ended, or a test has found it over. */
static void exposure_ended(struct open_call *open)
{
    struct window *window = open->window;
    const struct window_rank *member = &window->ranks[open->member];
    const struct period *exposure;
    struct pair_spans *pair, *other;
    int i;

    DL_FOREACH(member->exposures, exposure)
    if (exposure->closed == open->call)
        break;
    if (exposure == NULL)
        return;
    for (i = 0; i < member->post_count; i++) {
        pair = pair_get(window, (uint32_t)member->post_ranks[i], open->member);
        pair->waited++;
        pair_exposure_ends(pair, open->call, exposure->end);
    }
    /* Not known for whom it was: for all that have completed their part. */
    if (member->post_count < 0)
        HASH_ITER(hh, accesses_of(window)->pairs, pair, other)
    if (pair->key.target == open->member) {
        pair->waited = pair->completed;
        pair_exposure_ends(pair, open->call, exposure->end);
    }
}

/* What the target's wait ends is left to that. */
static void window_freed(struct agent *agent, struct window *window,
                         uint32_t member)
{
    struct pair_spans *pair;
    struct span *span, *other;

    access_region_remove(agent, window, 0);
    if (window->accesses == NULL)
        return;
    LL_FOREACH(window->accesses->of_origin[member], pair)
    LL_FOREACH_SAFE(pair->spans, span, other)
    if (span->number == 0)
        span_free(pair, span);
}

/* The begin of a call that completes what was issued; what others learn of it
 * they learn from there. */
void access_sync_before(struct agent *agent, struct call *call)
{
    access_exports(agent, call);
    switch (call->info->base) {
    case CALL_MPI_Win_fence:
    case CALL_MPI_Win_free:
        fence_begins(agent, call);
        break;
    case CALL_MPI_Win_complete:
        complete_begins(agent, call);
        break;
    }
}

void access_sync_exit(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    int64_t rank = CALL_VIEW(call, MPI_Win_unlock)->rank;
    struct window *window = open->window;

    switch (call->info->base) {
    case CALL_MPI_Win_fence:
        fence_ends(open);
        break;
    case CALL_MPI_Win_complete:
        complete_ends(open);
        break;
    case CALL_MPI_Win_wait:
    case CALL_MPI_Win_test:
        exposure_ended(open);
        break;
    case CALL_MPI_Win_flush:
    case CALL_MPI_Win_unlock:
        spans_end(window, open->member, rank, EPOCH_LOCK, call, true);
        break;
    case CALL_MPI_Win_flush_all:
    case CALL_MPI_Win_unlock_all:
        spans_end(window, open->member, -1, EPOCH_LOCK, call, true);
        break;
    case CALL_MPI_Win_flush_local:
        spans_end(window, open->member, rank, EPOCH_LOCK, call, false);
        break;
    case CALL_MPI_Win_flush_local_all:
        spans_end(window, open->member, -1, EPOCH_LOCK, call, false);
        break;
    case CALL_MPI_Win_free:
        window_freed(agent, window, open->member);
        break;
    }
    access_imports(agent, open);
}

void access_window_made(struct agent *agent, struct open_call *open)
{
    struct window *window = open->window;
    const struct window_rank *member = &window->ranks[open->member];

    if (!member->joined)
        return;
    if (window->flavor != WINDOW_DYNAMIC)
        access_region_add(agent, window, member->base, (uint64_t)member->size);
    member_joins(window, open->member);
}

void access_window_free(struct window *window)
{
    struct pair_spans *pair, *next;
    uint32_t i;

    if (window->accesses == NULL)
        return;
    HASH_ITER(hh, window->accesses->pairs, pair, next)
    {
        while (pair->spans != NULL)
            span_free(pair, pair->spans);
        HASH_DEL(window->accesses->pairs, pair);
        free(pair);
    }
    drop_waiting(&window->accesses->baseless);
    for (i = 0; i < window->size; i++)
        meeting_drop(window->accesses->fences[i]);
    free(window->accesses->fences);
    free(window->accesses->of_origin);
    free(window->accesses);
    window->accesses = NULL;
}
