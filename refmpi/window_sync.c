/* Active target synchronization: fence, and start/complete/post/wait. */
#include "rma_deferred.h"
#include "window_copies.h"

#define FENCE_ASSERTS                                                          \
    (MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE |                  \
     MPI_MODE_NOSUCCEED)
#define POST_ASSERTS (MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT)

/*
 * What this rank has issued is complete when it comes here, so that a fence is
 * a barrier; it is one whatever the asserts, as the standard allows.
 */
static int fence(struct window *window, int assert)
{
    int rc;

    if ((assert & ~FENCE_ASSERTS) != 0)
        return MPI_ERR_ASSERT;
    if (window->locks > 0 || window->is_locked_all ||
        window->access_group != NULL || window->exposure_group != NULL)
        return MPI_ERR_RMA_SYNC;
    refmpi_copies_publish(window);
    rc = refmpi_rma_complete(window, REFMPI_RMA_ALL);
    refmpi_window_fence();
    refmpi_window_barrier(window);
    refmpi_window_fence();
    refmpi_copies_import(window);
    window->is_fence_open = (assert &MPI_MODE_NOSUCCEED) == 0;
    window->is_fence_used = false;
    return rc;
}

int PMPI_Win_fence(int assert, MPI_Win win)
{
    struct window *window;

    refmpi_enter("MPI_Win_fence");
    window = refmpi_window_from(win);
    return refmpi_leave_win(window, window == NULL ? MPI_ERR_WIN
                                                   : fence(window, assert));
}
REFMPI_ALIAS(Win_fence)

/* The window's rank of a group's member, or MPI_UNDEFINED. */
static int rank_of(const struct window *window, const struct group *group,
                   int i)
{
    return refmpi_group_find(window->comm->group, group->world[i]);
}

static int check_group(const struct window *window, const struct group *group)
{
    if (group == NULL)
        return MPI_ERR_GROUP;
    for (int i = 0; i < group->size; i++) {
        if (rank_of(window, group, i) == MPI_UNDEFINED)
            return MPI_ERR_GROUP;
    }
    return MPI_SUCCESS;
}

static int post(struct window *window, struct group *group, int assert)
{
    int n = window->comm->size;
    int rc = check_group(window, group);

    if (rc != MPI_SUCCESS)
        return rc;
    if ((assert & ~POST_ASSERTS) != 0)
        return MPI_ERR_ASSERT;
    if (window->exposure_group != NULL)
        return MPI_ERR_RMA_SYNC;
    refmpi_copies_publish(window);
    refmpi_window_fence();
    for (int i = 0; i < group->size; i++) {
        int origin = rank_of(window, group, i);

        /* Counted with MPI_MODE_NOCHECK, too: starts count them as well. */
        atomic_fetch_add(&window->shared.posts[origin * n + window->comm->rank],
                         1);
        refmpi_wake(group->world[i]);
    }
    refmpi_group_retain(group);
    window->exposure_group = group;
    window->completes_expected += (unsigned)group->size;
    return MPI_SUCCESS;
}

int PMPI_Win_post(MPI_Group group, int assert, MPI_Win win)
{
    struct window *window;

    refmpi_enter("MPI_Win_post");
    window = refmpi_window_from(win);
    return refmpi_leave_win(
        window, window == NULL
                    ? MPI_ERR_WIN
                    : post(window, refmpi_group_from(group), assert));
}
REFMPI_ALIAS(Win_post)

struct post_wait {
    struct window *window;
    struct group *group;
    int next; /* member not yet seen to have posted */
};

static bool have_posted(void *argument)
{
    struct post_wait *wait = argument;
    struct window *window = wait->window;
    struct comm *comm = window->comm;

    for (; wait->next < wait->group->size; wait->next++) {
        int target = rank_of(window, wait->group, wait->next);
        unsigned posts = atomic_load(
            &window->shared.posts[comm->rank * comm->size + target]);

        if ((int)(posts - window->targets[target].posts_expected) < 0)
            return false;
    }
    return true;
}

