/*
 * model_window.c - windows and the epochs on them (MPI-4.1 12.2, 12.5).
 */
#include "machine.h"

#include <stdlib.h>
#include <string.h>

struct window *window_hold(struct window *window)
{
    if (window != NULL)
        window->references++;
    return window;
}

static void rank_free(struct window_rank *member)
{
    struct held_lock *held, *next;

    HASH_ITER(hh, member->held, held, next)
    {
        HASH_DEL(member->held, held);
        call_drop(held->lock);
        free(held);
    }
    call_drop(member->made_by);
    call_drop(member->fence);
    call_drop(member->closed_by);
    call_drop(member->fence_rma);
    call_drop(member->fence_lock);
    call_drop(member->start);
    call_drop(member->lock_all);
    call_drop(member->post);
    free(member->start_ranks);
    free(member->post_ranks);
    free(member->accesses);
}

void window_drop(struct window *window)
{
    uint32_t i;

    if (window == NULL || --window->references > 0)
        return;
    window_order_free(window);
    machine_window_free(window);
    for (i = 0; i < window->size; i++)
        rank_free(&window->ranks[i]);
    free(window->ranks);
    channel_free(window->channel);
    comm_drop(window->comm);
    call_drop(window->made_by);
    free(window->name);
    free(window->user_name);
    free(window);
}

struct window *agent_window(const struct agent *agent, uint64_t handle)
{
    return binding_find(agent, BINDING_WINDOW, handle);
}

const char *window_name(const struct window *window)
{
    return window->user_name != NULL ? window->user_name : window->name;
}

const struct held_lock *window_held_lock(const struct window_rank *member,
                                         int target)
{
    struct held_lock *held;

    HASH_FIND_INT(member->held, &target, held);
    return held;
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

/* -------------------------------------------------- constructor and free */

/* A member's constructor: the lowest rank's counts. */
static void window_made_by(struct window *window, struct call *call)
{
    if (window->made_by != NULL &&
        process_rank(call->process) >= process_rank(window->made_by->process))
        return;
    call_drop(window->made_by);
    free(window->name);
    window->made_by = call_hold(call);
    window->number = call->making;
    window->name = object_name("window", call);
}

static struct window *window_new(struct open_call *open)
{
    struct window *window = xcalloc(1, sizeof *window);

    window->references = 1;
    window->comm = comm_hold(open->comm);
    window->size = (uint32_t)open->comm->groups[0]->size;
    window->ranks = xcalloc(window->size, sizeof window->ranks[0]);
    window->channel = channel_new(window->size);
    return window;
}

/* What the constructor is given; the base it may return is added later. */
static void rank_describe(struct window *window, struct window_rank *member,
                          struct call *call)
{
    const struct call_MPI_Win_create *create = CALL_VIEW(call, MPI_Win_create);
    const struct call_MPI_Win_allocate *allocate =
        CALL_VIEW(call, MPI_Win_allocate);

    member->made_by = call_hold(call);
    switch (call->info->base) {
    case CALL_MPI_Win_create:
        window->flavor = WINDOW_CREATE;
        member->base = create->base;
        member->size = create->size;
        member->disp_unit = create->disp_unit;
        break;
    case CALL_MPI_Win_create_dynamic:
        window->flavor = WINDOW_DYNAMIC;
        member->disp_unit = 1;
        break;
    default:
        window->flavor = call->info->base == CALL_MPI_Win_allocate
                             ? WINDOW_ALLOCATE
                             : WINDOW_ALLOCATE_SHARED;
        member->size = allocate->size;
        member->disp_unit = allocate->disp_unit;
    }
}

enum model_step window_make_enter(struct agent *agent, struct open_call *open)
{
    struct child *child;

    agent->model->clocks_run = true;
    open->call->making = ++agent->window_count;
    collective_enter(agent, open);
    if (open->meeting == NULL || open->comm->groups[1] != NULL)
        return MODEL_DONE;
    child = meeting_child(open->meeting, open->call->info->base);
    if (child->window == NULL)
        child->window = window_new(open);
    window_made_by(child->window, open->call);
    rank_describe(child->window, &child->window->ranks[open->member],
                  open->call);
    open->window = window_hold(child->window);
    return MODEL_DONE;
}

static uint64_t made_window(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Win_create:
        return CALL_VIEW(call, MPI_Win_create)->win;
    case CALL_MPI_Win_create_dynamic:
        return CALL_VIEW(call, MPI_Win_create_dynamic)->win;
    default:
        return CALL_VIEW(call, MPI_Win_allocate)->win;
    }
}

