/* Making and freeing windows. */
#include "window_attached.h"
#include "window_copies.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* The arguments of the creating call on one rank, as told to all. */
struct offer {
    int error; /* class of a wrong argument, or MPI_SUCCESS */
    char *base;
    MPI_Aint size;
    MPI_Aint disp_unit;
};

/* Where the shared memory is, as told by rank 0. */
struct place {
    int error;
    uint64_t offset;
};

static size_t round_up(size_t bytes, size_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

/* Bytes of the control part; with base given, its tables are set. */
static size_t lay_out(char *base, int n, bool is_dynamic,
                      struct window_shared *shared)
{
    size_t pairs = (size_t)n * (size_t)n;
    size_t slots = round_up((size_t)n * sizeof(struct window_slot), 64);
    size_t counters = round_up(pairs * sizeof(atomic_uint), 64);
    size_t queues = round_up(pairs * sizeof(struct window_waiter), 64);
    size_t attached = is_dynamic ? refmpi_attached_bytes(n) : 0;

    if (base != NULL) {
        shared->slots = (struct window_slot *)(void *)base;
        shared->posts = (atomic_uint *)(void *)(base + slots);
        shared->granted = (atomic_uint *)(void *)(base + slots + counters);
        shared->queues =
            (struct window_waiter *)(void *)(base + slots + 2 * counters);
        shared->attached =
            (struct window_attached *)(void *)(base + slots + 2 * counters +
                                               queues);
    }
    return round_up(slots + 2 * counters + queues + attached, 4096);
}

/*
 * Offset of each rank's memory in the data part, and its whole size. Shared
 * windows are contiguous across ranks unless the info says they need not be.
 */
static size_t place_data(const struct offer *offers, int n, bool contiguous,
                         size_t *offsets)
{
    size_t total = 0;

    for (int i = 0; i < n; i++) {
        if (!contiguous)
            total = round_up(total, REFMPI_CACHE_LINE);
        offsets[i] = total;
        total += (size_t)offers[i].size;
    }
    return total;
}

static int map_shared(struct window *window, size_t bytes)
{
    struct comm *comm = window->comm;
    struct place place = {MPI_SUCCESS, 0};
    int rc;

    if (comm->rank == 0)
        place.error = refmpi_shared_alloc(bytes, &place.offset);
    rc = refmpi_agree_bcast(&place, sizeof(place), 0, comm);
    if (rc != MPI_SUCCESS || place.error != MPI_SUCCESS)
        return rc != MPI_SUCCESS ? rc : place.error;
    window->mapping = refmpi_shared_map(place.offset, bytes);
    if (window->mapping == NULL)
        return MPI_ERR_NO_MEM;
    window->mapping_bytes = bytes;
    window->mapping_offset = place.offset;
    return MPI_SUCCESS;
}

static bool is_allocated(const struct window *window)
{
    return window->flavor == MPI_WIN_FLAVOR_ALLOCATE ||
           window->flavor == MPI_WIN_FLAVOR_SHARED;
}

/* What RMA calls work on lies in the job's shared memory. */
static bool is_mapped(const struct window *window)
{
    return is_allocated(window) || (refmpi_copies_has(window) &&
                                    window->flavor == MPI_WIN_FLAVOR_CREATE);
}

static bool is_contiguous(const struct window *window)
{
    const char *value = NULL;

    if (window->flavor != MPI_WIN_FLAVOR_SHARED)
        return false;
    if (window->info != NULL)
        value = refmpi_info_value(window->info, "alloc_shared_noncontig");
    return value == NULL || strcmp(value, "true") != 0;
}

/* The memory that the program sees is another one than the mapped. */
static int set_up_copies(struct window *window)
{
    struct window_target *own = &window->targets[window->comm->rank];
    size_t bytes = round_up((size_t)own->size, REFMPI_CACHE_LINE);

    if (window->flavor == MPI_WIN_FLAVOR_DYNAMIC)
        return MPI_SUCCESS;
    if (window->flavor == MPI_WIN_FLAVOR_ALLOCATE) {
        window->own_memory = aligned_alloc(
            REFMPI_CACHE_LINE, bytes > 0 ? bytes : REFMPI_CACHE_LINE);
        if (window->own_memory == NULL)
            return MPI_ERR_NO_MEM;
        memset(window->own_memory, 0, bytes);
        window->base = window->own_memory;
    }
    return refmpi_copies_add(window, window->base, own->mapped, own->size);
}

static int set_up(struct window *window, const struct offer *offers)
{
    int n = window->comm->size;
    bool is_dynamic = window->flavor == MPI_WIN_FLAVOR_DYNAMIC;
    size_t control = lay_out(NULL, n, is_dynamic, NULL);
    size_t *offsets = calloc((size_t)n, sizeof(*offsets));
    size_t data = 0;
    int rc;

    if (offsets == NULL)
        return MPI_ERR_NO_MEM;
    if (is_mapped(window))
        data = place_data(offers, n, is_contiguous(window), offsets);
    rc = map_shared(window, round_up(control + data, 4096));
    if (rc == MPI_SUCCESS) {
        char *base = window->mapping;

        lay_out(base, n, is_dynamic, &window->shared);
        for (int i = 0; i < n; i++) {
            struct window_target *target = &window->targets[i];

            target->size = offers[i].size;
            target->disp_unit = offers[i].disp_unit;
            target->address = offers[i].base;
            if (is_mapped(window))
                target->address = target->mapped = base + control + offsets[i];
        }
        if (refmpi_copies_has(window))
            rc = set_up_copies(window);
        else if (is_allocated(window))
            window->base = window->targets[window->comm->rank].mapped;
        /* The own rank's memory is always at hand. */
        else
            window->targets[window->comm->rank].mapped = window->base;
    }
    free(offsets);
    return rc;
}

static void destroy(struct window *window)
{
    refmpi_copies_free(window);
    if (window->mapping != NULL)
        refmpi_shared_unmap(window->mapping, window->mapping_bytes);
    if (window->comm != NULL)
        refmpi_comm_release(window->comm);
    if (window->info != NULL)
        refmpi_info_free(window->info);
    free(window->targets);
    window->object.magic = 0;
    free(window);
}

static struct window *new_window(struct comm *comm, int flavor, MPI_Info info,
                                 const struct offer *mine)
{
    struct window *window = calloc(1, sizeof(*window));

    if (window == NULL)
        return NULL;
    window->object.magic = REFMPI_MAGIC_WINDOW;
    window->object.references = 1;
    window->flavor = flavor;
    window->model =
        flavor == MPI_WIN_FLAVOR_SHARED ? MPI_WIN_UNIFIED : refmpi.memory_model;
    window->base = mine->base;
    window->size = mine->size;
    window->disp_unit_aint = mine->disp_unit;
    window->disp_unit = (int)mine->disp_unit;
    window->info = refmpi_info_copy(refmpi_info_from(info));
    window->targets = calloc((size_t)comm->size, sizeof(*window->targets));
    if (window->targets == NULL || window->info == NULL) {
        destroy(window);
        return NULL;
    }
    return window;
}

/* The rank's own arguments; an error is told to all, so that none waits. */
static struct offer check_offer(void *base, MPI_Aint size, MPI_Aint disp_unit,
                                bool has_output)
{
    struct offer offer = {MPI_SUCCESS, base, size, disp_unit};

    if (!has_output)
        offer.error = MPI_ERR_ARG;
    else if (size < 0)
        offer.error = MPI_ERR_SIZE;
    else if (disp_unit <= 0)
        offer.error = MPI_ERR_DISP;
    return offer;
}

static int create(struct offer mine, int flavor, MPI_Info info,
                  struct comm *comm, struct window **created)
{
    struct offer *offers = NULL;
    struct window *window = NULL;
    int rc;

    if (comm == NULL || comm->remote != NULL)
        return MPI_ERR_COMM;
    if (mine.error == MPI_SUCCESS)
        mine.error = refmpi_info_check(info);
    window = new_window(comm, flavor, info, &mine);
    offers = calloc((size_t)comm->size, sizeof(*offers));
    if (window == NULL || offers == NULL)
        mine.error = MPI_ERR_NO_MEM;
    if (offers == NULL)
        refmpi_fatal("MPI_Win_create", "no memory for the ranks' arguments");
    rc = refmpi_agree_allgather(&mine, offers, sizeof(mine), comm);
    for (int i = 0; i < comm->size && mine.error == MPI_SUCCESS; i++)
        mine.error = offers[i].error;
    if (rc == MPI_SUCCESS)
        rc = mine.error;
    if (rc == MPI_SUCCESS)
        rc = refmpi_comm_twin(comm, &window->comm);
    if (rc == MPI_SUCCESS)
        rc = set_up(window, offers);
    /* A public copy must be there before others put into it. */
    if (rc == MPI_SUCCESS && refmpi_copies_has(window))
        refmpi_window_barrier(window);
    free(offers);
    if (rc == MPI_SUCCESS)
        *created = window;
    else if (window != NULL)
        destroy(window);
    return rc;
}

static int create_user(void *base, MPI_Aint size, MPI_Aint disp_unit,
                       MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    struct comm *object = refmpi_comm_from(comm);
    struct window *window = NULL;
    int rc = create(check_offer(base, size, disp_unit, win != NULL),
                    MPI_WIN_FLAVOR_CREATE, info, object, &window);

    if (rc == MPI_SUCCESS)
        *win = refmpi_window_handle(window);
    return refmpi_leave_comm(object, rc);
}

int PMPI_Win_create(void *base, MPI_Aint size, int disp_unit, MPI_Info info,
                    MPI_Comm comm, MPI_Win *win)
{
    refmpi_enter("MPI_Win_create");
    return create_user(base, size, disp_unit, info, comm, win);
}
REFMPI_ALIAS(Win_create)

int PMPI_Win_create_c(void *base, MPI_Aint size, MPI_Aint disp_unit,
                      MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    refmpi_enter("MPI_Win_create_c");
    return create_user(base, size, disp_unit, info, comm, win);
}
REFMPI_ALIAS(Win_create_c)

static int create_allocated(int flavor, MPI_Aint size, MPI_Aint disp_unit,
                            MPI_Info info, MPI_Comm comm, void *baseptr,
                            MPI_Win *win)
{
    struct comm *object = refmpi_comm_from(comm);
    struct window *window = NULL;
    bool has_output = baseptr != NULL && win != NULL;
    int rc = create(check_offer(NULL, size, disp_unit, has_output), flavor,
                    info, object, &window);

    if (rc == MPI_SUCCESS) {
        *(void **)baseptr = window->base;
        *win = refmpi_window_handle(window);
    }
    return refmpi_leave_comm(object, rc);
}

int PMPI_Win_allocate(MPI_Aint size, int disp_unit, MPI_Info info,
                      MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    refmpi_enter("MPI_Win_allocate");
    return create_allocated(MPI_WIN_FLAVOR_ALLOCATE, size, disp_unit, info,
                            comm, baseptr, win);
}
REFMPI_ALIAS(Win_allocate)

int PMPI_Win_allocate_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
                        MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    refmpi_enter("MPI_Win_allocate_c");
    return create_allocated(MPI_WIN_FLAVOR_ALLOCATE, size, disp_unit, info,
                            comm, baseptr, win);
}
REFMPI_ALIAS(Win_allocate_c)

