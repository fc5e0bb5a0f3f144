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
#include "access_rma.h"

#include <stdlib.h>

struct window_accesses *access_rma_window(struct window *window)
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

struct access_pair *access_rma_pair(struct window *window, uint32_t origin,
                                    uint32_t target)
{
    struct window_accesses *all = access_rma_window(window);
    struct access_pair key = {.key = {origin, target}}, *pair;

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

void access_rma_drop(struct access **list)
{
    struct access *access;

    while ((access = *list) != NULL) {
        LL_DELETE2(*list, access, waiting.next);
        access->by->group->owner->accesses->waiting--;
        access_free(access);
    }
}

void access_span_free(struct access_pair *pair, struct access_span *span)
{
    struct access_group *group;

    DL_DELETE(pair->spans, span);
    pair->span_count--;
    access_rma_drop(&span->waiting);
    while ((group = span->groups) != NULL) {
        LL_DELETE(span->groups, group);
        access_group_drop(group);
    }
    period_drop(span->period);
    period_drop(span->own);
    free(span);
}

/* Whether the process has learnt nothing since the span began, nor may have. */
static bool has_learnt_nothing(const struct access_span *span,
                               const struct agent *agent)
{
    return agent->chances.last < span->now &&
           clock_is_of(span->period->begin, &agent->clock);
}

/* Whether nothing tells an access of now from one of then. */
static bool is_now(const struct access_span *span, const struct agent *agent)
{
    return span->period->closed == NULL && span->own->closed == NULL &&
           !span->alone && span->number == 0 && span->now == agent->clock.now &&
           has_learnt_nothing(span, agent);
}

/* Whether all it had to do is done: what it got is there. */
static bool is_over(const struct access_span *span)
{
    const struct access_group *group;

    if (span->own->closed == NULL || span->waits)
        return false;
    LL_FOREACH(span->groups, group)
        if (group->period != span->own)
            return false;
    return true;
}

/*
 * A program may issue millions that it has complete at the origin alone.  Where
 * it has learnt nothing meanwhile, what comes before the newest at the target
 * comes before the older ones, and they are complete there together: a span
 * takes in more of them.  A process's order to its own loads and stores is
 * another.
 */
#define SPANS_APART 64 /* of a pair: these are told apart */

static bool may_go_on(const struct access_span *span, const struct agent *actor,
                      bool alone)
{
    return span->epoch == EPOCH_LOCK && span->owner != actor &&
           span->alone == alone && span->own->closed != NULL &&
           span->period->closed == NULL && !span->period->doubted &&
           span->period->guards == NULL && actor->guards == NULL &&
           has_learnt_nothing(span, actor);
}

static void go_on(struct access_pair *pair, struct access_span *span,
                  struct call *call)
{
    struct access_group *group, *next;

    LL_FOREACH_SAFE(span->groups, group, next) {
        if (group->period != span->own)
            continue;
        LL_DELETE(span->groups, group);
        access_group_drop(group);
    }
    period_drop(span->own);
    span->own = period_begin(span->actor, call, pair->key.origin);
    span->now = span->actor->clock.now;
    span->flushed = false;
    clock_drop(span->period->begin);
    span->period->begin = clock_hold(span->own->begin);
    DL_DELETE(pair->spans, span);
    DL_PREPEND(pair->spans, span);
}

/* One that the call may add to; NULL: there is none. */
static struct access_span *span_there(struct access_pair *pair,
                                      const struct agent *actor,
                                      struct call *call,
                                      enum access_epoch epoch, bool alone)
{
    struct access_span *span = pair->spans;
    unsigned looked_at = 0;

    if (span != NULL && !alone && span->epoch == epoch && is_now(span, actor))
        return span;
    if (epoch != EPOCH_LOCK)
        return NULL;
    while (pair->spans != NULL && is_over(pair->spans))
        access_span_free(pair, pair->spans);
    if (pair->span_count < SPANS_APART)
        return NULL;
    DL_FOREACH(pair->spans, span) {
        if (may_go_on(span, actor, alone)) {
            go_on(pair, span, call);
            return span;
        }
        if (++looked_at == SPANS_APART)
            break;
    }
    return NULL;
}

static struct access_span *span_now(struct access_pair *pair,
                                    struct agent *actor, struct agent *owner,
                                    struct call *call, enum access_epoch epoch,
                                    bool alone)
{
    struct access_span *span = span_there(pair, actor, call, epoch, alone);

    if (span != NULL)
        return span;
    span = xcalloc(1, sizeof *span);
    span->epoch = epoch;
    span->actor = actor;
    span->owner = owner;
    span->alone = alone;
    span->period = period_begin(actor, call, pair->key.origin);
    span->own = period_begin(actor, call, pair->key.origin);
    span->now = actor->clock.now;
    DL_PREPEND(pair->spans, span);
    pair->span_count++;
    return span;
}

/* Complete at the target: at that moment. */
void access_span_ends(struct access_span *span, struct call *call,
                      struct clock_moment moment)
{
    if (span->period->closed != NULL)
        return;
    span->period->closed = call_hold(call);
    span->period->end = moment;
}

/* -------------------------------------------------------------- addresses */

static struct window *window_of(const struct access_group *group)
{
    return group->window != NULL ? group->window : group->shared;
}

/* Bytes of the window become addresses of its process. */
static void add_based(struct access *access)
{
    const struct access_group *group = access->by->group;
    const struct window *window = window_of(group);
    const struct window_rank *member = &window->ranks[group->target];
    bool dynamic = window->flavor == WINDOW_DYNAMIC;

    if (!dynamic &&
        (access->node.low > (uint64_t)member->size ||
         access->node.length > (uint64_t)member->size - access->node.low)) {
        access_free(access); /* it lies outside of the window */
        return;
    }
    if (!dynamic)
        access->node.low += member->base;
    access_add(access);
}

void access_add_in_window(struct access *access)
{
    struct window *window = window_of(access->by->group);

    if (window->ranks[access->by->group->target].joined ||
        window->flavor == WINDOW_CREATE || window->flavor == WINDOW_DYNAMIC) {
        add_based(access);
        return;
    }
    access->by->group->owner->accesses->waiting++;
    LL_PREPEND2(access_rma_window(window)->baseless, access, waiting.next);
}

/* The window's member has its memory now. */
void access_rma_joins(struct window *window, uint32_t member)
{
    struct access *access, *next;

    if (window->accesses == NULL)
        return;
    LL_FOREACH_SAFE2(window->accesses->baseless, access, next, waiting.next) {
        if (access->by->group->target != member)
            continue;
        LL_DELETE2(window->accesses->baseless, access, waiting.next);
        access->by->group->owner->accesses->waiting--;
        add_based(access);
    }
}

/* Before it, the target did what that clock knows. */
void access_span_begins(struct access_span *span, const struct clock *clock)
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
        LL_DELETE2(span->waiting, access, waiting.next);
        span->owner->accesses->waiting--;
        access_add_in_window(access);
    }
}

