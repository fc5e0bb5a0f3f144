/*
 * The tree of byte intervals, against a plain list.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "access_tree.h"

#define COUNT 2000

struct numbered {
    struct access_node node;
    size_t number;
};

static struct numbered *nodes[COUNT];
static bool inside[COUNT], seen[COUNT];
static unsigned draw = 1;
static uint64_t unit = 1; /* bytes */

static unsigned next_number(unsigned below)
{
    draw = draw * 1103515245U + 12345U;
    return (draw >> 8) % below;
}

static size_t number_of(const struct access_node *node)
{
    return ((const struct numbered *)(const void *)node)->number;
}

static void set(size_t i, uint64_t low, uint32_t length)
{
    if (nodes[i] == NULL)
        nodes[i] = access_node_take(sizeof *nodes[i]);
    nodes[i]->number = i;
    nodes[i]->node.low = low;
    nodes[i]->node.length = length;
}

static bool see(void *context, struct access_node *node)
{
    uint64_t *newest = context;

    assert_true(node->low >= *newest);
    *newest = node->low;
    assert_false(seen[number_of(node)]);
    seen[number_of(node)] = true;
    return true;
}

/* A search finds just those that overlap. */
static void check_search(const struct access_tree *tree, uint64_t low,
                         uint64_t high)
{
    uint64_t newest = 0;
    size_t i;

    for (i = 0; i < COUNT; i++)
        seen[i] = false;
    assert_true(access_tree_search(tree, low, high, see, &newest));
    for (i = 0; i < COUNT; i++)
        assert_int_equal(seen[i], inside[i] && nodes[i]->node.low < high &&
                                      access_node_end(&nodes[i]->node) > low);
}

static void add(struct access_tree *tree, size_t i)
{
    set(i, unit * next_number(10000),
        (uint32_t)(unit * (1 + next_number(i % 50 == 0 ? 5000 : 40))));
    access_tree_add(tree, &nodes[i]->node);
    inside[i] = true;
}

static bool is_short(void *context, struct access_node *node)
{
    (void)context;
    if (node->length > 40 * unit)
        return false;
    inside[number_of(node)] = false;
    return true;
}

static void random_tree(void)
{
    struct access_tree tree = {0, 0};
    size_t i, round, count = COUNT;

    for (i = 0; i < COUNT; i++)
        add(&tree, i);
    for (round = 0; round < 3000; round++) {
        i = next_number(COUNT);
        if (inside[i]) {
            access_tree_remove(&tree, &nodes[i]->node);
            inside[i] = false;
            count--;
        } else {
            add(&tree, i);
            count++;
        }
        assert_int_equal(tree.count, count);
        if (round % 10 == 0) {
            uint64_t low = unit * next_number(10000);

            check_search(&tree, low, low + 1 + unit * next_number(100));
        }
    }
    access_tree_sweep(&tree, is_short, NULL);
    for (i = 0, count = 0; i < COUNT; i++)
        count += inside[i];
    assert_int_equal(tree.count, count);
    check_search(&tree, 0, unit * 20000);
    check_search(&tree, unit * 5000, unit * 5000 + 1);
}

/* Small intervals, and such that 32 bits do not tell how far they reach. */
static void test_random(void **state)
{
    (void)state;
    unit = 1;
    random_tree();
    unit = 400000;
    random_tree();
}

static bool count_one(void *context, struct access_node *node)
{
    unsigned *left = context;

    (void)node;
    return --*left > 0;
}

static unsigned depth(access_link link)
{
    const struct access_node *node = access_node_at(link);
    unsigned left, right;

    if (node == NULL)
        return 0;
    left = depth(node->left);
    right = depth(node->right);
    return 1 + (left > right ? left : right);
}

/* In ascending order, as a stencil comes: it must not become a list. */
static void test_ascending(void **state)
{
    struct access_tree tree = {0, 0};
    unsigned left = 3;
    size_t i;

    (void)state;
    for (i = 0; i < COUNT; i++) {
        set(i, 8 * i, 4);
        inside[i] = true;
        access_tree_add(&tree, &nodes[i]->node);
    }
    assert_in_range(depth(tree.root), 11, 60);
    check_search(&tree, 4, 8);
    check_search(&tree, 4, 9);
    assert_false(access_tree_search(&tree, 0, 80000, count_one, &left));
    assert_int_equal(left, 0);
}

/* A search goes down along what it finds: no further than the tree is high.
 * That is some times the logarithm, also where all come in their order. */
static void test_height(void **state)
{
    struct access_tree tree = {0, 0};
    unsigned bits;
    size_t i = 0;

    (void)state;
    for (bits = 7; bits <= 17; bits++) {
        for (; i < (size_t)1 << bits; i++) {
            struct access_node *node = access_node_take(sizeof *node);

            node->low = 16 * i;
            node->length = 8;
            access_tree_add(&tree, node);
        }
        assert_in_range(depth(tree.root), bits, 3 * bits + 6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_ascending),
        cmocka_unit_test(test_height),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
