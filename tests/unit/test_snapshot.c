/*
 * Datatypes by the records of their constructors, and buffers that change.
 */
#include "libcheck/incoming.h"
#include "libcheck/layout.h"
#include "libcheck/readable.h"
#include "libcheck/snapshot.h"

#include "calls.h"
#include "neutral.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#define INT    UINT64_C(0x205)
#define DOUBLE UINT64_C(0x206)
#define PAIR   UINT64_C(0x207)
#define MADE   UINT64_C(0x10000)

static struct layout *make(unsigned id, const void *view, size_t words,
                           const void *items, size_t item_bytes)
{
    union {
        struct record record;
        char bytes[4096];
    } enter;
    struct layout *layout;

    enter.record.call = (uint16_t)id;
    memcpy(enter.record.words, view, words * 8);
    if (items != NULL)
        memcpy(enter.record.words + words, items, item_bytes);
    layout = layout_of_call(&enter.record);
    if (layout != NULL)
        layout_bind(MADE, layout_hold(layout));
    return layout;
}

static uint64_t behind(size_t words)
{
    return sizeof(struct record) + words * 8;
}

static int set_up(void **state)
{
    static union {
        struct record_world world;
        char bytes[256];
    } told;

    (void)state;
    told.world.type_count = 3;
    told.world.types[0].datatype = INT;
    told.world.types[0].size = told.world.types[0].extent = 4;
    told.world.types[1].datatype = DOUBLE;
    told.world.types[1].size = told.world.types[1].extent = 8;
    told.world.types[2].datatype = PAIR;
    told.world.types[2].size = 6;
    told.world.types[2].extent = 8;
    layout_predefined(&told.world);
    return 0;
}

static void assert_run(const struct layout *layout, unsigned run,
                       int64_t offset, int64_t length)
{
    assert_true(run < layout->run_count);
    assert_int_equal(layout->runs[run].offset, offset);
    assert_int_equal(layout->runs[run].length, length);
}

static void test_predefined(void **state)
{
    (void)state;
    assert_run(layout_find(INT), 0, 0, 4);
    assert_null(layout_find(PAIR)); /* it has a gap somewhere */
    assert_null(layout_find(MADE + 1));
}

static void test_vector(void **state)
{
    struct call_MPI_Type_vector view = {
        .count = 3, .blocklength = 2, .stride = 5, .oldtype = INT};
    struct layout *layout = make(CALL_MPI_Type_vector, &view, 4, NULL, 0);

    (void)state;
    assert_int_equal(layout->run_count, 3);
    assert_run(layout, 1, 20, 8);
    assert_int_equal(layout->ub, 48);
    assert_int_equal(layout->size, 24);
    layout_drop(layout);
    view.stride = 2; /* without gaps: one piece */
    layout = make(CALL_MPI_Type_vector, &view, 4, NULL, 0);
    assert_int_equal(layout->run_count, 1);
    assert_run(layout, 0, 0, 24);
    layout_drop(layout);
    view.count = 10000;
    view.stride = 3;
    assert_null(make(CALL_MPI_Type_vector, &view, 4, NULL, 0));
    view.oldtype = PAIR;
    view.count = 1;
    assert_null(make(CALL_MPI_Type_vector, &view, 4, NULL, 0));
}

/* Of a datatype that is not followed, none is. */
static void test_nothing_of_unknown(void **state)
{
    struct call_MPI_Type_contiguous row = {.count = 0, .oldtype = PAIR};
    struct layout *layout = make(CALL_MPI_Type_contiguous, &row, 2, NULL, 0);

    (void)state;
    assert_int_equal(layout->size, 0);
    layout_drop(layout);
}

