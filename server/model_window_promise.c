/*
 * model_window_promise.c - see model_window_promise.h.
 *
 * The n-th fence of a member meets the n-th of the others; the n-th post for
 * an origin meets its n-th start on that target.  Which of two that meet is
 * taken in first is chance: each waits here for the other.
 */
#include "model_window_promise.h"

#include "model_channel.h"

#include <stdlib.h>

#define WRITES_KEPT 64 /* of an epoch, from different places */

/* A call that changes a target's memory whose assertion is not known yet. */
struct write {
    int target;
    struct call *call; /* held */
    struct write *next;
};

/* A post and a start that belong together, as far as they have come. */
struct match {
    struct call *post, *start;  /* held */
    bool post_done, start_done; /* they have returned, without an error */
    /* With MPI_MODE_NOCHECK: the moment of the post, from the start on. */
    struct period *posted, *started;
    bool complete; /* the start's epoch */
    struct write *writes;
    struct match *next, *prev;
};

/* In the order of the assertions that all give, or none. */
static const int64_t agreed[] = {NEUTRAL_MODE_NOPRECEDE,
                                 NEUTRAL_MODE_NOSUCCEED};
#define AGREED (sizeof agreed / sizeof agreed[0])

/* One fence of all members. */
struct fence_round {
    uint64_t number;
    uint32_t arrived;
    struct {
        struct call *call; /* held: that of the lowest rank */
        uint32_t member;
    } with[AGREED], without[AGREED];
    struct call **noput; /* by member, held; NULL: nobody's */
    struct write *writes;
    struct fence_round *next, *prev;
};

static void raise_noput(struct agent *agent, const struct window *window,
                        int target, struct call *write, struct call *promise)
{
    struct model_event event =
        model_event_new(agent_of(write->process), EVENT_NOPUT, write);

    event.noput.window = window;
    event.noput.target = target;
    event.noput.promise = promise;
    model_raise(agent->model, &event);
}

static void write_add(struct write **writes, int target, struct call *call)
{
    struct write *write;
    int count = 0;

    LL_FOREACH(*writes, write) {
        if (write->target == target && write->call->stack == call->stack &&
            write->call->process == call->process)
            return;
        count++;
    }
    if (count == WRITES_KEPT)
        return;
    write = xcalloc(1, sizeof *write);
    write->target = target;
    write->call = call_hold(call);
    LL_PREPEND(*writes, write);
}

/* Those to the target; -1: all. */
static void writes_drop(struct write **writes, int target)
{
    struct write *write, *next;

    LL_FOREACH_SAFE(*writes, write, next)
        if (target < 0 || write->target == target) {
            LL_DELETE(*writes, write);
            call_drop(write->call);
            free(write);
        }
}

/* --------------------------------------------------------------- fences */

static void round_free(struct window *window, struct fence_round *round)
{
    uint32_t i;

    DL_DELETE(window->fence_rounds, round);
    for (i = 0; i < AGREED; i++) {
        call_drop(round->with[i].call);
        call_drop(round->without[i].call);
    }
    for (i = 0; round->noput != NULL && i < window->size; i++)
        call_drop(round->noput[i]);
    free(round->noput);
    writes_drop(&round->writes, -1);
    free(round);
}

static struct fence_round *round_at(const struct window *window,
                                    uint64_t number)
{
    struct fence_round *round;

    DL_FOREACH(window->fence_rounds, round)
        if (round->number == number)
            return round;
    return NULL;
}

static void raise_differ(struct agent *agent, const struct window *window,
                         const struct fence_round *round, size_t i)
{
    struct model_event event =
        model_event_new(agent_of(round->with[i].call->process),
                        EVENT_FENCES_DIFFER, round->with[i].call);

    event.fences.window = window;
    event.fences.assertion = agreed[i];
    event.fences.without = round->without[i].call;
    model_raise(agent->model, &event);
}

/* All have come; nobody is in the epoch of the round before any more. */
static void round_full(struct agent *agent, struct window *window,
                       struct fence_round *round)
{
    size_t i;

