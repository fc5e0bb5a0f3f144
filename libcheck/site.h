/*
 * site.h - call stacks, interned: each gets a number, and goes to the
 * checker (RECORD_SITE) the first time it is seen in the process.
 */
#ifndef MURMEL_SITE_H
#define MURMEL_SITE_H

#include "thread.h"

#include <stdint.h>

/*
 * The number of the calling thread's stack from the frame with that return
 * address outwards, without the frames of Murmel, the MPI and its bindings
 * at the inner end, and with those of Python (site_frames.h).  `frame`: as in
 * struct site_key.  0: unknown.  May write records of its own.
 */
uint32_t site_here(struct thread *thread, const void *return_address,
                   const void *frame);

/* The same by a walk in any case: where that matters less than the other. */
uint32_t site_walk(struct thread *thread, const void *return_address);

/* The same for that frame, and those around it that so many calls return to,
 * innermost first. */
uint32_t site_within(struct thread *thread, const void *return_address,
                     const void *const *callers, unsigned count);

#endif
