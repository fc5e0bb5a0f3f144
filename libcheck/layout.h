/*
 * layout.h - which bytes of memory a datatype covers (MPI-4.1 5.1), as far as
 * the client needs it to look at buffers.
 *
 * Layouts are made from the records of the constructors.  What is not certain
 * (too many pieces, a constructor not followed, padding of a struct) has
 * none: its buffers are not looked at.
 *
 * The table of handles is not thread-safe: the caller (watch.c) has a lock for
 * it.  Layouts themselves never change.
 */
#ifndef MURMEL_LAYOUT_H
#define MURMEL_LAYOUT_H

#include "record.h"

#include <stdbool.h>
#include <stdint.h>

/* Consecutive bytes, by their offset from the buffer's address. */
struct layout_run {
    int64_t offset, length;
};

struct layout {
    _Atomic uint32_t references;
    _Atomic uint32_t looks; /* at data of many pieces (snapshot.c) */
    uint32_t run_count;
    int64_t size;       /* bytes of data */
    int64_t lb, ub;     /* ub - lb is the distance of consecutive items ... */
    bool extent_known;  /* ... if this is set */
    bool bounded;       /* bounds of it were set, not computed */
    bool one_array;     /* made by numbers of items only: what bytes lead to
                         * may be another variable */
    int64_t low, high;  /* what the runs lie between; low > high: no runs */
    int64_t run_length; /* of each run; 0: they differ */
    int64_t alignment;  /* the largest basic type */
    struct layout_run runs[]; /* in the order of the type map */
};

/* Without gaps, also between items. */
bool layout_is_dense(const struct layout *layout);
/* The first and one past the last byte of the data of `count` items, from where
 * the first one stands; false: not known, or there are none. */
bool layout_span(const struct layout *layout, int64_t count, int64_t *low,
                 int64_t *high);
/* The types of RECORD_WORLD. */
void layout_predefined(const struct record_world *world);
/* Whether the function makes a datatype that layout_of_call knows. */
bool layout_is_constructor(unsigned id);
/* What a constructor with this ENTER record makes, with one reference; NULL:
 * not known. */
struct layout *layout_of_call(const struct record *enter);
/* So many items each of a type, at a displacement each, as one item with one
 * reference: bytes and handles[i], or extents of handles[0]; NULL: not known.
 */
struct layout *layout_of_blocks(uint32_t count, const int64_t *lengths,
                                const int64_t *displacements,
                                const uint64_t *handles, bool each_its_type);
/* The handle has that layout (NULL: none) from now on; takes the reference. */
void layout_bind(uint64_t handle, struct layout *layout);
/* That of a handle, not held; NULL: not known. */
struct layout *layout_find(uint64_t handle);
struct layout *layout_hold(struct layout *layout);
void layout_drop(struct layout *layout); /* NULL is ignored */

#endif
