/* ENTER and EXIT records become calls; broken ones are refused. */
#include "call_text.h"
#include "call_view.h"
#include "calls.h"
#include "neutral.h"
#include "process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROOM 128 /* words */

static struct process process;

/* A record with room for arrays. */
struct sample {
    struct record *record;
    size_t words;
};

static struct sample make(enum record_kind kind, unsigned call)
{
    struct sample sample;

    sample.record = calloc(1, sizeof(struct record) + ROOM * sizeof(uint64_t));
    sample.record->kind = (uint8_t)kind;
    sample.record->call = (uint16_t)call;
    sample.record->size = sizeof(struct record);
    sample.record->time = 1000;
    sample.words = 0;
    return sample;
}

static void add(struct sample *sample, uint64_t word)
{
    sample->record->words[sample->words++] = word;
    sample->record->size += (uint32_t)sizeof word;
}

static void add_array(struct sample *sample, uint64_t offset, uint32_t count,
                      enum array_special special)
{
    add(sample, offset);
    add(sample, count | (uint64_t)special << 32);
}

/* Offset of the word that is added at `index`. */
static uint64_t offset_of(size_t index)
{
    return sizeof(struct record) + index * sizeof(uint64_t);
}

/* ENTER of MPI_Recv(buf, count, datatype, source, tag, comm). */
static struct sample recv_enter(void)
{
    struct sample sample = make(RECORD_ENTER, CALL_MPI_Recv);

    add(&sample, 0x1000);
    add(&sample, 4);
    add(&sample, 0x209);
    add(&sample, (uint64_t)NEUTRAL_ANY_SOURCE);
    add(&sample, 17);
    add(&sample, NEUTRAL_COMM_WORLD);
    return sample;
}

static struct call *enter(struct sample sample)
{
    const char *trouble = NULL;
    struct call *call = call_view_enter(sample.record, &process, &trouble);

    free(sample.record);
    assert_true((call == NULL) == (trouble != NULL));
    return call;
}

static int leave(struct call *call, struct sample sample)
{
    const char *trouble = NULL;
    int result = call_view_exit(call, sample.record, &trouble);

    free(sample.record);
    assert_true((result != 0) == (trouble != NULL));
    return result;
}

static void parameters_by_name(void **state)
{
    struct call *call = enter(recv_enter());
    struct sample exit = make(RECORD_EXIT, CALL_MPI_Recv);

    (void)state;
    assert_non_null(call);
    assert_int_equal(CALL_VIEW(call, MPI_Recv)->count, 4);
    assert_int_equal(CALL_VIEW(call, MPI_Recv)->source, NEUTRAL_ANY_SOURCE);
    assert_int_equal(CALL_VIEW(call, MPI_Recv)->comm, NEUTRAL_COMM_WORLD);
    assert_false(call->returned);
    add(&exit, NEUTRAL_SUCCESS);
    add(&exit, 3);
    add(&exit, 17);
    add(&exit, 0);
    add(&exit, 16);
    add(&exit, 0);
    exit.record->time = 2000;
    assert_int_equal(leave(call, exit), 0);
    assert_true(call->returned);
    assert_int_equal(call->exit_time, 2000);
    assert_int_equal(CALL_VIEW(call, MPI_Recv)->status.source, 3);
    assert_int_equal(CALL_VIEW(call, MPI_Recv)->status.bytes, 16);
    call_drop(call);
}

static void every_record_can_be_too_short(void **state)
{
    unsigned id;

    (void)state;
    for (id = 0; id < CALL_COUNT; id++) {
        struct sample sample = make(RECORD_ENTER, id);
        unsigned words = call_table[id].in_words, i;

        for (i = 0; i + 1 < words; i++)
            add(&sample, 0);
        if (words > 0)
            assert_null(enter(sample));
        else
            free(sample.record);
    }
}

static void unknown_function(void **state)
{
    (void)state;
    assert_null(enter(make(RECORD_ENTER, CALL_COUNT)));
    assert_null(enter(make(RECORD_ENTER, UINT16_MAX)));
}

static void end_of_another_call(void **state)
{
    struct call *call = enter(recv_enter());
    struct sample exit = make(RECORD_EXIT, CALL_MPI_Barrier);
    struct sample barrier = make(RECORD_ENTER, CALL_MPI_Barrier);

    (void)state;
    add(&exit, NEUTRAL_SUCCESS);
    assert_int_equal(leave(call, exit), -1);
    assert_false(call->returned);
    call_drop(call);
    /* and one that has ended does not end again */
    add(&barrier, NEUTRAL_COMM_WORLD);
    call = enter(barrier);
    exit = make(RECORD_EXIT, CALL_MPI_Barrier);
    add(&exit, NEUTRAL_SUCCESS);
    assert_int_equal(leave(call, exit), 0);
    exit = make(RECORD_EXIT, CALL_MPI_Barrier);
    add(&exit, NEUTRAL_SUCCESS);
    assert_int_equal(leave(call, exit), -1);
    call_drop(call);
}

