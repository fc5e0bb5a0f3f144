/*
 * access_tree.h - byte intervals, found by what they overlap.
 *
 * A tree by the intervals' beginnings, in which each node knows how far the
 * intervals below it reach (a treap: balanced by a number that is made of a
 * node's address, so that a search costs the logarithm of how many there are).
 * The intervals may overlap, and be equal.
 *
 * Millions may be outstanding.  So nodes lie in a stock of their own, where 32
 * bits are enough to name one, and are no longer than 32 bits tell.
 */
#ifndef MURMEL_ACCESS_TREE_H
#define MURMEL_ACCESS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A node's number in the stock; 0: none. */
typedef uint32_t access_link;

/* Part of what is kept in the tree, at its beginning. */
struct access_node {
    uint64_t low;    /* from there on ... */
    uint32_t length; /* ... not changed while it is in the tree */
    uint32_t reach;  /* from low to the greatest end of those below, its own
                      * too; UINT32_MAX: so far, or farther */
    access_link left, right;
};

struct access_tree {
    access_link root;
    size_t count;
};

/* What begins with a node (up to ACCESS_NODE_ROOM bytes), zeroed; one size is
 * given back as it was taken. */
#define ACCESS_NODE_ROOM 64
void *access_node_take(size_t size);
/* NULL: none. */
struct access_node *access_node_at(access_link link);
void access_node_give(void *node, size_t size);

/* The first byte behind it. */
static inline uint64_t access_node_end(const struct access_node *node)
{
    return node->low + node->length;
}

void access_tree_add(struct access_tree *tree, struct access_node *node);
/* One that is in the tree. */
void access_tree_remove(struct access_tree *tree, struct access_node *node);
/* Return false: that is enough. */
typedef bool access_tree_visit(void *context, struct access_node *node);
/* Visits those that overlap, by their beginnings; the visitor must not change
 * the tree.  False: the visitor had enough. */
bool access_tree_search(const struct access_tree *tree, uint64_t low,
                        uint64_t high, access_tree_visit *visit, void *context);
/* Takes out those of which the visitor says so (true), and leaves them to
 * it. */
void access_tree_sweep(struct access_tree *tree, access_tree_visit *goes,
                       void *context);

#endif
