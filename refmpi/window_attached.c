/* The table of attached memory. */
#include "window_attached.h"

#include <stdint.h>

/* Pieces of a rank that it has room for. */
#define PIECES 256

struct window_piece {
    _Atomic(char *) base; /* NULL: free; set last */
    MPI_Aint size;
    char *copy;
};

/* Those of one rank, who alone writes them. */
struct window_attached {
    atomic_int used; /* all from here on are free */
    atomic_int unlisted;
    struct window_piece pieces[PIECES];
};

size_t refmpi_attached_bytes(int n)
{
    return (size_t)n * sizeof(struct window_attached);
}

static struct window_attached *own(const struct window *window)
{
    return &window->shared.attached[window->comm->rank];
}

static bool overlaps(const struct window_piece *piece, uintptr_t base,
                     MPI_Aint size)
{
    uintptr_t other = (uintptr_t)atomic_load(&piece->base);

    return other != 0 && size > 0 && piece->size > 0 &&
           base < other + (uintptr_t)piece->size &&
           other < base + (uintptr_t)size;
}

int refmpi_attached_add(struct window *window, char *base, MPI_Aint size,
                        char *copy)
{
    struct window_attached *attached = own(window);
    int used = atomic_load(&attached->used), place = used;

    for (int i = used - 1; i >= 0; i--) {
        if (overlaps(&attached->pieces[i], (uintptr_t)base, size))
            return MPI_ERR_RMA_ATTACH;
        if (atomic_load(&attached->pieces[i].base) == NULL)
            place = i;
    }
    if (place == PIECES) {
        if (copy != NULL)
            return MPI_ERR_RMA_ATTACH;
        atomic_fetch_add(&attached->unlisted, 1);
        return MPI_SUCCESS;
    }
    attached->pieces[place].size = size;
    attached->pieces[place].copy = copy;
    atomic_store(&attached->pieces[place].base, base);
    if (place == used)
        atomic_store(&attached->used, used + 1);
    return MPI_SUCCESS;
}

int refmpi_attached_remove(struct window *window, const char *base)
{
    struct window_attached *attached = own(window);
    int used = atomic_load(&attached->used);

    for (int i = 0; i < used; i++) {
        if (atomic_load(&attached->pieces[i].base) == base) {
            atomic_store(&attached->pieces[i].base, NULL);
            return MPI_SUCCESS;
        }
    }
    if (atomic_load(&attached->unlisted) == 0)
        return MPI_ERR_ARG;
    atomic_fetch_sub(&attached->unlisted, 1);
    return MPI_SUCCESS;
}

MPI_Aint refmpi_attached_find(const struct window *window, int rank,
                              char *address, char **place)
{
    struct window_attached *attached = &window->shared.attached[rank];
    int used = atomic_load(&attached->used);

    for (int i = 0; i < used; i++) {
        const struct window_piece *piece = &attached->pieces[i];
        uintptr_t base = (uintptr_t)atomic_load(&piece->base);
        uintptr_t offset = (uintptr_t)address - base;

        if (base == 0 || offset >= (uintptr_t)piece->size)
            continue;
        *place = piece->copy != NULL ? piece->copy + offset : address;
        return piece->size - (MPI_Aint)offset;
    }
    *place = address;
    return atomic_load(&attached->unlisted) > 0 ? INTPTR_MAX : 0;
}