    for (i = 0; i < AGREED && !window->channel->broken; i++)
        if (round->with[i].call != NULL && round->without[i].call != NULL)
            raise_differ(agent, window, round, i);
    while (window->fence_rounds != round)
        round_free(window, window->fence_rounds);
}

static void round_asserts(struct fence_round *round, uint32_t member,
                          struct call *call, int64_t assertions)
{
    size_t i;

    for (i = 0; i < AGREED; i++) {
        bool given = (assertions & agreed[i]) != 0;
        struct call **place =
            given ? &round->with[i].call : &round->without[i].call;
        uint32_t *of =
            given ? &round->with[i].member : &round->without[i].member;

        if (*place != NULL && *of < member)
            continue;
        call_drop(*place);
        *place = call_hold(call);
        *of = member;
    }
}

/* What was written already, in the epoch that the fence begins. */
static void round_noput(struct agent *agent, struct window *window,
                        struct fence_round *round, uint32_t member,
                        struct call *call)
{
    struct write *write;

    if (round->noput == NULL)
        round->noput = xcalloc(window->size, sizeof(struct call *));
    round->noput[member] = call_hold(call);
    LL_FOREACH(round->writes, write)
        if (write->target == (int)member && !window->channel->broken)
            raise_noput(agent, window, (int)member, write->call, call);
}

void promise_fence(struct agent *agent, struct window *window, uint32_t member,
                   struct call *call)
{
    int64_t assertions = CALL_VIEW(call, MPI_Win_fence)->assert;
    uint64_t number = window->ranks[member].fence_count++;
    struct fence_round *round = round_at(window, number);

    if (round == NULL) {
        round = xcalloc(1, sizeof *round);
        round->number = number;
        DL_APPEND(window->fence_rounds, round);
    }
    round_asserts(round, member, call, assertions);
    if (assertions & NEUTRAL_MODE_NOPUT)
        round_noput(agent, window, round, member, call);
    writes_drop(&round->writes, (int)member);
    if (++round->arrived == window->size)
        round_full(agent, window, round);
}

static void write_in_fence(struct agent *agent, struct window *window,
                           uint32_t origin, int target, struct call *call)
{
    uint64_t number = window->ranks[origin].fence_count;
    struct fence_round *round =
        number == 0 ? NULL : round_at(window, number - 1);

    if (round == NULL)
        return;
    if (window->ranks[target].fence_count < number)
        write_add(&round->writes, target, call);
    else if (round->noput != NULL && round->noput[target] != NULL &&
             !window->channel->broken)
        raise_noput(agent, window, target, call, round->noput[target]);
}

/* ------------------------------------------------------- post and start */

static int64_t assertions_of(const struct call *call)
{
    return call->info->base == CALL_MPI_Win_post
               ? CALL_VIEW(call, MPI_Win_post)->assert
               : CALL_VIEW(call, MPI_Win_start)->assert;
}

static void match_free(struct pairing *pairing, struct match *match)
{
    DL_DELETE(pairing->matches, match);
    call_drop(match->post);
    call_drop(match->start);
    period_drop(match->posted);
    period_drop(match->started);
    writes_drop(&match->writes, -1);
    free(match);
}

void matches_free(struct pairing *pairing)
{
    while (pairing->matches != NULL)
        match_free(pairing, pairing->matches);
}

/* The first to which a post (else a start) has not come. */
static struct match *next_match(struct pairing *pairing, bool post)
{
    struct match *match;

    DL_FOREACH(pairing->matches, match)
        if ((post ? match->post : match->start) == NULL)
            return match;
    match = xcalloc(1, sizeof *match);
    DL_APPEND(pairing->matches, match);
    return match;
}

static void judge(struct agent *agent, const struct window *window,
                  struct match *match)
{
    struct model_event event;
    bool differ;