static void span_brings(struct access_span *span, struct access *access)
{
    if (!span->waits) {
        access_add_in_window(access);
        return;
    }
    span->owner->accesses->waiting++;
    LL_PREPEND2(span->waiting, access, waiting.next);
}

/* ------------------------------------------------------------- RMA calls */

/* What the call does at the target. */
struct rma_access {
    enum access_kind kind;
    int64_t target, disp, count;
    uint64_t datatype, op;
    bool fetches;
    int64_t bytes; /* no more than these are moved; INT64_MAX: not known */
};

/* What is put may be less than there is room for (MPI-4.1 12.3.1). */
static int64_t origin_bytes(struct agent *agent,
                            const struct call_MPI_Accumulate *plain)
{
    struct payload origin = {agent_type(agent, plain->origin_datatype),
                             plain->origin_count};
    int64_t bytes = payload_bytes(&origin);

    return bytes < 0 ? INT64_MAX : bytes;
}

/* MPI_Put, MPI_Get and MPI_Accumulate have the same parameters up to the
 * target's datatype. */
static struct rma_access describe(struct agent *agent, const struct call *call)
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
                                false,
                                INT64_MAX};

    switch (call->info->base) {
    case CALL_MPI_Get:
    case CALL_MPI_Rget:
        access.kind = ACCESS_GET;
        return access;
    case CALL_MPI_Accumulate:
    case CALL_MPI_Raccumulate:
        access.kind = ACCESS_ACCUMULATE;
        access.op = plain->op;
        break;
    case CALL_MPI_Get_accumulate:
    case CALL_MPI_Rget_accumulate:
        return (struct rma_access){ACCESS_ACCUMULATE,
                                   get->target_rank,
                                   get->target_disp,
                                   get->target_count,
                                   get->target_datatype,
                                   get->op,
                                   true,
                                   INT64_MAX};
    case CALL_MPI_Fetch_and_op:
        return (struct rma_access){ACCESS_ACCUMULATE,
                                   fetch->target_rank,
                                   fetch->target_disp,
                                   1,
                                   fetch->datatype,
                                   fetch->op,
                                   true,
                                   INT64_MAX};
    case CALL_MPI_Compare_and_swap:
        return (struct rma_access){ACCESS_ACCUMULATE,
                                   swap->target_rank,
                                   swap->target_disp,
                                   1,
                                   swap->datatype,
                                   ACCESS_OP_SWAP,
                                   true,
                                   INT64_MAX};
    }
    access.bytes = origin_bytes(agent, plain);
    return access;
}

