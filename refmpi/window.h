/*
 * Windows. Data is always moved by the origin, straight into or out of the
 * target's memory, while the RMA call runs: mapped memory for the flavours
 * that MPI allocates, the kernel's peer access for the user's own memory. So
 * no operation waits for its target, and synchronization is only counters and
 * locks in shared memory.
 */
#ifndef REFMPI_WINDOW_H
#define REFMPI_WINDOW_H

#include "internal.h"
#include "segment.h"

#include <stdatomic.h>

void refmpi_mutex_lock(struct refmpi_mutex *mutex);
void refmpi_mutex_unlock(struct refmpi_mutex *mutex);

/* What all ranks see of one rank of a window. */
struct window_slot {
    /* The window lock of this rank: holders, and who waits, in order. */
    _Alignas(REFMPI_CACHE_LINE) struct refmpi_mutex guard;
    bool is_exclusive;
    int shared_holders;
    unsigned queue_head, queue_tail; /* ever increasing; ring of n entries */
    /* Ever increasing: MPI_Win_complete calls towards this rank. */
    _Alignas(REFMPI_CACHE_LINE) atomic_uint completes;
};

/* One rank's place in the queue for another's window lock. */
struct window_waiter {
    int rank;
    int lock_type;
};

/*
 * The shared part of a window: n slots, and three n by n tables. It lies in
 * the job's shared memory, followed by the memory MPI allocated, if any.
 */
struct window_shared {
    struct window_slot *slots;
    atomic_uint *posts;   /* [origin * n + target]: posts by the target */
    atomic_uint *granted; /* [target * n + origin]: locks given to waiters */
    struct window_waiter *queues;     /* [target * n + place] */
    struct window_attached *attached; /* of dynamic ones */
};

/* What this process knows of each rank, and does with it. */
struct window_target {
    char *address; /* in the target's address space */
    char *mapped;  /* in this one's, or NULL */
    MPI_Aint size;
    MPI_Aint disp_unit;
    int lock_type;           /* held by this process on it; 0 if none */
    bool is_nocheck;         /* that lock was not really taken */
    bool is_started;         /* in the group of the current MPI_Win_start */
    unsigned posts_expected; /* posts by it that starts here have asked for */
};

struct window {
    struct object object;
    struct errhandler *errhandler;
    struct attribute *attributes;
    struct comm *comm; /* of its own */
    struct info *info;
    int flavor;
    int model;
    void *base;
    MPI_Aint size;
    MPI_Aint disp_unit_aint;
    int disp_unit;
    struct window_shared shared;
    void *mapping; /* of shared memory: the control part, then the data */
    size_t mapping_bytes;
    uint64_t mapping_offset;
    struct window_target *targets;
    struct rma_deferred *deferred, *last_deferred; /* in order of the calls */
    bool does_due; /* a thread does those that are due (rma_deferred.c) */
    struct window_copy *copies; /* see window_copies.h; NULL: there is one */
    void *own_memory; /* of MPI_Win_allocate, beside the public copy */
    unsigned completes_expected;
    bool is_fence_open; /* a fence has opened epochs */
    bool is_fence_used; /* and an RMA call used them */
    bool is_locked_all;
    int locks;                    /* locks held, without lock_all */
    struct group *access_group;   /* of MPI_Win_start, else NULL */
    struct group *exposure_group; /* of MPI_Win_post, else NULL */
    char name[MPI_MAX_OBJECT_NAME];
};

/* NULL for a null or invalid handle. */
struct window *refmpi_window_from(MPI_Win win);
MPI_Win refmpi_window_handle(struct window *window);

/* The predefined attributes MPI_WIN_*; false for another keyval. */
bool refmpi_window_attribute(struct window *window, int keyval, void **value);

/* All ranks of the window have arrived when this returns. */
void refmpi_window_barrier(struct window *window);

/* Between this process's accesses before and after: MPI_Win_sync's work. */
static inline void refmpi_window_fence(void)
{
    atomic_thread_fence(memory_order_seq_cst);
}

#endif
