/*
 * test_flat_table.c - what was added is found, what was removed is not, and
 * nothing else is touched by it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

#include "flat_table.h"

#define KEYS 512

static void nothing_is_in_an_empty_one(void **state)
{
    struct flat_table table = {0};

    (void)state;
    assert_null(flat_table_find(&table, 0));
    flat_table_free(&table);
}

static void no_key_is_special(void **state)
{
    struct flat_table table = {0};
    int objects[2];

    (void)state;
    flat_table_add(&table, 0, &objects[0]);
    flat_table_add(&table, UINT64_MAX, &objects[1]);
    assert_ptr_equal(flat_table_find(&table, 0), &objects[0]);
    assert_ptr_equal(flat_table_find(&table, UINT64_MAX), &objects[1]);
    flat_table_remove(&table, 0);
    assert_null(flat_table_find(&table, 0));
    assert_ptr_equal(flat_table_find(&table, UINT64_MAX), &objects[1]);
    assert_int_equal(table.count, 1);
    flat_table_free(&table);
    assert_null(flat_table_find(&table, UINT64_MAX));
}

/* The same numbers on each run. */
static uint32_t next_number(uint32_t *seed)
{
    *seed = *seed * UINT32_C(1664525) + UINT32_C(1013904223);
    return *seed >> 8;
}

/* Keys that lie close, so that searches run into each other and around the end
 * of the array. */
static void it_holds_what_a_list_holds(void **state)
{
    struct flat_table table = {0};
    char objects[KEYS];
    bool in[KEYS] = {false};
    uint32_t seed = 1, count = 0;
    int round, i;

    (void)state;
    for (round = 0; round < 20000; round++) {
        uint32_t key = next_number(&seed) % KEYS;

        /* It fills up, is emptied, and fills up again. */
        if (in[key])
            flat_table_remove(&table, key * 16);
        else if (round % 8000 < 5000)
            flat_table_add(&table, key * 16, &objects[key]);
        else
            continue;
        in[key] = !in[key];
        count += in[key] ? 1 : UINT32_MAX;
        assert_int_equal(table.count, count);
        for (i = 0; i < KEYS; i += 7)
            assert_ptr_equal(flat_table_find(&table, (uint64_t)i * 16),
                             in[i] ? &objects[i] : NULL);
    }
    for (i = 0; i < KEYS; i++)
        assert_ptr_equal(flat_table_find(&table, (uint64_t)i * 16),
                         in[i] ? &objects[i] : NULL);
    flat_table_free(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_in_an_empty_one),
        cmocka_unit_test(no_key_is_special),
        cmocka_unit_test(it_holds_what_a_list_holds),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
