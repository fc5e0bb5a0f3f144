/*
 * Passive target synchronization. A window lock is a fair queue in shared
 * memory: who cannot have it at once gets into the queue and sleeps, making
 * progress, until a holder's unlock grants it. The target has no part in it.
 */
#include "rma_deferred.h"
#include "window_copies.h"

static bool is_compatible(const struct window_slot *slot, int lock_type)
{
    return !slot->is_exclusive &&
           (lock_type == MPI_LOCK_SHARED || slot->shared_holders == 0);
}

static void take(struct window_slot *slot, int lock_type)
{
    if (lock_type == MPI_LOCK_EXCLUSIVE)
        slot->is_exclusive = true;
    else
        slot->shared_holders++;
}

static bool is_granted(void *argument)
{
    return atomic_load((atomic_uint *)argument) != 0;
}

/* Blocks until the lock is held, also for the own rank. */
static void acquire(struct window *window, int target, int lock_type)
{
    unsigned n = (unsigned)window->comm->size;
    struct window_slot *slot = &window->shared.slots[target];
    size_t row = (size_t)target * n;
    atomic_uint *granted =
        &window->shared.granted[row + (unsigned)window->comm->rank];
    bool is_held;

    refmpi_mutex_lock(&slot->guard);
    is_held =
        slot->queue_head == slot->queue_tail && is_compatible(slot, lock_type);
    if (is_held) {
        take(slot, lock_type);
    } else {
        atomic_store(granted, 0);
        window->shared.queues[row + slot->queue_tail++ % n] =
            (struct window_waiter){window->comm->rank, lock_type};
    }
    refmpi_mutex_unlock(&slot->guard);
    if (!is_held)
        refmpi_wait_until(is_granted, granted);
}

/* Gives the lock to as many from the head of the queue as can share it. */
static void grant_next(struct window *window, int target)
{
    unsigned n = (unsigned)window->comm->size;
    struct window_slot *slot = &window->shared.slots[target];
    size_t row = (size_t)target * n;

    while (slot->queue_head != slot->queue_tail) {
        struct window_waiter *waiter =
            &window->shared.queues[row + slot->queue_head % n];

        if (!is_compatible(slot, waiter->lock_type))
            return;
        take(slot, waiter->lock_type);
        slot->queue_head++;
        atomic_store(&window->shared.granted[row + (unsigned)waiter->rank], 1);
        refmpi_wake(window->comm->group->world[waiter->rank]);
    }
}

static void give_back(struct window *window, int target, int lock_type)
{
    struct window_slot *slot = &window->shared.slots[target];

    refmpi_mutex_lock(&slot->guard);
    if (lock_type == MPI_LOCK_EXCLUSIVE)
        slot->is_exclusive = false;
    else
        slot->shared_holders--;
    grant_next(window, target);
    refmpi_mutex_unlock(&slot->guard);
}

/* Whether passive epochs may begin; a fence that opened nothing is over. */
static bool may_lock(const struct window *window)
{
    return window->access_group == NULL && !window->is_locked_all &&
           !window->is_fence_used;
}

static int lock(struct window *window, int lock_type, int rank, int assert)
{
    struct window_target *target;

    if (lock_type != MPI_LOCK_SHARED && lock_type != MPI_LOCK_EXCLUSIVE)
        return MPI_ERR_LOCKTYPE;
    if ((assert & ~MPI_MODE_NOCHECK) != 0)
        return MPI_ERR_ASSERT;
    if (rank == MPI_PROC_NULL)
        return MPI_SUCCESS;
    if (rank < 0 || rank >= window->comm->size)
        return MPI_ERR_RANK;
    target = &window->targets[rank];
    if (!may_lock(window) || target->lock_type != 0)
        return MPI_ERR_RMA_SYNC;
    target->is_nocheck = (assert &MPI_MODE_NOCHECK) != 0;
    if (!target->is_nocheck)
        acquire(window, rank, lock_type);
    target->lock_type = lock_type;
    window->locks++;
    window->is_fence_open = false;
    refmpi_window_fence();
    refmpi_copies_import(window);
    return MPI_SUCCESS;
}

int PMPI_Win_lock(int lock_type, int rank, int assert, MPI_Win win)
{
    struct window *window;

    refmpi_enter("MPI_Win_lock");
    window = refmpi_window_from(win);
    return refmpi_leave_win(
        window,
        window == NULL ? MPI_ERR_WIN : lock(window, lock_type, rank, assert));
}
REFMPI_ALIAS(Win_lock)

static int unlock(struct window *window, int rank)
{
    struct window_target *target;
    int rc;

    if (rank == MPI_PROC_NULL)
        return MPI_SUCCESS;
    if (rank < 0 || rank >= window->comm->size)
        return MPI_ERR_RANK;
    target = &window->targets[rank];
    if (target->lock_type == 0 || window->is_locked_all)
        return MPI_ERR_RMA_SYNC;
    refmpi_copies_publish(window);
    rc = refmpi_rma_complete(window, rank);
    refmpi_window_fence();
    if (!target->is_nocheck)
        give_back(window, rank, target->lock_type);
    target->lock_type = 0;
    window->locks--;
    return rc;
}

