/*
 * looked.h - buffers that a thread has given to calls before, in which nothing
 * was missing: a short way around what mapping.c looks at.
 */
#ifndef MURMEL_LOOKED_H
#define MURMEL_LOOKED_H

#include "block.h"

#include <stdbool.h>
#include <stdint.h>

#define LOOKED_SLOTS 64 /* a power of two */

/* A buffer as a call has it, of a predefined datatype. */
struct looked {
    uint64_t address; /* 0: none */
    int64_t items;
    uint64_t datatype;
    uint64_t place; /* which buffer of which function */
    uint64_t high;  /* one past its last byte */
    struct block_seen block;
};

struct thread;

/* The one that was kept of this buffer, if the memory around it is as it was
 * then; else NULL. */
const struct looked *looked_before(const struct thread *thread,
                                   const struct looked *now);

/* Nothing is missing in this buffer: it is kept, if it can be told later
 * whether the memory around it has changed. */
void looked_keep(struct thread *thread, const struct looked *now);

#endif
