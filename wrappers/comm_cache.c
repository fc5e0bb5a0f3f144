/*
 * comm_cache.c - what the client knows of communicators.
 */
#include "comm_cache.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Without memory a communicator stays unknown; never end the application. */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

/* Of grids of no more dimensions it is asked which neighbours there are. */
#define DIMS_MAX 32

struct known_comm {
    uint64_t bits;
    struct new_comm told;
    int in; /* neighbours in a topology; -1: none */
    int out;
    int cart_dims;
    UT_hash_handle hh;
};

struct pending_comm {
    MPI_Request request;
    const MPI_Comm *newcomm;
    int64_t place; /* in the array of a call that may complete it */
    struct pending_comm *next;
};

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct known_comm *comms;

static pthread_mutex_t pending_lock = PTHREAD_MUTEX_INITIALIZER;
static struct pending_comm *pending;
static _Atomic int pending_count;

/* ---------------------------------------------------------------- adding */

/* At the border of a grid a neighbour is MPI_PROC_NULL (MPI-4.1 8.6): the one
 * below is before the one above. */
static bool ask_border(MPI_Comm comm, int dims, uint64_t *nobody)
{
    int sizes[DIMS_MAX], periods[DIMS_MAX], coords[DIMS_MAX], i;

    if (dims > DIMS_MAX ||
        REAL(MPI_Cart_get)(comm, dims, sizes, periods, coords) != MPI_SUCCESS)
        return false;
    for (i = 0; i < dims; i++) {
        if (!periods[i] && coords[i] == 0)
            *nobody |= UINT64_C(1) << (2 * i);
        if (!periods[i] && coords[i] == sizes[i] - 1)
            *nobody |= UINT64_C(2) << (2 * i);
    }
    return true;
}

static void ask_cart(MPI_Comm comm, struct known_comm *known)
{
    int dims;

    if (REAL(MPI_Cartdim_get)(comm, &dims) != MPI_SUCCESS)
        return;
    known->cart_dims = dims;
    known->in = known->out = 2 * dims;
    if (ask_border(comm, dims, &known->told.nobody))
        known->told.neighbors_in = known->told.neighbors_out = 2 * dims;
}

static void ask_graph(MPI_Comm comm, struct known_comm *known)
{
    int neighbors;

    if (REAL(MPI_Graph_neighbors_count)(comm, known->told.rank, &neighbors) ==
        MPI_SUCCESS)
        known->in = known->out = known->told.neighbors_in =
            known->told.neighbors_out = neighbors;
}

/* Such a graph should have none; where the MPI lets it, its blocks are not
 * followed. */
static bool has_nobody(MPI_Comm comm, int in, int out)
{
    size_t count = (size_t)in + (size_t)out, i;
    int *ranks = calloc(2 * count + 2, sizeof *ranks);
    bool found =
        ranks == NULL || REAL(MPI_Dist_graph_neighbors)(
                             comm, in, ranks, ranks + count + 1, out,
                             ranks + in, ranks + count + 1 + in) != MPI_SUCCESS;

    for (i = 0; i < count && !found; i++)
        found = ranks[i] == MPI_PROC_NULL;
    free(ranks);
    return found;
}

static void ask_dist_graph(MPI_Comm comm, struct known_comm *known)
{
    int in, out, weighted;

    if (REAL(MPI_Dist_graph_neighbors_count)(comm, &in, &out, &weighted) !=
        MPI_SUCCESS)
        return;
    known->in = in;
    known->out = out;
    if (has_nobody(comm, in, out))
        return;
    known->told.neighbors_in = in;
    known->told.neighbors_out = out;
}

static void ask_topology(MPI_Comm comm, struct known_comm *known)
{
    int topology;

    known->in = known->out = known->cart_dims = -1;
    if (murmel_real[CALL_MPI_Topo_test] == NULL ||
        REAL(MPI_Topo_test)(comm, &topology) != MPI_SUCCESS)
        return;
    if (topology == MPI_CART)
        ask_cart(comm, known);
    else if (topology == MPI_GRAPH)
        ask_graph(comm, known);
    else if (topology == MPI_DIST_GRAPH)
        ask_dist_graph(comm, known);
}

struct new_comm comm_cache_none(void)
{
    return (struct new_comm){.comm = NEUTRAL_COMM_NULL,
                             .rank = -1,
                             .size = -1,
                             .neighbors_in = -1,
                             .neighbors_out = -1};
}

struct new_comm comm_cache_add(MPI_Comm comm)
{
    struct known_comm *known, *old;
    struct new_comm told = comm_cache_none();
    int inter = 0;

    told.comm = encode_comm(comm);
    if (told.comm == NEUTRAL_COMM_NULL)
        return told;
    if (REAL(MPI_Comm_rank)(comm, &told.rank) != MPI_SUCCESS ||
        REAL(MPI_Comm_size)(comm, &told.size) != MPI_SUCCESS ||
        REAL(MPI_Comm_test_inter)(comm, &inter) != MPI_SUCCESS ||
        (inter != 0 &&
         REAL(MPI_Comm_remote_size)(comm, &told.remote_size) != MPI_SUCCESS))
        return told;
    known = calloc(1, sizeof(*known));
    if (known == NULL)
        return told;
    known->bits = HANDLE_BITS(comm);
    known->told = told;
    if (inter == 0)
        ask_topology(comm, known);
    else
        known->in = known->out = known->cart_dims = -1;
    told = known->told;

