/*
 * model_window_promise.h - assertions of RMA synchronization calls that speak
 * of other processes, against what these do (MPI-4.1 12.5.5).
 */
#ifndef MURMEL_MODEL_WINDOW_PROMISE_H
#define MURMEL_MODEL_WINDOW_PROMISE_H

#include "model_private.h"

struct clock_queue {
    struct clock **clocks;
    size_t first, count, room;
};

/* What one member posts for another, and that one starts on it. */
struct pairing {
    struct {
        uint32_t origin, target;
    } key;
    struct clock_queue posts, completes; /* not met by the other side yet */
    struct clock *last_post;             /* met */
    uint64_t posted;                     /* how many posts there were ... */
    uint64_t owed; /* ... yet to come for a complete that did not wait */
    struct match *matches;               /* not over, in order */
    UT_hash_handle hh;
};

/* model_window_order.c: NULL where there is none; made where there is none. */
struct pairing *pairing_find(const struct window *window, uint32_t origin,
                             uint32_t target);
struct pairing *pairing_get(struct window *window, uint32_t origin,
                            uint32_t target);

/* The member calls them; groups as ranks of the window, count -1: not known. */
void promise_fence(struct agent *agent, struct window *window, uint32_t member,
                   struct call *call);
void promise_post(struct agent *agent, struct window *window, uint32_t target,
                  const int *origins, int count, struct call *call);
void promise_start(struct agent *agent, struct window *window, uint32_t origin,
                   const int *targets, int count, struct call *call);
void promise_complete(struct window *window, uint32_t origin,
                      const int *targets, int count);
/* They have returned without an error. */
void promise_post_done(struct agent *agent, struct window *window,
                       uint32_t target, const int *origins, int count,
                       const struct call *call);
void promise_start_done(struct agent *agent, struct window *window,
                        uint32_t origin, const int *targets, int count,
                        const struct call *call);
/* MPI refused it. */
void promise_post_failed(struct window *window, uint32_t target,
                         const int *origins, int count, struct call *call);
void promise_start_failed(struct window *window, uint32_t origin,
                          const int *targets, int count, struct call *call);
/* A call changes the target's part, in the epoch of the origin's start, or of
 * its fence. */
void promise_write(struct agent *agent, struct window *window, uint32_t origin,
                   int target, struct call *call, bool started);
/* The member begins to hold a lock: against conflicting ones of others that
 * are, or were, held likewise. */
void promise_lock(struct agent *agent, struct window *window,
                  struct period *lock, int target);
/* Starts that have not returned yet are not refused any more, as the job is
 * over, or stands still. */
void promises_end(struct model *model);
void promises_free(struct window *window);
void matches_free(struct pairing *pairing);

#endif
