/* The public and private copies of a window. */
#include "window_copies.h"
#include "rma_remote.h"
#include "window_attached.h"

#include <stdlib.h>
#include <string.h>

/* One stretch of memory; `same` is what both copies held when they were last
 * made alike, and so tells which of them has changed. */
struct window_copy {
    char *own, *copy, *same;
    MPI_Aint size;
    bool is_attached; /* the copy was allocated here */
    struct window_copy *next;
};

bool refmpi_copies_has(const struct window *window)
{
    return window->model == MPI_WIN_SEPARATE;
}

int refmpi_copies_add(struct window *window, char *own, char *copy,
                      MPI_Aint size)
{
    struct window_copy *new = calloc(1, sizeof *new);
    char *same = malloc(size > 0 ? (size_t)size : 1);

    if (new == NULL || same == NULL) {
        free(new);
        free(same);
        return MPI_ERR_NO_MEM;
    }
    if (size > 0) {
        memcpy(copy, own, (size_t)size);
        memcpy(same, own, (size_t)size);
    }
    *new = (struct window_copy){own, copy, same, size, false, window->copies};
    window->copies = new;
    return MPI_SUCCESS;
}

/* What differs from `same` goes on. Accumulates on the public copy must not
 * come between. */
static void bring(struct window *window, bool publishes)
{
    int rank;

    if (window->copies == NULL)
        return;
    rank = window->comm->group->world[window->comm->rank];
    refmpi_atomic_lock(rank);
    for (struct window_copy *copy = window->copies; copy; copy = copy->next) {
        char *from = publishes ? copy->own : copy->copy;
        char *to = publishes ? copy->copy : copy->own;

        for (MPI_Aint i = 0; i < copy->size; i++)
            if (from[i] != copy->same[i])
                to[i] = copy->same[i] = from[i];
    }
    refmpi_atomic_unlock(rank);
}

void refmpi_copies_publish(struct window *window)
{
    bring(window, true);
}

void refmpi_copies_import(struct window *window)
{
    bring(window, false);
}

/* -------------------------------------------------------- dynamic windows */

static void free_copy(struct window_copy *copy)
{
    if (copy->is_attached)
        free(copy->copy);
    free(copy->same);
    free(copy);
}

/* That of memory attached at base. */
static void drop_copy(struct window *window, const char *base)
{
    struct window_copy **place = &window->copies, *copy;

    while ((*place)->own != base)
        place = &(*place)->next;
    copy = *place;
    *place = copy->next;
    free_copy(copy);
}

int refmpi_copies_attach(struct window *window, char *base, MPI_Aint size)
{
    char *copy = malloc(size > 0 ? (size_t)size : 1);
    int rc = MPI_ERR_NO_MEM;

    if (copy != NULL)
        rc = refmpi_copies_add(window, base, copy, size);
    if (rc != MPI_SUCCESS) {
        free(copy);
        return rc;
    }
    window->copies->is_attached = true;
    rc = refmpi_attached_add(window, base, size, copy);
    if (rc != MPI_SUCCESS)
        drop_copy(window, base);
    return rc;
}

int refmpi_copies_detach(struct window *window, const char *base)
{
    int rc = refmpi_attached_remove(window, base);

    if (rc == MPI_SUCCESS)
        drop_copy(window, base);
    return rc;
}

void refmpi_copies_free(struct window *window)
{
    while (window->copies != NULL) {
        struct window_copy *copy = window->copies;

        window->copies = copy->next;
        free_copy(copy);
    }
    free(window->own_memory);
    window->own_memory = NULL;
}
