/* Window objects: finding them, their queries, and the shared barrier. */
#include "coll_board.h"
#include "window_attached.h"
#include "window_copies.h"

#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define MUTEX_SPINS 100

void refmpi_mutex_lock(struct refmpi_mutex *mutex)
{
    unsigned free = 0;

    for (int i = 0; i < MUTEX_SPINS; i++) {
        free = 0;
        if (atomic_compare_exchange_weak(&mutex->word, &free, 1))
            return;
    }
    while (atomic_exchange(&mutex->word, 2) != 0)
        syscall(SYS_futex, &mutex->word, FUTEX_WAIT, 2, NULL, NULL, 0);
}

void refmpi_mutex_unlock(struct refmpi_mutex *mutex)
{
    if (atomic_exchange(&mutex->word, 0) == 2)
        syscall(SYS_futex, &mutex->word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

struct window *refmpi_window_from(MPI_Win win)
{
    return refmpi_is_object(win, REFMPI_MAGIC_WINDOW) ? (struct window *)win
                                                      : NULL;
}

MPI_Win refmpi_window_handle(struct window *window)
{
    return (MPI_Win)window;
}

bool refmpi_window_attribute(struct window *window, int keyval, void **value)
{
    switch (keyval) {
    case MPI_WIN_BASE:
        *value = window->base;
        return true;
    case MPI_WIN_SIZE:
        *value = &window->size;
        return true;
    case MPI_WIN_DISP_UNIT:
        *value = &window->disp_unit;
        return true;
    case MPI_WIN_CREATE_FLAVOR:
        *value = &window->flavor;
        return true;
    case MPI_WIN_MODEL:
        *value = &window->model;
        return true;
    default:
        return false;
    }
}

void refmpi_window_barrier(struct window *window)
{
    int rc;

    if (!refmpi_board_barrier(window->comm, &rc))
        (void)refmpi_agree_barrier(window->comm);
}

int PMPI_Win_get_group(MPI_Win win, MPI_Group *group)
{
    struct window *window;

    refmpi_enter("MPI_Win_get_group");
    window = refmpi_window_from(win);
    if (window == NULL || group == NULL)
        return refmpi_leave_win(window,
                                window == NULL ? MPI_ERR_WIN : MPI_ERR_ARG);
    refmpi_group_retain(window->comm->group);
    *group = refmpi_group_handle(window->comm->group);
    return refmpi_leave_win(window, MPI_SUCCESS);
}
REFMPI_ALIAS(Win_get_group)

int PMPI_Win_set_name(MPI_Win win, const char *win_name)
{
    struct window *window;

    refmpi_enter("MPI_Win_set_name");
    window = refmpi_window_from(win);
    if (window == NULL || win_name == NULL)
        return refmpi_leave_win(window,
                                window == NULL ? MPI_ERR_WIN : MPI_ERR_ARG);
    snprintf(window->name, sizeof(window->name), "%s", win_name);
    return refmpi_leave_win(window, MPI_SUCCESS);
}
REFMPI_ALIAS(Win_set_name)

int PMPI_Win_get_name(MPI_Win win, char *win_name, int *resultlen)
{
    struct window *window;

    refmpi_enter("MPI_Win_get_name");
    window = refmpi_window_from(win);
    if (win_name == NULL || resultlen == NULL)
        return refmpi_leave_win(window, MPI_ERR_ARG);
    if (window == NULL && win != MPI_WIN_NULL)
        return refmpi_leave_win(NULL, MPI_ERR_WIN);
    strcpy(win_name, window == NULL ? "MPI_WIN_NULL" : window->name);
    *resultlen = (int)strlen(win_name);
    return refmpi_leave_win(window, MPI_SUCCESS);
}
REFMPI_ALIAS(Win_get_name)

int PMPI_Win_get_info(MPI_Win win, MPI_Info *info_used)
{
    struct window *window;
    struct info *copy;
    int rc = MPI_SUCCESS;

    refmpi_enter("MPI_Win_get_info");
    window = refmpi_window_from(win);
    if (window == NULL || info_used == NULL)
        return refmpi_leave_win(window,
                                window == NULL ? MPI_ERR_WIN : MPI_ERR_ARG);
    copy = refmpi_info_copy(window->info);
    if (copy == NULL)
        rc = MPI_ERR_NO_MEM;
    else
        *info_used = refmpi_info_handle(copy);
    return refmpi_leave_win(window, rc);
}
REFMPI_ALIAS(Win_get_info)

int PMPI_Win_set_info(MPI_Win win, MPI_Info info)
{
    struct window *window;
    struct info *copy;

    refmpi_enter("MPI_Win_set_info");
    window = refmpi_window_from(win);
    if (window == NULL)
        return refmpi_leave_win(NULL, MPI_ERR_WIN);
    if (refmpi_info_from(info) == NULL)
        return refmpi_leave_win(window, MPI_ERR_INFO);
    copy = refmpi_info_copy(refmpi_info_from(info));
    if (copy == NULL)
        return refmpi_leave_win(window, MPI_ERR_NO_MEM);
    refmpi_info_free(window->info);
    window->info = copy;
    return refmpi_leave_win(window, MPI_SUCCESS);
}
REFMPI_ALIAS(Win_set_info)

/* MPI_PROC_NULL asks for the lowest rank that has memory. */
static int shared_query(MPI_Win win, int rank, MPI_Aint *size,
                        MPI_Aint *disp_unit, void *baseptr)
{
    struct window *window = refmpi_window_from(win);
    struct window_target *target;

    if (window == NULL)
        return MPI_ERR_WIN;
    if (rank != MPI_PROC_NULL && (rank < 0 || rank >= window->comm->size))
        return MPI_ERR_RANK;
    if (size == NULL || baseptr == NULL)
        return MPI_ERR_ARG;
    if (window->flavor == MPI_WIN_FLAVOR_DYNAMIC)
        return MPI_ERR_RMA_FLAVOR;
    for (int i = 0; rank == MPI_PROC_NULL && i < window->comm->size; i++) {
        if (window->targets[i].mapped != NULL && window->targets[i].size > 0) {
            rank = i;
            break;
        }
    }
    /* Of a window with copies, what is mapped is not what its rank loads and
     * stores: as if it could not be reached (MPI-4.1, 12.2.3). */
    if (rank == MPI_PROC_NULL || window->targets[rank].mapped == NULL ||
        refmpi_copies_has(window)) {
        *size = 0;
        *disp_unit = 1;
        *(void **)baseptr = NULL;
        return MPI_SUCCESS;
    }
    target = &window->targets[rank];
    *size = target->size;
    *disp_unit = target->disp_unit;
    *(void **)baseptr = target->size == 0 ? NULL : target->mapped;
    return MPI_SUCCESS;
}

int PMPI_Win_shared_query(MPI_Win win, int rank, MPI_Aint *size, int *disp_unit,
                          void *baseptr)
{
    MPI_Aint wide;
    int rc;

    refmpi_enter("MPI_Win_shared_query");
    rc = disp_unit == NULL ? MPI_ERR_ARG
                           : shared_query(win, rank, size, &wide, baseptr);
    if (rc == MPI_SUCCESS)
        *disp_unit = (int)wide;
    return refmpi_leave_win(refmpi_window_from(win), rc);
}
REFMPI_ALIAS(Win_shared_query)

int PMPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint *size,
                            MPI_Aint *disp_unit, void *baseptr)
{
    MPI_Aint wide;
    int rc;

    refmpi_enter("MPI_Win_shared_query_c");
    rc = disp_unit == NULL ? MPI_ERR_ARG
                           : shared_query(win, rank, size, &wide, baseptr);
    if (rc == MPI_SUCCESS)
        *disp_unit = wide;
    return refmpi_leave_win(refmpi_window_from(win), rc);
}
REFMPI_ALIAS(Win_shared_query_c)

/* The memory a window may use is whatever the origin may reach. */
int PMPI_Win_attach(MPI_Win win, void *base, MPI_Aint size)
{
    struct window *window;
    int rc = MPI_SUCCESS;

    refmpi_enter("MPI_Win_attach");
    window = refmpi_window_from(win);
    if (window == NULL)
        rc = MPI_ERR_WIN;
    else if (window->flavor != MPI_WIN_FLAVOR_DYNAMIC)
        rc = MPI_ERR_RMA_FLAVOR;
    else if (size < 0)
        rc = MPI_ERR_SIZE;
    else if (base == NULL && size > 0)
        rc = MPI_ERR_ARG;
    else if (base != NULL)
        rc = refmpi_copies_has(window)
                 ? refmpi_copies_attach(window, base, size)
                 : refmpi_attached_add(window, base, size, NULL);
    return refmpi_leave_win(window, rc);
}
REFMPI_ALIAS(Win_attach)

int PMPI_Win_detach(MPI_Win win, const void *base)
{
    struct window *window;
    int rc = MPI_SUCCESS;

    refmpi_enter("MPI_Win_detach");
    window = refmpi_window_from(win);
    if (window == NULL)
        rc = MPI_ERR_WIN;
    else if (window->flavor != MPI_WIN_FLAVOR_DYNAMIC)
        rc = MPI_ERR_RMA_FLAVOR;
    else if (base != NULL)
        rc = refmpi_copies_has(window) ? refmpi_copies_detach(window, base)
                                       : refmpi_attached_remove(window, base);
    return refmpi_leave_win(window, rc);
}
REFMPI_ALIAS(Win_detach)
