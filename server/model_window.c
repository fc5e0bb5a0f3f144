/*
 * model_window.c - the epochs on windows (MPI-4.1 12.5).
 */
#include "machine.h"
#include "model_channel.h"
#include "model_window_lock.h"
#include "model_window_memory.h"
#include "model_window_order.h"
#include "model_window_promise.h"

#include <stdio.h>
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

struct target_name window_target(const struct window *window, int target)
{
    int rank = comm_world_rank(window->comm, (uint32_t)target);
    struct target_name name;

    if (rank < 0 || rank == target)
        snprintf(name.text, sizeof name.text, "rank %d", target);
    else
        snprintf(name.text, sizeof name.text, "rank %d (target %d)", rank,
                 target);
    return name;
}

bool window_fenced(const struct window_rank *member)
{
    return member->fence != NULL &&
           (member->fence_lock == NULL || member->held == NULL) &&
           (member->fence_start == NULL || member->start == NULL);
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
    call_set(&member->fence, opens ? call : NULL);
    set_epoch(&member->fence_epoch, call, opens);
    call_set(&member->closed_by, opens ? NULL : call);
    call_set(&member->fence_rma, NULL);
    call_set(&member->fence_lock, NULL);
    member->fence_lock_used = false;
    call_set(&member->fence_start, NULL);
    member->fence_start_used = false;
    call_set(&member->fence_inside, opens ? window_access(member) : NULL);
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
        call_set(&member->fence_start, open->call);
    free(member->start_ranks);
    call_set(&member->start, open->call);
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
    call_set(&member->post, open->call);
    member->post_count =
        window_ranks(agent, window, CALL_VIEW(open->call, MPI_Win_post)->group,
                     &member->post_ranks);
    member->exposure = exposure_begins(agent, window, open->member, open->call,
                                       member->post_count == 0);
    pairing_post(agent, window, open->member, member->post_ranks,
                 member->post_count);
    promise_post(agent, window, open->member, member->post_ranks,
                 member->post_count, open->call);
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
        window_lock(agent, member, open);
        break;
    case CALL_MPI_Win_lock_all:
        window_lock_all(agent, member, open);
        break;
    case CALL_MPI_Win_unlock:
        window_unlock(agent, member, open);
        break;
    case CALL_MPI_Win_unlock_all:
        window_unlock_all(agent, member, open);
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
    call_set(&member->start, NULL);
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
    call_set(&member->post, NULL);
    return MODEL_DONE;
}

/* The end of a flush or an unlock: what was read is known now. */
static enum model_step flush_exit(struct agent *agent,
                                  struct window_rank *member,
                                  struct open_call *open, int target, bool ends)
{
    passive_learn(agent, open->window, open->member, target);
    if (open->call->info->base != CALL_MPI_Win_sync) {
        window_locks_held(agent, open->window, member, target);
        machine_lock_held(agent);
    }
    if (ends || open->call->info->base == CALL_MPI_Win_flush ||
        open->call->info->base == CALL_MPI_Win_flush_all)
        passive_forget(member, target, ends);
    if (ends)
        window_release(agent, member, target);
    return MODEL_DONE;
}

/* The call did not end what it was to end, but has been called: what is left
 * open by that is no fault of its own. */
static void end_failed(struct agent *agent, struct window_rank *member,
                       const struct open_call *open)
{
    int target = sync_target(open->call);

    switch (open->call->info->base) {
    case CALL_MPI_Win_unlock:
        if (target < 0)
            break;
        passive_forget(member, target, true);
        window_release(agent, member, target);
        break;
    case CALL_MPI_Win_unlock_all:
        passive_forget(member, -1, true);
        window_release(agent, member, -1);
        break;
    case CALL_MPI_Win_complete:
        call_set(&member->start, NULL);
        set_epoch(&member->start_epoch, open->call, false);
        break;
    case CALL_MPI_Win_wait:
        period_end(agent, member->exposure, open->call);
        member->exposure = NULL;
        call_set(&member->post, NULL);
        break;
    }
}

/* The call did not open what it was to open. */
static void sync_failed(struct agent *agent, struct window_rank *member,
                        struct open_call *open)
{
    struct call *call = open->call;

    window_lock_failed(agent, member, call, sync_target(call));
    if (member->start == call) {
        agent->model->open_starts--;
        promise_start_failed(open->window, open->member, member->start_ranks,
                             member->start_count, call);
        call_set(&member->start, NULL);
        set_epoch(&member->start_epoch, call, false);
        member->wrong_starts++;
    }
    if (member->post == call) {
        promise_post_failed(open->window, open->member, member->post_ranks,
                            member->post_count, call);
        member->wrong_posts++;
        period_end(agent, member->exposure, call);
        member->exposure = NULL;
        call_set(&member->post, NULL);
    }
}

static enum model_step sync_done(struct agent *agent,
                                 struct window_rank *member,
                                 struct open_call *open)
{
    int target = sync_target(open->call);

    switch (open->call->info->base) {
    case CALL_MPI_Win_lock:
        machine_locked(agent, open->window, open->call);
        window_lock_returned(agent, member, open);
        return MODEL_DONE;
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
