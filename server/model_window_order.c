/*
 * model_window_order.c - what on a window came before what.
 *
 * Lock periods and exposure epochs must not overlap (MPI-4.1 12.5.3).  As the
 * model takes in nothing before what it depends on, one that begins now is
 * concurrent with every one that began earlier and has not ended before this
 * moment by the clocks; that does not depend on which is taken in first.
 */
#include "model_window_order.h"

#include "access.h"
#include "model_window_promise.h"

#include <stdlib.h>

/* ------------------------------------------------- locks and exposures */

static void meet(struct agent *agent, const struct window *window,
                 struct period *lock, int lock_target, struct period *exposure,
                 bool lock_begins)
{
    struct model_event event;

    if (lock->idle || exposure->idle)
        return;
    event = model_event_new(agent, EVENT_OVERLAP,
                            lock_begins ? lock->opened : exposure->opened);
    event.overlap.window = window;
    event.overlap.lock = lock;
    event.overlap.exposure = exposure;
    event.overlap.target = lock_target;
    event.overlap.post_first = period_sooner(exposure, lock);
    event.overlap.lock_first = period_sooner(lock, exposure);
    periods_meet(agent->model, lock, exposure, &event);
}

/*
 * Of periods of one process from one place in the program only the last that
 * has ended is kept: what comes after it comes after those before it, too.
 */
static void add_period(struct period **list, struct period *newer)
{
    struct period *period, *next;

    DL_FOREACH_SAFE(*list, period, next)
        if (period->closed != NULL && period->rank == newer->rank &&
            period->opened->stack == newer->opened->stack) {
            DL_DELETE(*list, period);
            period_drop(period);
        }
    DL_APPEND(*list, newer);
}

struct period *lock_begins(struct agent *agent, struct window *window,
                           uint32_t origin, int target, struct call *call,
                           bool wrong)
{
    struct period *lock = period_begin(agent, call, origin), *exposure;
    struct period **list =
        target < 0 ? &window->lock_alls : &window->ranks[target].locks;
    uint32_t i;

    lock->idle = wrong;
    for (i = 0; i < window->size; i++)
        if (target < 0 || i == (uint32_t)target)
            DL_FOREACH(window->ranks[i].exposures, exposure)
                meet(agent, window, lock, target, exposure, true);
    promise_lock(agent, window, lock, target);
    add_period(list, lock);
    return lock;
}

struct period *exposure_begins(struct agent *agent, struct window *window,
                               uint32_t target, struct call *call,
                               bool to_nobody)
{
    struct period *exposure = period_begin(agent, call, target), *lock;

    exposure->idle = to_nobody;
    DL_FOREACH(window->ranks[target].locks, lock)
        meet(agent, window, lock, (int)target, exposure, false);
    DL_FOREACH(window->lock_alls, lock)
        meet(agent, window, lock, -1, exposure, false);
    add_period(&window->ranks[target].exposures, exposure);
    return exposure;
}

/* ------------------------------------------------------ order by values */

#define ACCESSES_KEPT 32 /* then those of one target are taken together */

static bool same_target(int access, int target)
{
    return target < 0 || access == target;
}

/* With which of the member's the one that is added is taken together: that of
 * the same bytes or, when there are many, one that tells the same; NULL: none.
 */
static struct passive_access *joined_by(const struct window_rank *member,
                                        const struct passive_access *added)
{
    struct passive_access *access, *alike = NULL, *any = NULL;
    size_t i;

    for (i = 0; i < member->access_count; i++) {
        access = &member->accesses[i];
        if (access->target != added->target || access->local != added->local)
            continue;
        if (access->low == added->low && access->high == added->high)
            return access;
        any = access;
        if (access->gets == added->gets && access->shared == added->shared &&
            (alike == NULL || access->got_at == added->got_at))
            alike = access;
    }
    if (member->access_count < ACCESSES_KEPT)
        return NULL;
    return alike != NULL ? alike : any;
}

