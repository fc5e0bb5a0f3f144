/*
 * access_tree.h - byte intervals, found by what they overlap.
 *
 * A tree by the intervals' beginnings, in which each node knows how far the
 * intervals below it reach (a treap: balanced by a number that is made of a
 * node's address, so that a search costs the logarithm of how many there are
 * and a node no more memory than it must: millions may be outstanding).  The
 * intervals may overlap, and be equal.
 */
#ifndef MURMEL_ACCESS_TREE_H
#define MURMEL_ACCESS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Part of what is kept in the tree, at its beginning; the caller's. */
struct access_node {
    uint64_t low, high; /* from low up to before high; not changed while it is
                         * in the tree */
    struct access_node *left, *right;
    uint64_t reach; /* the greatest high of those below, its own too */
};

struct access_tree {
    struct access_node *root;
    size_t count;
};

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
