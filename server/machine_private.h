/*
 * machine_private.h - what the parts of the machine share.
 */
#ifndef MURMEL_MACHINE_PRIVATE_H
#define MURMEL_MACHINE_PRIVATE_H

#include "machine.h"
#include "model_channel.h"
#include "model_match.h"
#include "model_partitioned.h"

enum item_kind {
    ITEM_SEND,
    ITEM_RECEIVE,
    ITEM_PROBE,    /* that what it finds is sent */
    ITEM_MEETING,
    ITEM_LEADER,   /* of the other side, for MPI_Intercomm_create */
    ITEM_POST,     /* the count-th post of `peer` for `member` */
    ITEM_COMPLETE, /* the count-th complete of `peer` for `member` */
    ITEM_BUFFERED, /* a send that ends before its receive is posted */
    ITEM_START,    /* of partitioned communication, by `member` of both ends */
    ITEM_READY,    /* `count` of its partitions */
    ITEM_PARTITIONED /* the end of its round `count`, at `member` */
};

enum { ACTS = 1, WAITS = 2 };

struct item {
    enum item_kind kind;
    unsigned does;        /* ACTS, WAITS */
    struct call *call;    /* that began it, or made it; held */
    struct call *started; /* MPI_Start of what call has made; held, or NULL */
    struct message *message; /* ITEM_PROBE: NULL: it has not returned yet */
    struct receive *receive;
    struct meeting *meeting, *initial;
    struct channel *channel;
    struct partitioned *partitioned;
    struct comm *comm;
    struct window *window;
    uint32_t member, peer;
    uint64_t count;
    int64_t bytes;
    bool minimal; /* a meeting: it waits only for the data it needs; a
                   * partitioned send: not for the receive */
};

struct step {
    struct call *call; /* held */
    bool any;          /* it waits for any of its items */
    bool acted, returned;
    struct item *items; /* `one`, or an array of item_room */
    struct item one;    /* most have no more */
    size_t item_count, item_room;
    size_t looked; /* at that item, last */
    struct step *next, *prev;
};

/* A thread in the machine. */
struct track {
    uint32_t thread;
    bool ended; /* it makes no more steps */
    bool woken;
    uint32_t node; /* in the graph of who waits for whom */
    struct step *steps;
    size_t count;
    struct agent *agent;
    struct track *next_woken;
    struct track *next; /* of the process */
};

struct machine {
    struct track *woken;
    struct drawn *drawn; /* hash */
    uint64_t records, checked;
    bool ahead;  /* a call has returned that the machine is still in */
    bool misled; /* machine_mislead */
};

/* Posts and completes between an origin and a target: how many were made in
 * the real run and how many in the machine. */
struct pair {
    struct {
        uint32_t origin, target;
    } key;
    uint64_t posts, posts_acted, starts;
    uint64_t completes, completes_acted, waits;
    UT_hash_handle hh;
};

/* ------------------------------------------------- machine.c */

void machine_item_drop(struct item *item);
/* A new item of the step; the caller fills in what it is about. */
struct item *machine_item(struct step *step, enum item_kind kind, unsigned does,
                          struct call *call);
void machine_step_free(struct track *track, struct step *step);
/* What threads of the process wait for may have happened. */
void machine_wake(struct agent *agent);

/* ------------------------------------------------- machine_effect.c */

struct pair *machine_pair(struct window *window, uint32_t origin,
                          uint32_t target);
/* Where the message of the item, a send or a receive, arrives; NULL: a message
 * that was probed has arrived already. */
struct endpoint *machine_endpoint(const struct item *item);
/* What the item does in the machine happens. */
void machine_act(struct item *item);
/* Whether its members have called operations that differ, or may have, where
 * it, or the persistent operation it is of, was called: who meets whom is not
 * known. */
bool machine_is_misled(const struct item *item);
/* Whether what the item waits for has happened in the machine. */
bool machine_is_met(const struct item *item);
/* Of a partitioned operation: whether partitions are missing, and not that the
 * receive is started. */
bool machine_lacks_partitions(const struct item *item);
/* Whether it, a meeting, waits for that member. */
bool machine_lacks(const struct item *item, uint32_t member);

/* ------------------------------------------------- machine_step.c */

/* What the call does and waits for. */
void machine_add_items(struct step *step, struct agent *agent,
                       const struct open_call *open);

/* ------------------------------------------------- machine_alike.c */

/* Whether several threads of it may be in MPI at once; or that is not known. */
bool machine_has_threads(const struct process *process);
/* The call sends, or receives, what the item says; or probes, and so will receive.
 */
void machine_add_alike(const struct call *call, const struct item *item);
void machine_add_probe(struct agent *agent, const struct open_call *open);
/* Whether threads have sent such messages, or received them, at once: then it is
 * not known of any later one what it waits for. */
bool machine_is_contended(const struct message *message);

/* ------------------------------------------------- machine_lock.c */

/* What is locked; target -1: all of the window. */
struct lock_place {
    struct window *window;
    int64_t target;
};

/* Whether no two processes can have both of these locks. */
bool machine_locks_exclude(struct lock_place place, const struct call *lock,
                           struct lock_place other_place,
                           const struct call *other);
void machine_locks_free(struct agent *agent);

/* ------------------------------------------------- machine_held.c */

/* The step waits; the process may hold locks. */
void machine_held_enter(struct agent *agent, const struct step *step);
/* The call has returned. */
void machine_held_exit(struct agent *agent, const struct call *call);
/* It is known which receive takes the message. */
void machine_held_matched(const struct message *message);
/* The process has got a lock. */
void machine_held_lock(struct agent *agent, struct lock_place place,
                       struct period *period);
void machine_held_free(struct agent *agent);

/* ------------------------------------------------- machine_look.c */

/* Why the process waits that waits for that item. */
struct wait_reason machine_reason(const struct item *item);

void machine_drawn_free(struct drawn *drawn);
/* Looks for one knot, tells of it and lets it go on.  False: there is none, or
 * more may be told of it (not once all is over). */
bool machine_look(struct model *model, bool over);

#endif