    pthread_rwlock_wrlock(&lock);
    HASH_FIND(hh, comms, &known->bits, sizeof(known->bits), old);
    if (old != NULL)
        HASH_DEL(comms, old);
    HASH_ADD(hh, comms, bits, sizeof(known->bits), known);
    pthread_rwlock_unlock(&lock);
    free(old);
    return told;
}

void comm_cache_remove(MPI_Comm comm)
{
    uint64_t bits = HANDLE_BITS(comm);
    struct known_comm *old;

    /* Freeing one of these is an error, and the MPI keeps it. */
    if (encode_comm(comm) < NEUTRAL_HANDLE_PREDEFINED_END)
        return;
    pthread_rwlock_wrlock(&lock);
    HASH_FIND(hh, comms, &bits, sizeof(bits), old);
    if (old != NULL)
        HASH_DEL(comms, old);
    pthread_rwlock_unlock(&lock);
    free(old);
}

/* --------------------------------------------------------------- asking */

/* True and a copy, if it is known. */
static bool find(MPI_Comm comm, struct known_comm *copy)
{
    uint64_t bits = HANDLE_BITS(comm);
    struct known_comm *known;

    pthread_rwlock_rdlock(&lock);
    HASH_FIND(hh, comms, &bits, sizeof(bits), known);
    if (known != NULL)
        *copy = *known;
    pthread_rwlock_unlock(&lock);
    return known != NULL;
}

int64_t comm_cache_comm_size(MPI_Comm comm)
{
    struct known_comm known;

    return find(comm, &known) ? known.told.size : -1;
}

int64_t comm_cache_group_size(MPI_Comm comm)
{
    struct known_comm known;

    if (!find(comm, &known))
        return -1;
    return known.told.remote_size > 0 ? known.told.remote_size
                                      : known.told.size;
}

int64_t comm_cache_neighbors_in(MPI_Comm comm)
{
    struct known_comm known;

    return find(comm, &known) ? known.in : -1;
}

int64_t comm_cache_neighbors_out(MPI_Comm comm)
{
    struct known_comm known;

    return find(comm, &known) ? known.out : -1;
}

int64_t comm_cache_cart_dims(MPI_Comm comm)
{
    struct known_comm known;

    return find(comm, &known) ? known.cart_dims : -1;
}

bool comm_cache_at_root(MPI_Comm comm, int root)
{
    struct known_comm known;

    if (!find(comm, &known))
        return false;
    return known.told.remote_size > 0 ? root == MPI_ROOT
                                      : root == known.told.rank;
}

/* -------------------------------------------------------------- pending */

static void put(struct pending_comm *entry)
{
    pthread_mutex_lock(&pending_lock);
    entry->next = pending;
    pending = entry;
    atomic_fetch_add(&pending_count, 1);
    pthread_mutex_unlock(&pending_lock);
}

void comm_cache_pending(const MPI_Comm *newcomm, MPI_Request request)
{
    struct pending_comm *entry = malloc(sizeof(*entry));

    if (entry == NULL)
        return;
    entry->request = request;
    entry->newcomm = newcomm;
    put(entry);
}

/* Takes it out of the list; NULL: it is not there. */
static struct pending_comm *take(MPI_Request request)
{
    struct pending_comm **link, *entry;

    pthread_mutex_lock(&pending_lock);
    for (link = &pending; *link != NULL; link = &(*link)->next)
        if ((*link)->request == request)
            break;
    entry = *link;
    if (entry != NULL) {
        *link = entry->next;
        atomic_fetch_sub(&pending_count, 1);
    }
    pthread_mutex_unlock(&pending_lock);
    return entry;
}

struct pending_comm *comm_cache_pending_before(const MPI_Request *requests,
                                               int64_t count)
{
    struct pending_comm *before = NULL, *entry;

    if (atomic_load_explicit(&pending_count, memory_order_relaxed) == 0 ||
        requests == NULL || count <= 0 || count > PLAN_LIMIT)
        return NULL;
    for (int64_t i = count - 1; i >= 0; i--) {
        entry = take(requests[i]);
        if (entry == NULL)
            continue;
        entry->place = i;
        entry->next = before;
        before = entry;
    }
    return before;
}

static void tell(struct murmel_call *call, const struct pending_comm *entry)
{
    struct new_comm told = comm_cache_add(*entry->newcomm);
    uint64_t *w = murmel_record(call, RECORD_NEW_COMM, sizeof(told) + 8);

    if (w == NULL)
        return;
    memcpy(w, &told, sizeof(told));
    w[sizeof(told) / 8] = encode_request(entry->request);
    murmel_publish(call);
}

/* A completed request is no longer what it was: it is MPI_REQUEST_NULL. */
void comm_cache_pending_after(struct murmel_call *call,
                              struct pending_comm *before,
                              const MPI_Request *requests, bool succeeded)
{
    struct pending_comm *entry;

    while ((entry = before) != NULL) {
        before = entry->next;
        if (requests[entry->place] == entry->request) {
            put(entry);
            continue;
        }
        if (succeeded)
            tell(call, entry);
        free(entry);
    }
}
