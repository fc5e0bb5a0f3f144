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
#include <stddef.h>
#include <stdint.h>

struct snapshot;

/* Blocks of 4 KiB that are looked at, unless it costs too much. */
#define SNAPSHOT_BLOCKS 64

/* Bytes of a snapshot of `count` items; 0: none can be made. */
size_t snapshot_size(int64_t count, const struct layout *layout,
                     uint32_t blocks);
/* Makes it in that many bytes (8-aligned), of the items at `address`; the
 * layout has to outlive it.  *whole: all of it is looked at.  False: it cannot
 * be read. */
bool snapshot_make(struct snapshot *snapshot, uint64_t address, int64_t count,
                   struct layout *layout, uint32_t blocks, bool *whole);

struct snapshot_change {
    uint64_t low, high; /* addresses: the first byte, one past the last */
    bool exact;         /* else somewhere between them */
};

/* Whether each page can be read that snapshot_changed looks at, where there are
 * no gaps: the program may have taken some away (mprotect), and would end by
 * that look.  readable_is asks for the first and the last one. */
bool snapshot_has_pages(const struct snapshot *snapshot);

/* Whether it stands there no more; *change then tells where.  The memory can be
 * read (readable_is). */
bool snapshot_changed(const struct snapshot *snapshot,
                      struct snapshot_change *change);

/*
 * Where in memory the data of the items are, from the byte `offset` of them on:
 * consecutive bytes, in the order of the type map, `most` times and `limit`
 * bytes at most.  Offsets in runs[] are addresses.  Returns how many there are.
 */
unsigned snapshot_runs(uint64_t address, int64_t count,
                       const struct layout *layout, int64_t offset,
                       int64_t limit, struct layout_run *runs, unsigned most);

#endif