void passive_add(struct window_rank *member, const struct passive_access *added)
{
    struct passive_access *access = joined_by(member, added);

    if (access != NULL) {
        access->low = added->low < access->low ? added->low : access->low;
        access->high = added->high > access->high ? added->high : access->high;
        if (added->reads && access->got_at != added->got_at)
            access->got_at = access->reads ? 0 : added->got_at;
        access->reads = access->reads || added->reads;
        access->writes = access->writes || added->writes;
        access->gets = access->gets && added->gets;
        access->shared = access->shared && added->shared;
        access->excludes = access->excludes || added->excludes;
        return;
    }
    if (member->access_count == member->access_room) {
        member->access_room = member->access_room * 2 + 4;
        member->accesses = xrealloc(member->accesses, member->access_room,
                                    sizeof member->accesses[0]);
    }
    member->accesses[member->access_count++] = *added;
}

static bool is_exclusive(const struct window_rank *member, int target)
{
    const struct held_lock *held = window_held_lock(member, target);

    return held != NULL && lock_is_exclusive(held->lock);
}

void passive_local(const struct agent *agent, struct window *window,
                   uint32_t origin, int target)
{
    uint32_t i;

    /* What it polls, and its flags, are known then (access_direct.c). */
    if (agent->native && window->flavor == WINDOW_ALLOCATE_SHARED)
        return;
    for (i = 0; i < window->size; i++)
        if (same_target((int)i, target) &&
            (i == origin || window->flavor == WINDOW_ALLOCATE_SHARED))
            passive_add(
                &window->ranks[origin],
                &(struct passive_access){
                    .target = (int)i,
                    .low = INT64_MIN,
                    .high = INT64_MAX,
                    .reads = true,
                    .writes = true,
                    .shared = !is_exclusive(&window->ranks[origin], (int)i),
                    .local = true,
                    .loads = agent->loads,
                    .stores = agent->stores});
}

void passive_forget(struct window_rank *member, int target, bool ends)
{
    size_t i, kept = 0;

    for (i = 0; i < member->access_count; i++)
        if (!same_target(member->accesses[i].target, target) ||
            (!ends &&
             (member->accesses[i].local || member->accesses[i].excludes)))
            member->accesses[kept++] = member->accesses[i];
    member->access_count = kept;
}

/* Likewise what it may have stored itself. */
static bool has_written(const struct agent *agent,
                        const struct passive_access *access)
{
    return access->writes && (!access->local || !agent->native ||
                              access->stores != agent->stores);
}

/* What it may load and store itself, and tells instead (access_direct.c). */
static bool is_told(const struct agent *agent, const struct window *window,
                    const struct passive_access *access)
{
    return access->local && window->flavor == WINDOW_ALLOCATE_SHARED &&
           agent_is_whole(agent);
}

void passive_publish(struct agent *agent, struct window *window,
                     uint32_t origin, int target)
{
    const struct window_rank *member = &window->ranks[origin];
    struct clock *clock = NULL;
    size_t i;

    for (i = 0; i < member->access_count; i++) {
        const struct passive_access *access = &member->accesses[i];

        if (!same_target(access->target, target) ||
            (!has_written(agent, access) && !access->excludes) ||
            is_told(agent, window, access))
            continue;
        if (clock == NULL)
            clock = clock_take(&agent->clock);
        if (has_written(agent, access) && access->shared)
            board_update(&window->ranks[access->target].board, agent,
                         access->low, access->high, clock);
        else if (has_written(agent, access))
            board_leave(&window->ranks[access->target].board, agent,
                        access->low, access->high, clock);
        if (access->excludes)
            board_leave(&window->ranks[access->target].holders, agent,
                        access->low, access->high, clock);
    }
    clock_drop(clock);
}

void passive_end(struct agent *agent, struct window *window, uint32_t origin,
                 int target)
{
    const struct window_rank *member = &window->ranks[origin];
    struct clock *clock = clock_take(&agent->clock);
    size_t i;

    for (i = 0; i < member->access_count; i++)
        if (same_target(member->accesses[i].target, target) &&
            has_written(agent, &member->accesses[i]) &&
            !is_told(agent, window, &member->accesses[i]))
            board_leave(&window->ranks[member->accesses[i].target].ended, agent,
                        member->accesses[i].low, member->accesses[i].high,
                        clock);
    clock_drop(clock);
}