/* Too many blocks to go through them one by one. */
static void test_vector_long(void **state)
{
    int64_t count = INT64_C(1) << 40;
    struct call_MPI_Type_vector view = {
        .count = count, .blocklength = 1, .stride = 1, .oldtype = INT};
    struct call_MPI_Type_contiguous row = {.count = count, .oldtype = MADE};
    struct call_MPI_Type_create_resized resize = {
        .oldtype = INT, .lb = -4, .extent = 4};
    struct layout *layout = make(CALL_MPI_Type_vector, &view, 4, NULL, 0);

    (void)state;
    assert_int_equal(layout->run_count, 1);
    assert_run(layout, 0, 0, count * 4);
    assert_int_equal(layout->ub, count * 4);
    layout_drop(layout);
    view.blocklength = 0;
    layout = make(CALL_MPI_Type_vector, &view, 4, NULL, 0);
    assert_int_equal(layout->run_count, 0);
    assert_int_equal(layout->ub, 0);
    layout_drop(layout);
    layout = make(CALL_MPI_Type_contiguous, &row, 2, NULL, 0);
    assert_int_equal(layout->size, 0);
    layout_drop(layout);
    layout = make(CALL_MPI_Type_create_resized, &resize, 3, NULL, 0);
    layout_drop(layout);
    layout = make(CALL_MPI_Type_contiguous, &row, 2, NULL, 0);
    assert_run(layout, 0, 0, count * 4);
    assert_int_equal(layout->lb, -4);
    assert_int_equal(layout->ub, count * 4 - 4);
    layout_drop(layout);
}

/* The bounds are those of the first and the last block. */
static void test_vector_backwards(void **state)
{
    struct call_MPI_Type_vector view = {
        .count = 3, .blocklength = 2, .stride = -5, .oldtype = INT};
    struct layout *layout = make(CALL_MPI_Type_vector, &view, 4, NULL, 0);

    (void)state;
    assert_int_equal(layout->run_count, 3);
    assert_run(layout, 2, -40, 8);
    assert_int_equal(layout->lb, -40);
    assert_int_equal(layout->ub, 8);
    layout_drop(layout);
}

/* An int and a double: how much comes behind the last is the MPI's choice. */
static void test_struct(void **state)
{
    struct call_MPI_Type_create_struct view = {.count = 2};
    uint64_t items[6] = {1, 1, 8, 0, INT, DOUBLE};
    struct call_MPI_Type_create_resized resize = {
        .oldtype = MADE, .lb = 0, .extent = 24};
    struct layout *layout;

    (void)state;
    view.array_of_blocklengths.count = 2;
    view.array_of_displacements.count = 2;
    view.array_of_types.count = 2;
    view.array_of_blocklengths.offset = behind(7);
    view.array_of_displacements.offset = behind(9);
    view.array_of_types.offset = behind(11);
    layout = make(CALL_MPI_Type_create_struct, &view, 7, items, sizeof items);
    assert_int_equal(layout->run_count, 2);
    assert_run(layout, 0, 8, 4);
    assert_run(layout, 1, 0, 8);
    assert_false(layout->extent_known);
    layout_drop(layout);
    layout = make(CALL_MPI_Type_create_resized, &resize, 3, NULL, 0);
    assert_true(layout->extent_known);
    assert_int_equal(layout->ub, 24);
    layout_drop(layout);
    items[1] = 2; /* two doubles, and the int behind: 20 bytes */
    items[2] = 16;
    items[0] = 2; /* two ints: 24 bytes, whatever the padding */
    layout = make(CALL_MPI_Type_create_struct, &view, 7, items, sizeof items);
    assert_true(layout->extent_known);
    layout_drop(layout);
}

static void test_subarray(void **state)
{
    struct call_MPI_Type_create_subarray view = {
        .ndims = 2, .order = 12, .oldtype = INT};
    uint64_t items[6] = {4, 8, 2, 3, 1, 5};
    struct layout *layout;

    (void)state;
    view.array_of_sizes.count = 2;
    view.array_of_subsizes.count = 2;
    view.array_of_starts.count = 2;
    view.array_of_sizes.offset = behind(9);
    view.array_of_subsizes.offset = behind(11);
    view.array_of_starts.offset = behind(13);
    layout = make(CALL_MPI_Type_create_subarray, &view, 9, items, sizeof items);
    assert_int_equal(layout->run_count, 2);
    assert_run(layout, 0, (8 + 5) * 4, 12);
    assert_run(layout, 1, (16 + 5) * 4, 12);
    assert_int_equal(layout->ub, 4 * 8 * 4);
    layout_drop(layout);
    view.order = 15; /* Fortran: the first dimension is the inner one */
    items[5] = 2;
    layout = make(CALL_MPI_Type_create_subarray, &view, 9, items, sizeof items);
    assert_int_equal(layout->run_count, 3);
    assert_run(layout, 0, (2 * 4 + 1) * 4, 8);
    layout_drop(layout);
}

