/*
 * late.h - records of a process that wait until the model has taken those
 * before: of a recording, or of another node.  They are kept by pieces of
 * memory, not one by one: all calls of other nodes go this way.
 */
#ifndef MURMEL_LATE_H
#define MURMEL_LATE_H

#include "record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct late_chunk;

/* Begin with {0}. */
struct late {
    struct late_chunk *first, *last;
    size_t bytes; /* of all records in it */
};

struct late_item {
    uint32_t thread;
    const struct record *record; /* NULL: all of the process was judged */
};

/* Behind what waits already, a copy of the record (NULL as above), which is
 * returned and may be changed. */
struct record *late_add(struct late *late, uint32_t thread,
                        const struct record *record);

/* The first of all, which goes; its record is there until the next call of a
 * function of late.h.  False: there is none. */
bool late_take(struct late *late, struct late_item *item);

/* How many records of that kind wait. */
uint64_t late_count(const struct late *late, enum record_kind kind);

/* Drops them all. */
void late_clear(struct late *late);

#endif
