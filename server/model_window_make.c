/*
 * model_window_make.c - windows come and go (MPI-4.1 12.2).
 */
#include "access.h"
#include "machine.h"
#include "model_channel.h"
#include "model_nostore.h"
#include "model_window_memory.h"
#include "model_window_order.h"

#include <stdlib.h>

struct window *window_hold(struct window *window)
{
    if (window != NULL)
        window->references++;
    return window;
}

static void rank_free(struct window_rank *member)
{
    struct held_lock *held, *next;
    struct wrong_lock *wrong, *other;

    nostore_rank_free(member);
    HASH_ITER(hh, member->held, held, next) {
        HASH_DEL(member->held, held);
        call_drop(held->lock);
        free(held);
    }
    HASH_ITER(hh, member->wrong_locks, wrong, other) {
        HASH_DEL(member->wrong_locks, wrong);
        free(wrong);
    }
    call_drop(member->made_by);
    call_drop(member->fence);
    call_drop(member->closed_by);
    call_drop(member->fence_rma);
    call_drop(member->fence_lock);
    call_drop(member->fence_inside);
    call_drop(member->fence_start);
    call_drop(member->start);
    period_drop(member->fence_epoch);
    period_drop(member->start_epoch);
    call_drop(member->lock_all);
    call_drop(member->post);
    regions_free(member);
    free(member->start_ranks);
    free(member->post_ranks);
    free(member->accesses);
    access_direct_free(member);
}

bool model_had_windows(const struct model *model)
{
    return model->chances_run;
}

bool model_dropped_accesses(const struct model *model)
{
    return model->accesses_dropped;
}

void window_drop(struct window *window)
{
    uint32_t i;

    if (window == NULL || --window->references > 0)
        return;
    inventory_remove(&window->item);
    access_window_free(window);
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
    static uint64_t made;
    struct window *window = xcalloc(1, sizeof *window);

    window->references = 1;
    window->identity = ++made;
    window->comm = comm_hold(open->comm);
    window->size = (uint32_t)open->comm->groups[0]->size;
    window->ranks = xcalloc(window->size, sizeof window->ranks[0]);
    window->channel = channel_new(window->size);
    inventory_add(&window->item, &window->made_by, window->size);
    return window;
}

static uint64_t made_info(const struct call *call)
{
    switch (call->info->base) {
    case CALL_MPI_Win_create:
        return CALL_VIEW(call, MPI_Win_create)->info;
    case CALL_MPI_Win_create_dynamic:
        return CALL_VIEW(call, MPI_Win_create_dynamic)->info;
    default:
        return CALL_VIEW(call, MPI_Win_allocate)->info;
    }
}

/* What the constructor is given; the base it may return is added later. */
static void rank_describe(struct window *window, struct window_rank *member,
                          struct call *call)
{
    const struct call_MPI_Win_create *create = CALL_VIEW(call, MPI_Win_create);
    const struct call_MPI_Win_allocate *allocate =
        CALL_VIEW(call, MPI_Win_allocate);
    struct window_hints hints =
        info_hints(agent_of(call->process), made_info(call));

    member->made_by = call_hold(call);
    window->hints.no_locks |= hints.no_locks;
    window->hints.apart |= hints.apart;
    window->hints.same_op |= hints.same_op;
    window->hints.unordered |= hints.unordered;
    switch (call->info->base) {
    case CALL_MPI_Win_create:
        window->flavor = WINDOW_CREATE;
        member->base = create->base;
        member->size = create->size;
        member->ordinary =
            create->size > 0 && !memory_allocated(agent_of(call->process),
                                                  create->base, create->size);
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
    window->separate =
        window->separate || (agent_of(call->process)->model->all_separate &&
                             window->flavor != WINDOW_ALLOCATE_SHARED);
}

enum model_step window_make_enter(struct agent *agent, struct open_call *open)
{
    struct child *child;

    agent->model->clocks_run = true;
    agent->model->chances_run = true;
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

void model_window_separate(struct model *model, struct call *call)
{
    const struct open_call *open = open_find(agent_of(call->process), call);

    if (open != NULL && open->window != NULL)
        model->separate = open->window->separate = true;
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

static void unbind_window(struct agent *agent, struct binding *binding)
{
    if (binding == NULL)
        return;
    former_name_set(agent, binding, window_name(binding->object));
    machine_window_left(agent, binding->object);
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
    if (open->window->flavor == WINDOW_ALLOCATE)
        memory_window_made(agent, open->call, open->window);
    unbind_window(agent, binding_get(agent, BINDING_WINDOW, handle));
    binding_add(agent, BINDING_WINDOW, handle, window_hold(open->window));
    return MODEL_DONE;
}

enum model_step window_free_enter(struct agent *agent, struct open_call *open)
{
    enum model_step step = window_sync_enter(agent, open);

    if (open->window != NULL)
        memory_window_freed(agent, open->window);
    return step;
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
    unbind_window(agent, binding_freed(agent, BINDING_WINDOW, open));
    return MODEL_DONE;
}
