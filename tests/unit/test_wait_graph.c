/*
 * Graphs of who waits for whom, folded into classes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "process.h"
#include "stack.h"
#include "wait_graph.h"

#define MANY 4096

static struct process processes[MANY];
static struct call calls[MANY];
static struct call begun[MANY];
static struct wait_reason reasons[MANY * 4];
static uint32_t reason_count;
static const struct call_info send_info = {.name = "MPI_Send", .id = 1};
static const struct call_info recv_info = {.name = "MPI_Recv", .id = 2};
static const struct call_info isend_info = {.name = "MPI_Isend", .id = 3};
static const struct stack site_a = {.number = 1}, site_b = {.number = 2};

static void begin(int size)
{
    int i;

    reason_count = 0;
    for (i = 0; i < size; i++) {
        processes[i] = (struct process){
            .index = (uint32_t)i, .rank = i, .size = size, .pid = 1000 + i};
        calls[i] = (struct call){.info = &send_info,
                                 .process = &processes[i],
                                 .stack = &site_a,
                                 .references = 1};
        begun[i] = (struct call){.info = &isend_info,
                                 .process = &processes[i],
                                 .stack = &site_b,
                                 .references = 1};
    }
}

static void waits_for(struct knot *knot, uint32_t rank, enum wait_kind kind,
                      bool any, const uint32_t *targets, uint32_t count)
{
    uint32_t i;

    assert_int_equal(knot_need(knot, any), reason_count);
    reasons[reason_count++] = (struct wait_reason){
        .kind = kind, .call = &calls[rank], .tag = 7, .bytes = 8};
    for (i = 0; i < count; i++)
        knot_edge(knot, targets[i]);
}

static struct wait_node node_of(void *context, uint32_t node)
{
    const struct knot *knot = context;

    return (struct wait_node){
        .process = &processes[node],
        .call = knot_is_gone(knot, node) ? NULL : &calls[node],
        .state =
            knot_is_gone(knot, node) ? WAIT_STATE_FINALIZED : WAIT_STATE_WAITS};
}

static const struct wait_reason *reason_of(void *context, uint32_t need)
{
    (void)context;
    return &reasons[need];
}

static struct wait_graph *fold(struct knot *knot)
{
    const struct wait_source source = {node_of, reason_of, knot};
    struct wait_graph *graph;
    struct knot_member *core;
    bool shown[MANY + 8];
    uint32_t count;

    assert_true(knot_solve(knot) > 0);
    assert_true(knot_size(knot) <= sizeof shown);
    memset(shown, true, sizeof shown);
    count = knot_core(knot, &core);
    graph = wait_graph_of_knot(knot, core, count, shown, &source);
    wait_graph_words(graph);
    free(core);
    knot_free(knot);
    return graph;
}

static uint32_t edge_count(const struct wait_graph *graph)
{
    uint32_t i, k, count = 0;

    for (i = 0; i < graph->class_count; i++)
        for (k = 0; k < graph->classes[i].need_count; k++)
            count += graph->classes[i].needs[k].target_count;
    return count;
}

/* A ring of sends is one class that waits for itself. */
static void test_ring(void **state)
{
    struct knot *knot = knot_new(MANY);
    struct wait_graph *graph;
    uint32_t i;

    (void)state;
    begin(MANY);
    for (i = 0; i < MANY; i++) {
        knot_waits(knot, i, false);
        waits_for(knot, i, WAIT_RECEIVE, true, &(uint32_t){(i + 1) % MANY}, 1);
    }
    graph = fold(knot);
    assert_true(graph->folded);
    assert_true(graph->ring);
    assert_int_equal(graph->class_count, 1);
    assert_string_equal(graph->classes[0].name, "ranks 0-4095");
    assert_int_equal(graph->classes[0].count, MANY);
    assert_true(graph->classes[0].in_knot);
    assert_int_equal(graph->classes[0].need_count, 1);
    assert_string_equal(
        graph->classes[0].needs[0].text,
        "for rank+1 to receive its message of 8 bytes with tag 7");
    assert_int_equal(edge_count(graph), 1);
    assert_true(graph->classes[0].needs[0].targets[0].in_knot);
    wait_graph_drop(graph);
}

