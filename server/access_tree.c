/*
 * access_tree.c - see access_tree.h.
 */
#include "access_tree.h"

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

static void set_reach(struct access_node *node)
{
    node->reach = node->high;
    if (node->left != NULL && node->left->reach > node->reach)
        node->reach = node->left->reach;
    if (node->right != NULL && node->right->reach > node->reach)
        node->reach = node->right->reach;
}

/* Those before the node, and the others. */
static void split(struct access_node *root, const struct access_node *node,
                  struct access_node **before, struct access_node **behind)
{
    if (root == NULL) {
        *before = *behind = NULL;
    } else if (is_before(root, node)) {
        *before = root;
        split(root->right, node, &root->right, behind);
        set_reach(root);
    } else {
        *behind = root;
        split(root->left, node, before, &root->left);
        set_reach(root);
    }
}

/* All of `before` lie before all of `behind`. */
static struct access_node *join(struct access_node *before,
                                struct access_node *behind)
{
    if (before == NULL)
        return behind;
    if (behind == NULL)
        return before;
    if (priority(before) > priority(behind)) {
        before->right = join(before->right, behind);
        set_reach(before);
        return before;
    }
    behind->left = join(before, behind->left);
    set_reach(behind);
    return behind;
}

static struct access_node *insert(struct access_node *root,
                                  struct access_node *node)
{
    if (root == NULL || priority(node) > priority(root)) {
        split(root, node, &node->left, &node->right);
        set_reach(node);
        return node;
    }
    if (is_before(node, root))
        root->left = insert(root->left, node);
    else
        root->right = insert(root->right, node);
    set_reach(root);
    return root;
}

void access_tree_add(struct access_tree *tree, struct access_node *node)
{
    tree->root = insert(tree->root, node);
    tree->count++;
}

static struct access_node *without(struct access_node *root,
                                   struct access_node *node)
{
    if (root == node)
        return join(node->left, node->right);
    if (is_before(node, root))
        root->left = without(root->left, node);
    else
        root->right = without(root->right, node);
    set_reach(root);
    return root;
}

void access_tree_remove(struct access_tree *tree, struct access_node *node)
{
    tree->root = without(tree->root, node);
    tree->count--;
}

static bool search(struct access_node *node, uint64_t low, uint64_t high,
                   access_tree_visit *visit, void *context)
{
    if (node == NULL || node->reach <= low)
        return true;
    if (!search(node->left, low, high, visit, context))
        return false;
    if (node->low >= high)
        return true;
    if (node->high > low && !visit(context, node))
        return false;
    return search(node->right, low, high, visit, context);
}

bool access_tree_search(const struct access_tree *tree, uint64_t low,
                        uint64_t high, access_tree_visit *visit, void *context)
{
    return search(tree->root, low, high, visit, context);
}

static struct access_node *sweep(struct access_tree *tree,
                                 struct access_node *node,
                                 access_tree_visit *goes, void *context)
{
    struct access_node *left, *right;

    if (node == NULL)
        return NULL;
    left = sweep(tree, node->left, goes, context);
    right = sweep(tree, node->right, goes, context);
    if (goes(context, node)) {
        tree->count--;
        return join(left, right);
    }
    node->left = left;
    node->right = right;
    set_reach(node);
    return node;
}

void access_tree_sweep(struct access_tree *tree, access_tree_visit *goes,
                       void *context)
{
    tree->root = sweep(tree, tree->root, goes, context);
}
