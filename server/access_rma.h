/*
 * access_rma.h - what is outstanding of the RMA calls on a window: shared by
 * access_rma.c, which begins it, and access_sync.c, which ends it.
 */
#ifndef MURMEL_ACCESS_RMA_H
#define MURMEL_ACCESS_RMA_H

#include "access.h"

enum access_epoch { EPOCH_FENCE, EPOCH_START, EPOCH_LOCK };

/* Accesses of one origin to one target that begin and end together. */
struct access_span {
    enum access_epoch epoch;
    struct agent *actor, *owner;
    struct period *period; /* until it is complete at the target ... */
    struct period *own;    /* ... at the origin */
    uint64_t now;          /* the origin's moment behind its begin */
    bool alone;            /* of a request: complete by itself at the origin */
    bool waits;            /* for its begin to be known */
    bool flushed;          /* EPOCH_LOCK: it is complete at the origin, as all
                            * older ones are */
    struct access_group *groups;
    struct access *waiting; /* what it will bring then */
    uint64_t number;        /* EPOCH_START: of the pair's, once completed */
    struct access_span *next, *prev;
};

/* What an origin does to a target. */
struct access_pair {
    struct {
        uint32_t origin, target;
    } key;
    struct access_span *spans; /* newest first; not complete at the target */
    size_t span_count;
    uint64_t completed, waited; /* epochs of start and complete, of post and
                                 * wait: the n-th belong together */
    struct access_pair *next;   /* of the same origin */
    UT_hash_handle hh;
};

struct window_accesses {
    struct access_pair *pairs;
    struct access_pair **of_origin; /* by member */
    struct meeting **fences; /* by member: the last, if it opened an epoch
                              * without waiting for the others; held */
    struct access *baseless; /* the target's address is not known yet */
};

/* Made where there is none. */
struct window_accesses *access_rma_window(struct window *window);
struct access_pair *access_rma_pair(struct window *window, uint32_t origin,
                                    uint32_t target);
/* Drops accesses that wait to be added. */
void access_rma_drop(struct access **list);
/* The process of a member, or NULL. */
struct agent *access_member(const struct window *window, uint32_t member);
/* Its interval, of bytes in the window, is added as soon as it is known where
 * the target's memory is. */
void access_add_in_window(struct access *access);
/* The window's member has its memory now. */
void access_rma_joins(struct window *window, uint32_t member);
void access_span_free(struct access_pair *pair, struct access_span *span);
/* Complete at the target: at that moment. */
void access_span_ends(struct access_span *span, struct call *call,
                      struct clock_moment moment);
/* Its begin is known: before it, the target did what that clock (NULL: no
 * other) knows.  What waited for that is added. */
void access_span_begins(struct access_span *span, const struct clock *clock);

#endif
