/*
 * unpacker.h - a thread that unpacks blocks of events (recording_event.h) while
 * those before are judged.  What is added comes out in the same order.
 */
#ifndef MURMEL_UNPACKER_H
#define MURMEL_UNPACKER_H

#include "recording_event.h"

#include <stdbool.h>
#include <stddef.h>

struct unpacker;

/* Where no thread can be had, unpacker_add unpacks. */
struct unpacker *unpacker_new(void);
void unpacker_free(struct unpacker *unpacker);

/* Becomes readable when the first of what was added is ready. */
int unpacker_fd(const struct unpacker *unpacker);

/* What was added, as it comes out. */
struct unpacked {
    void *owner;
    const char *bytes; /* as they were added */
    size_t length;
    struct recording_events events; /* bytes NULL: no block, or damaged */
};

/* Adds `length` bytes, which are copied, of an owner, whom the unpacker does
 * not touch.  A block (BLOCK_EVENTS) begins at `block`, not beyond length, and
 * is all behind; block = length: there is none. */
void unpacker_add(struct unpacker *unpacker, void *owner, const void *bytes,
                  size_t length, size_t block);

/* How many were added and not yet taken. */
size_t unpacker_waiting(const struct unpacker *unpacker);

/* The first, if it is ready, which is the unpacker's until the next is taken;
 * NULL: it is not. */
struct unpacked *unpacker_take(struct unpacker *unpacker);
/* ... waits for it; NULL: nothing was added. */
struct unpacked *unpacker_wait(struct unpacker *unpacker);

#endif