static void unbind_window(struct agent *agent, uint64_t handle)
{
    struct binding *binding = binding_get(agent, BINDING_WINDOW, handle);

    if (binding == NULL)
        return;
    former_name_set(agent, binding, window_name(binding->object));
    window_drop(binding->object);
    binding_remove(agent, binding);
}

enum model_step window_make_exit(struct agent *agent, struct open_call *open)
{
    enum model_step step = collective_exit(agent, open);
    uint64_t handle = made_window(open->call);
    struct window_rank *member;

    if (step == MODEL_WAIT || open->window == NULL ||
        !succeeded(open->call, call_result(open->call)) ||
        handle == NEUTRAL_WIN_NULL)
        return step;
    member = &open->window->ranks[open->member];
    member->joined = true;
    if (open->window->flavor == WINDOW_ALLOCATE ||
        open->window->flavor == WINDOW_ALLOCATE_SHARED)
        member->base = CALL_VIEW(open->call, MPI_Win_allocate)->baseptr;
    unbind_window(agent, handle);
    binding_add(agent, BINDING_WINDOW, handle, window_hold(open->window));
    return MODEL_DONE;
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

enum model_step window_free_exit(struct agent *agent, struct open_call *open)
{
    struct call *call = open->call;

    if (open->window == NULL || !succeeded(call, call_result(call)))
        return MODEL_DONE;
    if (!open->window->channel->broken &&
        must_wait(agent, meeting_ready(agent, open->meeting, open->member, call,
                                       call->exit_time)))
        return MODEL_WAIT;
    meeting_leave(agent, open->meeting, open->member, call);
    open->window->ranks[open->member].freed = true;
    unbind_window(agent, call_word(call, call->info->win_word));
    return MODEL_DONE;
}

/* --------------------------------------------------------- what is called */

static void set_call(struct call **place, struct call *call)
{
    struct call *old = *place;

    *place = call == NULL ? NULL : call_hold(call);
    call_drop(old);
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
    set_call(&member->fence, opens ? call : NULL);
    set_call(&member->closed_by, opens ? NULL : call);
    set_call(&member->fence_rma, NULL);
    set_call(&member->fence_lock, NULL);
    member->fence_lock_used = false;
}

static void start(struct agent *agent, struct window_rank *member,
                  struct open_call *open)
{
    free(member->start_ranks);
    set_call(&member->start, open->call);
    member->start_count = window_ranks(
        agent, open->window, CALL_VIEW(open->call, MPI_Win_start)->group,
        &member->start_ranks);
}

static void post(struct agent *agent, struct window_rank *member,
                 struct open_call *open)
{
    struct window *window = open->window;

    exposure_ends(agent, member->exposure, open->call);
    free(member->post_ranks);
    set_call(&member->post, open->call);
    member->post_count =
        window_ranks(agent, window, CALL_VIEW(open->call, MPI_Win_post)->group,
                     &member->post_ranks);
    member->exposure = exposure_begins(agent, window, open->member, open->call);
    pairing_post(agent, window, open->member, member->post_ranks,
                 member->post_count);
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

static void lock(struct agent *agent, struct window_rank *member,
                 struct open_call *open)
{
    int64_t rank = CALL_VIEW(open->call, MPI_Win_lock)->rank;
    struct held_lock *held;