int PMPI_Win_allocate_shared(MPI_Aint size, int disp_unit, MPI_Info info,
                             MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    refmpi_enter("MPI_Win_allocate_shared");
    return create_allocated(MPI_WIN_FLAVOR_SHARED, size, disp_unit, info, comm,
                            baseptr, win);
}
REFMPI_ALIAS(Win_allocate_shared)

int PMPI_Win_allocate_shared_c(MPI_Aint size, MPI_Aint disp_unit, MPI_Info info,
                               MPI_Comm comm, void *baseptr, MPI_Win *win)
{
    refmpi_enter("MPI_Win_allocate_shared_c");
    return create_allocated(MPI_WIN_FLAVOR_SHARED, size, disp_unit, info, comm,
                            baseptr, win);
}
REFMPI_ALIAS(Win_allocate_shared_c)

/* Displacements in a dynamic window are addresses: base 0, unit 1. */
int PMPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win *win)
{
    struct comm *object;
    struct window *window = NULL;
    int rc;

    refmpi_enter("MPI_Win_create_dynamic");
    object = refmpi_comm_from(comm);
    rc = create(check_offer(MPI_BOTTOM, 0, 1, win != NULL),
                MPI_WIN_FLAVOR_DYNAMIC, info, object, &window);
    if (rc == MPI_SUCCESS)
        *win = refmpi_window_handle(window);
    return refmpi_leave_comm(object, rc);
}
REFMPI_ALIAS(Win_create_dynamic)

