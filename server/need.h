/*
 * need.h - what a call that has not returned needs of other processes.
 */
#ifndef MURMEL_NEED_H
#define MURMEL_NEED_H

#include "knot.h"
#include "model_channel.h"
#include "model_match.h"
#include "model_partitioned.h"
#include "need_matching.h"

/* Of whose calls it is said that they wait for ever, though the calls of others
 * that they need are there. */
enum need_doubt {
    DOUBT_NOBODY,
    DOUBT_WRONG, /* in collective operations to which members came with calls
                  * that differ */
    DOUBT_ALL /* in any, of processes that were told of (model_ask_reported) */
};

/* The graph of who waits for whom, while it is made. */
struct waits {
    struct model *model;
    enum need_doubt doubt;
    struct knot *knot;
    struct agent **agents; /* by node: in the order of their ranks */
    struct call **calls;   /* by node: that it is in; NULL: it moves, or it is
                            * a process that has threads */
    bool *wrong;           /* by node: it is such a call, by enum need_doubt */
    bool shows_all; /* also what threads wait for of whose process others go
                     * on */
    bool unseen;    /* it may wait for what is not seen: a file, another
                     * job, what is not known */
    uint32_t node;  /* that is being described */
    uint32_t count; /* processes; this node has not come yet */
    uint32_t node_count;
    struct wait_reason *reasons; /* by need */
    uint32_t reason_room;
    struct flat_table matchings; /* from endpoints; need_message.c */
};

/* ------------------------------------------------- model_wait.c */

/* The graph with all processes, in which none waits yet. */
struct waits *waits_new(struct model *model);
void waits_free(struct waits *waits);
/* Each process waits for what its call needs. */
void waits_describe(struct waits *waits);
/*
 * Solves that.  A thread that waits for ever in a process of which others go on
 * proves nothing: they may end what it waits for, or the process.  *stuck: how
 * many nodes wait for ever.  The caller's.
 */
struct waits *waits_solved(struct model *model, enum need_doubt doubt,
                           uint32_t *stuck);
/* The same, by the worst that receives from any source can have done. */
struct waits *waits_starved(struct model *model, uint32_t *stuck);
/* Somebody's end explains that others wait: the launcher ends them, too. */
bool waits_end(const struct model *model);

/* ------------------------------------------------- need.c */

/* NULL: who sits there is not known yet. */
struct agent *need_agent(const struct seat *seat);
/* Begins a need of the node that is being described. */
void need_add(struct waits *waits, bool any, struct wait_reason reason);
/* The need names the process in that seat; one that has not come yet may. */
void need_seat(struct waits *waits, const struct seat *seat);

/* What the call needs to end (need.c). */
void need_call(struct waits *waits, struct agent *agent,
               const struct open_call *open);
/* The other members of a collective operation that have not come to it; one
 * of comm and window is NULL. */
void need_members(struct waits *waits, const struct comm *comm,
                  const struct window *window, const struct channel *channel,
                  const struct meeting *meeting, struct call *call,
                  const struct call *made);
/* ... and to find something, where it polls. */
void need_poll(struct waits *waits, struct agent *agent, struct call *call);
/* Whether it may wait for what is not seen. */
bool need_is_unseen(const struct call *call);
/* Whether any one of its requests is enough for it. */
bool need_is_any(const struct call *call);

/* ------------------------------------------------- need_message.c */

/* Whether a receive has taken the message, or one that is posted may; matching:
 * of all at its endpoint. */
bool message_wanted(const struct matching *matching,
                    const struct message *message);
/* What a receive, a send needs; nothing where it is matched. */
void need_message(struct waits *waits, const struct comm *comm,
                  const struct receive *receive);
void need_receive(struct waits *waits, const struct operation *operation);
void need_probe(struct waits *waits, const struct agent *agent,
                struct call *call);
/* Of the end of partitioned communication. */
void need_partitions(struct waits *waits, const struct operation *operation);
/* Of MPI_Buffer_detach, MPI_Buffer_flush. */
void need_buffers(struct waits *waits, const struct agent *agent,
                  const struct call *call);

/* ------------------------------------------------- need_window.c */

/* Of a call on a window. */
void need_window(struct waits *waits, const struct open_call *open);

/* ------------------------------------------------- model_deadlock.c */

/* What the receiver waits for may have been sent, but with another tag, or on
 * another communicator; or as a partitioned send, which only a partitioned
 * receive takes.  source: NULL: of several, or not known. */
struct missed need_missed(const struct wait_reason *reason,
                          const struct process *receiver,
                          const struct process *source);

#endif
