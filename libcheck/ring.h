/*
 * ring.h - the writing end of a ring in shared memory (include/record.h).
 */
#ifndef MURMEL_RING_H
#define MURMEL_RING_H

#include "record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ring {
    struct ring_header *header;
    char *data;    /* mapped twice in a row */
    uint64_t size; /* of the data, a power of two */
    uint64_t head; /* bytes written; header->head follows at ring_publish */
    uint64_t tail; /* the reader's, as seen last: room is at least this */
};

enum ring_error {
    RING_NO_MEMORY = -1, /* see errno */
    RING_TOO_SMALL = -2, /* the record is longer than half the ring */
    RING_STOPPED = -3,   /* `going` said so while waiting for room */
    RING_STUCK = -4      /* the reader took nothing for RING_PATIENCE */
};

/* Seconds that a writer waits for a reader that does not move. */
#define RING_PATIENCE 60

/*
 * Makes a ring of `size` bytes of data (a power of two, at least a page) for
 * the calling thread; *fd is its memfd, which the caller hands to the reader
 * and closes.  0 or RING_NO_MEMORY.
 */
int ring_create(struct ring *ring, uint64_t size, int *fd);

/* Unmaps it; the reader has its own mapping. */
void ring_destroy(struct ring *ring);

/*
 * Room for a record of `size` bytes (a multiple of 8) at the head of the
 * ring.  Waits for the reader while *going.  Whatever was reserved before
 * and not published is given up.  0 or an enum ring_error; errno is kept.
 */
int ring_reserve(struct ring *ring, size_t size, const _Atomic bool *going,
                 struct record **record);

/*
 * Waits while *going until the reader has judged all that was published, or can
 * not before other rings have more.  0 or an enum ring_error.
 */
int ring_wait_judged(struct ring *ring, const _Atomic bool *going);

/* The writer is in no call of MPI, or in those only that it was in when it
 * wrote what came last. */
static inline void ring_returned(struct ring *ring)
{
    atomic_store_explicit(&ring->header->returned, ring->head,
                          memory_order_relaxed);
}

/* The reserved record is complete: the reader may have it. */
static inline void ring_publish(struct ring *ring, const struct record *record)
{
    ring->head += record->size;
    atomic_store_explicit(&ring->header->head, ring->head,
                          memory_order_release);
}

#endif
