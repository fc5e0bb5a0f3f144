/*
 * wait_graph.h - who waits for whom, as a picture for readers.
 *
 * It is made of nodes, one for each process (or thread) that cannot go on or
 * is waited for; a node has needs, a need has edges to nodes.  Then it is
 * folded: where there are many, nodes in the same state become one class,
 * "ranks 0-1023: MPI_Send, to rank+1".  Only the classes stay.
 */
#ifndef MURMEL_WAIT_GRAPH_H
#define MURMEL_WAIT_GRAPH_H

#include "knot.h"
#include "memory.h"
#include "model_wait.h"

#include <stdbool.h>
#include <stdint.h>

/* So many nodes are shown one by one, */
#define WAIT_GRAPH_UNFOLDED 6
/* and so many classes, where that is possible. */
#define WAIT_GRAPH_CLASSES 24

enum wait_state {
    WAIT_STATE_WAITS,     /* in its call, which has not returned */
    WAIT_STATE_FINALIZED, /* its call is MPI_Finalize, or not known */
    WAIT_STATE_OUTSIDE,   /* outside MPI since its call, the newest */
    WAIT_STATE_POLLS,     /* its calls, this is the newest, find nothing */
    WAIT_STATE_INSIDE     /* in its call, for what it waits is not known */
};

struct wait_node {
    const struct process *process;
    struct call *call; /* NULL: not known */
    enum wait_state state;
};

/* An edge of a need, to a class. */
struct wait_target {
    uint32_t class;
    bool in_knot;
};

/* One thing that all of a class wait for. */
struct wait_need {
    bool any;                    /* one of the targets would do */
    struct call *begun_by;       /* held; NULL: the waiting call itself */
    char *text;                  /* "for a message from rank 1 ..." */
    const char *kind;            /* wait_kind_name */
    char *object;                /* "communicator 3", "window 1"; NULL: none */
    struct call *object_made_by; /* held; NULL: predefined, or none */
    struct wait_target *targets; /* by class */
    uint32_t target_count;
    struct wait_reason reason; /* until wait_graph_words; then not valid */
    char *peer;                /* "rank 1", "rank+1" */
};

struct wait_class {
    const struct process *process; /* the lowest, and */
    struct call *call;             /* its call; held; NULL: not known */
    char *call_text;               /* that call; set by finding.c */
    enum wait_state state;
    bool in_knot;
    bool any;   /* one of the needs would do */
    char *name; /* "rank 3", "ranks 0-3", "rank 0, thread 1" */
    int *ranks; /* rising; -1: not known */
    uint32_t count;
    struct wait_need *needs;
    uint32_t need_count;
};

struct wait_graph {
    uint32_t references;
    bool folded; /* classes stand for several processes */
    bool ring;   /* "rank+1" of the last is the first, somewhere */
    struct wait_class *classes; /* the knot first, in its order */
    uint32_t class_count;
    struct wait_raw *raw; /* until it is folded */
};

/* One reference, the caller's. */
struct wait_graph *wait_graph_new(void);
struct wait_graph *wait_graph_hold(struct wait_graph *graph);
void wait_graph_drop(struct wait_graph *graph); /* accepts NULL */

/* A node; returns its number, 0, 1, ...  Holds the call. */
uint32_t wait_graph_node(struct wait_graph *graph, const struct wait_node *node,
                         bool in_knot);
/* The node added last waits for any one of its needs, not for all. */
void wait_graph_any(struct wait_graph *graph);
/* A need of the node added last, and what it waits for; the reason's objects
 * must live until wait_graph_words. */
void wait_graph_need(struct wait_graph *graph, bool any,
                     const struct wait_reason *reason);
/* The need added last, which has no edges yet, names what all with that key
 * name.  False: it is the first one, and its edges follow. */
bool wait_graph_share(struct wait_graph *graph, uint64_t key);
/* The need added last names that node, which may be added later. */
void wait_graph_edge(struct wait_graph *graph, uint32_t target, bool in_knot);
/* All were added.  So many are shown one by one: WAIT_GRAPH_UNFOLDED. */
void wait_graph_fold(struct wait_graph *graph, uint32_t unfolded);
/* Puts the needs in words, as long as the objects have the names they have. */
void wait_graph_words(struct wait_graph *graph);

/* "waits in MPI_Recv", "have called MPI_Finalize"; malloc'd. */
char *wait_class_state(const struct wait_class *class);
/* A sentence without a full stop, "rank 0 waits in MPI_Recv for ..."; when it
 * is in words; malloc'd. */
char *wait_class_text(const struct wait_class *class);

/* Of a solved knot: the node and the reason of a need. */
struct wait_source {
    struct wait_node (*node)(void *context, uint32_t node);
    const struct wait_reason *(*reason)(void *context, uint32_t need);
    void *context;
};
/* Of processes each of which waits for the next, and the last for the first. */
struct wait_graph *wait_graph_of_circle(const struct deadlock_member *members,
                                        uint32_t count);
/* The core and, of those that are stuck, the ones marked in `shown` (by node; NULL:
 * none).  Folded. */
struct wait_graph *wait_graph_of_knot(const struct knot *knot,
                                      const struct knot_member *core,
                                      uint32_t core_count, const bool *shown,
                                      const struct wait_source *source);

#endif
