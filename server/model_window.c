/*
 * model_window.c - the epochs on windows (MPI-4.1 12.5).
 */
#include "machine.h"
#include "model_channel.h"
#include "model_window_memory.h"
#include "model_window_promise.h"

#include <stdlib.h>
#include <string.h>

struct window *agent_window(const struct agent *agent, uint64_t handle)
{
    return binding_find(agent, BINDING_WINDOW, handle);
}

const char *window_name(const struct window *window)
{
    return window->user_name != NULL ? window->user_name : window->name;
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

struct call *window_access(const struct window_rank *member)
{
    if (member->start != NULL || member->lock_all != NULL)
        return member->start != NULL ? member->start : member->lock_all;
    return member->held == NULL ? NULL : member->held->lock;
}

bool window_started(const struct window_rank *member, int target)
{
    int i;

    if (member->start == NULL)
        return false;
    for (i = 0; i < member->start_count; i++)
        if (member->start_ranks[i] == target)
            return true;
    return member->start_count < 0;
}

/* Sets open->window, open->member; NULL where nothing is known of it. */
static struct window_rank *find_rank(struct agent *agent,
                                     struct open_call *open)
{
    struct call *call = open->call;
    struct window *window =
        agent_window(agent, call_word(call, call->info->win_word));

    if (window == NULL || !comm_member(window->comm, agent, &open->member))
        return NULL;
    open->window = window_hold(window);
    return &window->ranks[open->member];
}

/* --------------------------------------------------------- what is called */

static void set_call(struct call **place, struct call *call)
{
    struct call *old = *place;

    *place = call == NULL ? NULL : call_hold(call);
    call_drop(old);
}

/* The one that is open ends with the call, and another may begin with it. */
static void set_epoch(struct period **place, struct call *call, bool opens)
{
    struct period *old = *place;

    if (old != NULL)
        old->closed = call_hold(call);
    period_drop(old);
    *place = NULL;
    if (!opens)
        return;
    *place = xcalloc(1, sizeof **place);
    (*place)->references = 1;
    (*place)->opened = call_hold(call);
}

/* The group as ranks of the window; -1 where it is not known. */
static int window_ranks(const struct agent *agent, const struct window *window,
                        uint64_t handle, int **ranks)
{
    const struct group *group = agent_group(agent, handle);
    int i;

    *ranks = NULL;
    if (group == NULL || group->size < 0)
        return -1;
    *ranks = xcalloc((size_t)group->size + 1, sizeof **ranks);
    for (i = 0; i < group->size; i++) {
        (*ranks)[i] = group_rank(window->comm->groups[0], group->seats[i]);
        if ((*ranks)[i] < 0) {
            free(*ranks);
            *ranks = NULL;
            return -1;
        }
    }
    return group->size;
}

static void fence(struct agent *agent, struct window_rank *member,
                  struct open_call *open)
{
    struct call *call = open->call;
    bool opens =
        (CALL_VIEW(call, MPI_Win_fence)->assert &NEUTRAL_MODE_NOSUCCEED) == 0;

    open->meeting = channel_arrive(open->window->channel, agent, open->member,
                                   call, NULL, open->window);
    promise_fence(agent, open->window, open->member, call);
    set_call(&member->fence, opens ? call : NULL);
    set_epoch(&member->fence_epoch, call, opens);
    set_call(&member->closed_by, opens ? NULL : call);
    set_call(&member->fence_rma, NULL);
    set_call(&member->fence_lock, NULL);
    member->fence_lock_used = false;
    set_call(&member->fence_start, NULL);
    member->fence_start_used = false;
    set_call(&member->fence_inside, opens ? window_access(member) : NULL);
}

static void start(struct agent *agent, struct window_rank *member,
                  struct open_call *open)
{
    if (member->start != NULL) {
        member->wrong_starts++;
        return;
    }
    if (member->fence != NULL && member->fence_rma == NULL &&
        member->fence_start == NULL)
        set_call(&member->fence_start, open->call);
    free(member->start_ranks);
    set_call(&member->start, open->call);
    set_epoch(&member->start_epoch, open->call, true);
    member->start_count = window_ranks(
        agent, open->window, CALL_VIEW(open->call, MPI_Win_start)->group,
        &member->start_ranks);
    agent->model->open_starts++;
    promise_start(agent, open->window, open->member, member->start_ranks,
                  member->start_count, open->call);
}

static void complete(struct agent *agent, struct window_rank *member,
                     const struct open_call *open)
{
    if (member->start == NULL) {
        if (member->wrong_starts > 0)
            member->wrong_starts--;
        return;
    }
    pairing_complete(agent, open->window, open->member, member->start_ranks,
                     member->start_count);
    promise_complete(open->window, open->member, member->start_ranks,
                     member->start_count);
}

static void post(struct agent *agent, struct window_rank *member,
                 struct open_call *open)
{
    struct window *window = open->window;

    if (member->post != NULL) {
        member->wrong_posts++;
        return;
    }
    free(member->post_ranks);
    set_call(&member->post, open->call);
    member->post_count =
        window_ranks(agent, window, CALL_VIEW(open->call, MPI_Win_post)->group,
                     &member->post_ranks);
    member->exposure = exposure_begins(agent, window, open->member, open->call);
    pairing_post(agent, window, open->member, member->post_ranks,
                 member->post_count);
    promise_post(agent, window, open->member, member->post_ranks,
                 member->post_count, open->call);
}

/* A lock after a fence that has opened nothing yet: whether it is an error,
 * the next fence tells. */
static void lock_after_fence(struct window_rank *member, struct call *call,
                             bool other_rank)
{
    if (member->fence == NULL || member->fence_rma != NULL)
        return;
    if (member->fence_lock == NULL)
        set_call(&member->fence_lock, call);
    member->fence_lock_used = member->fence_lock_used || other_rank;
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

static void lock(struct agent *agent, struct window_rank *member,
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
    lock_after_fence(member, open->call, (uint32_t)rank != open->member);
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

static void lock_all(struct agent *agent, struct window_rank *member,
                     struct open_call *open)
{
    if (member->lock_all != NULL) {
        wrong_lock_add(member, -1);
        return;
    }
    wrong_lock_forget(member, -1);
    member->lock_all_wrong = member->held != NULL || in_other_epoch(member);
    lock_after_fence(member, open->call, open->window->size > 1);
    set_call(&member->lock_all, open->call);
    member->lock_all_period = lock_begins(agent, open->window, open->member, -1,
                                          open->call, member->lock_all_wrong);
    agent->locks++;
    passive_local(agent, open->window, open->member, -1);
}

static void release_all(struct agent *agent, struct window_rank *member)
{
    if (member->lock_all != NULL)
        agent->locks--;
    set_call(&member->lock_all, NULL);
}

static void release_lock(struct agent *agent, struct window_rank *member,
                         struct held_lock *held)
{
    HASH_DEL(member->held, held);
    agent->locks--;
    call_drop(held->lock);
    free(held);
}

/* A lock ends for others when its unlock begins: what they learn of it, they
 * learn from there. */
static void unlock(struct agent *agent, struct window_rank *member,
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
    passive_publish(agent, open->window, open->member, (int)rank);
}

static void unlock_all(struct agent *agent, struct window_rank *member,
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

static int sync_target(const struct call *call)
{
    int64_t rank = -1;

    switch (call->info->base) {
    case CALL_MPI_Win_lock:
        rank = CALL_VIEW(call, MPI_Win_lock)->rank;
        break;
    case CALL_MPI_Win_unlock:
    case CALL_MPI_Win_flush:
    case CALL_MPI_Win_flush_local:
        rank = CALL_VIEW(call, MPI_Win_unlock)->rank;
        break;
    }
    return rank < 0 || rank >= NEUTRAL_SPECIAL ? -1 : (int)rank;
}

static void raise_sync(struct agent *agent, const struct window_rank *member,
                       const struct open_call *open)
{
    struct model_event event = model_event_new(agent, EVENT_SYNC, open->call);

    event.sync.window = open->window;
    event.sync.member = member;
    event.sync.rank = (int)open->member;
    event.sync.target = sync_target(open->call);
    if (event.sync.target >= (int)open->window->size)
        event.sync.target = -1;
    model_raise(agent->model, &event);
}

enum model_step window_sync_enter(struct agent *agent, struct open_call *open)
{
    struct window_rank *member = find_rank(agent, open);

    if (member == NULL)
        return MODEL_DONE;
    raise_sync(agent, member, open);
    switch (open->call->info->base) {
    case CALL_MPI_Win_fence:
        fence(agent, member, open);
        break;
    case CALL_MPI_Win_free:
        binding_frees(agent, BINDING_WINDOW, open);
        open->meeting =
            channel_arrive(open->window->channel, agent, open->member,
                           open->call, NULL, open->window);
        /* Without locks nobody's accesses are waited for (MPI-4.1 12.2.5). */
        if (open->window->hints.no_locks)
            open->meeting->flow = FLOW_NONE;
        member->frees = true;
        memory_final(agent->model, open->window, (int)open->member);
        break;
    case CALL_MPI_Win_start:
        start(agent, member, open);
        break;
    case CALL_MPI_Win_complete:
        complete(agent, member, open);
        break;
    case CALL_MPI_Win_wait:
        if (member->post == NULL && member->wrong_posts > 0)
            member->wrong_posts--;
        break;
    case CALL_MPI_Win_post:
        post(agent, member, open);
        break;
    case CALL_MPI_Win_lock:
        lock(agent, member, open);
        break;
    case CALL_MPI_Win_lock_all:
        lock_all(agent, member, open);
        break;
    case CALL_MPI_Win_unlock:
        unlock(agent, member, open);
        break;
    case CALL_MPI_Win_unlock_all:
        unlock_all(agent, member, open);
        break;
    case CALL_MPI_Win_flush:
    case CALL_MPI_Win_flush_all:
        passive_publish(agent, open->window, open->member,
                        sync_target(open->call));
        break;
    case CALL_MPI_Win_sync:
        passive_sync(agent, open->window, open->member);
        break;
    }
    return MODEL_DONE;
}

/* ------------------------------------------------------- ... and returns */

static enum model_step fence_exit(struct agent *agent, struct open_call *open)
{
    if (!open->window->channel->broken &&
        must_wait(agent, meeting_ready(agent, open->meeting, open->member,
                                       open->call, open->call->exit_time)))
        return MODEL_WAIT;
    meeting_leave(agent, open->meeting, open->member, open->call);
    return MODEL_DONE;
}

static enum model_step complete_epoch_exit(struct agent *agent,
                                           struct window_rank *member,
                                           struct open_call *open)
{
    bool unchecked;

    if (member->start == NULL)
        return MODEL_DONE;
    unchecked = (CALL_VIEW(member->start, MPI_Win_start)
                     ->assert &NEUTRAL_MODE_NOCHECK) != 0;
    if (!unchecked &&
        must_wait(agent,
                  pairing_posted(open->window, open->member,
                                 member->start_ranks, member->start_count)))
        return MODEL_WAIT;
    pairing_join_posts(agent, open->window, open->member, member->start_ranks,
                       member->start_count, unchecked);
    set_call(&member->start, NULL);
    set_epoch(&member->start_epoch, open->call, false);
    return MODEL_DONE;
}

static enum model_step wait_exit(struct agent *agent,
                                 struct window_rank *member,
                                 struct open_call *open)
{
    bool test = open->call->info->base == CALL_MPI_Win_test;

    if (member->post == NULL)
        return MODEL_DONE;
    if (test)
        order_test(agent, &member->exposure->tested);
    if (test && CALL_VIEW(open->call, MPI_Win_test)->flag != 1)
        return MODEL_DONE;
    if (must_wait(agent,
                  pairing_completed(open->window, open->member,
                                    member->post_ranks, member->post_count)))
        return MODEL_WAIT;
    exposure_ends(agent, open->window, open->member, open->call);
    member->exposure = NULL;
    set_call(&member->post, NULL);
    return MODEL_DONE;
}

/* What is complete at the target, or has brought its result, has been done
 * under the lock (12.5.4): from now on it is held. */
static void locks_are_held(const struct agent *agent,
                           const struct window_rank *member, int target)
{
    const struct held_lock *held, *next;

    HASH_ITER(hh, member->held, held, next)
        if ((target < 0 || held->target == target) && held->period != NULL &&
            held->period->held.at == 0)
            held->period->held = clock_moment(&agent->clock);
}

/* The end of a flush or an unlock: what was read is known now. */
static enum model_step flush_exit(struct agent *agent,
                                  struct window_rank *member,
                                  struct open_call *open, int target, bool ends)
{
    struct held_lock *held;

    passive_learn(agent, open->window, open->member, target);
    if (open->call->info->base != CALL_MPI_Win_sync) {
        locks_are_held(agent, member, target);
        machine_lock_held(agent);
    }
    if (ends || open->call->info->base == CALL_MPI_Win_flush ||
        open->call->info->base == CALL_MPI_Win_flush_all)
        passive_forget(member, target, ends);
    if (!ends)
        return MODEL_DONE;
    held = (struct held_lock *)(uintptr_t)window_held_lock(member, target);
    if (target < 0)
        release_all(agent, member);
    else if (held != NULL)
        release_lock(agent, member, held);
    return MODEL_DONE;
}

/* The call did not end what it was to end, but has been called: what is left
 * open by that is no fault of its own. */
static void end_failed(struct agent *agent, struct window_rank *member,
                       const struct open_call *open)
{
    struct held_lock *held = (struct held_lock *)(uintptr_t)window_held_lock(
        member, sync_target(open->call));

    switch (open->call->info->base) {
    case CALL_MPI_Win_unlock:
        passive_forget(member, sync_target(open->call), true);
        if (held != NULL)
            release_lock(agent, member, held);
        break;
    case CALL_MPI_Win_unlock_all:
        passive_forget(member, -1, true);
        release_all(agent, member);
        break;
    case CALL_MPI_Win_complete:
        set_call(&member->start, NULL);
        set_epoch(&member->start_epoch, open->call, false);
        break;
    case CALL_MPI_Win_wait:
        period_end(agent, member->exposure, open->call);
        member->exposure = NULL;
        set_call(&member->post, NULL);
        break;
    }
}

/* The call did not open what it was to open. */
static void sync_failed(struct agent *agent, struct window_rank *member,
                        struct open_call *open)
{
    struct call *call = open->call;
    struct held_lock *held = (struct held_lock *)(uintptr_t)window_held_lock(
        member, sync_target(call));

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
    if (member->start == call) {
        agent->model->open_starts--;
        promise_start_failed(open->window, open->member, member->start_ranks,
                             member->start_count, call);
        set_call(&member->start, NULL);
        set_epoch(&member->start_epoch, call, false);
        member->wrong_starts++;
    }
    if (member->post == call) {
        promise_post_failed(open->window, open->member, member->post_ranks,
                            member->post_count, call);
        member->wrong_posts++;
        period_end(agent, member->exposure, call);
        member->exposure = NULL;
        set_call(&member->post, NULL);
    }
}

static enum model_step sync_done(struct agent *agent,
                                 struct window_rank *member,
                                 struct open_call *open)
{
    int target = sync_target(open->call);

    switch (open->call->info->base) {
    case CALL_MPI_Win_lock:
    case CALL_MPI_Win_lock_all:
        machine_locked(agent, open->window, open->call);
        return MODEL_DONE;
    case CALL_MPI_Win_fence:
        return fence_exit(agent, open);
    case CALL_MPI_Win_post:
        if (member->post == open->call)
            promise_post_done(agent, open->window, open->member,
                              member->post_ranks, member->post_count,
                              open->call);
        return MODEL_DONE;
    case CALL_MPI_Win_start:
        if (member->start != open->call)
            return MODEL_DONE;
        agent->model->open_starts--;
        promise_start_done(agent, open->window, open->member,
                           member->start_ranks, member->start_count,
                           open->call);
        return MODEL_DONE;
    case CALL_MPI_Win_complete:
        return complete_epoch_exit(agent, member, open);
    case CALL_MPI_Win_wait:
    case CALL_MPI_Win_test:
        return wait_exit(agent, member, open);
    case CALL_MPI_Win_flush:
    case CALL_MPI_Win_flush_local:
    case CALL_MPI_Win_flush_all:
    case CALL_MPI_Win_flush_local_all:
    case CALL_MPI_Win_sync:
        return flush_exit(agent, member, open, target, false);
    case CALL_MPI_Win_unlock:
        return window_held_lock(member, target) == NULL
                   ? MODEL_DONE
                   : flush_exit(agent, member, open, target, true);
    case CALL_MPI_Win_unlock_all:
        return member->lock_all == NULL
                   ? MODEL_DONE
                   : flush_exit(agent, member, open, -1, true);
    }
    return MODEL_DONE;
}

enum model_step window_sync_exit(struct agent *agent, struct open_call *open)
{
    struct window_rank *member;

    if (open->window == NULL)
        return MODEL_DONE;
    member = &open->window->ranks[open->member];
    if (succeeded(open->call, call_result(open->call)))
        return sync_done(agent, member, open);
    end_failed(agent, member, open);
    sync_failed(agent, member, open);
    return MODEL_DONE;
}
