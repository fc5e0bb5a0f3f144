/*
 * automatic.h - memory that a call is given on the stack of its thread: in
 * which frame it lies, so that the checker finds the variable there.
 */
#ifndef MURMEL_AUTOMATIC_H
#define MURMEL_AUTOMATIC_H

#include "record.h"

#include <stdbool.h>
#include <stdint.h>

#define AUTOMATIC_SLOTS 64 /* a power of two */

/* What was given at a place in the program: how often. */
struct automatic {
    uint64_t place;
    uint32_t times;
};

struct thread;

/*
 * RECORD_AUTOMATIC of what a parameter of the call that has begun, at that
 * site, takes, if its first byte lies in a frame of the calling thread.  Of
 * each parameter of each site the first time, the second, the fourth, ...: what
 * is there is mostly the same.
 */
void automatic_tell(struct thread *thread, uint32_t site,
                    struct record_automatic told);

#endif