/* False: in none, or in a wrong one, which is told of elsewhere. */
static bool epoch_of(const struct window_rank *member, int target,
                     enum access_epoch *epoch, enum access_lock *lock)
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

struct period *access_epoch(const struct window_rank *member, int target)
{
    const struct held_lock *held = window_held_lock(member, target);

    if (held != NULL || member->lock_all != NULL)
        return held != NULL ? held->period : member->lock_all_period;
    return member->start != NULL ? member->start_epoch : member->fence_epoch;
}

struct agent *access_member(const struct window *window, uint32_t member)
{
    const struct seat *seat = comm_seat(window->comm, member);

    return seat == NULL || seat->process == NULL ? NULL
                                                 : agent_of(seat->process);
}

/* Where in an element the accumulate's first byte would be, if one began at
 * offset 0, if its others are so, too. */
static uint32_t phase_of(const struct type *basic, const struct type *type,
                         int64_t offset)
{
    int64_t extent = basic->ub - basic->lb, phase;

    if (extent <= 0 || extent >= ACCESS_NO_PHASE ||
        (type != basic &&
         (!type->known || !type->dense || (type->ub - type->lb) % extent != 0)))
        return ACCESS_NO_PHASE;
    phase = (offset % extent + type->true_lb % extent) % extent;
    return (uint32_t)(phase < 0 ? phase + extent : phase);
}

/* The group of the call site in the span. */
static struct access_group *group_of(struct access_span *span,
                                     struct call *call, struct window *window,
                                     const struct rma_access *access,
                                     const struct type *type, uint32_t origin,
                                     enum access_lock lock)
{
    uint64_t basic = access->kind == ACCESS_ACCUMULATE && type != NULL
                         ? type->signature.basic
                         : 0;
    const struct window_hints *hints = &window->ranks[origin].hints;
    struct agent *actor = span->actor;
    /* The value is there: nothing of it is left to be done at the target.  Of
     * what updates that too, that may be left (MPI-4.1 12.3.5). */
    bool brings = access->kind == ACCESS_GET ||
                  (access->fetches && access->op == NEUTRAL_OP_NO_OP);
    struct type *element = basic == 0 ? NULL : agent_type(actor, basic);
    uint32_t phase =
        element == NULL
            ? ACCESS_NO_PHASE
            : phase_of(
                  element, type,
                  (int64_t)((uint64_t)access->disp *
                            (uint64_t)window->ranks[access->target].disp_unit));
    struct access_group *group;

