/*
 * Who waits for ever in a graph of nodes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "knot.h"

/* The node waits for that one. */
static void waits_for(struct knot *knot, uint32_t node, uint32_t target)
{
    knot_waits(knot, node, false);
    knot_need(knot, true);
    knot_edge(knot, target);
}

static void test_all_move(void **state)
{
    struct knot *knot = knot_new(3);

    (void)state;
    waits_for(knot, 0, 1);
    waits_for(knot, 1, 2);
    assert_int_equal(knot_solve(knot), 0);
    knot_free(knot);
}

static void test_cycle(void **state)
{
    struct knot *knot = knot_new(5);
    struct knot_member *members;

    (void)state;
    waits_for(knot, 0, 1);
    waits_for(knot, 1, 2);
    waits_for(knot, 2, 3);
    waits_for(knot, 3, 1);
    assert_int_equal(knot_solve(knot), 4);
    assert_false(knot_is_stuck(knot, 4));
    assert_int_equal(knot_core(knot, &members), 3);
    assert_int_equal(members[0].node, 1);
    assert_int_equal(members[1].node, 2);
    assert_int_equal(members[2].node, 3);
    assert_int_equal(members[2].target, 1);
    free(members);
    knot_free(knot);
}

/* Of two cycles the shorter one. */
static void test_shortest(void **state)
{
    struct knot *knot = knot_new(4);
    struct knot_member *members;

    (void)state;
    knot_waits(knot, 0, false);
    knot_need(knot, false);
    knot_edge(knot, 1);
    knot_edge(knot, 3);
    waits_for(knot, 1, 2);
    waits_for(knot, 2, 0);
    waits_for(knot, 3, 0);
    assert_int_equal(knot_solve(knot), 4);
    assert_int_equal(knot_core(knot, &members), 2);
    assert_int_equal(members[0].node, 0);
    assert_int_equal(members[0].target, 3);
    assert_int_equal(members[1].node, 3);
    free(members);
    knot_free(knot);
}

static void test_any(void **state)
{
    struct knot *knot;
    struct knot_member *members;
    int free_one;

    (void)state;
    for (free_one = 0; free_one < 2; free_one++) {
        knot = knot_new(3);
        knot_waits(knot, 0, false);
        knot_need(knot, true);
        knot_edge(knot, 1);
        knot_edge(knot, 2);
        waits_for(knot, 1, 0);
        if (!free_one)
            waits_for(knot, 2, 0);
        assert_int_equal(knot_solve(knot), free_one ? 0 : 3);
        if (!free_one) {
            assert_int_equal(knot_core(knot, &members), 3);
            assert_int_equal(members[0].target, KNOT_SEVERAL);
            free(members);
        }
        knot_free(knot);
    }
}

/* A node that waits for any of its needs. */
static void test_any_need(void **state)
{
    struct knot *knot = knot_new(3);

    (void)state;
    knot_waits(knot, 0, true);
    knot_need(knot, false);
    knot_edge(knot, 1);
    knot_need(knot, false);
    knot_edge(knot, 2);
    waits_for(knot, 1, 0);
    assert_int_equal(knot_solve(knot), 0);
    knot_free(knot);
}

static void test_gone(void **state)
{
    struct knot *knot = knot_new(3);
    struct knot_member *members;

    (void)state;
    waits_for(knot, 0, 1);
    waits_for(knot, 1, 2);
    knot_gone(knot, 2);
    assert_int_equal(knot_solve(knot), 2);
    assert_int_equal(knot_core(knot, &members), 1);
    assert_int_equal(members[0].node, 1);
    assert_int_equal(members[0].target, 2);
    free(members);
    knot_free(knot);
}

static void test_itself(void **state)
{
    struct knot *knot = knot_new(1);
    struct knot_member *members;

    (void)state;
    waits_for(knot, 0, 0);
    assert_int_equal(knot_solve(knot), 1);
    assert_int_equal(knot_core(knot, &members), 1);
    assert_int_equal(members[0].target, 0);
    free(members);
    knot_free(knot);
}

/* A long chain behind a cycle costs no more than its length. */
static void test_chain(void **state)
{
    uint32_t count = 200000, i;
    struct knot *knot = knot_new(count);

    (void)state;
    for (i = 0; i + 1 < count; i++)
        waits_for(knot, i, i + 1);
    assert_int_equal(knot_solve(knot), 0);
    knot_free(knot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_move), cmocka_unit_test(test_cycle),
        cmocka_unit_test(test_shortest), cmocka_unit_test(test_any),
        cmocka_unit_test(test_any_need), cmocka_unit_test(test_gone),
        cmocka_unit_test(test_itself),   cmocka_unit_test(test_chain),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