static void test_subarray_long(void **state)
{
    struct call_MPI_Type_create_subarray view = {
        .ndims = 2, .order = 12, .oldtype = INT};
    uint64_t items[6] = {1 << 28, 1 << 30, (1 << 28) - 1, 1 << 30, 1, 0};
    struct layout *layout;

    (void)state;
    view.array_of_sizes.count = 2;
    view.array_of_subsizes.count = 2;
    view.array_of_starts.count = 2;
    view.array_of_sizes.offset = behind(9);
    view.array_of_subsizes.offset = behind(11);
    view.array_of_starts.offset = behind(13);
    layout = make(CALL_MPI_Type_create_subarray, &view, 9, items, sizeof items);
    assert_int_equal(layout->run_count, 1);
    assert_run(layout, 0, INT64_C(4) << 30,
               ((INT64_C(1) << 28) - 1) * (INT64_C(4) << 30));
    assert_int_equal(layout->lb, 0);
    assert_int_equal(layout->ub, (INT64_C(4) << 30) << 28);
    layout_drop(layout);
}

static struct snapshot *take(const void *bytes, int64_t count,
                             struct layout *layout, bool *whole)
{
    struct snapshot *snapshot =
        malloc(snapshot_size(count, layout, SNAPSHOT_BLOCKS));

    assert_non_null(snapshot);
    if (snapshot_make(snapshot, (uintptr_t)bytes, count, layout,
                      SNAPSHOT_BLOCKS, whole))
        return snapshot;
    free(snapshot);
    return NULL;
}

static bool changed(const struct snapshot *snapshot,
                    struct snapshot_change *change)
{
    readable_ask_anew();
    return snapshot_changed(snapshot, change);
}

static bool is_readable(const void *bytes, size_t size)
{
    readable_ask_anew();
    return readable_is((uintptr_t)bytes, (uintptr_t)bytes + size, false);
}

/* Each byte of a buffer of that size, if it is looked at as a whole. */
static void each_byte(size_t size, size_t step, bool exact)
{
    unsigned char *bytes = calloc(1, size + 1);
    struct snapshot_change change;
    bool whole;
    struct snapshot *snapshot =
        take(bytes, (int64_t)(size / 4), layout_find(INT), &whole);
    size_t i;

    assert_non_null(snapshot);
    assert_true(whole);
    assert_false(changed(snapshot, &change));
    bytes[size]++; /* behind it */
    assert_false(changed(snapshot, &change));
    for (i = 0; i < size; i += step) {
        bytes[i]++;
        assert_true(changed(snapshot, &change));
        assert_true(change.low <= (uintptr_t)bytes + i);
        assert_true(change.high > (uintptr_t)bytes + i);
        assert_int_equal(change.exact, exact);
        if (exact)
            assert_int_equal(change.high - change.low, 1);
        bytes[i]--;
    }
    assert_false(changed(snapshot, &change));
    free(snapshot);
    free(bytes);
}

static void test_sizes(void **state)
{
    (void)state;
    each_byte(4, 1, true);
    each_byte(4096, 1, true);
    each_byte(4100, 1, false);
    each_byte(1 << 18, 1009, false);
}

static void test_large(void **state)
{
    size_t size = (size_t)8 << 20;
    unsigned char *bytes = calloc(1, size);
    struct snapshot_change change;
    bool whole;
    struct snapshot *snapshot =
        take(bytes, (int64_t)(size / 4), layout_find(INT), &whole);

    (void)state;
    assert_false(whole);
    bytes[0]++;
    assert_true(changed(snapshot, &change));
    assert_int_equal(change.low, (uintptr_t)bytes);
    assert_int_equal(change.high, (uintptr_t)bytes + 4096);
    free(snapshot);
    free(bytes);
}

