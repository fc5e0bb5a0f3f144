/*
 * knot.h - who waits for whom, and who therefore waits for ever.
 *
 * A graph of nodes 0, 1, ...  A node waits for all of its needs, or for any
 * of them; a need is met when all, or any, of the nodes it names can move.
 * Nodes that nothing is said of can move.  What is left when all that can
 * move was taken away is stuck.  The graph knows nothing of MPI.
 */
#ifndef MURMEL_KNOT_H
#define MURMEL_KNOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct knot;

#define KNOT_SEVERAL UINT32_MAX

/* A node of the core, and why it is stuck. */
struct knot_member {
    uint32_t node;
    uint32_t need;   /* as knot_need counted them */
    uint32_t target; /* the node it waits for; KNOT_SEVERAL: all of the need */
    bool any;        /* it waits for any of its needs, none of which is met */
};

struct knot *knot_new(uint32_t node_count);
void knot_free(struct knot *knot);
/* The node waits; its needs follow, before the next node's. */
void knot_waits(struct knot *knot, uint32_t node, bool any);
/* A need of that node; returns its number (0, 1, ... in the whole graph). */
uint32_t knot_need(struct knot *knot, bool any);
/*
 * The need, which has no edges yet, names what all needs with that key name.
 * False: it is the first one, and its edges follow.
 */
bool knot_share(struct knot *knot, const void *key);
/* How many needs there are. */
uint32_t knot_needs(const struct knot *knot);
/* The need names that node; not behind knot_share that was true. */
void knot_edge(struct knot *knot, uint32_t target);
/* The node waits for nothing and will never answer. */
void knot_gone(struct knot *knot, uint32_t node);
/* Takes away what can move; returns how many nodes wait for ever. */
uint32_t knot_solve(struct knot *knot);
/* A solved graph, to be released; it takes no more nodes' needs.  The caller's. */
struct knot *knot_copy(const struct knot *knot);
/* As if these members, which are stuck, could move: takes them away, and what can
 * move then; returns how many nodes still wait for ever. */
uint32_t knot_release(struct knot *knot, const struct knot_member *members,
                      uint32_t count);
bool knot_is_stuck(const struct knot *knot, uint32_t node);
bool knot_moves(const struct knot *knot, uint32_t node);
/* Whether the node is one that was told by knot_gone. */
bool knot_is_gone(const struct knot *knot, uint32_t node);
/*
 * The core of what knot_solve left: a node that waits for one that is gone,
 * or a shortest cycle, or where there is none (somebody waits for any of
 * several) a smallest set that waits for nobody outside of it.  Of several
 * the one with the least node.  *members is the caller's, in the order of
 * the cycle; returns how many.
 */
uint32_t knot_core(const struct knot *knot, struct knot_member **members);

/* What is in a solved graph, for those who draw it. */
uint32_t knot_size(const struct knot *knot); /* nodes */
/* The needs of a node are
 * *first, *first + 1, ...; returns how many.  *any: it waits for any. */
uint32_t knot_needs_of(const struct knot *knot, uint32_t node, uint32_t *first,
                       bool *any);
/* Whether the need is not met.  *any: any of its targets would do. */
bool knot_need_is_open(const struct knot *knot, uint32_t need, bool *any);
/* Whether it names a node that was told by knot_gone. */
bool knot_need_has_gone(const struct knot *knot, uint32_t need);
/* The index-th target of the need; false: there are no more. */
bool knot_target(const struct knot *knot, uint32_t need, uint32_t index,
                 uint32_t *target);
/* A number that needs have in common that share their targets. */
uint32_t knot_list(const struct knot *knot, uint32_t need);

#endif
