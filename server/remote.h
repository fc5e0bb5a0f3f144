/*
 * remote.h - a process on another node, as its node's checker sees it.
 *
 * What a look at /proc tells of processes here is asked of that checker, which
 * looks when all that its rings had is on its way: so what a thread did before
 * a look is known when the answer has come and all is taken in.
 */
#ifndef MURMEL_REMOTE_H
#define MURMEL_REMOTE_H

#include "process.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct nodes;
struct node;

/* One of its threads; also how nodes send them. */
struct remote_task {
    int64_t time; /* on a processor, ns */
    int32_t id;
    int32_t joins; /* waits for that thread; -1: for any other of the process;
                    * 0: for none */
    int32_t state; /* as of task_state */
    int32_t unused;
};

struct remote {
    struct nodes *nodes;
    struct node *node;
    uint32_t number; /* of its node's processes, by arrival */
    bool open;       /* it has not hung up */
    bool left;       /* its MPI_Finalize has returned, or its MPI_Abort begun */
    bool crashed;    /* and has begun no call since */
    bool held;       /* its node leaves its rings alone */
    uint64_t looked; /* by which question its threads were looked at; 0: none */
    bool newer;      /* a record of it has come since then */
    struct remote_task *tasks;
    size_t task_count;
};

static inline bool remote_same_node(const struct process *one,
                                    const struct process *other)
{
    const struct node *here = one->remote != NULL ? one->remote->node : NULL;

    return here == (other->remote != NULL ? other->remote->node : NULL);
}

#endif