/* Two items of a vector with a gap behind each block of so many ints; the
 * second item begins where the first ends. */
static void each_int_with_gaps(int64_t blocks, int64_t ints, bool exact)
{
    struct call_MPI_Type_vector view = {.count = blocks,
                                        .blocklength = ints,
                                        .stride = ints + 1,
                                        .oldtype = INT};
    struct layout *layout = make(CALL_MPI_Type_vector, &view, 4, NULL, 0);
    int64_t extent = blocks * (ints + 1) - 1, i;
    int *values = calloc((size_t)(2 * extent), sizeof *values);
    struct snapshot_change change;
    struct snapshot *snapshot;
    bool whole;

    snapshot = take(values, 2, layout, &whole);
    for (i = 0; i < 2 * extent; i++) {
        bool covered = i % extent % (ints + 1) != ints;

        values[i]++;
        assert_int_equal(changed(snapshot, &change), covered);
        if (covered) {
            assert_int_equal(change.exact, exact);
            assert_true(change.low <= (uintptr_t)&values[i]);
            assert_true(change.high > (uintptr_t)&values[i]);
        }
        if (covered && exact)
            assert_int_equal(change.high - change.low, 1);
        values[i]--;
    }
    assert_false(changed(snapshot, &change));
    free(snapshot);
    free(values);
    layout_drop(layout);
}

/* Copied and hashed ones, of all lengths for which there is a loop; blocks
 * of 4096 bytes end within a run, and within an item. */
static void test_gaps(void **state)
{
    (void)state;
    each_int_with_gaps(500, 1, true);
    each_int_with_gaps(2000, 1, false);
    each_int_with_gaps(250, 2, true);
    each_int_with_gaps(1000, 2, false);
    each_int_with_gaps(100, 3, true);
    each_int_with_gaps(700, 3, false);
}

/* Of how many of the values 16 looks in turn see a change, each of one only. */
static int64_t seen_by_all(int *values, int64_t extent, int64_t ints,
                           struct layout *layout, int apart)
{
    int64_t seen = 0, i;
    struct snapshot_change change;
    struct snapshot *snapshot;
    bool whole;
    int look, other;

    for (look = 0; look < 16; look++) {
        for (other = 1; look > 0 && other < apart; other++)
            free(take(values, 2, layout, &whole));
        snapshot = take(values, 2, layout, &whole);
        assert_false(whole);
        assert_false(changed(snapshot, &change));
        for (i = 0; i < 2 * extent; i++) {
            values[i]++;
            if (changed(snapshot, &change)) {
                assert_true(i % extent % (ints + 1) != ints);
                assert_true(change.low <= (uintptr_t)&values[i]);
                assert_true(change.high > (uintptr_t)&values[i]);
                seen++;
            }
            values[i]--;
        }
        free(snapshot);
    }
    return seen;
}

/* apart: of so many buffers in turn one is looked at here. */
static void many_looks(int64_t blocks, int64_t ints, int apart)
{
    struct call_MPI_Type_vector view = {.count = blocks,
                                        .blocklength = ints,
                                        .stride = ints + 1,
                                        .oldtype = INT};
    struct layout *layout = make(CALL_MPI_Type_vector, &view, 4, NULL, 0);
    int64_t extent = blocks * (ints + 1) - 1;
    int *values = calloc((size_t)(2 * extent), sizeof *values);
    bool whole = true;
    int look;

    for (look = 0; look < 1024; look++) {
        assert_true(whole);
        free(take(values, 2, layout, &whole));
    }
    assert_int_equal(seen_by_all(values, extent, ints, layout, apart),
                     2 * blocks * ints);
    free(values);
    layout_drop(layout);
}

/* Of a column that is looked at often a 16th is, each time another one. */
static void test_many_looks(void **state)
{
    (void)state;
    many_looks(64, 1, 1);
    many_looks(333, 1, 1);
    many_looks(90, 3, 1);
    many_looks(1001, 2, 1);
    many_looks(333, 1, 4);
    many_looks(90, 3, 16);
    many_looks(90, 3, 256);
}

