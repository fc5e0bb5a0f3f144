/*
 * model_window_lock.h - the locks that a process holds on windows.
 */
#ifndef MURMEL_MODEL_WINDOW_LOCK_H
#define MURMEL_MODEL_WINDOW_LOCK_H

#include "model_private.h"

/* The calls begin.  A lock ends for others when its unlock begins: what they
 * learn of it, they learn from there. */
void window_lock(struct agent *agent, struct window_rank *member,
                 struct open_call *open);
void window_lock_all(struct agent *agent, struct window_rank *member,
                     struct open_call *open);
void window_unlock(struct agent *agent, struct window_rank *member,
                   struct open_call *open);
void window_unlock_all(struct agent *agent, struct window_rank *member,
                       struct open_call *open);
/* What the call gets from the target within a lock has come: so the lock was
 * held. */
void window_lock_answered(struct agent *agent, const struct window *window,
                          const struct window_rank *member, int target,
                          const struct call *get);
/* What is complete at the target (-1: at all), or has brought its result, has
 * been done under the lock (12.5.4): from now on it is held. */
void window_locks_held(struct agent *agent, const struct window *window,
                       const struct window_rank *member, int target);
/* MPI_Win_lock has returned: of memory that the process loads and stores itself
 * the lock is held then (12.5.3, advice to implementors). */
void window_lock_returned(struct agent *agent, const struct window_rank *member,
                          const struct open_call *open);
/* The lock of the target, or what MPI_Win_lock_all locked (-1), is no more. */
void window_release(struct agent *agent, struct window_rank *member,
                    int target);
/* What a process waits for that needs that lock to be released. */
struct wait_reason lock_wait(struct call *lock, const struct window *window);
/* The call, of whatever kind, has failed: it locked nothing. */
void window_lock_failed(struct agent *agent, struct window_rank *member,
                        struct call *call, int target);

#endif
