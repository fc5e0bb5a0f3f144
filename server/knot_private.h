/*
 * knot_private.h - the graph as knot.c and knot_core.c see it.
 */
#ifndef MURMEL_KNOT_PRIVATE_H
#define MURMEL_KNOT_PRIVATE_H

#include "knot.h"
#include "memory.h"

#include <uthash.h>

#define NONE UINT32_MAX

struct edge {
    uint32_t target, list;
    uint32_t next; /* with the same target */
};

/* The targets of one need, or of several that name the same. */
struct list {
    uint32_t first, count; /* edges */
    uint32_t needs;        /* the newest need */
    uint32_t moved;        /* edges to what can move */
    uint32_t held, gone;   /* the first edge to what cannot, to what is gone */
};

struct need {
    uint32_t node;
    bool any;
    uint32_t list;
    uint32_t next; /* with the same list */
};

struct share {
    const void *key;
    uint32_t list;
    UT_hash_handle hh;
};

struct node {
    bool waits, gone, moves, any;
    uint32_t first, count; /* needs */
    uint32_t left;         /* needs that must yet be met */
    uint32_t sources;      /* first edge that leads here */
};

struct knot {
    struct node *nodes;
    uint32_t node_count;
    struct need *needs;
    uint32_t need_count, need_room;
    struct list *lists;
    uint32_t list_count, list_room;
    struct share *shares; /* hash */
    struct edge *edges;
    uint32_t edge_count, edge_room;
    uint32_t current; /* the node whose needs are told */
};

static inline const struct list *list_of(const struct knot *knot,
                                  const struct need *need)
{
    return &knot->lists[need->list];
}

static inline bool is_open(const struct knot *knot, const struct need *need)
{
    const struct list *list = list_of(knot, need);

    return need->any ? list->moved == 0 : list->moved < list->count;
}

#endif
