/*
 * hits.h - what is told of the loads and stores that were seen while a thread
 * was followed (followed.h): which of them are polls, which the program may not
 * have asked for and, in shared windows, which may be in order with others'.
 */
#ifndef MURMEL_HITS_H
#define MURMEL_HITS_H

#include "pass_over.h"

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

/* The thread calls such a function, with these registers, and arguments on the
 * stack: what it loads by them is seen, as if the program had loaded it. */
void hits_given(const struct pass_over_function *function,
                const greg_t *general, const uint64_t *stack);

/* The thread calls that function (enum call_id): what was seen until now is
 * noted (native.h).  unknown: what came last was not followed.  In
 * followed.ordered is where, in a shared window, others' stores may have been
 * seen; there nothing is told from then on. */
void hits_tell(unsigned id, bool unknown);

/*
 * MPI_Win_sync puts nothing in order, and may be called in a loop of polls, or
 * after the data were read: what becomes of a value from a shared window is
 * seen behind it, so of these nothing is told yet.  False: it is another call.
 */
bool hits_go_on(unsigned id);

#endif