    if (!match->post_done || !match->start_done)
        return;
    differ = ((assertions_of(match->post) ^ assertions_of(match->start)) &
              NEUTRAL_MODE_NOCHECK) != 0;
    event = model_event_new(
        agent_of(match->start->process),
        differ ? EVENT_NOCHECK_DIFFERS : EVENT_NOCHECK_UNORDERED, match->start);
    event.nocheck.window = window;
    event.nocheck.post = match->post;
    if (differ)
        model_raise(agent->model, &event);
    else if (match->posted != NULL && match->started != NULL)
        periods_meet(agent->model, match->posted, match->started, &event);
}

void promise_post(struct agent *agent, struct window *window, uint32_t target,
                  const int *origins, int count, struct call *call)
{
    struct period *posted = NULL;
    int i;

    window->pairs_unsure = window->pairs_unsure || count < 0;
    if (assertions_of(call) & NEUTRAL_MODE_NOCHECK) {
        posted = period_begin(agent, call, target);
        period_end(agent, posted, call);
    }
    for (i = 0; i < count && !window->pairs_unsure; i++) {
        struct match *match =
            next_match(pairing_get(window, (uint32_t)origins[i], target), true);

        call_set(&match->post, call);
        match->posted = posted;
        if (posted != NULL)
            posted->references++;
    }
    period_drop(posted);
}

void promise_start(struct agent *agent, struct window *window, uint32_t origin,
                   const int *targets, int count, struct call *call)
{
    struct period *started = NULL;
    int i;

    window->pairs_unsure = window->pairs_unsure || count < 0;
    if (assertions_of(call) & NEUTRAL_MODE_NOCHECK)
        started = period_begin(agent, call, origin);
    for (i = 0; i < count && !window->pairs_unsure; i++) {
        struct match *match = next_match(
            pairing_get(window, origin, (uint32_t)targets[i]), false);

        call_set(&match->start, call);
        match->started = started;
        if (started != NULL)
            started->references++;
    }
    period_drop(started);
}

/* That of the call, a post or a start. */
static struct match *match_of(const struct pairing *pairing,
                              const struct call *call)
{
    struct match *match;

    if (pairing == NULL)
        return NULL;
    DL_FOREACH(pairing->matches, match)
        if (match->post == call || match->start == call)
            return match;
    return NULL;
}

void promise_post_done(struct agent *agent, struct window *window,
                       uint32_t target, const int *origins, int count,
                       const struct call *call)
{
    struct write *write;
    int i;

    for (i = 0; i < count; i++) {
        struct pairing *pairing =
            pairing_find(window, (uint32_t)origins[i], target);
        struct match *match = match_of(pairing, call);

        if (match == NULL)
            continue;
        match->post_done = true;
        judge(agent, window, match);
        if (assertions_of(call) & NEUTRAL_MODE_NOPUT)
            LL_FOREACH(match->writes, write)
                raise_noput(agent, window, (int)target, write->call,
                            match->post);
        writes_drop(&match->writes, -1);
        if (match->complete)
            match_free(pairing, match);
    }
}

void promise_start_done(struct agent *agent, struct window *window,
                        uint32_t origin, const int *targets, int count,
                        const struct call *call)
{
    struct match *match;
    int i;

    for (i = 0; i < count; i++) {
        match =
            match_of(pairing_find(window, origin, (uint32_t)targets[i]), call);
        if (match == NULL || match->start_done)
            continue;
        match->start_done = true;
        judge(agent, window, match);
    }
}

/* That of the origin's open start. */
static struct match *open_match(const struct pairing *pairing)
{
    struct match *match;

    if (pairing == NULL)
        return NULL;
    DL_FOREACH(pairing->matches, match)
        if (match->start != NULL && !match->complete)
            return match;
    return NULL;
}

void promise_complete(struct window *window, uint32_t origin,
                      const int *targets, int count)
{
    int i;

    for (i = 0; i < count; i++) {
        struct pairing *pairing =
            pairing_find(window, origin, (uint32_t)targets[i]);
        struct match *match = open_match(pairing);

        if (match == NULL)
            continue;
        match->complete = true;
        if (match->post_done)
            match_free(pairing, match);
    }
}

