/*
 * access_conflict.h - two accesses to window memory that nothing puts in
 * order, as rules see them (const).
 */
#ifndef MURMEL_ACCESS_CONFLICT_H
#define MURMEL_ACCESS_CONFLICT_H

#include "model_object.h"

struct agent;

enum access_kind {
    ACCESS_LOAD,
    ACCESS_STORE,
    ACCESS_GET,
    ACCESS_PUT,
    ACCESS_ACCUMULATE /* those that fetch, too */
};

/* Accumulate operations that have none of MPI's. */
#define ACCESS_OP_SWAP UINT64_MAX /* MPI_Compare_and_swap */

enum access_lock { ACCESS_NO_LOCK, ACCESS_SHARED_LOCK, ACCESS_EXCLUSIVE_LOCK };

/* Which call of a group it was. */
struct access_caller {
    struct access_group *group;
    struct call *call; /* held; NULL: the group's */
    bool several;      /* its access stands for others, too */
    struct access_caller *next;
};

#define ACCESS_NO_PHASE UINT32_MAX

/*
 * What accesses from one call site in one stretch of an epoch have in common.
 * They are complete together.  Counted.
 */
struct access_group {
    uint32_t references;
    uint64_t number; /* 1, 2, ...: names it for good */
    enum access_kind kind;
    uint64_t op;        /* ACCESS_ACCUMULATE */
    struct type *basic; /* ACCESS_ACCUMULATE: of the elements; held.  NULL:
                         * not known, or several */
    uint32_t phase; /* ACCESS_ACCUMULATE: bytes from where an element would be
                     * if one began at offset 0, or ACCESS_NO_PHASE: there are
                     * several, or it is not known */
    struct window_hints hints;  /* RMA: given by then to MPI_Win_set_info */
    bool fetches;               /* ACCESS_ACCUMULATE: brings the value back */
    struct agent *actor;        /* who does it ... */
    struct agent *owner;        /* ... in whose memory */
    struct window *window;      /* RMA: by which; held.  NULL: local */
    struct window *shared;      /* local, but of another process's memory: the
                                 * window that shows it; held */
    uint32_t origin, target;    /* RMA: members of the window */
    struct window *lock_window; /* under whose lock of the owner; held */
    enum access_lock lock;
    uint64_t held_alone;  /* both local: by exclusive locks, of these targets */
    bool alone;           /* of a request: complete by itself */
    struct call *call;    /* the first; held */
    bool atomic;          /* stores that are */
    bool polls;           /* loads by which the program polls */
    uint64_t polled;      /* loads of what it had polled before: when, by its
                           * own clock, and 1; else 0 */
    struct period *epoch; /* the actor was in; held; NULL: none */
    struct period *period;         /* from begin to completion; held */
    struct access *last;           /* the newest that is in the tree */
    struct access_caller own;      /* the first call */
    struct access_caller *callers; /* the others, newest first */
    uint32_t call_count;
    uint64_t met[8]; /* numbers of groups: the two were compared */
    uint32_t met_count;
    struct access_group *next; /* of one span */
};

/* The two that meet. */
struct access_side {
    const struct access_group *group;
    const struct process *process;
    struct call *call; /* held */
    int64_t low, high; /* the bytes that it accesses, as offset below */
};

struct access_conflict {
    uint32_t references;
    struct access_side sides[2];
    uint64_t low, high;    /* bytes that both access; low == high: none, but
                            * the same window in the separate memory model */
    struct window *window; /* one in which they are; held */
    const struct process *owner;
    bool separate;  /* judged by the separate memory model */
    bool followed;  /* both local: whether they are atomic is not always seen */
    bool elsewhere; /* both local: the program has means, other than MPI and the
                     * language, to put them in order */
    int64_t offset; /* of low in it; dynamic windows: the address */
};

/* Whether it changes what is there. */
bool access_updates(const struct access_group *group);
/* Whether both have the same predefined datatype. */
bool access_same_elements(const struct access_group *one,
                          const struct access_group *other);
/* Then, whether elements of both that overlap are the same ones. */
bool access_same_places(const struct access_group *one,
                        const struct access_group *other);

#endif