/* Few are shown one by one. */
static void test_small_ring(void **state)
{
    struct knot *knot = knot_new(WAIT_GRAPH_UNFOLDED);
    struct wait_graph *graph;
    uint32_t i, size = WAIT_GRAPH_UNFOLDED;

    (void)state;
    begin((int)size);
    for (i = 0; i < size; i++) {
        knot_waits(knot, i, false);
        waits_for(knot, i, WAIT_RECEIVE, true, &(uint32_t){(i + 1) % size}, 1);
    }
    graph = fold(knot);
    assert_false(graph->folded);
    assert_int_equal(graph->class_count, size);
    assert_string_equal(graph->classes[3].name, "rank 3");
    assert_string_equal(
        graph->classes[3].needs[0].text,
        "for rank 4 to receive its message of 8 bytes with tag 7");
    wait_graph_drop(graph);
}

/* Two ranks in a cycle, all others behind them in two ways. */
static void test_behind(void **state)
{
    struct knot *knot = knot_new(MANY);
    struct wait_graph *graph;
    uint32_t i;

    (void)state;
    begin(MANY);
    for (i = 0; i < MANY; i++) {
        uint32_t target = i < 2 ? 1 - i : i % 2;

        if (i >= 2)
            calls[i].info = &recv_info;
        knot_waits(knot, i, false);
        waits_for(knot, i, i < 2 ? WAIT_RECEIVE : WAIT_MESSAGE, true, &target,
                  1);
    }
    graph = fold(knot);
    assert_int_equal(graph->class_count, 4);
    assert_string_equal(graph->classes[0].name, "rank 0");
    assert_string_equal(graph->classes[1].name, "rank 1");
    assert_string_equal(graph->classes[1].needs[0].peer, "rank 0");
    assert_true(graph->classes[1].in_knot);
    assert_int_equal(graph->classes[2].count, MANY / 2 - 1);
    assert_string_equal(graph->classes[2].name, "2047 of ranks 2-4094");
    assert_false(graph->classes[2].in_knot);
    assert_string_equal(graph->classes[2].needs[0].text,
                        "for a message from rank 0 with tag 7");
    assert_string_equal(graph->classes[3].needs[0].text,
                        "for a message from rank 1 with tag 7");
    wait_graph_drop(graph);
}

/* A halo exchange without a ring: corners, edges and the inside. */
static void test_stencil(void **state)
{
    enum { WIDTH = 64 };
    struct knot *knot = knot_new(MANY);
    struct wait_graph *graph;
    uint32_t i, total = 0;

    (void)state;
    begin(MANY);
    for (i = 0; i < MANY; i++) {
        uint32_t x = i % WIDTH, y = i / WIDTH;

        knot_waits(knot, i, false);
        if (x > 0)
            waits_for(knot, i, WAIT_RECEIVE, true, &(uint32_t){i - 1}, 1);
        if (x < WIDTH - 1)
            waits_for(knot, i, WAIT_RECEIVE, true, &(uint32_t){i + 1}, 1);
        if (y > 0)
            waits_for(knot, i, WAIT_RECEIVE, true, &(uint32_t){i - WIDTH}, 1);
        if (y < WIDTH - 1)
            waits_for(knot, i, WAIT_RECEIVE, true, &(uint32_t){i + WIDTH}, 1);
    }
    graph = fold(knot);
    /* Those of the shortest cycle, ranks 0 and 1, are apart from the rest. */
    assert_in_range(graph->class_count, 9, 11);
    for (i = 0; i < graph->class_count; i++) {
        assert_int_equal(graph->classes[i].need_count, 1);
        total += graph->classes[i].count;
    }
    assert_int_equal(total, MANY);
    assert_true(edge_count(graph) < 60);
    wait_graph_drop(graph);
}

/* Targets without an order: by call and site only. */
static void test_irregular(void **state)
{
    struct knot *knot = knot_new(MANY);
    struct wait_graph *graph;
    uint32_t i;

    (void)state;
    begin(MANY);
    for (i = 0; i < MANY; i++) {
        knot_waits(knot, i, false);
        waits_for(knot, i, WAIT_RECEIVE, true,
                  &(uint32_t){(i * 2654435761U >> 7) % MANY}, 1);
    }
    graph = fold(knot);
    assert_true(graph->class_count <= 2);
    assert_true(edge_count(graph) <= 4);
    wait_graph_drop(graph);
}