/* Takes the failed call out, so that the next one comes in its place. */
static void withdraw(struct pairing *pairing, const struct call *call)
{
    struct match *match = match_of(pairing, call);

    if (match == NULL)
        return;
    if (match->post == call) {
        call_set(&match->post, NULL);
        period_drop(match->posted);
        match->posted = NULL;
    } else {
        call_set(&match->start, NULL);
        period_drop(match->started);
        match->started = NULL;
    }
    if (match->post == NULL && match->start == NULL)
        match_free(pairing, match);
}

void promise_post_failed(struct window *window, uint32_t target,
                         const int *origins, int count, struct call *call)
{
    int i;

    for (i = 0; i < count; i++)
        withdraw(pairing_find(window, (uint32_t)origins[i], target), call);
}

void promise_start_failed(struct window *window, uint32_t origin,
                          const int *targets, int count, struct call *call)
{
    int i;

    for (i = 0; i < count; i++)
        withdraw(pairing_find(window, origin, (uint32_t)targets[i]), call);
}

void promise_write(struct agent *agent, struct window *window, uint32_t origin,
                   int target, struct call *call, bool started)
{
    struct match *match;

    if (!started) {
        write_in_fence(agent, window, origin, target, call);
        return;
    }
    match = open_match(pairing_find(window, origin, (uint32_t)target));
    if (match == NULL)
        return;
    if (!match->post_done)
        write_add(&match->writes, target, call);
    else if (assertions_of(match->post) & NEUTRAL_MODE_NOPUT)
        raise_noput(agent, window, target, call, match->post);
}

/* ---------------------------------------------------------------- locks */

/* Of two that both promise it the lower rank comes first. */
static bool goes_first(const struct period *one, const struct period *other)
{
    bool both =
        lock_is_unchecked(one->opened) && lock_is_unchecked(other->opened);

    return both ? one->rank < other->rank : lock_is_unchecked(one->opened);
}

static void locks_meet(struct agent *agent, struct window *window,
                       struct period *lock, struct period *list, int target)
{
    struct period *other;

    DL_FOREACH(list, other) {
        bool first = goes_first(lock, other);
        struct model_event event;

        if (other->rank == lock->rank ||
            (!lock_is_unchecked(lock->opened) &&
             !lock_is_unchecked(other->opened)) ||
            (!lock_is_exclusive(lock->opened) &&
             !lock_is_exclusive(other->opened)))
            continue;
        event =
            model_event_new(agent_of((first ? lock : other)->opened->process),
                            EVENT_LOCKS_MEET, (first ? lock : other)->opened);
        event.locks.window = window;
        event.locks.other = (first ? other : lock)->opened;
        event.locks.target = target;
        periods_meet(agent->model, lock, other, &event);
    }
}

void promise_lock(struct agent *agent, struct window *window,
                  struct period *lock, int target)
{
    uint32_t i;

    window->unchecked = window->unchecked || lock_is_unchecked(lock->opened);
    if (!window->unchecked)
        return;
    for (i = 0; i < window->size; i++)
        if (target < 0 || i == (uint32_t)target)
            locks_meet(agent, window, lock, window->ranks[i].locks, (int)i);
    if (target >= 0)
        locks_meet(agent, window, lock, window->lock_alls, target);
}

/* A start that does not return awaits a notice, maybe, that the post never
 * gives. */
void promises_end(struct model *model)
{
    struct agent *agent;
    struct open_call *open;

    DL_FOREACH(model->agents, agent)
        DL_FOREACH(agent->open, open)
            if (open->call->info->base == CALL_MPI_Win_start &&
                open->window != NULL &&
                open->window->ranks[open->member].start == open->call)
                promise_start_done(
                    agent, open->window, open->member,
                    open->window->ranks[open->member].start_ranks,
                    open->window->ranks[open->member].start_count, open->call);
}

void promises_free(struct window *window)
{
    while (window->fence_rounds != NULL)
        round_free(window, window->fence_rounds);
}