/* What it may have loaded itself it has not where its loads are told, and none
 * was. */
static bool has_read(const struct agent *agent,
                     const struct passive_access *access)
{
    return !access->local || !agent->native || access->loads != agent->loads;
}

void passive_learn(struct agent *agent, struct window *window, uint32_t origin,
                   int target)
{
    const struct window_rank *member = &window->ranks[origin];
    size_t i;

    for (i = 0; i < member->access_count; i++) {
        const struct passive_access *access = &member->accesses[i];

        if (!same_target(access->target, target) ||
            is_told(agent, window, access))
            continue;
        if (access->reads && access->gets && access->shared)
            board_get(&window->ranks[access->target].board, agent, access->low,
                      access->high, access->got_at);
        else if (access->reads)
            board_look(&window->ranks[access->target].board, agent, NULL,
                       access->low, access->high);
        if (access->reads && has_read(agent, access) &&
            (member->lock_all != NULL ||
             window_held_lock(member, access->target) != NULL))
            board_look(&window->ranks[access->target].ended, agent, NULL,
                       access->low, access->high);
        if (access->excludes)
            board_look(&window->ranks[access->target].holders, agent, NULL,
                       access->low, access->high);
    }
}

/*
 * MPI_Win_sync: the process may have stored before and may load behind it, in
 * its own part and, of a shared window, in any part.
 */
void passive_sync(struct agent *agent, struct window *window, uint32_t origin)
{
    passive_local(agent, window, origin, -1);
    passive_publish(agent, window, origin, -1);
}

/* ------------------------------------------- start and post, by pairs */

static void queue_put(struct clock_queue *queue, struct clock *clock)
{
    size_t i;

    if (queue->first + queue->count == queue->room && queue->first > 0) {
        for (i = 0; i < queue->count; i++)
            queue->clocks[i] = queue->clocks[queue->first + i];
        queue->first = 0;
    }
    if (queue->first + queue->count == queue->room) {
        queue->room = queue->room * 2 + 4;
        queue->clocks =
            xrealloc(queue->clocks, queue->room, sizeof queue->clocks[0]);
    }
    queue->clocks[queue->first + queue->count++] = clock;
}

/* The clock is the caller's; NULL: there is none. */
static struct clock *queue_take(struct clock_queue *queue)
{
    if (queue->count == 0)
        return NULL;
    queue->count--;
    return queue->clocks[queue->first++];
}

static struct clock *queue_join(struct agent *agent, struct clock_queue *queue)
{
    struct clock *clock = queue_take(queue);

    if (clock != NULL)
        agent_learn(agent, clock);
    return clock;
}

static void queue_free(struct clock_queue *queue)
{
    while (queue->count > 0)
        clock_drop(queue->clocks[queue->first + --queue->count]);
    free(queue->clocks);
}

struct pairing *pairing_find(const struct window *window, uint32_t origin,
                             uint32_t target)
{
    struct pairing key = {.key = {origin, target}}, *pairing;

    HASH_FIND(hh, window->pairings, &key.key, sizeof key.key, pairing);
    return pairing;
}

struct pairing *pairing_get(struct window *window, uint32_t origin,
                            uint32_t target)
{
    struct pairing *pairing = pairing_find(window, origin, target);

    if (pairing == NULL) {
        pairing = xcalloc(1, sizeof *pairing);
        pairing->key.origin = origin;
        pairing->key.target = target;
        HASH_ADD(hh, window->pairings, key, sizeof pairing->key, pairing);
    }
    return pairing;
}

void pairing_post(struct agent *agent, struct window *window, uint32_t target,
                  const int *origins, int count)
{
    struct clock *clock = clock_take(&agent->clock);
    int i;

    for (i = 0; i < count; i++) {
        struct pairing *pairing =
            pairing_get(window, (uint32_t)origins[i], target);

        pairing->posted++;
        if (pairing->owed == 0) {
            queue_put(&pairing->posts, clock_hold(clock));
            continue;
        }
        pairing->owed--;
        access_posted(window, (uint32_t)origins[i], target, pairing->posted,
                      clock);
    }
    clock_drop(clock);
}