/*
 * The first barrier is the one the standard asks for: no rank frees its memory
 * while another still works on it. The second lets rank 0 give the shared
 * pages back only when nobody maps them.
 */
static int free_window(struct window *window, MPI_Win *win)
{
    struct comm *comm = window->comm;
    int rc;

    if (window->locks > 0 || window->is_locked_all ||
        window->access_group != NULL || window->exposure_group != NULL)
        return MPI_ERR_RMA_SYNC;
    rc = refmpi_attributes_delete_all(*win, &window->attributes);
    if (rc != MPI_SUCCESS)
        return rc;
    refmpi_window_barrier(window);
    refmpi_shared_unmap(window->mapping, window->mapping_bytes);
    window->mapping = NULL;
    rc = refmpi_agree_barrier(comm);
    if (rc == MPI_SUCCESS && comm->rank == 0)
        refmpi_shared_free(window->mapping_offset, window->mapping_bytes);
    refmpi_errhandler_release(window->errhandler);
    destroy(window);
    *win = MPI_WIN_NULL;
    return rc;
}

int PMPI_Win_free(MPI_Win *win)
{
    struct window *window;
    int rc;

    refmpi_enter("MPI_Win_free");
    window = win == NULL ? NULL : refmpi_window_from(*win);
    if (window == NULL)
        return refmpi_leave_win(NULL, MPI_ERR_WIN);
    rc = free_window(window, win);
    return refmpi_leave_win(*win == MPI_WIN_NULL ? NULL : window, rc);
}
REFMPI_ALIAS(Win_free)
