/*
 * mapped.h - what memory the process has, and may load and store, by its map.
 *
 * What was found is kept for each thread; so memory that went, or became
 * read-only, since then is missed unless it is large, as memory is that malloc
 * gives back to the system.  What is told of is always as the map says at that
 * moment.
 */
#ifndef MURMEL_MAPPED_H
#define MURMEL_MAPPED_H

#include <stdbool.h>
#include <stdint.h>

struct record_no_memory;
struct thread;

/* Mappings that a thread has seen, by address. */
#define MAPPED_SLOTS 64

/* Memory that malloc gives back to the system when it is freed is that large,
 * at least: then the map is asked again. */
#define MAPPED_LARGE ((uint64_t)128 << 10)

/* Consecutive memory; high 0: none. */
struct mapped {
    uint64_t low, high;
    bool stores; /* may be stored to; all may be loaded */
};

/* Whether the thread may load, or store, all from low to before high; false:
 * the first of what is missing stands in *missing.  Where it was known before,
 * or is now, stands in *last (before the first: NULL), which the next bytes of
 * the same call may use. */
bool mapped_has(struct thread *thread, struct mapped **last, uint64_t low,
                uint64_t high, bool stores, struct record_no_memory *missing);

#endif
