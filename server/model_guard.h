/*
 * model_guard.h - locks on windows that keep processes out of other memory than
 * what they lock (MPI-4.1 12.5.3).
 *
 * What two processes do while each surely holds the same lock, one of them
 * exclusively, they do one after the other, whatever memory it is in.  A lock
 * is surely held once something has shown that it was acquired: the call that
 * locks need not wait for it.
 */
#ifndef MURMEL_MODEL_GUARD_H
#define MURMEL_MODEL_GUARD_H

#include "model_object.h"

struct agent;

/* What a process held at a moment.  Counted, immutable but for their ends. */
struct guards;

/* The process surely holds that lock from now on; what began before it is told
 * from what begins now. */
void guard_begins(struct agent *agent, const struct window *window, int target,
                  bool exclusive);
/* ... not any more. */
void guard_ends(struct agent *agent, const struct window *window, int target);
/* NULL is none, and stays so. */
struct guards *guards_hold(struct guards *guards);
void guards_drop(struct guards *guards);
/* Whether each of the two lies within the same lock of two processes. */
enum guarded { GUARDED_NO, GUARDED_MAYBE /* one lasts */, GUARDED_YES };
enum guarded guards_keep_apart(const struct period *one,
                               const struct period *other);

#endif
