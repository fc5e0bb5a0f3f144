/*
 * model_window_order.c - what on a window came before what.
 *
 * Lock periods and exposure epochs must not overlap (MPI-4.1 12.5.3).  As the
 * model takes in nothing before what it depends on, one that begins now is
 * concurrent with every one that began earlier and has not ended before this
 * moment by the clocks; that does not depend on which is taken in first.
 */
#include "model_private.h"

#include <stdlib.h>

/* ------------------------------------------------- locks and exposures */

static void lock_free(struct lock *lock)
{
    call_drop(lock->lock);
    call_drop(lock->unlock);
    free(lock);
}

static void exposure_free(struct exposure *exposure)
{
    call_drop(exposure->post);
    call_drop(exposure->wait);
    free(exposure);
}

static void raise_overlap(struct agent *agent, const struct window *window,
                          const struct lock *lock, int lock_target,
                          const struct exposure *exposure, bool lock_begins)
{
    struct model_event event = model_event_new(
        agent, EVENT_OVERLAP, lock_begins ? lock->lock : exposure->post);

    if (agent->model->order_unsure)
        return;
    event.overlap.window = window;
    event.overlap.lock = lock;
    event.overlap.exposure = exposure;
    event.overlap.target = lock_target;
    if (lock_begins)
        event.overlap.post_first = clock_after(&agent->clock, exposure->begin);
    else
        event.overlap.lock_first = clock_after(&agent->clock, lock->begin);
    model_raise(agent->model, &event);
}

static void meet_exposures(struct agent *agent, const struct window *window,
                           const struct lock *lock, int target, int rank)
{
    const struct exposure *exposure;

    DL_FOREACH(window->ranks[rank].exposures, exposure)
    if (exposure->wait == NULL || !clock_after(&agent->clock, exposure->end))
        raise_overlap(agent, window, lock, target, exposure, true);
}

/*
 * Of periods from one place in the program only the last that has ended is
 * kept: what comes after it comes after those before it, too.
 */
static void forget_locks(struct lock **list, const struct lock *newer)
{
    struct lock *lock, *next;

    DL_FOREACH_SAFE(*list, lock, next)
    if (lock->unlock != NULL && lock->origin == newer->origin &&
        lock->lock->stack == newer->lock->stack) {
        DL_DELETE(*list, lock);
        lock_free(lock);
    }
}

struct lock *lock_begins(struct agent *agent, struct window *window,
                         uint32_t origin, int target, struct call *call)
{
    struct lock *lock = xcalloc(1, sizeof *lock);
    struct lock **list =
        target < 0 ? &window->lock_alls : &window->ranks[target].locks;
    uint32_t i;

    lock->lock = call_hold(call);
    lock->begin = clock_moment(&agent->clock);
    lock->origin = origin;
    if (target >= 0)
        meet_exposures(agent, window, lock, target, target);
    else
        for (i = 0; i < window->size; i++)
            meet_exposures(agent, window, lock, -1, (int)i);
    forget_locks(list, lock);
    DL_APPEND(*list, lock);
    return lock;
}

void lock_ends(struct agent *agent, struct lock *lock, struct call *call)
{
    if (lock == NULL || lock->unlock != NULL)
        return;
    lock->unlock = call_hold(call);
    lock->end = clock_moment(&agent->clock);
}

static void meet_locks(struct agent *agent, const struct window *window,
                       const struct exposure *exposure,
                       const struct lock *locks, int target)
{
    const struct lock *lock;

    DL_FOREACH(locks, lock)
    if (lock->unlock == NULL || !clock_after(&agent->clock, lock->end))
        raise_overlap(agent, window, lock, target, exposure, false);
}

struct exposure *exposure_begins(struct agent *agent, struct window *window,
                                 uint32_t target, struct call *call)
{
    struct exposure *exposure = xcalloc(1, sizeof *exposure);
    struct exposure *old, *next;
    struct exposure **list = &window->ranks[target].exposures;

    exposure->post = call_hold(call);
    exposure->begin = clock_moment(&agent->clock);
    exposure->target = target;
    meet_locks(agent, window, exposure, window->ranks[target].locks,
               (int)target);
    meet_locks(agent, window, exposure, window->lock_alls, -1);
    DL_FOREACH_SAFE(*list, old, next)
    if (old->wait != NULL && old->post->stack == call->stack) {
        DL_DELETE(*list, old);
        exposure_free(old);
    }
    DL_APPEND(*list, exposure);
    return exposure;
}