int PMPI_Win_unlock(int rank, MPI_Win win)
{
    struct window *window;

    refmpi_enter("MPI_Win_unlock");
    window = refmpi_window_from(win);
    return refmpi_leave_win(window, window == NULL ? MPI_ERR_WIN
                                                   : unlock(window, rank));
}
REFMPI_ALIAS(Win_unlock)

/* A shared lock of every rank, taken in rank order by everyone. */
static int lock_all(struct window *window, int assert)
{
    if ((assert & ~MPI_MODE_NOCHECK) != 0)
        return MPI_ERR_ASSERT;
    if (!may_lock(window) || window->locks > 0)
        return MPI_ERR_RMA_SYNC;
    for (int i = 0; i < window->comm->size; i++) {
        struct window_target *target = &window->targets[i];

        target->is_nocheck = (assert &MPI_MODE_NOCHECK) != 0;
        if (!target->is_nocheck)
            acquire(window, i, MPI_LOCK_SHARED);
        target->lock_type = MPI_LOCK_SHARED;
    }
    window->is_locked_all = true;
    window->is_fence_open = false;
    refmpi_window_fence();
    refmpi_copies_import(window);
    return MPI_SUCCESS;
}

int PMPI_Win_lock_all(int assert, MPI_Win win)
{
    struct window *window;

    refmpi_enter("MPI_Win_lock_all");
    window = refmpi_window_from(win);
    return refmpi_leave_win(window, window == NULL ? MPI_ERR_WIN
                                                   : lock_all(window, assert));
}
REFMPI_ALIAS(Win_lock_all)

static int unlock_all(struct window *window)
{
    int rc;

    if (!window->is_locked_all)
        return MPI_ERR_RMA_SYNC;
    refmpi_copies_publish(window);
    rc = refmpi_rma_complete(window, REFMPI_RMA_ALL);
    refmpi_window_fence();
    for (int i = 0; i < window->comm->size; i++) {
        struct window_target *target = &window->targets[i];

        if (!target->is_nocheck)
            give_back(window, i, MPI_LOCK_SHARED);
        target->lock_type = 0;
    }
    window->is_locked_all = false;
    return rc;
}

int PMPI_Win_unlock_all(MPI_Win win)
{
    struct window *window;

    refmpi_enter("MPI_Win_unlock_all");
    window = refmpi_window_from(win);
    return refmpi_leave_win(window,
                            window == NULL ? MPI_ERR_WIN : unlock_all(window));
}
REFMPI_ALIAS(Win_unlock_all)

static int flush(MPI_Win win, bool is_all, int rank, bool is_local)
{
    struct window *window = refmpi_window_from(win);
    int rc = MPI_SUCCESS;

    if (window == NULL)
        rc = MPI_ERR_WIN;
    else if (!is_all && rank == MPI_PROC_NULL)
        rc = MPI_SUCCESS;
    else if (!is_all && (rank < 0 || rank >= window->comm->size))
        rc = MPI_ERR_RANK;
    else if (is_all ? !window->is_locked_all && window->locks == 0
                    : window->targets[rank].lock_type == 0)
        rc = MPI_ERR_RMA_SYNC;
    else if (is_local)
        rc = refmpi_rma_complete_local(window, is_all ? REFMPI_RMA_ALL : rank);
    else
        rc = refmpi_rma_complete(window, is_all ? REFMPI_RMA_ALL : rank);
    refmpi_window_fence();
    return refmpi_leave_win(window, rc);
}

int PMPI_Win_flush(int rank, MPI_Win win)
{
    refmpi_enter("MPI_Win_flush");
    return flush(win, false, rank, false);
}
REFMPI_ALIAS(Win_flush)

int PMPI_Win_flush_local(int rank, MPI_Win win)
{
    refmpi_enter("MPI_Win_flush_local");
    return flush(win, false, rank, true);
}
REFMPI_ALIAS(Win_flush_local)

int PMPI_Win_flush_all(MPI_Win win)
{
    refmpi_enter("MPI_Win_flush_all");
    return flush(win, true, 0, false);
}
REFMPI_ALIAS(Win_flush_all)

int PMPI_Win_flush_local_all(MPI_Win win)
{
    refmpi_enter("MPI_Win_flush_local_all");
    return flush(win, true, 0, true);
}
REFMPI_ALIAS(Win_flush_local_all)

int PMPI_Win_sync(MPI_Win win)
{
    struct window *window;

    refmpi_enter("MPI_Win_sync");
    window = refmpi_window_from(win);
    refmpi_window_fence();
    if (window != NULL) {
        refmpi_copies_publish(window);
        refmpi_copies_import(window);
    }
    return refmpi_leave_win(window, window == NULL ? MPI_ERR_WIN : MPI_SUCCESS);
}
REFMPI_ALIAS(Win_sync)
