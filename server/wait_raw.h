/*
 * wait_raw.h - a graph of who waits for whom before and while it is folded.
 */
#ifndef MURMEL_WAIT_RAW_H
#define MURMEL_WAIT_RAW_H

#include "process.h"
#include "wait_graph.h"

#include <uthash.h>

struct raw_node {
    struct wait_node node;
    bool in_knot, any;
    uint32_t first, count; /* needs */
};

struct raw_need {
    struct wait_reason reason;
    bool any;
    uint32_t list;
};

/* What one need names, or several name alike. */
struct raw_list {
    uint32_t first, count; /* edges */
    bool is_shared;
    bool is_sorted; /* rising, each target once; and the hash is made: */
    uint64_t ranks;
};

struct raw_share {
    uint64_t key;
    uint32_t list;
    UT_hash_handle hh;
};

struct raw_edge {
    uint32_t target; /* node */
    bool in_knot;
};

struct wait_raw {
    struct raw_node *nodes;
    struct raw_need *needs;
    struct raw_edge *edges;
    struct raw_list *lists;
    struct raw_share *shares; /* hash */
    uint32_t node_count, node_room, need_count, need_room;
    uint32_t list_count, list_room, edge_count, edge_room;
};

void wait_raw_free(struct wait_raw *raw); /* accepts NULL */

/* ------------------------------------------------- wait_fold.c */

/* What nodes of one class have in common; the finest first. */
enum level { LEVEL_NODE, LEVEL_TARGETS, LEVEL_SITE, LEVEL_FUNCTION };

/* Needs of a node that are alike. */
struct part {
    struct wait_reason reason;
    bool any;
    char *key;
    uint32_t *lists; /* that the needs name */
    uint32_t list_count, list_room;
    struct raw_edge *targets; /* rising, each once; those of the only list, or
                               * the part's own */
    uint32_t count;
    uint64_t ranks, offsets; /* hashes of which they are */
    bool by_offset;          /* offsets are what it has in common */
};

struct fold_node {
    struct part *parts;
    uint32_t part_count;
    bool any;
    uint32_t base;  /* class by LEVEL_SITE */
    uint32_t class; /* at last */
};

struct fold {
    struct wait_graph *graph;
    struct wait_raw *raw;
    struct fold_node *nodes;
    uint32_t class_count;
    enum level level;
};

static inline const struct process *wait_fold_process(const struct fold *fold,
                                                      uint32_t node)
{
    return fold->raw->nodes[node].node.process;
}

/* How far the target is above the node's rank, in its world taken as a ring;
 * *wraps: the way leads from the last to the first, or back. */
int wait_fold_offset(const struct fold *fold, uint32_t node, uint32_t target,
                     bool *wraps);
/* What parts have in common that are one need of a class; malloc'd. */
char *wait_part_key(const struct part *part, enum level level);
/* For qsort. */
int wait_compare_numbers(const void *left, const void *right);

/* ------------------------------------------------- wait_class.c */

/* The nodes have their classes; makes them. */
void wait_classes_make(struct fold *fold);

#endif
