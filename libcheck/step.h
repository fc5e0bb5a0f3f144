/*
 * step.h - MURMEL_ON_FINDING=stop: each call waits until the checker has judged
 * it, so that the checker can stop a process where it is wrong.
 */
#ifndef MURMEL_STEP_H
#define MURMEL_STEP_H

#include "ring.h"

#include <stdbool.h>

/* Set by step_init before the first call is recorded; falls when the checker
 * does not answer. */
extern bool step_on __attribute__((visibility("hidden")));

/* Reads the environment.  Lets any debugger of the same user attach, where
 * somebody will want to (ptrace_scope 1 allows it to parents alone). */
void step_init(void);

/* Waits until all that the ring has is judged, as far as it can be yet.  errno
 * is kept; no cancellation point. */
void step_wait(struct ring *ring);

#endif
