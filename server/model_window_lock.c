/*
 * model_window_lock.c - the locks that a process holds on windows (MPI-4.1
 * 12.5.3).
 */
#include "model_window_lock.h"

#include "access.h"
#include "machine.h"
#include "model_guard.h"
#include "model_window_order.h"

#include <stdlib.h>

struct wait_reason lock_wait(struct call *lock, const struct window *window)
{
    struct wait_reason reason = {
        .kind = WAIT_LOCK, .call = lock, .window = window, .rank = -1};

    if (lock->info->base == CALL_MPI_Win_lock)
        reason.rank = comm_world_rank(
            window->comm, (uint32_t)CALL_VIEW(lock, MPI_Win_lock)->rank);
    return reason;
}

bool lock_is_exclusive(const struct call *lock)
{
    return lock->info->base == CALL_MPI_Win_lock &&
           CALL_VIEW(lock, MPI_Win_lock)->lock_type == NEUTRAL_LOCK_EXCLUSIVE;
}

bool lock_is_unchecked(const struct call *lock)
{
    int64_t assertions = lock->info->base == CALL_MPI_Win_lock
                             ? CALL_VIEW(lock, MPI_Win_lock)->assert
                             : CALL_VIEW(lock, MPI_Win_lock_all)->assert;

    return (assertions & NEUTRAL_MODE_NOCHECK) != 0;
}

const struct held_lock *window_held_lock(const struct window_rank *member,
                                         int target)
{
    struct held_lock *held;

    HASH_FIND_INT(member->held, &target, held);
    return held;
}

static struct wrong_lock *wrong_lock(const struct window_rank *member,
                                     int target)
{
    struct wrong_lock *wrong;

    HASH_FIND_INT(member->wrong_locks, &target, wrong);
    return wrong;
}

bool window_wrongly_locked(const struct window_rank *member, int target)
{
    return wrong_lock(member, target) != NULL || wrong_lock(member, -1) != NULL;
}

/* A lock after a fence that has opened nothing yet: whether it is an error,
 * the next fence tells.  One for loads and stores may be for nothing else
 * (12.5.1: a fence opens an access epoch if RMA calls follow); `remote`: it is
 * of a part that the process cannot load from. */
static void lock_after_fence(struct window_rank *member, struct call *call,
                             bool remote)
{
    if (member->fence == NULL || member->fence_rma != NULL)
        return;
    if (member->fence_lock == NULL)
        call_set(&member->fence_lock, call);
    member->fence_lock_used = member->fence_lock_used || remote;
}

static void wrong_lock_add(struct window_rank *member, int target)
{
    struct wrong_lock *wrong = wrong_lock(member, target);

    if (wrong == NULL) {
        wrong = xcalloc(1, sizeof *wrong);
        wrong->target = target;
        HASH_ADD_INT(member->wrong_locks, target, wrong);
    }
    wrong->count++;
}

static void wrong_lock_forget(struct window_rank *member, int target)
{
    struct wrong_lock *wrong = wrong_lock(member, target);

    if (wrong != NULL) {
        HASH_DEL(member->wrong_locks, wrong);
        free(wrong);
    }
}

/* An unlock of what is not held: it may be that of a wrong lock. */
static void unlock_nothing(struct window_rank *member, int target)
{
    struct wrong_lock *wrong = wrong_lock(member, target);

    if (wrong == NULL)
        member->stray_unlocks++;
    else if (--wrong->count == 0)
        wrong_lock_forget(member, target);
}

static bool in_other_epoch(const struct window_rank *member)
{
    return member->start != NULL || member->fence_rma != NULL;
}

void window_lock(struct agent *agent, struct window_rank *member,
                 struct open_call *open)
{
    int64_t rank = CALL_VIEW(open->call, MPI_Win_lock)->rank;
    struct held_lock *held;

    if (rank < 0 || rank >= open->window->size)
        return;
    if (window_held_lock(member, (int)rank) != NULL) {
        wrong_lock_add(member, (int)rank);
        return;
    }
    wrong_lock_forget(member, (int)rank);
    lock_after_fence(member, open->call,
                     (uint32_t)rank != open->member &&
                         open->window->flavor != WINDOW_ALLOCATE_SHARED);
    held = xcalloc(1, sizeof *held);
    held->target = (int)rank;
    held->lock = call_hold(open->call);
    held->wrong = member->lock_all != NULL || in_other_epoch(member);
    held->period = lock_begins(agent, open->window, open->member, (int)rank,
                               open->call, held->wrong);
    HASH_ADD_INT(member->held, target, held);
    agent->locks++;
    passive_local(agent, open->window, open->member, (int)rank);
}

