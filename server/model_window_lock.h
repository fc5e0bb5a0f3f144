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
/* What is complete at the target (-1: at all), or has brought its result, has
 * been done under the lock (12.5.4): from now on it is held. */
void window_locks_held(const struct agent *agent,
                       const struct window_rank *member, int target);
/* The lock of the target, or what MPI_Win_lock_all locked (-1), is no more. */
void window_release(struct agent *agent, struct window_rank *member,
                    int target);
/* What a process waits for that needs that lock to be released. */
struct wait_reason lock_wait(struct call *lock, const struct window *window);
/* The call, of whatever kind, has failed: it locked nothing. */
void window_lock_failed(struct agent *agent, struct window_rank *member,
                        struct call *call, int target);

#endif