/* Blocks until every target has posted, which the standard allows. */
static int start(struct window *window, struct group *group, int assert)
{
    struct post_wait wait = {window, group, 0};
    int rc = check_group(window, group);

    if (rc != MPI_SUCCESS)
        return rc;
    if ((assert & ~MPI_MODE_NOCHECK) != 0)
        return MPI_ERR_ASSERT;
    if (window->access_group != NULL || window->locks > 0 ||
        window->is_locked_all || window->is_fence_used)
        return MPI_ERR_RMA_SYNC;
    for (int i = 0; i < group->size; i++)
        window->targets[rank_of(window, group, i)].posts_expected++;
    if ((assert &MPI_MODE_NOCHECK) == 0 && !have_posted(&wait))
        refmpi_wait_until(have_posted, &wait);
    for (int i = 0; i < group->size; i++)
        window->targets[rank_of(window, group, i)].is_started = true;
    refmpi_group_retain(group);
    window->access_group = group;
    window->is_fence_open = false;
    return MPI_SUCCESS;
}

int PMPI_Win_start(MPI_Group group, int assert, MPI_Win win)
{
    struct window *window;

    refmpi_enter("MPI_Win_start");
    window = refmpi_window_from(win);
    return refmpi_leave_win(
        window, window == NULL
                    ? MPI_ERR_WIN
                    : start(window, refmpi_group_from(group), assert));
}
REFMPI_ALIAS(Win_start)

static int complete(struct window *window)
{
    struct group *group = window->access_group;
    int rc;

    if (group == NULL)
        return MPI_ERR_RMA_SYNC;
    rc = refmpi_rma_complete(window, REFMPI_RMA_ALL);
    refmpi_window_fence();
    for (int i = 0; i < group->size; i++) {
        int target = rank_of(window, group, i);

        window->targets[target].is_started = false;
        atomic_fetch_add(&window->shared.slots[target].completes, 1);
        refmpi_wake(group->world[i]);
    }
    window->access_group = NULL;
    refmpi_group_release(group);
    return rc;
}

int PMPI_Win_complete(MPI_Win win)
{
    struct window *window;

    refmpi_enter("MPI_Win_complete");
    window = refmpi_window_from(win);
    return refmpi_leave_win(window,
                            window == NULL ? MPI_ERR_WIN : complete(window));
}
REFMPI_ALIAS(Win_complete)

static bool is_exposure_over(void *argument)
{
    struct window *window = argument;
    unsigned completes =
        atomic_load(&window->shared.slots[window->comm->rank].completes);

    return (int)(completes - window->completes_expected) >= 0;
}

static void end_exposure(struct window *window)
{
    refmpi_group_release(window->exposure_group);
    window->exposure_group = NULL;
    refmpi_window_fence();
    refmpi_copies_import(window);
}

int PMPI_Win_wait(MPI_Win win)
{
    struct window *window;

    refmpi_enter("MPI_Win_wait");
    window = refmpi_window_from(win);
    if (window == NULL)
        return refmpi_leave_win(NULL, MPI_ERR_WIN);
    if (window->exposure_group == NULL)
        return refmpi_leave_win(window, MPI_ERR_RMA_SYNC);
    if (!is_exposure_over(window))
        refmpi_wait_until(is_exposure_over, window);
    end_exposure(window);
    return refmpi_leave_win(window, MPI_SUCCESS);
}
REFMPI_ALIAS(Win_wait)

int PMPI_Win_test(MPI_Win win, int *flag)
{
    struct window *window;

    refmpi_enter("MPI_Win_test");
    window = refmpi_window_from(win);
    if (window == NULL)
        return refmpi_leave_win(NULL, MPI_ERR_WIN);
    if (window->exposure_group == NULL || flag == NULL)
        return refmpi_leave_win(window,
                                flag == NULL ? MPI_ERR_ARG : MPI_ERR_RMA_SYNC);
    refmpi_progress();
    *flag = is_exposure_over(window);
    if (*flag)
        end_exposure(window);
    return refmpi_leave_win(window, MPI_SUCCESS);
}
REFMPI_ALIAS(Win_test)