void window_lock_all(struct agent *agent, struct window_rank *member,
                     struct open_call *open)
{
    if (member->lock_all != NULL) {
        wrong_lock_add(member, -1);
        return;
    }
    wrong_lock_forget(member, -1);
    member->lock_all_wrong = member->held != NULL || in_other_epoch(member);
    lock_after_fence(member, open->call, false);
    call_set(&member->lock_all, open->call);
    member->lock_all_period = lock_begins(agent, open->window, open->member, -1,
                                          open->call, member->lock_all_wrong);
    agent->locks++;
    passive_local(agent, open->window, open->member, -1);
}

static void release_all(struct agent *agent, struct window_rank *member)
{
    if (member->lock_all != NULL)
        agent->locks--;
    call_set(&member->lock_all, NULL);
}

static void release_lock(struct agent *agent, struct window_rank *member,
                         struct held_lock *held)
{
    HASH_DEL(member->held, held);
    agent->locks--;
    call_drop(held->lock);
    free(held);
}

void window_unlock(struct agent *agent, struct window_rank *member,
                   struct open_call *open)
{
    int64_t rank = CALL_VIEW(open->call, MPI_Win_unlock)->rank;
    struct held_lock *held;

    if (rank < 0 || rank >= open->window->size)
        return;
    held = (struct held_lock *)(uintptr_t)window_held_lock(member, (int)rank);
    if (held == NULL) {
        unlock_nothing(member, (int)rank);
        return;
    }
    period_end(agent, held->period, open->call);
    held->period = NULL;
    machine_unlocks(agent, held->lock, open->call);
    guard_ends(agent, open->window, (int)rank);
    passive_publish(agent, open->window, open->member, (int)rank);
    if (lock_is_exclusive(held->lock)) {
        access_excluded(open->window, open->member, (uint32_t)rank, open->call);
        passive_end(agent, open->window, open->member, (int)rank);
    }
}

void window_unlock_all(struct agent *agent, struct window_rank *member,
                       struct open_call *open)
{
    if (member->lock_all == NULL) {
        unlock_nothing(member, -1);
        return;
    }
    period_end(agent, member->lock_all_period, open->call);
    member->lock_all_period = NULL;
    machine_unlocks(agent, member->lock_all, open->call);
    passive_publish(agent, open->window, open->member, -1);
}

/* By now the lock surely is held. */
static void lock_held(struct agent *agent, const struct window *window,
                      const struct held_lock *held)
{
    if (held->period == NULL || held->period->held.at != 0)
        return;
    held->period->held = clock_moment(&agent->clock);
    guard_begins(agent, window, held->target, lock_is_exclusive(held->lock));
}

void window_locks_held(struct agent *agent, const struct window *window,
                       const struct window_rank *member, int target)
{
    const struct held_lock *held, *next;

    HASH_ITER(hh, member->held, held, next)
        if (target < 0 || held->target == target)
            lock_held(agent, window, held);
}

void window_lock_answered(struct agent *agent, const struct window *window,
                          const struct window_rank *member, int target,
                          const struct call *get)
{
    const struct held_lock *held;

    HASH_FIND_INT(member->held, &target, held);
    if (held != NULL && held->lock->number < get->number)
        lock_held(agent, window, held);
}

void window_lock_returned(struct agent *agent, const struct window_rank *member,
                          const struct open_call *open)
{
    int64_t target = CALL_VIEW(open->call, MPI_Win_lock)->rank;
    const struct held_lock *held;

    if (target != open->member &&
        open->window->flavor != WINDOW_ALLOCATE_SHARED)
        return;
    held = window_held_lock(member, (int)target);
    if (held != NULL && held->lock == open->call)
        lock_held(agent, open->window, held);
}

void window_release(struct agent *agent, struct window_rank *member, int target)
{
    struct held_lock *held;

    if (target < 0) {
        release_all(agent, member);
        return;
    }
    held = (struct held_lock *)(uintptr_t)window_held_lock(member, target);
    if (held != NULL)
        release_lock(agent, member, held);
}

void window_lock_failed(struct agent *agent, struct window_rank *member,
                        struct call *call, int target)
{
    struct held_lock *held =
        (struct held_lock *)(uintptr_t)window_held_lock(member, target);

    if (held != NULL && held->lock == call) {
        period_end(agent, held->period, call);
        if (held->wrong)
            wrong_lock_add(member, held->target);
        release_lock(agent, member, held);
    }
    if (member->lock_all == call) {
        if (member->lock_all_wrong)
            wrong_lock_add(member, -1);
        period_end(agent, member->lock_all_period, call);
        member->lock_all_period = NULL;
        release_all(agent, member);
    }
}
