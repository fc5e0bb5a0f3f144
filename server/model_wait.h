/*
 * model_wait.h - why processes wait for each other, as rules see it.
 */
#ifndef MURMEL_MODEL_WAIT_H
#define MURMEL_MODEL_WAIT_H

#include "model_object.h"

#include <stdbool.h>

enum wait_kind {
    WAIT_MESSAGE,    /* a receive: that a message is sent */
    WAIT_PROBE,      /* likewise, a probe */
    WAIT_RECEIVE,    /* a send: that a receive is posted */
    WAIT_MEMBERS,    /* a collective operation: that others call it */
    WAIT_OTHERS,     /* likewise, where a call has failed: for any of them */
    WAIT_LEADER,     /* MPI_Intercomm_create: for the other side's leader */
    WAIT_POST,       /* start, complete: that the target posts */
    WAIT_COMPLETE,   /* wait: that the origin completes */
    WAIT_LOCK,       /* that a conflicting lock is released */
    WAIT_BUFFER,     /* detach, flush: that a buffered message is received */
    WAIT_PARTITIONS, /* that all partitions are marked ready */
    WAIT_START,      /* a partitioned send: that its receive is started */
    WAIT_FINALIZE,   /* MPI_Finalize: that others call it */
    WAIT_GENERALIZED /* a generalized request: that it is told to be complete */
};

/* For a tag that stands for several. */
#define WAIT_TAGS_DIFFER INT64_MIN

/* One thing a process waits for. */
struct wait_reason {
    enum wait_kind kind;
    struct call *call;       /* that began what is waited for: the waiting call
                              * itself, or for example an MPI_Irecv */
    const struct call *made; /* what that one starts: a persistent collective
                              * operation; or NULL */
    const struct comm *comm; /* or NULL */
    const struct window *window; /* or NULL */
    int64_t tag;                 /* messages; NEUTRAL_ANY_TAG: any */
    int64_t bytes;               /* of a send; -1: not known */
    bool probed;                 /* of a send: MPI_Mprobe has matched it */
    int64_t partition;           /* WAIT_PARTITIONS: the first that is not */
    uint32_t partitions;         /* ready, and how many are not; 0: not known */
    bool unstarted;              /* nor is the send started */
    bool any_source;
    int rank; /* WAIT_OTHERS: whose collective call has failed; WAIT_LOCK: whose
               * part it is, if that of one */
    /* A receive from any source that was posted before and is held to have
     * taken what was sent (model_starved); or NULL. */
    struct call *taken_by;
    /* Who does it, where the peer is whom that one waits for first; or NULL. */
    const struct process *through;
};

/* What was sent to a process, or made as a partitioned send, and is just not
 * what it waits for. */
struct missed {
    const struct process *receiver;
    struct call *call; /* NULL: there is none */
    int64_t tag;
    const struct comm *comm; /* NULL: that of the wait */
};

/* A process that waits for ever. */
struct deadlock_member {
    const struct process *process;
    struct call *call; /* that does not return */
    struct wait_reason reason;
    const struct process *peer; /* NULL: any, or all, of several */
    bool peer_gone;             /* it has called MPI_Finalize: */
    struct call *peer_finalize; /* this one */
    bool any;                   /* reason is one of several that would do */
    struct missed missed;
    /* Made the persistent request that would end the wait, and that nobody has
     * started (again); or NULL. */
    struct call *unstarted;
    bool cancelled; /* MPI_Cancel was called for the send that it waits for */
    /* The peer, which has called MPI_Finalize, has come to that collective
     * operation on the reason's communicator, and it has not; NULL: to none. */
    struct call *unmet;
    uint64_t unmet_position;
};

/* Processes each of which waits for others of them, or for one that is gone,
 * and how many more wait behind them. */
struct deadlock {
    const struct deadlock_member *members;
    uint32_t count, behind;
    const struct process *const *behind_processes;
    bool alike; /* of these some wait for each other, in calls of the same
                 * places, or for the same one that is gone */
    struct wait_graph *graph; /* of all of them (wait_graph.h) */
};

#endif
