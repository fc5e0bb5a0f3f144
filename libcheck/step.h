/*
 * step.h - calls that wait for the checker: each, with MURMEL_ON_FINDING=stop,
 * until it is judged, so that the checker can stop a process where it is wrong;
 * or MPI_Finalize and MPI_Abort, where they are judged on another node.
 */
#ifndef MURMEL_STEP_H
#define MURMEL_STEP_H

#include "ring.h"

#include <stdbool.h>

/* Whether the records that are published now are to be waited for. */
extern bool step_on __attribute__((visibility("hidden")));

/* Reads the environment.  Lets any debugger of the same user attach, where
 * somebody will want to (ptrace_scope 1 allows it to parents alone). */
void step_init(void);

/* MPI_Finalize or MPI_Abort begins: its record is the next in that ring. */
void step_leave(const struct ring *ring);

/* Waits until all that the ring has is judged, as far as it can be yet, or has
 * come to where it is.  errno is kept; no cancellation point. */
void step_wait(struct ring *ring);

#endif
