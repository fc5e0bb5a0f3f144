/*
 * access_sync.c - when the accesses of RMA calls are complete: the calls that
 * synchronize, and windows that come and go (MPI-4.1 12.5, 12.7).
 */
#include "access_rma.h"
#include "model_channel.h"
#include "model_window_order.h"

#include <stdlib.h>

/* All of that epoch are complete, at the origin (and at the target). */
static void pair_ends(struct access_pair *pair, enum access_epoch epoch,
                      struct call *call, bool at_target_too)
{
    struct access_span *span, *next;

    DL_FOREACH_SAFE(pair->spans, span, next) {
        if (span->epoch != epoch || span->number != 0)
            continue;
        if (!at_target_too && span->flushed)
            break;
        period_end(span->actor, span->own, call);
        span->flushed = !at_target_too;
        if (!at_target_too)
            continue;
        access_span_ends(span, call, clock_moment(&span->actor->clock));
        if (!span->waits)
            access_span_free(pair, span);
    }
}

/* ... to that target, -1: to any. */
static void spans_end(struct window *window, uint32_t origin, int64_t target,
                      enum access_epoch epoch, struct call *call,
                      bool at_target_too)
{
    struct access_pair *pair;

    if (target >= 0 && target < window->size) {
        pair_ends(access_rma_pair(window, origin, (uint32_t)target), epoch,
                  call, at_target_too);
        return;
    }
    LL_FOREACH(access_rma_window(window)->of_origin[origin], pair)
        pair_ends(pair, epoch, call, at_target_too);
}

void access_excluded(struct window *window, uint32_t origin, uint32_t target,
                     struct call *call)
{
    struct access_pair *pair = access_rma_pair(window, origin, target);
    struct access_span *span;

    DL_FOREACH(pair->spans, span)
        if (span->epoch == EPOCH_LOCK && span->number == 0)
            access_span_ends(span, call, clock_moment(&span->actor->clock));
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
    struct window_accesses *all = access_rma_window(open->window);
    int64_t assert = CALL_VIEW(open->call, MPI_Win_fence)->assert;
    struct meeting *opening = all->fences[open->member];
    struct access_pair *pair;
    struct access_span *span, *next;

    LL_FOREACH(all->of_origin[open->member], pair) {
        DL_FOREACH_SAFE(pair->spans, span, next) {
            if (span->epoch != EPOCH_FENCE)
                continue;
            access_span_begins(span, opening == NULL ? NULL : opening->all);
            if (span->period->closed != NULL)
                access_span_free(pair, span);
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
        struct access_pair *pair =
            access_rma_pair(window, origin, (uint32_t)member->start_ranks[i]);
        struct access_span *span;

        pair->completed++;
        DL_FOREACH(pair->spans, span)
            if (span->epoch == EPOCH_START && span->number == 0) {
                span->number = pair->completed;
                period_end(agent, span->own, call);
            }
    }
}

/* The post is known for the epochs of that number; 0: for all that are
 * complete. */
static void pair_posted(struct access_pair *pair, uint64_t number,
                        const struct clock *clock)
{
    struct access_span *span, *next;

    DL_FOREACH_SAFE(pair->spans, span, next) {
        if (span->epoch != EPOCH_START || !span->waits || span->number == 0 ||
            (number != 0 && span->number != number))
            continue;
        access_span_begins(span, clock);
        if (span->period->closed != NULL)
            access_span_free(pair, span);
    }
}

/* It has ended: the posts are known. */
static void complete_ends(struct open_call *open)
{
    const struct clock *clock;
    struct access_pair *pair;

    LL_FOREACH(access_rma_window(open->window)->of_origin[open->member], pair)
        if (pairing_last_post(open->window, pair->key.origin, pair->key.target,
                              &clock))
            pair_posted(pair, 0, clock);
}

void access_posted(struct window *window, uint32_t origin, uint32_t target,
                   uint64_t number, const struct clock *clock)
{
    pair_posted(access_rma_pair(window, origin, target), number, clock);
}

/* What was issued in epochs of start and complete whose exposures are over is
 * complete. */
static void pair_exposure_ends(struct access_pair *pair, struct call *call,
                               struct clock_moment moment)
{
    struct access_span *span, *next;

    DL_FOREACH_SAFE(pair->spans, span, next) {
        if (span->epoch != EPOCH_START || span->number == 0 ||
            span->number > pair->waited)
            continue;
        access_span_ends(span, call, moment);
        if (!span->waits)
            access_span_free(pair, span);
    }
}

/* MPI_Win_wait has ended, or a test has found it over. */
static void exposure_ended(struct open_call *open)
{
    struct window *window = open->window;
    const struct window_rank *member = &window->ranks[open->member];
    const struct period *exposure;
    struct access_pair *pair, *other;
    int i;

    DL_FOREACH(member->exposures, exposure)
        if (exposure->closed == open->call)
            break;
    if (exposure == NULL)
        return;
    for (i = 0; i < member->post_count; i++) {
        pair = access_rma_pair(window, (uint32_t)member->post_ranks[i],
                               open->member);
        pair->waited++;
        pair_exposure_ends(pair, open->call, exposure->end);
    }
    /* Not known for whom it was: for all that have completed their part. */
    if (member->post_count < 0)
        HASH_ITER(hh, access_rma_window(window)->pairs, pair, other)
            if (pair->key.target == open->member) {
                pair->waited = pair->completed;
                pair_exposure_ends(pair, open->call, exposure->end);
            }
}

/* What the target's wait ends is left to that. */
static void window_freed(struct agent *agent, struct window *window,
                         uint32_t member)
{
    struct access_pair *pair;
    struct access_span *span, *other;

    access_region_remove(agent, window, 0);
    access_direct_free(&window->ranks[member]);
    if (window->accesses == NULL)
        return;
    LL_FOREACH(window->accesses->of_origin[member], pair)
        DL_FOREACH_SAFE(pair->spans, span, other)
            if (span->number == 0)
                access_span_free(pair, span);
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
    if (window->flavor == WINDOW_ALLOCATE_SHARED && !window->hints.apart)
        access_neighbours(agent, window, open->member);
    agent->shares |= window->flavor == WINDOW_ALLOCATE_SHARED;
    access_rma_joins(window, open->member);
}

void access_window_free(struct window *window)
{
    struct access_pair *pair, *next;
    uint32_t i;

    if (window->accesses == NULL)
        return;
    HASH_ITER(hh, window->accesses->pairs, pair, next) {
        while (pair->spans != NULL)
            access_span_free(pair, pair->spans);
        HASH_DEL(window->accesses->pairs, pair);
        free(pair);
    }
    access_rma_drop(&window->accesses->baseless);
    for (i = 0; i < window->size; i++)
        meeting_drop(window->accesses->fences[i]);
    free(window->accesses->fences);
    free(window->accesses->of_origin);
    free(window->accesses);
    window->accesses = NULL;
}