    if (rank < 0 || rank >= open->window->size ||
        window_held_lock(member, (int)rank) != NULL)
        return;
    lock_after_fence(member, open->call, (uint32_t)rank != open->member);
    held = xcalloc(1, sizeof *held);
    held->target = (int)rank;
    held->lock = call_hold(open->call);
    held->period =
        lock_begins(agent, open->window, open->member, (int)rank, open->call);
    HASH_ADD_INT(member->held, target, held);
    agent->locks++;
    /* Its own loads and stores, under its own lock, are not seen. */
    if ((uint32_t)rank == open->member)
        passive_add(member, (int)rank, INT64_MIN, INT64_MAX, true, true);
}

static void lock_all(struct agent *agent, struct window_rank *member,
                     struct open_call *open)
{
    if (member->lock_all != NULL)
        return;
    lock_after_fence(member, open->call, open->window->size > 1);
    set_call(&member->lock_all, open->call);
    member->lock_all_period =
        lock_begins(agent, open->window, open->member, -1, open->call);
    passive_add(member, (int)open->member, INT64_MIN, INT64_MAX, true, true);
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
    if (held == NULL)
        return;
    lock_ends(agent, held->period, open->call);
    held->period = NULL;
    machine_unlocks(agent, held->lock);
    passive_publish(agent, open->window, open->member, (int)rank, open->call);
}

static void unlock_all(struct agent *agent, struct window_rank *member,
                       struct open_call *open)
{
    if (member->lock_all == NULL)
        return;
    lock_ends(agent, member->lock_all_period, open->call);
    member->lock_all_period = NULL;
    passive_publish(agent, open->window, open->member, -1, open->call);
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
        open->meeting =
            channel_arrive(open->window->channel, agent, open->member,
                           open->call, NULL, open->window);
        break;
    case CALL_MPI_Win_start:
        start(agent, member, open);
        break;
    case CALL_MPI_Win_complete:
        if (member->start != NULL)
            pairing_complete(agent, open->window, open->member,
                             member->start_ranks, member->start_count);
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
                        sync_target(open->call), open->call);
        break;
    case CALL_MPI_Win_sync:
        passive_sync(agent, open->window, open->member, open->call);
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
    if (member->start == NULL)
        return MODEL_DONE;
    if (must_wait(agent,
                  pairing_posted(open->window, open->member,
                                 member->start_ranks, member->start_count)))
        return MODEL_WAIT;
    pairing_join_posts(agent, open->window, open->member, member->start_ranks,
                       member->start_count);
    set_call(&member->start, NULL);
    return MODEL_DONE;
}

static enum model_step wait_exit(struct agent *agent,
                                 struct window_rank *member,
                                 struct open_call *open)
{
    if (member->post == NULL ||
        (open->call->info->base == CALL_MPI_Win_test &&
         CALL_VIEW(open->call, MPI_Win_test)->flag != 1))
        return MODEL_DONE;
    if (must_wait(agent,
                  pairing_completed(open->window, open->member,
                                    member->post_ranks, member->post_count)))
        return MODEL_WAIT;
    pairing_join_completes(agent, open->window, open->member,
                           member->post_ranks, member->post_count);
    exposure_ends(agent, member->exposure, open->call);
    member->exposure = NULL;
    set_call(&member->post, NULL);
    return MODEL_DONE;
}

/* The end of a flush or an unlock: what was read is known now. */
static enum model_step flush_exit(struct agent *agent,
                                  struct window_rank *member,
                                  struct open_call *open, int target, bool ends)
{
    uint64_t time = open->call->exit_time;
    struct held_lock *held;

    if (must_wait(agent, passive_ready(agent, open->window, open->member,
                                       target, time)))
        return MODEL_WAIT;
    passive_learn(agent, open->window, open->member, target, time);
    if (!ends)
        return MODEL_DONE;
    passive_forget(member, target);
    held = (struct held_lock *)(uintptr_t)window_held_lock(member, target);
    if (target < 0)
        set_call(&member->lock_all, NULL);
    else if (held != NULL)
        release_lock(agent, member, held);
    return MODEL_DONE;
}

/* The call did not open what it was to open. */
static void sync_failed(struct agent *agent, struct window_rank *member,
                        struct open_call *open)
{
    struct call *call = open->call;
    struct held_lock *held = (struct held_lock *)(uintptr_t)window_held_lock(
        member, sync_target(call));

    if (held != NULL && held->lock == call) {
        lock_ends(agent, held->period, call);
        release_lock(agent, member, held);
    }
    if (member->lock_all == call) {
        lock_ends(agent, member->lock_all_period, call);
        member->lock_all_period = NULL;
        set_call(&member->lock_all, NULL);
    }
    if (member->start == call)
        set_call(&member->start, NULL);
    if (member->post == call) {
        exposure_ends(agent, member->exposure, call);
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
        machine_locked(agent, open->window, open->call);
        return MODEL_DONE;
    case CALL_MPI_Win_fence:
        return fence_exit(agent, open);
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
    sync_failed(agent, member, open);
    return MODEL_DONE;
}
