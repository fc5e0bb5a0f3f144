/*
 * access.h - who loads, stores, gets, puts and accumulates which bytes, and
 * which of two such accesses surely comes first.
 *
 * Each process's memory is one set of byte intervals, whatever windows show
 * it.  An access is kept from its beginning until all that can still come is
 * ordered after its completion.  Two that overlap, of which one updates, and
 * that nothing orders, are told of (EVENT_CONFLICT); whether that is wrong
 * the rules judge.
 */
#ifndef MURMEL_ACCESS_H
#define MURMEL_ACCESS_H

#include "access_range.h"
#include "access_tree.h"
#include "model_private.h"

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

/*
 * What accesses from one call site in one stretch of an epoch have in common.
 * They are complete together.  Counted.
 */
struct access_group {
    uint32_t references;
    uint64_t number; /* 1, 2, ...: names it for good */
    enum access_kind kind;
    uint64_t op;             /* ACCESS_ACCUMULATE */
    struct type *basic;      /* ACCESS_ACCUMULATE: of the elements; held.  NULL:
                              * not known, or several */
    bool fetches;            /* ACCESS_ACCUMULATE: brings the value back */
    struct agent *actor;     /* who does it ... */
    struct agent *owner;     /* ... in whose memory */
    struct window *window;   /* RMA: by which; held.  NULL: local */
    uint32_t origin, target; /* RMA: members of the window */
    struct window *lock_window; /* under whose lock of the owner; held */
    enum access_lock lock;
    bool alone;                  /* of a request: complete by itself */
    struct call *call;           /* the first; held */
    struct call *after, *before; /* local, no call: see access_local; held */
    struct period *period;       /* from begin to completion; held */
    struct access *last;         /* the newest that is in the tree */
    uint32_t call_count;
    uint64_t met[8]; /* numbers of groups: the two were compared */
    uint32_t met_count;
    struct access_group *next; /* of one span */
};

/* One interval, or several that touch. */
struct access {
    struct access_node node;    /* addresses in the owner's process */
    struct access_group *group; /* held */
    struct call *call;          /* held; NULL: that of the group */
    struct access *next;        /* while it waits to be added */
};

/*
 * A local load or store of the process that was seen otherwise than by an MPI
 * call (page tracking, instrumentation): it happened at some point between the
 * end of call `after` and the begin of call `before` of that thread (either
 * NULL: not known).  To be told when all records of the process up to the end
 * of `after` have been taken in, and before `before` is: then what the process
 * knows is what it knew when it loaded or stored.  Both calls are only shown.
 *
 * exact: all of these bytes, and no others, were accessed, by the program and
 * not by MPI.  Not exact: some byte in the range was stored, but not known
 * which: then no overlap can be told, and nothing is kept.
 *
 * Costs little where the range is in no window of the process.
 */
void access_local(struct agent *agent, enum access_kind kind, uint64_t address,
                  uint64_t length, struct call *after, struct call *before,
                  bool exact);

/* --------------------------------------------------- from the model */

/* A call begins: before the model takes it in, and after. */
void access_before(struct agent *agent, struct call *call);
void access_enter(struct agent *agent, struct open_call *open);
/* It has ended, and the model has taken that in. */
void access_exit(struct agent *agent, struct open_call *open);
/* The call has completed the request's operation; status may be NULL. */
void access_complete(struct agent *agent, struct operation *operation,
                     const struct status_value *status, struct call *call);
void access_operation_free(struct operation *operation);
void access_window_free(struct window *window);
/* All that is kept, at the end of the model. */
void accesses_free(struct model *model);

/* --------------------------------------------------- among access*.c */

/* A window's memory in a process. */
struct access_region {
    uint64_t low, high;
    struct window *window; /* not held: goes with its handle */
    struct access_region *next, *prev;
};

/* Accumulates that are atomic towards each other by their kind alone. */
struct access_accumulates {
    struct window *window; /* held by its accesses */
    uint64_t op;
    uint64_t basic; /* handle */
    struct access_tree tree;
    struct access_accumulates *next;
};

/* All that is kept of a process's memory. */
struct access_memory {
    struct access_region *regions;
    uint64_t low, high; /* of all regions */
    struct access_tree trees[ACCESS_ACCUMULATE];
    struct access_accumulates *accumulates;
    size_t count, swept; /* intervals; how many the last sweep left */
    uint32_t waiting;    /* spans that will yet bring older accesses */
};

struct access_memory *access_memory_of(struct agent *agent);
/* A part of the memory is in a window from now on. */
void access_region_add(struct agent *agent, struct window *window, uint64_t low,
                       uint64_t size);
/* ... is not any more; low 0: nothing of it is. */
void access_region_remove(struct agent *agent, const struct window *window,
                          uint64_t low);
/* Whether the bytes are in a window of the process. */
bool access_in_window(const struct agent *agent, uint64_t low, uint64_t high);

struct access_group *access_group_new(enum access_kind kind,
                                      struct agent *actor, struct agent *owner,
                                      struct call *call, struct period *period);
struct access_group *access_group_hold(struct access_group *group);
void access_group_drop(struct access_group *group);
struct access *access_new(struct access_group *group, struct call *call,
                          uint64_t low, uint64_t high);
/* Compares it with all that is there, and keeps it. */
void access_add(struct access *access);
void access_free(struct access *access);
void access_agent_free(struct agent *agent);

/* access_rma.c: an RMA communication call begins; the request of one is
 * complete; synchronization and windows. */
void access_rma(struct agent *agent, struct open_call *open);
void access_request_ends(struct agent *agent, struct operation *operation,
                         struct call *call);
void access_sync_before(struct agent *agent, struct call *call);
void access_sync_exit(struct agent *agent, struct open_call *open);
void access_window_made(struct agent *agent, struct open_call *open);
/* What of its own memory the call loads (DIRECTION_IN) or stores
 * (DIRECTION_OUT), as far as that is known; access_ranges_free is the
 * caller's. */
struct access_ranges access_buffers_of(struct agent *agent,
                                       const struct call *call,
                                       enum call_direction direction);
/* access_buffer.c: what an RMA call loads and stores at its origin, if in
 * windows, for that period. */
void access_own_buffers(struct agent *agent, struct call *call,
                        struct period *period);

/* ----------------------------------------------------- for the rules */

/* The two that meet. */
struct access_side {
    const struct access_group *group;
    struct call *call; /* held; NULL: see group->after */
};

struct access_conflict {
    uint32_t references;
    struct access_side sides[2];
    uint64_t low, high;    /* bytes that both access; low == high: none */
    struct window *window; /* one in which they are; held */
    int64_t offset;        /* of low in it; dynamic windows: the address */
};

struct access_conflict *access_conflict_hold(struct access_conflict *conflict);
void access_conflict_drop(struct access_conflict *conflict);
/* Whether it changes what is there. */
bool access_updates(const struct access_group *group);

#endif
