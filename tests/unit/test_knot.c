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

#define NODES 12
#define LISTS 6

/* A graph by chance, whose needs name one of a few lists of targets each. */
static struct knot *by_chance(unsigned seed, bool share)
{
    static const char keys[LISTS];
    struct knot *knot = knot_new(NODES);
    bool named[LISTS][NODES];
    uint32_t i, k, needs, list;

    srand(seed);
    for (i = 0; i < LISTS; i++)
        for (k = 0; k < NODES; k++)
            named[i][k] = rand() % 4 == 0;
    for (i = 0; i < NODES; i++) {
        if (rand() % 3 == 0)
            continue; /* it moves */
        if (rand() % 16 == 0) {
            knot_gone(knot, i);
            continue;
        }
        knot_waits(knot, i, rand() % 4 == 0);
        needs = 1 + (uint32_t)rand() % 3;
        for (k = 0; k < needs; k++) {
            list = (uint32_t)rand() % LISTS;
            knot_need(knot, rand() % 2 == 0);
            if (share && knot_share(knot, &keys[list]))
                continue;
            for (uint32_t target = 0; target < NODES; target++)
                if (named[list][target])
                    knot_edge(knot, target);
        }
    }
    return knot;
}

/* Needs that share their targets are as those that name them each. */
static void test_share(void **state)
{
    unsigned seed, stuck = 0;
    uint32_t i, count, first, need;
    bool any;

    (void)state;
    for (seed = 1; seed <= 5000; seed++) {
        struct knot *one = by_chance(seed, false);
        struct knot *other = by_chance(seed, true);
        struct knot_member *core, *other_core;

        assert_int_equal(knot_solve(one), knot_solve(other));
        for (i = 0; i < NODES; i++) {
            assert_int_equal(knot_is_stuck(one, i), knot_is_stuck(other, i));
            count = knot_needs_of(one, i, &first, &any);
            for (need = first; need < first + count; need++)
                assert_int_equal(knot_need_is_open(one, need, &any),
                                 knot_need_is_open(other, need, &any));
        }
        count = knot_core(one, &core);
        assert_int_equal(knot_core(other, &other_core), count);
        for (i = 0; i < count; i++) {
            assert_int_equal(core[i].node, other_core[i].node);
            assert_int_equal(core[i].need, other_core[i].need);
            assert_int_equal(core[i].target, other_core[i].target);
            assert_int_equal(core[i].any, other_core[i].any);
        }
        stuck += count > 0;
        free(core);
        free(other_core);
        knot_free(one);
        knot_free(other);
    }
    assert_in_range(stuck, 1000, 4900);
}

/* Two cycles, one node that waits for the second, and one for both. */
static void test_release(void **state)
{
    struct knot *knot = knot_new(6), *rest;
    struct knot_member *core;

    (void)state;
    waits_for(knot, 0, 1);
    waits_for(knot, 1, 0);
    waits_for(knot, 2, 3);
    waits_for(knot, 3, 2);
    waits_for(knot, 4, 3);
    waits_for(knot, 5, 0);
    knot_need(knot, true);
    knot_edge(knot, 4);
    assert_int_equal(knot_solve(knot), 6);
    rest = knot_copy(knot);
    assert_int_equal(knot_core(rest, &core), 2);
    assert_int_equal(core[0].node, 0);
    assert_int_equal(knot_release(rest, core, 2), 4);
    free(core);
    assert_true(knot_moves(rest, 1));
    assert_true(knot_is_stuck(rest, 5));
    assert_true(knot_is_stuck(knot, 1));
    assert_int_equal(knot_core(rest, &core), 2);
    assert_int_equal(core[0].node, 2);
    assert_int_equal(knot_release(rest, core, 2), 0);
    free(core);
    knot_free(rest);
    knot_free(knot);
}

/* Released core by core all move in the end, and the copied graph is as it
 * was. */
static void test_release_all(void **state)
{
    unsigned seed, several = 0;

    (void)state;
    for (seed = 1; seed <= 5000; seed++) {
        struct knot *knot = by_chance(seed, true), *rest;
        uint32_t stuck = knot_solve(knot), left = stuck, cores = 0, i;

        rest = knot_copy(knot);
        while (left > 0) {
            struct knot_member *core;
            uint32_t count = knot_core(rest, &core), now;

            for (i = 0; i < count; i++)
                assert_true(knot_is_stuck(rest, core[i].node));
            now = knot_release(rest, core, count);
            assert_true(now + count <= left);
            left = now;
            cores++;
            free(core);
        }
        several += cores > 1;
        for (i = 0; i < NODES; i++) {
            assert_false(knot_is_stuck(rest, i));
            stuck -= knot_is_stuck(knot, i);
        }
        assert_int_equal(stuck, 0);
        knot_free(rest);
        knot_free(knot);
    }
    assert_in_range(several, 500, 4900);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_move),    cmocka_unit_test(test_cycle),
        cmocka_unit_test(test_shortest),    cmocka_unit_test(test_any),
        cmocka_unit_test(test_any_need),    cmocka_unit_test(test_gone),
        cmocka_unit_test(test_itself),      cmocka_unit_test(test_chain),
        cmocka_unit_test(test_share),       cmocka_unit_test(test_release),
        cmocka_unit_test(test_release_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