/* Runs of several lengths have no loop of their own. */
static void test_gaps_differ(void **state)
{
    uint64_t items[6] = {1, 2, 1, 0, 2, 6};
    struct call_MPI_Type_indexed view = {.count = 3, .oldtype = INT};
    struct layout *layout;
    int values[7] = {0}, i;
    struct snapshot_change change;
    struct snapshot *snapshot;
    bool whole;

    (void)state;
    view.array_of_blocklengths.count = 3;
    view.array_of_displacements.count = 3;
    view.array_of_blocklengths.offset = (uint32_t)behind(6);
    view.array_of_displacements.offset = (uint32_t)behind(9);
    layout = make(CALL_MPI_Type_indexed, &view, 6, items, sizeof items);
    snapshot = take(values, 1, layout, &whole);
    for (i = 0; i < 7; i++) {
        values[i]++;
        assert_int_equal(changed(snapshot, &change),
                         i == 6 || (i < 4 && i != 1));
        values[i]--;
    }
    free(snapshot);
    layout_drop(layout);
}

/* What cannot be read is let alone, and nothing crashes. */
static void test_unreadable(void **state)
{
    size_t size = 5 * 4096;
    unsigned char *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned char *hidden =
        mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct layout *layout = layout_find(INT);
    struct snapshot_change change;
    struct snapshot *snapshot;
    bool whole;

    (void)state;
    assert_null(take(hidden, 1, layout, &whole));
    assert_null(take(NULL, 1, layout, &whole));
    assert_null(take((void *)(UINT64_C(1) << 60), 1, layout, &whole));
    snapshot = take(bytes, (int64_t)size / 4, layout, &whole);
    bytes[0]++;
    assert_true(changed(snapshot, &change));
    assert_true(is_readable(bytes, size));
    mprotect(bytes + 4 * 4096, 4096, PROT_NONE);
    assert_false(is_readable(bytes, size));
    munmap(bytes + 2 * 4096, 3 * 4096);
    assert_false(is_readable(bytes, size));
    munmap(bytes, 2 * 4096);
    assert_false(is_readable(bytes, size));
    free(snapshot);
}

/* What is known of one piece is not asked again for the next; memory that is
 * missing between them is seen. */