void exposure_ends(struct agent *agent, struct exposure *exposure,
                   struct call *call)
{
    if (exposure == NULL || exposure->wait != NULL)
        return;
    exposure->wait = call_hold(call);
    exposure->end = clock_moment(&agent->clock);
}

/* ------------------------------------------------------ order by values */

#define ACCESSES_KEPT  32 /* then those of one target are taken together */
#define MOMENTS_PRUNED 16

/* When somebody let others see what he wrote to some bytes of a window. */
struct publication {
    uint64_t time;
    struct clock *clock;
};

struct update {
    uint32_t origin;
    int64_t low, high;
    struct publication *publications; /* oldest first */
    size_t count, room;
    struct update *next, *prev;
};

static bool same_target(int access, int target)
{
    return target < 0 || access == target;
}

void passive_add(struct window_rank *member, int target, int64_t low,
                 int64_t high, bool reads, bool writes)
{
    struct passive_access *access;
    size_t i;

    for (i = 0; i < member->access_count; i++) {
        access = &member->accesses[i];
        if (access->target != target)
            continue;
        if ((access->low == low && access->high == high) ||
            member->access_count >= ACCESSES_KEPT) {
            access->low = low < access->low ? low : access->low;
            access->high = high > access->high ? high : access->high;
            access->reads = access->reads || reads;
            access->writes = access->writes || writes;
            return;
        }
    }
    if (member->access_count == member->access_room) {
        member->access_room = member->access_room * 2 + 4;
        member->accesses = xrealloc(member->accesses, member->access_room,
                                    sizeof member->accesses[0]);
    }
    member->accesses[member->access_count++] =
        (struct passive_access){target, low, high, reads, writes};
}

void passive_forget(struct window_rank *member, int target)
{
    size_t i, kept = 0;

    for (i = 0; i < member->access_count; i++)
        if (!same_target(member->accesses[i].target, target))
            member->accesses[kept++] = member->accesses[i];
    member->access_count = kept;
}

/* Publications that no reader can have missed any more: all processes were
 * seen beyond a later one. */
static void prune(const struct agent *agent, struct update *update)
{
    const struct agent *other;
    uint64_t seen = UINT64_MAX;
    size_t gone = 0, i;

    DL_FOREACH(agent->model->agents, other)
    if (!other->gone && other->seen_time < seen)
        seen = other->seen_time;
    while (gone + 1 < update->count &&
           update->publications[gone + 1].time < seen)
        clock_drop(update->publications[gone++].clock);
    for (i = gone; i < update->count; i++)
        update->publications[i - gone] = update->publications[i];
    update->count -= gone;
}

static void publish(struct agent *agent, struct window_rank *target,
                    uint32_t origin, int64_t low, int64_t high,
                    struct call *call)
{
    struct update *update, *last = NULL;
    size_t own = 0;

    DL_FOREACH(target->updates, update)
    {
        if (update->origin != origin)
            continue;
        last = update;
        own++;
        if (update->low == low && update->high == high)
            break;
    }
    if (update == NULL && own >= ACCESSES_KEPT) {
        update = last;
        update->low = low < update->low ? low : update->low;
        update->high = high > update->high ? high : update->high;
    }
    if (update == NULL) {
        update = xcalloc(1, sizeof *update);
        update->origin = origin;
        update->low = low;
        update->high = high;
        DL_APPEND(target->updates, update);
    }
    if (update->count == update->room) {
        if (update->count >= MOMENTS_PRUNED)
            prune(agent, update);
        if (update->count * 2 > update->room || update->room == 0) {
            update->room = update->room * 2 + 4;
            update->publications = xrealloc(update->publications, update->room,
                                            sizeof update->publications[0]);
        }
    }
    update->publications[update->count++] =
        (struct publication){call->enter_time, clock_take(&agent->clock)};
}

void passive_publish(struct agent *agent, struct window *window,
                     uint32_t origin, int target, struct call *call)
{
    const struct window_rank *member = &window->ranks[origin];
    size_t i;

    for (i = 0; i < member->access_count; i++) {
        const struct passive_access *access = &member->accesses[i];

        if (access->writes && same_target(access->target, target))
            publish(agent, &window->ranks[access->target], origin, access->low,
                    access->high, call);
    }
}

bool passive_ready(const struct agent *agent, const struct window *window,
                   uint32_t origin, int target, uint64_t time)
{
    const struct window_rank *member = &window->ranks[origin];
    size_t i;

    for (i = 0; i < member->access_count; i++)
        if (same_target(member->accesses[i].target, target) &&
            member->accesses[i].reads)
            return model_all_past(agent, time);
    return true;
}

