/*
 * Byte ranges of data types, with blocks at equal distances as one or each for
 * itself, against a plain map of bytes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "access_range.h"
#include "model_object.h"

#define BYTES 4096
#define TRIES 20000

static unsigned draw = 1;

static unsigned next_number(unsigned below)
{
    draw = draw * 1103515245U + 12345U;
    return (draw >> 8) % below;
}

static void mark(const struct access_range *range, char map[BYTES])
{
    uint64_t low = range->low, size = range->block;

    assert_true(range->high <= BYTES);
    memset(map, 0, BYTES);
    if (range->stride == 0) {
        memset(&map[low], 1, range->high - low);
        return;
    }
    for (; low < range->high; low += range->stride)
        memset(&map[low], 1, size);
    assert_int_equal(low - range->stride + size, range->high);
}

static struct access_range some_range(uint32_t stride)
{
    struct access_range range = {.low = next_number(200)};
    unsigned count = 2 + next_number(10);

    if (next_number(4) == 0) {
        range.high = range.low + 1 + next_number(60);
        return range;
    }
    range.stride = stride;
    range.block = 1 + next_number(stride - 1);
    range.high = range.low + (count - 1) * (uint64_t)stride + range.block;
    return range;
}

/* What it says they have in common both have, and it is the first of the one.
 */
static void meets(const struct access_range *one,
                  const struct access_range *other)
{
    static char here[BYTES], there[BYTES];
    struct access_range in_one, in_other;
    uint64_t i, first = BYTES;

    mark(one, here);
    mark(other, there);
    for (i = 0; i < BYTES && first == BYTES; i++)
        if (here[i] && there[i])
            first = i;
    assert_int_equal(access_range_meets(one, other, &in_one, &in_other),
                     first < BYTES);
    if (first == BYTES)
        return;
    assert_true(in_one.low <= first && first < in_one.high);
    assert_true(in_other.low <= first && first < in_other.high);
    for (i = in_one.low; i < in_one.high; i++)
        assert_true(here[i]);
    for (i = in_other.low; i < in_other.high; i++)
        assert_true(there[i]);
}

static void ranges_meet(void **state)
{
    int i;

    (void)state;
    for (i = 0; i < TRIES; i++) {
        uint32_t stride = 2 + next_number(40);
        struct access_range one = some_range(stride);
        struct access_range other =
            some_range(next_number(2) ? stride : 2 + next_number(40));

        meets(&one, &other);
    }
}

/* ----------------------------------------------------------------- types */

#define DEPTH 2

struct made {
    struct type type;
    struct type *child;
    int64_t counts[4], displs[4];
};

static struct made made[DEPTH + 1];

/* A vector, or an array of places, of the one before it. */
static struct type *some_type(int depth)
{
    struct made *one = &made[depth];
    struct type *type = &one->type, *child;
    int64_t i, last;

    *one = (struct made){.type = {.known = true,
                                  .counts = one->counts,
                                  .displs = one->displs,
                                  .children = &one->child,
                                  .child_count = 1}};
    if (depth == 0) {
        type->maker = TYPE_PREDEFINED;
        type->child_count = 0;
        type->size = type->ub = type->true_ub = 1 + next_number(4);
        type->dense = true;
        return type;
    }
    child = one->child = some_type(depth - 1);
    if (next_number(2)) {
        type->maker = TYPE_VECTOR;
        one->counts[0] = 1 + next_number(4);
        one->counts[1] = 1 + next_number(3);
        one->displs[0] =
            one->counts[1] * (child->ub - child->lb) + (int64_t)next_number(3);
        type->size = one->counts[0] * one->counts[1] * child->size;
        last = (one->counts[0] - 1) * one->displs[0] +
               (one->counts[1] - 1) * (child->ub - child->lb);
    } else {
        type->maker = TYPE_INDEXED;
        type->item_count = 1 + next_number(4);
        for (i = 0, last = 0; i < (int64_t)type->item_count; i++) {
            one->counts[i] = 1 + next_number(2);
            one->displs[i] =
                i * (2 * (child->ub - child->lb) + (int64_t)next_number(2));
            type->size += one->counts[i] * child->size;
            if (one->displs[i] +
                    (one->counts[i] - 1) * (child->ub - child->lb) >
                last)
                last = one->displs[i] +
                       (one->counts[i] - 1) * (child->ub - child->lb);
        }
    }
    type->true_ub = last + child->true_ub;
    type->ub = last + child->ub + (int64_t)next_number(2);
    type->dense = type->size == type->true_ub; /* there is no overlap */
    return type;
}

static void add_marks(const struct access_ranges *ranges, char map[BYTES])
{
    static char one[BYTES];
    size_t i, j;

    memset(map, 0, BYTES);
    for (i = 0; i < ranges->count; i++) {
        mark(&ranges->items[i], one);
        for (j = 0; j < BYTES; j++)
            map[j] |= one[j];
    }
}

/* Both lists have the same bytes, also of the first bytes only. */
static void strides_are_the_same(void **state)
{
    static char each[BYTES], together[BYTES];
    size_t longer = 0;
    int i;

    (void)state;
    for (i = 0; i < TRIES / 10; i++) {
        const struct type *type = some_type(1 + (int)next_number(DEPTH));
        int64_t count = 1 + next_number(3);
        int64_t bytes = next_number(2) ? INT64_MAX : next_number(40);
        struct access_ranges plain = {.items = NULL};
        struct access_ranges strides = {.strides = true};

        access_ranges_add(&plain, 16, count, type, bytes);
        access_ranges_add(&strides, 16, count, type, bytes);
        add_marks(&plain, each);
        add_marks(&strides, together);
        assert_memory_equal(each, together, BYTES);
        assert_true(strides.count <= plain.count);
        longer += plain.count > strides.count;
        access_ranges_free(&plain);
        access_ranges_free(&strides);
    }
    assert_true(longer > 0);
}

/* Of counts that no memory has, in one piece or in many, it ends. */
static void huge_counts_end(void **state)
{
    int64_t sizes[] = {4}, one = 1;
    struct type gap = {.maker = TYPE_PREDEFINED,
                       .known = true,
                       .dense = true,
                       .size = 4,
                       .true_ub = 4,
                       .ub = 4,
                       .counts = &one,
                       .displs = sizes};
    struct access_ranges ranges = {.items = NULL};

    (void)state;
    access_ranges_add(&ranges, 1 << 20, INT64_MAX / 2, &gap, INT64_MAX);
    assert_int_equal(ranges.items[0].low, 1 << 20);
    access_ranges_free(&ranges);
    gap.dense = false;
    access_ranges_add(&ranges, 1 << 20, INT64_MAX / 8, &gap, INT64_MAX);
    assert_int_equal(ranges.items[0].low, 1 << 20);
    access_ranges_free(&ranges);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_meet),
        cmocka_unit_test(huge_counts_end),
        cmocka_unit_test(strides_are_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