    LL_FOREACH(span->groups, group)
        if (group->kind == access->kind && group->op == access->op &&
            group->call->stack == call->stack && group->phase == phase &&
            (group->basic == NULL ? 0 : group->basic->handle) == basic &&
            access_same_hints(&group->hints, hints))
            return group;
    group = access_group_new(
        access->kind, actor, span->owner, call,
        brings && span->epoch == EPOCH_LOCK ? span->own : span->period);
    group->op = access->op;
    group->basic = basic == 0 ? NULL : type_hold(element);
    group->phase = phase;
    group->fetches = access->fetches;
    group->hints = *hints;
    group->window = window_hold(window);
    group->lock_window = lock == ACCESS_NO_LOCK ? NULL : window_hold(window);
    group->lock = lock;
    group->alone = span->alone;
    LL_PREPEND(span->groups, group);
    return group;
}

/* Whether the ranges are all that the MPI may touch. */
static bool are_all(const struct access_ranges *ranges,
                    const struct rma_access *access, const struct type *type)
{
    uint64_t bytes = 0, all;
    size_t i;

    if (type == NULL || !type->known || type->doubt != TYPE_SURE ||
        (type->number == 0 && type->child_count > 0) || access->count < 0 ||
        __builtin_mul_overflow((uint64_t)type->size, (uint64_t)access->count,
                               &all))
        return false;
    for (i = 0; i < ranges->count; i++)
        bytes += ranges->items[i].high - ranges->items[i].low;
    return bytes ==
           (all < (uint64_t)access->bytes ? all : (uint64_t)access->bytes);
}

static void at_target(struct access_span *span, struct access_group *group,
                      struct call *call, const struct rma_access *access,
                      const struct type *type)
{
    const struct window_rank *member = &group->window->ranks[group->target];
    struct access_ranges ranges = {.items = NULL};
    size_t i;

    access_ranges_add(&ranges,
                      (uint64_t)access->disp * (uint64_t)member->disp_unit,
                      access->count, type, access->bytes);
    if (access->kind != ACCESS_GET && !are_all(&ranges, access, type))
        span->actor->model->rma_unfollowed = true;
    for (i = 0; i < ranges.count; i++)
        span_brings(span, access_new(group, call, &ranges.items[i]));
    access_ranges_free(&ranges);
}

void access_rma(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;
    struct rma_access access = describe(agent, call);
    struct window *window =
        agent_window(agent, call_word(call, call->info->win_word));
    struct agent *owner;
    struct window_rank *member;
    enum access_lock lock;
    enum access_epoch epoch;
    struct access_span *span;
    struct access_group *group;
    const struct type *type = agent_type(agent, access.datatype);
    uint32_t origin;

    if (access.target < 0) /* MPI_PROC_NULL */
        return;
    if (window == NULL || !comm_member(window->comm, agent, &origin) ||
        access.target >= window->size ||
        (owner = access_member(window, (uint32_t)access.target)) == NULL ||
        !epoch_of(&window->ranks[origin], (int)access.target, &epoch, &lock)) {
        agent->model->rma_unfollowed = true;
        return;
    }
    member = &window->ranks[origin];
    access_memory_of(owner);
    span = span_now(access_rma_pair(window, origin, (uint32_t)access.target),
                    agent, owner, call, epoch, open->operation != NULL);
    if (span->groups == NULL)
        span->waits = epoch == EPOCH_START ||
                      (epoch == EPOCH_FENCE &&
                       access_rma_window(window)->fences[origin] != NULL);
    group = group_of(span, call, window, &access, type, origin, lock);
    access_group_in(group, access_epoch(member, (int)access.target));
    group->origin = origin;
    group->target = (uint32_t)access.target;
    at_target(span, group, call, &access, type);
    access_own_buffers(agent, call, span->own);
    if (open->operation != NULL) {
        open->operation->at_origin = span->own;
        span->own->references++;
    }
}