/* The process may have read these bytes any time before `time`. */
static void learn(struct agent *agent, const struct window_rank *target,
                  uint32_t origin, int64_t low, int64_t high, uint64_t time)
{
    const struct update *update;
    size_t i;

    DL_FOREACH(target->updates, update)
    {
        if (update->origin == origin || update->high <= low ||
            high <= update->low)
            continue;
        for (i = update->count; i > 0; i--)
            if (update->publications[i - 1].time < time) {
                clock_join(&agent->clock, update->publications[i - 1].clock);
                break;
            }
    }
}

void passive_learn(struct agent *agent, struct window *window, uint32_t origin,
                   int target, uint64_t time)
{
    const struct window_rank *member = &window->ranks[origin];
    size_t i;

    for (i = 0; i < member->access_count; i++) {
        const struct passive_access *access = &member->accesses[i];

        if (access->reads && same_target(access->target, target))
            learn(agent, &window->ranks[access->target], origin, access->low,
                  access->high, time);
    }
}

/*
 * MPI_Win_sync: the process may have stored before and may load behind it, in
 * its own part and, of a shared window, in any part.
 */
void passive_sync(struct agent *agent, struct window *window, uint32_t origin,
                  struct call *call)
{
    uint32_t i;

    for (i = 0; i < window->size; i++)
        if (i == origin || window->flavor == WINDOW_ALLOCATE_SHARED) {
            passive_add(&window->ranks[origin], (int)i, INT64_MIN, INT64_MAX,
                        true, true);
            publish(agent, &window->ranks[i], origin, INT64_MIN, INT64_MAX,
                    call);
        }
}

/* ------------------------------------------- start and post, by pairs */

struct clock_queue {
    struct clock **clocks;
    size_t first, count, room;
};

struct pairing {
    struct {
        uint32_t origin, target;
    } key;
    struct clock_queue posts, completes; /* not met by the other side yet */
    UT_hash_handle hh;
};

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

static void queue_join(struct agent *agent, struct clock_queue *queue)
{
    struct clock *clock;

    if (queue->count == 0)
        return;
    clock = queue->clocks[queue->first++];
    queue->count--;
    clock_join(&agent->clock, clock);
    clock_drop(clock);
}

static void queue_free(struct clock_queue *queue)
{
    while (queue->count > 0)
        clock_drop(queue->clocks[queue->first + --queue->count]);
    free(queue->clocks);
}

static struct pairing *pairing_find(const struct window *window,
                                    uint32_t origin, uint32_t target)
{
    struct pairing key = {.key = {origin, target}}, *pairing;

    HASH_FIND(hh, window->pairings, &key.key, sizeof key.key, pairing);
    return pairing;
}

static struct pairing *pairing_get(struct window *window, uint32_t origin,
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

    for (i = 0; i < count; i++)
        queue_put(&pairing_get(window, (uint32_t)origins[i], target)->posts,
                  clock_hold(clock));
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
                        uint32_t origin, const int *targets, int count)
{
    int i;

    for (i = 0; i < count; i++)
        queue_join(agent,
                   &pairing_get(window, origin, (uint32_t)targets[i])->posts);
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

void pairing_join_completes(struct agent *agent, struct window *window,
                            uint32_t target, const int *origins, int count)
{
    int i;

    for (i = 0; i < count; i++)
        queue_join(
            agent,
            &pairing_get(window, (uint32_t)origins[i], target)->completes);
}

void window_order_free(struct window *window)
{
    struct pairing *pairing, *next;
    struct update *update, *other;
    uint32_t i;
    size_t j;

    HASH_ITER(hh, window->pairings, pairing, next)
    {
        HASH_DEL(window->pairings, pairing);
        queue_free(&pairing->posts);
        queue_free(&pairing->completes);
        free(pairing);
    }
    for (i = 0; i < window->size; i++) {
        struct window_rank *member = &window->ranks[i];

        while (member->locks != NULL) {
            struct lock *lock = member->locks;

            DL_DELETE(member->locks, lock);
            lock_free(lock);
        }
        while (member->exposures != NULL) {
            struct exposure *exposure = member->exposures;

            DL_DELETE(member->exposures, exposure);
            exposure_free(exposure);
        }
        DL_FOREACH_SAFE(member->updates, update, other)
        {
            for (j = 0; j < update->count; j++)
                clock_drop(update->publications[j].clock);
            free(update->publications);
            free(update);
        }
    }
    while (window->lock_alls != NULL) {
        struct lock *lock = window->lock_alls;

        DL_DELETE(window->lock_alls, lock);
        lock_free(lock);
    }
}