static void test_pieces_of_one_array(void **state)
{
    size_t page = 4096, pages = 24;
    unsigned char *bytes = mmap(NULL, pages * page, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint64_t at = (uintptr_t)bytes;

    (void)state;
    readable_ask_anew();
    for (size_t i = 0; i < pages; i += 4)
        assert_true(readable_is(at + i * page, at + i * page + 1, false));
    assert_true(readable_is(at + page, at + 9 * page, false));
    assert_true(readable_is(at, at + pages * page, false));
    munmap(bytes + 10 * page, page);
    readable_ask_anew();
    assert_true(readable_is(at + 8 * page, at + 10 * page, false));
    assert_true(readable_is(at + 11 * page, at + 12 * page, false));
    assert_false(readable_is(at + 9 * page, at + 12 * page, false));
    assert_false(readable_is(at, at + 11 * page, false));
    assert_true(readable_is(at, at + 10 * page, false));
    munmap(bytes, pages * page);
    readable_ask_anew();
    assert_false(readable_is(at, at + 1, false));
}

/* A large array that was used and has gone since is seen to have. */
static void test_used_before(void **state)
{
    size_t size = (size_t)1 << 20;
    unsigned char *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint64_t at = (uintptr_t)bytes;

    (void)state;
    assert_true(readable_is(at, at + size, true));
    assert_true(readable_is(at, at + size, true));
    munmap(bytes, size);
    assert_false(readable_is(at, at + size, true));
    assert_null(take(bytes, (int64_t)size / 4, layout_find(INT), &(bool){0}));
}

static struct incoming *expect(void *address, int64_t count,
                               const struct layout *layout)
{
    struct incoming *incoming = malloc(incoming_size(count, layout));

    assert_non_null(incoming);
    if (incoming_make(incoming, (uintptr_t)address, count, layout))
        return incoming;
    free(incoming);
    return NULL;
}

/* Data come in any pieces; a byte that differs twice is the program's. */
static void test_incoming(void **state)
{
    static int values[8];
    struct incoming *incoming = expect(values, 8, layout_find(INT));
    struct snapshot_change change;

    (void)state;
    memset(values, 1, 3);
    assert_false(incoming_look(incoming, &change));
    memset(values, 1, sizeof values - 4);
    assert_false(incoming_look(incoming, &change));
    values[7] = 1;
    assert_false(incoming_look(incoming, &change));
    values[7] = 2;
    assert_true(incoming_look(incoming, &change));
    assert_int_equal(change.low, (uintptr_t)&values[7]);
    assert_int_equal(change.high, (uintptr_t)&values[7] + 1);
    assert_false(incoming_look(incoming, &change));
    free(incoming);
    assert_int_equal(incoming_size(0, layout_find(INT)), 0);
    assert_int_equal(incoming_size(INT64_MAX / 2, layout_find(INT)), 0);
}

/* Of long buffers the ends, of those with gaps the first and last pieces. */
static void test_incoming_parts(void **state)
{
    struct call_MPI_Type_vector view = {
        .count = 2000, .blocklength = 1, .stride = 2, .oldtype = INT};
    struct layout *layout = make(CALL_MPI_Type_vector, &view, 4, NULL, 0);
    static int values[4000];
    struct snapshot_change change;
    int i, round, seen[2] = {0, 0};

    (void)state;
    for (round = 0; round < 2; round++)
        for (i = 0; i < 3999; i++) {
            struct incoming *incoming =
                round == 0 ? expect(values, 3999, layout_find(INT))
                           : expect(values, 1, layout);

            values[i] = 1;
            assert_false(incoming_look(incoming, &change));
            values[i] = 2;
            if (incoming_look(incoming, &change)) {
                seen[round]++;
                assert_int_equal(change.low, (uintptr_t)&values[i]);
                assert_true(round == 0 || i % 2 == 0);
                assert_true(i < 128 || i >= 3999 - 128);
            }
            values[i] = 0;
            free(incoming);
        }
    assert_int_equal(seen[0], 256);
    assert_int_equal(seen[1], 16);
    layout_drop(layout);
}

static void test_incoming_unreadable(void **state)
{
    (void)state;
    assert_null(expect(NULL, 1, layout_find(INT)));
}

static void __attribute__((noinline)) leave(uint64_t *address)
{
    int variable;

    *address = (uintptr_t)&variable;
}

static void test_left(void **state)
{
    static int elsewhere;
    uint64_t address;
    int here = 0;

    leave(&address);
    assert_true(readable_was_left(address, &here));
    assert_false(readable_was_left((uintptr_t)&here, &here));
    assert_false(readable_was_left((uintptr_t)state, &here));
    assert_false(readable_was_left((uintptr_t)&elsewhere, &here));
    assert_false(readable_was_left(address, &elsewhere));
}

/* As a window over all addresses has. */
static void test_as_large_as_memory(void **state)
{
    int64_t most = INT64_C(1) << 47;

    (void)state;
    assert_true(snapshot_size(most / 4, layout_find(INT), 8) > 0);
    assert_int_equal(snapshot_size(most / 4 + 1, layout_find(INT), 8), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_predefined),
        cmocka_unit_test(test_vector),
        cmocka_unit_test(test_nothing_of_unknown),
        cmocka_unit_test(test_vector_long),
        cmocka_unit_test(test_vector_backwards),
        cmocka_unit_test(test_struct),
        cmocka_unit_test(test_subarray),
        cmocka_unit_test(test_subarray_long),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_large),
        cmocka_unit_test(test_as_large_as_memory),
        cmocka_unit_test(test_gaps),
        cmocka_unit_test(test_many_looks),
        cmocka_unit_test(test_gaps_differ),
        cmocka_unit_test(test_pieces_of_one_array),
        cmocka_unit_test(test_used_before),
        cmocka_unit_test(test_unreadable),
        cmocka_unit_test(test_incoming),
        cmocka_unit_test(test_incoming_parts),
        cmocka_unit_test(test_incoming_unreadable),
        cmocka_unit_test(test_left),
    };

    return cmocka_run_group_tests(tests, set_up, NULL);
}
