/*
 * test_late.c - what waits comes out in its order, whole.
 */
#include "late.h"

#include "memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define RECORDS 1000

/* A record of so many words, all of which are its order. */
static struct record *make(uint64_t order, size_t words)
{
    struct record *record =
        xcalloc(1, sizeof *record + words * sizeof record->words[0]);
    size_t i;

    record->size = (uint32_t)(sizeof *record + words * sizeof record->words[0]);
    record->kind = order % 2 == 0 ? RECORD_ENTER : RECORD_EXIT;
    record->order = order;
    for (i = 0; i < words; i++)
        record->words[i] = order;
    return record;
}

/* Each hundredth is longer than a piece of memory. */
static size_t words_of(uint64_t order)
{
    return order % 100 == 99 ? 5000 : order % 17;
}

static size_t add(struct late *late, uint64_t order)
{
    struct record *record = make(order, words_of(order));
    size_t size = record->size;

    assert_int_equal(late_add(late, (uint32_t)order % 3, record)->order, order);
    free(record);
    return size;
}

static void expect(struct late *late, uint64_t order)
{
    struct record *record = make(order, words_of(order));
    struct late_item item;

    assert_true(late_take(late, &item));
    assert_int_equal(item.thread, order % 3);
    assert_int_equal(item.record->size, record->size);
    assert_memory_equal(item.record, record, record->size);
    free(record);
}

static void in_their_order(void **state)
{
    struct late late = {0};
    struct late_item item;
    size_t bytes = 0;
    uint64_t order, taken = 0;

    (void)state;
    for (order = 0; order < RECORDS; order++) {
        bytes += add(&late, order);
        if (order % 3 == 0)
            expect(&late, taken++);
    }
    while (taken < RECORDS)
        expect(&late, taken++);
    assert_int_equal(late.bytes, 0);
    assert_false(late_take(&late, &item));
    assert_false(late_take(&late, &item));
    assert_true(bytes > 0);
}

static void counted(void **state)
{
    struct late late = {0};
    size_t bytes = 0;
    uint64_t order;

    (void)state;
    assert_int_equal(late_count(&late, RECORD_ENTER), 0);
    for (order = 0; order < 201; order++)
        bytes += add(&late, order);
    assert_null(late_add(&late, 0, NULL));
    assert_int_equal(late.bytes, bytes);
    assert_int_equal(late_count(&late, RECORD_ENTER), 101);
    expect(&late, 0);
    assert_int_equal(late_count(&late, RECORD_ENTER), 100);
    assert_int_equal(late_count(&late, RECORD_EXIT), 100);
    late_clear(&late);
    assert_int_equal(late.bytes, 0);
    assert_int_equal(late_count(&late, RECORD_EXIT), 0);
}

/* That all was judged has its place among the records. */
static void end_behind_all(void **state)
{
    struct late late = {0};
    struct late_item item;

    (void)state;
    (void)add(&late, 1);
    assert_null(late_add(&late, 0, NULL));
    expect(&late, 1);
    assert_true(late_take(&late, &item));
    assert_null(item.record);
    assert_false(late_take(&late, &item));
}

/* What is returned is the copy that will be taken. */
static void changed(void **state)
{
    struct record *record = make(4, 2);
    struct late late = {0};
    struct late_item item;

    (void)state;
    late_add(&late, 0, record)->time = 7;
    assert_true(late_take(&late, &item));
    assert_int_equal(item.record->time, 7);
    assert_int_equal(record->time, 0);
    free(record);
    late_clear(&late);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_their_order), cmocka_unit_test(counted),
        cmocka_unit_test(end_behind_all), cmocka_unit_test(changed)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