bool pairing_posted(const struct window *window, uint32_t origin,
                    const int *targets, int count)
{
    int i;

    for (i = 0; i < count; i++) {
        const struct pairing *pairing =
            pairing_find(window, origin, (uint32_t)targets[i]);

        if (pairing == NULL || pairing->posts.count == 0)
            return false;
    }
    return true;
}

void pairing_join_posts(struct agent *agent, struct window *window,
                        uint32_t origin, const int *targets, int count,
                        bool unchecked)
{
    int i;

    for (i = 0; i < count; i++) {
        struct pairing *pairing =
            pairing_get(window, origin, (uint32_t)targets[i]);

        clock_drop(pairing->last_post);
        pairing->last_post = unchecked ? queue_take(&pairing->posts)
                                       : queue_join(agent, &pairing->posts);
        if (unchecked && pairing->last_post == NULL)
            pairing->owed++;
    }
}

bool pairing_last_post(const struct window *window, uint32_t origin,
                       uint32_t target, const struct clock **clock)
{
    const struct pairing *pairing = pairing_find(window, origin, target);

    *clock = pairing == NULL ? NULL : pairing->last_post;
    return pairing == NULL || pairing->owed == 0;
}

void pairing_complete(struct agent *agent, struct window *window,
                      uint32_t origin, const int *targets, int count)
{
    struct clock *clock = clock_take(&agent->clock);
    int i;

    for (i = 0; i < count; i++)
        queue_put(&pairing_get(window, origin, (uint32_t)targets[i])->completes,
                  clock_hold(clock));
    clock_drop(clock);
}

bool pairing_completed(const struct window *window, uint32_t target,
                       const int *origins, int count)
{
    int i;

    for (i = 0; i < count; i++) {
        const struct pairing *pairing =
            pairing_find(window, (uint32_t)origins[i], target);

        if (pairing == NULL || pairing->completes.count == 0)
            return false;
    }
    return true;
}

static void join_completes(struct agent *agent, struct window *window,
                           uint32_t target, const int *origins, int count)
{
    int i;

    for (i = 0; i < count; i++)
        clock_drop(queue_join(
            agent,
            &pairing_get(window, (uint32_t)origins[i], target)->completes));
}

/*
 * MPI_Win_test may find it over in one run and not in another; what the
 * process does then is its business, so that the epoch may have ended with
 * the first test that could have found it.
 */
void exposure_ends(struct agent *agent, struct window *window, uint32_t target,
                   struct call *call)
{
    const struct window_rank *member = &window->ranks[target];
    struct period *exposure = member->exposure;
    struct tested tested = exposure->tested;

    order_learns(agent, &exposure->tested,
                 call->info->base == CALL_MPI_Win_test);
    join_completes(agent, window, target, member->post_ranks,
                   member->post_count);
    period_end(agent, exposure, call);
    if (tested.first > agent->chances.heard)
        exposure->end.at = tested.first;
    order_learnt(agent);
}

static void periods_free(struct period **list)
{
    struct period *period;

    while ((period = *list) != NULL) {
        DL_DELETE(*list, period);
        period_drop(period);
    }
}

void window_order_free(struct window *window)
{
    struct pairing *pairing, *next;
    uint32_t i;

    HASH_ITER(hh, window->pairings, pairing, next) {
        HASH_DEL(window->pairings, pairing);
        queue_free(&pairing->posts);
        queue_free(&pairing->completes);
        clock_drop(pairing->last_post);
        matches_free(pairing);
        free(pairing);
    }
    for (i = 0; i < window->size; i++) {
        periods_free(&window->ranks[i].locks);
        periods_free(&window->ranks[i].exposures);
        board_clear(&window->ranks[i].board);
        board_clear(&window->ranks[i].holders);
        board_clear(&window->ranks[i].ended);
    }
    periods_free(&window->lock_alls);
    promises_free(window);
}