/* One waits for all the others, who wait for nobody that comes. */
static void test_all_and_any(void **state)
{
    struct knot *knot = knot_new(4);
    struct wait_graph *graph;
    uint32_t i;

    (void)state;
    begin(4);
    knot_waits(knot, 0, false);
    for (i = 1; i < 4; i++)
        waits_for(knot, 0, WAIT_RECEIVE, true, &i, 1);
    knot_waits(knot, 1, false);
    waits_for(knot, 1, WAIT_MESSAGE, true, (uint32_t[]){0, 2}, 2);
    knot_waits(knot, 2, true);
    waits_for(knot, 2, WAIT_MESSAGE, true, &(uint32_t){0}, 1);
    waits_for(knot, 2, WAIT_MESSAGE, true, &(uint32_t){1}, 1);
    knot_gone(knot, 3);
    graph = fold(knot);
    assert_int_equal(graph->class_count, 4);
    assert_string_equal(graph->classes[0].name, "rank 0");
    assert_int_equal(graph->classes[0].need_count, 1);
    assert_false(graph->classes[0].needs[0].any);
    assert_string_equal(
        graph->classes[0].needs[0].text,
        "for ranks 1-3 to receive its message of 8 bytes with tag 7");
    assert_int_equal(graph->classes[1].state, WAIT_STATE_FINALIZED);
    assert_true(graph->classes[1].in_knot);
    assert_true(graph->classes[2].needs[0].any);
    assert_string_equal(graph->classes[2].needs[0].peer, "any of ranks 0, 2");
    assert_true(graph->classes[3].needs[0].any);
    assert_string_equal(graph->classes[3].needs[0].peer, "any of ranks 0, 1");
    wait_graph_drop(graph);
}

/* All wait for any of all, and half of them for the others besides: the
 * targets are told as if each had named them. */
static void test_shared(void **state)
{
    static const char any_key, half_key;
    struct knot *knot = knot_new(MANY);
    struct wait_graph *graph;
    uint32_t i, k;
    bool shared;

    (void)state;
    begin(MANY);
    for (i = 0; i < MANY; i++) {
        knot_waits(knot, i, false);
        waits_for(knot, i, WAIT_MESSAGE, true, NULL, 0);
        shared = knot_share(knot, &any_key);
        for (k = 0; !shared && k < MANY; k++)
            knot_edge(knot, k);
        if (i % 2 == 0)
            continue;
        waits_for(knot, i, WAIT_MEMBERS, false, NULL, 0);
        shared = knot_share(knot, &half_key);
        for (k = 0; !shared && k < MANY; k += 2)
            knot_edge(knot, k);
    }
    graph = fold(knot);
    assert_int_equal(graph->class_count, 2);
    assert_string_equal(graph->classes[0].needs[0].peer, "any of ranks 0-4095");
    wait_graph_drop(graph);
}

/* An operation that another call began; itself. */
static void test_begun(void **state)
{
    struct wait_graph *graph = wait_graph_new();
    struct wait_reason reason = {
        .kind = WAIT_RECEIVE, .call = &begun[0], .tag = 1, .bytes = 1};

    (void)state;
    begin(1);
    wait_graph_node(
        graph, &(struct wait_node){&processes[0], &calls[0], WAIT_STATE_WAITS},
        true);
    wait_graph_need(graph, false, &reason);
    wait_graph_edge(graph, 0, true);
    wait_graph_fold(graph, WAIT_GRAPH_UNFOLDED);
    wait_graph_words(graph);
    assert_string_equal(graph->classes[0].needs[0].text,
                        "for itself to receive its message of 1 byte with tag "
                        "1 (begun by MPI_Isend)");
    assert_ptr_equal(graph->classes[0].needs[0].begun_by, &begun[0]);
    assert_int_equal(begun[0].references, 2);
    wait_graph_drop(graph);
    assert_int_equal(begun[0].references, 1);
    assert_int_equal(calls[0].references, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ring),      cmocka_unit_test(test_small_ring),
        cmocka_unit_test(test_behind),    cmocka_unit_test(test_stencil),
        cmocka_unit_test(test_irregular), cmocka_unit_test(test_all_and_any),
        cmocka_unit_test(test_begun),     cmocka_unit_test(test_shared)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
