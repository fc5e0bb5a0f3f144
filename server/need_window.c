/*
 * need_window.c - what calls on windows wait for.
 */
#include "model_window_lock.h"
#include "need.h"

#include "model_window_order.h"

static struct call *other_call(const struct waits *waits,
                               const struct seat *seat)
{
    const struct agent *agent = need_agent(seat);

    return agent == NULL ? NULL : waits->calls[agent->node];
}

static void need_posts(struct waits *waits, const struct open_call *open,
                       const struct window_rank *member)
{
    const struct window *window = open->window;
    int i;

    for (i = 0; member->start != NULL && i < member->start_count; i++) {
        if (pairing_posted(window, open->member, &member->start_ranks[i], 1))
            continue;
        need_add(waits, false,
                 (struct wait_reason){
                     .kind = WAIT_POST, .call = open->call, .window = window});
        need_seat(waits,
                  comm_seat(window->comm, (uint32_t)member->start_ranks[i]));
    }
}

/* The origin has not called MPI_Win_complete, or has not come back from it. */
static void need_completes(struct waits *waits, const struct open_call *open,
                           const struct window_rank *member)
{
    const struct window *window = open->window;
    int i;

    for (i = 0; member->post != NULL && i < member->post_count; i++) {
        uint32_t origin = (uint32_t)member->post_ranks[i];
        const struct seat *seat = comm_seat(window->comm, origin);
        const struct call *there = other_call(waits, seat);

        if (pairing_completed(window, open->member, &member->post_ranks[i],
                              1) &&
            (there == NULL || there->info->base != CALL_MPI_Win_complete))
            continue;
        need_add(waits, false,
                 (struct wait_reason){.kind = WAIT_COMPLETE,
                                      .call = open->call,
                                      .window = window});
        need_seat(waits, seat);
    }
}

static void need_locks_of(struct waits *waits, const struct open_call *open,
                          const struct period *locks, const struct call *own)
{
    const struct period *lock;

    DL_FOREACH(locks, lock) {
        if (lock->closed != NULL || lock->rank == open->member ||
            !lock->opened->returned ||
            (!lock_is_exclusive(lock->opened) && !lock_is_exclusive(own)))
            continue;
        need_add(waits, false, lock_wait(lock->opened, open->window));
        need_seat(waits, comm_seat(open->window->comm, lock->rank));
    }
}

/* A lock may be asked for as late as in the call that ends it. */
static void need_locks(struct waits *waits, const struct open_call *open,
                       const struct window_rank *member, int target)
{
    const struct window *window = open->window;
    const struct held_lock *held;
    uint32_t i;

    if (target >= 0) {
        held = window_held_lock(member, target);
        if (held == NULL)
            return;
        need_locks_of(waits, open, window->ranks[target].locks, held->lock);
        need_locks_of(waits, open, window->lock_alls, held->lock);
    } else if (member->lock_all != NULL)
        for (i = 0; i < window->size; i++)
            need_locks_of(waits, open, window->ranks[i].locks,
                          member->lock_all);
}

void need_window(struct waits *waits, const struct open_call *open)
{
    const struct window *window = open->window;
    const struct window_rank *member = &window->ranks[open->member];
    const struct call *call = open->call;

    switch (call->info->base) {
    case CALL_MPI_Win_fence:
    case CALL_MPI_Win_free:
    case CALL_MPI_Win_set_info:
        if (open->meeting != NULL)
            need_members(waits, NULL, window, window->channel, open->meeting,
                         open->call, NULL);
        break;
    case CALL_MPI_Win_start:
    case CALL_MPI_Win_complete:
        need_posts(waits, open, member);
        break;
    case CALL_MPI_Win_wait:
        need_completes(waits, open, member);
        break;
    case CALL_MPI_Win_lock:
        need_locks(waits, open, member,
                   (int)CALL_VIEW(call, MPI_Win_lock)->rank);
        break;
    case CALL_MPI_Win_unlock:
    case CALL_MPI_Win_flush:
    case CALL_MPI_Win_flush_local:
        need_locks(waits, open, member,
                   (int)CALL_VIEW(call, MPI_Win_unlock)->rank);
        break;
    case CALL_MPI_Win_lock_all:
    case CALL_MPI_Win_unlock_all:
    case CALL_MPI_Win_flush_all:
    case CALL_MPI_Win_flush_local_all:
        need_locks(waits, open, member, -1);
        break;
    }
}
