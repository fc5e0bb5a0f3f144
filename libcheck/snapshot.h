/*
 * snapshot.h - what stands in a buffer now, to see later what has changed.
 *
 * Small buffers are copied, others are hashed by blocks; of large ones only
 * so many blocks are looked at, spread over the whole.  Memory that cannot be
 * read (the application has unmapped it) is let alone.
 */
#ifndef MURMEL_SNAPSHOT_H
#define MURMEL_SNAPSHOT_H

#include "layout.h"

#include <stdbool.h>
#include <stdint.h>

struct snapshot;

/* `count` items at `address`.  NULL: there is no memory for it, or it cannot
 * be read.  The layout is held.  *whole: all of it is looked at. */
struct snapshot *snapshot_take(uint64_t address, int64_t count,
                               struct layout *layout, bool *whole);
void snapshot_free(struct snapshot *snapshot); /* NULL is ignored */

struct snapshot_change {
    uint64_t low, high; /* addresses: the first byte, one past the last */
    bool exact;         /* else somewhere between them */
};

/* Whether it stands there no more; *change then tells where. */
bool snapshot_changed(const struct snapshot *snapshot,
                      struct snapshot_change *change);

#endif
