/*
 * model_window_order.h - locks, exposures and epochs of a window in the order
 * of the clocks.
 */
#ifndef MURMEL_MODEL_WINDOW_ORDER_H
#define MURMEL_MODEL_WINDOW_ORDER_H

#include "model_private.h"

/* Locks and exposures of a window, put in order by clocks; a lock that stands
 * inside another epoch (wrong) is told of for that alone. */
struct period *lock_begins(struct agent *agent, struct window *window,
                           uint32_t origin, int target, struct call *call,
                           bool wrong);
struct period *exposure_begins(struct agent *agent, struct window *window,
                               uint32_t target, struct call *call,
                               bool to_nobody);
/* MPI_Win_wait, or MPI_Win_test that finds the member's exposure over: learns
 * from the origins. */
void exposure_ends(struct agent *agent, struct window *window, uint32_t target,
                   struct call *call);
void window_order_free(struct window *window);
/*
 * Order by values: who reads what another wrote under its lock may know what
 * the other knew.
 */
struct passive_access {
    int target;
    int64_t low, high; /* bytes of the target's window */
    bool reads, writes;
    bool gets;      /* what it reads, it reads by MPI_Get */
    uint64_t got_at; /* at this place in the program; 0: not known, or several */
    bool shared;    /* under a shared lock, or none */
    bool excludes;  /* reads under an exclusive lock, which it then knows to
                     * have: who reads there next under one comes after its end,
                     * as if something had been written */
    bool local;     /* what the process may load and store itself */
    uint64_t loads, stores; /* of that: those of the agent as it took the lock */
};
/* An RMA call under a lock, until its effect is complete; it is copied. */
void passive_add(struct window_rank *member,
                 const struct passive_access *added);
/* The process may load and store in that target's part until it unlocks. */
void passive_local(const struct agent *agent, struct window *window,
                   uint32_t origin, int target);
/* A flush or unlock of the target (-1: all) begins: others may see it. */
void passive_publish(struct agent *agent, struct window *window,
                     uint32_t origin, int target);
/* The unlock of an exclusive lock begins, after access_excluded: who holds a
 * lock later, and sees it, knows that all of the epoch is over (12.5.3). */
void passive_end(struct agent *agent, struct window *window, uint32_t origin,
                 int target);
/* ... and ends: what was read is known. */
void passive_learn(struct agent *agent, struct window *window, uint32_t origin,
                   int target);
void passive_sync(struct agent *agent, struct window *window, uint32_t origin);
/* What was accessed is done with; what the process itself may load and store
 * not before the lock ends. */
void passive_forget(struct window_rank *member, int target, bool ends);
/* Post and start, complete and wait, by pairs. */
void pairing_post(struct agent *agent, struct window *window, uint32_t target,
                  const int *origins, int count);
bool pairing_posted(const struct window *window, uint32_t origin,
                    const int *targets, int count);
/* Those that MPI_Win_complete meets.  After a start with MPI_MODE_NOCHECK
 * (unchecked) it waits for none: they may come later, and order nothing. */
void pairing_join_posts(struct agent *agent, struct window *window,
                        uint32_t origin, const int *targets, int count,
                        bool unchecked);
void pairing_complete(struct agent *agent, struct window *window,
                      uint32_t origin, const int *targets, int count);
/* What the post knew that MPI_Win_complete has met last; NULL: none.  False:
 * that post is yet to come (access_posted). */
bool pairing_last_post(const struct window *window, uint32_t origin,
                       uint32_t target, const struct clock **clock);
bool pairing_completed(const struct window *window, uint32_t target,
                       const int *origins, int count);

#endif