/* ENTER of MPI_Waitall(count, array_of_requests) with such an array. */
static struct sample waitall(uint64_t offset, uint32_t count, int special)
{
    struct sample sample = make(RECORD_ENTER, CALL_MPI_Waitall);

    add(&sample, count);
    add_array(&sample, offset, count, (enum array_special)special);
    add(&sample, 0); /* request_place */
    add(&sample, 0x10001);
    add(&sample, 0x10002);
    return sample;
}

static void arrays_have_items(void **state)
{
    struct call *call = enter(waitall(offset_of(4), 2, ARRAY_PRESENT));
    const struct call_MPI_Waitall *view;

    (void)state;
    assert_non_null(call);
    view = CALL_VIEW(call, MPI_Waitall);
    assert_int_equal(view->array_of_requests.count, 2);
    assert_int_equal(view->array_of_requests.items[0], 0x10001);
    assert_int_equal(view->array_of_requests.items[1], 0x10002);
    call_drop(call);
}

static void special_arrays_have_no_items(void **state)
{
    struct call *call = enter(waitall(12345, 2, ARRAY_UNREAD));
    const struct call_MPI_Waitall *view;

    (void)state;
    assert_non_null(call);
    view = CALL_VIEW(call, MPI_Waitall);
    assert_int_equal(view->array_of_requests.count, 0);
    assert_null(view->array_of_requests.items);
    assert_int_equal(view->array_of_requests.special, ARRAY_UNREAD);
    call_drop(call);
    call = enter(waitall(UINT64_MAX, 0, ARRAY_PRESENT));
    assert_non_null(call);
    call_drop(call);
}

static void arrays_outside_their_record(void **state)
{
    (void)state;
    assert_null(enter(waitall(offset_of(5), 2, ARRAY_PRESENT)));
    assert_null(enter(waitall(offset_of(4), 3, ARRAY_PRESENT)));
    assert_null(enter(waitall(offset_of(6), 1, ARRAY_PRESENT)));
    assert_null(enter(waitall(offset_of(4), UINT32_MAX, ARRAY_PRESENT)));
    assert_null(enter(waitall(UINT64_MAX - 7, 1, ARRAY_PRESENT)));
    assert_null(enter(waitall(0, 2, ARRAY_PRESENT)));
    assert_null(enter(waitall(offset_of(3), 1, ARRAY_PRESENT)));
    assert_null(enter(waitall(offset_of(4) + 4, 1, ARRAY_PRESENT)));
    assert_null(enter(waitall(offset_of(4), 2, ARRAY_IN_PLACE + 1)));
}

static void references(void **state)
{
    struct call *call = enter(recv_enter());

    (void)state;
    assert_ptr_equal(call_hold(call), call);
    call_drop(call);
    assert_int_equal(call->references, 1);
    call_drop(call);
    call_drop(NULL);
}

static void calls_in_words(void **state)
{
    struct call *call = enter(recv_enter());
    char *text = call_text(call, NULL);

    (void)state;
    assert_string_equal(text, "MPI_Recv(buf=0x1000, count=4, "
                              "datatype=MPI_INT, source=MPI_ANY_SOURCE, "
                              "tag=17, comm=MPI_COMM_WORLD)");
    free(text);
    call_drop(call);
    call = enter(waitall(offset_of(4), 2, ARRAY_PRESENT));
    text = call_text(call, NULL);
    assert_string_equal(
        text, "MPI_Waitall(count=2, array_of_requests=[0x10001, 0x10002])");
    free(text);
    call_drop(call);
}

static void asserts_and_errors_in_words(void **state)
{
    struct sample sample = make(RECORD_ENTER, CALL_MPI_Win_fence);
    struct sample exit = make(RECORD_EXIT, CALL_MPI_Win_fence);
    struct call *call;
    char *text;

    (void)state;
    add(&sample, NEUTRAL_MODE_NOPUT | NEUTRAL_MODE_NOSTORE);
    add(&sample, 0x20001);
    call = enter(sample);
    add(&exit, 1);
    assert_int_equal(leave(call, exit), 0);
    text = call_text(call, NULL);
    assert_string_equal(text,
                        "MPI_Win_fence(assert=MPI_MODE_NOPUT|MPI_MODE_NOSTORE"
                        ", win=0x20001) = MPI_ERR_BUFFER");
    free(text);
    call_drop(call);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_by_name),
        cmocka_unit_test(every_record_can_be_too_short),
        cmocka_unit_test(unknown_function),
        cmocka_unit_test(end_of_another_call),
        cmocka_unit_test(arrays_have_items),
        cmocka_unit_test(special_arrays_have_no_items),
        cmocka_unit_test(arrays_outside_their_record),
        cmocka_unit_test(references),
        cmocka_unit_test(calls_in_words),
        cmocka_unit_test(asserts_and_errors_in_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
