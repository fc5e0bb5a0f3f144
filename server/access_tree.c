/*
 * access_tree.c - see access_tree.h.
 */
#include "access_tree.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------- the stock */

#define PIECE      ((size_t)1 << 21) /* bytes, and where it is aligned to */
#define UNIT       16                /* bytes: nodes begin at such */
#define PIECE_BITS 17                /* units in a piece */
#define PIECES     (1 << (32 - PIECE_BITS))

/* It begins with what no node lies in: its own number. */
struct piece {
    uint32_t number;
};

struct given_back {
    struct given_back *next;
};

static struct piece *pieces[PIECES];
static uint32_t piece_count;
static size_t newest_used = PIECE; /* bytes of the newest piece */
static struct given_back *given_back[ACCESS_NODE_ROOM / UNIT + 1];

struct access_node *access_node_at(access_link link)
{
    return link == 0
               ? NULL
               : (void *)((char *)pieces[link >> PIECE_BITS] +
                          (link & (((access_link)1 << PIECE_BITS) - 1)) * UNIT);
}

static access_link link_of(const struct access_node *node)
{
    uintptr_t place = (uintptr_t)node & (PIECE - 1);
    const struct piece *piece = (const void *)((const char *)node - place);

    return piece->number << PIECE_BITS | (access_link)(place / UNIT);
}

static size_t units(size_t size)
{
    return (size + UNIT - 1) / UNIT;
}

void *access_node_take(size_t size)
{
    struct given_back **given = &given_back[units(size)];
    void *node = *given;

    if (node != NULL) {
        *given = (*given)->next;
        return memset(node, 0, size);
    }
    if (newest_used + units(size) * UNIT > PIECE) {
        if (piece_count == PIECES)
            xrealloc(NULL, SIZE_MAX, 2); /* ends the checker */
        pieces[piece_count] = xaligned(PIECE, PIECE);
        pieces[piece_count]->number = piece_count;
        piece_count++;
        newest_used = UNIT;
    }
    node = (char *)pieces[piece_count - 1] + newest_used;
    newest_used += units(size) * UNIT;
    return memset(node, 0, size);
}

void access_node_give(void *node, size_t size)
{
    struct given_back *given = node;

    given->next = given_back[units(size)];
    given_back[units(size)] = given;
}

/* -------------------------------------------------------------- the tree */

/* Equal beginnings are told apart by their addresses: any order will do. */
static bool is_before(const struct access_node *left,
                      const struct access_node *right)
{
    if (left->low != right->low)
        return left->low < right->low;
    return (uintptr_t)left < (uintptr_t)right;
}

/* As good as drawn by lot (the mixer of Steele's splitmix64), and of no two
 * nodes the same. */
static uint64_t priority(const struct access_node *node)
{
    uint64_t number = (uintptr_t)node;

    number = (number ^ (number >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ (number >> 27)) * UINT64_C(0x94d049bb133111eb);
    return number ^ (number >> 31);
}

/* The greatest end of the node and those below. */
static uint64_t far_end(const struct access_node *node)
{
    return node->reach == UINT32_MAX ? UINT64_MAX : node->low + node->reach;
}

static void set_reach(struct access_node *node)
{
    const struct access_node *left = access_node_at(node->left),
                             *right = access_node_at(node->right);
    uint64_t end = access_node_end(node);

    if (left != NULL && far_end(left) > end)
        end = far_end(left);
    if (right != NULL && far_end(right) > end)
        end = far_end(right);
    node->reach =
        end - node->low < UINT32_MAX ? (uint32_t)(end - node->low) : UINT32_MAX;
}

/* Those before the node, and the others. */
static void split(access_link root, const struct access_node *node,
                  access_link *before, access_link *behind)
{
    struct access_node *top = access_node_at(root);

    if (top == NULL) {
        *before = *behind = 0;
    } else if (is_before(top, node)) {
        *before = root;
        split(top->right, node, &top->right, behind);
        set_reach(top);
    } else {
        *behind = root;
        split(top->left, node, before, &top->left);
        set_reach(top);
    }
}

/* All of `before` lie before all of `behind`. */
static access_link join(access_link before, access_link behind)
{
    struct access_node *left = access_node_at(before),
                       *right = access_node_at(behind);

    if (left == NULL)
        return behind;
    if (right == NULL)
        return before;
    if (priority(left) > priority(right)) {
        left->right = join(left->right, behind);
        set_reach(left);
        return before;
    }
    right->left = join(before, right->left);
    set_reach(right);
    return behind;
}

static access_link insert(access_link root, struct access_node *node)
{
    struct access_node *top = access_node_at(root);

    if (top == NULL || priority(node) > priority(top)) {
        split(root, node, &node->left, &node->right);
        set_reach(node);
        return link_of(node);
    }
    if (is_before(node, top))
        top->left = insert(top->left, node);
    else
        top->right = insert(top->right, node);
    set_reach(top);
    return root;
}

void access_tree_add(struct access_tree *tree, struct access_node *node)
{
    tree->root = insert(tree->root, node);
    tree->count++;
}

static access_link without(access_link root, const struct access_node *node)
{
    struct access_node *top = access_node_at(root);

    if (top == node)
        return join(node->left, node->right);
    if (is_before(node, top))
        top->left = without(top->left, node);
    else
        top->right = without(top->right, node);
    set_reach(top);
    return root;
}

void access_tree_remove(struct access_tree *tree, struct access_node *node)
{
    tree->root = without(tree->root, node);
    tree->count--;
}

static bool search(access_link root, uint64_t low, uint64_t high,
                   access_tree_visit *visit, void *context)
{
    struct access_node *node = access_node_at(root);

    if (node == NULL || far_end(node) <= low)
        return true;
    if (!search(node->left, low, high, visit, context))
        return false;
    if (node->low >= high)
        return true;
    if (access_node_end(node) > low && !visit(context, node))
        return false;
    return search(node->right, low, high, visit, context);
}

bool access_tree_search(const struct access_tree *tree, uint64_t low,
                        uint64_t high, access_tree_visit *visit, void *context)
{
    return search(tree->root, low, high, visit, context);
}

static access_link sweep(struct access_tree *tree, access_link root,
                         access_tree_visit *goes, void *context)
{
    struct access_node *node = access_node_at(root);
    access_link left, right;

    if (node == NULL)
        return 0;
    left = sweep(tree, node->left, goes, context);
    right = sweep(tree, node->right, goes, context);
    if (goes(context, node)) {
        tree->count--;
        return join(left, right);
    }
    node->left = left;
    node->right = right;
    set_reach(node);
    return root;
}

void access_tree_sweep(struct access_tree *tree, access_tree_visit *goes,
                       void *context)
{
    tree->root = sweep(tree, tree->root, goes, context);
}
