/*
 * test_stream.c - two ends over a transport that loses, doubles and stops: all
 * messages come once and in their order.
 */
#include "memory.h"
#include "resend.h"
#include "stream.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SECOND   INT64_C(1000000000)
#define MESSAGES 3000
#define SEEDS    40
#define MEMORY   (16 * 1024)

/* A frame on its way. */
struct flight {
    struct stream_frame frame;
    char bytes[64];
    size_t length;
};

struct end {
    struct stream *stream;
    struct wire *wire;
    struct flight *flights; /* to the other end */
    size_t count, room;
    uint64_t came;
};

/* Between the two. */
struct wire {
    struct end ends[2];
    unsigned random;
    bool down;
    unsigned loses, doubles; /* of 100 */
    int64_t now;
};

static unsigned draw(struct wire *wire, unsigned below)
{
    wire->random = wire->random * 1103515245u + 12345u;
    return (wire->random >> 8) % below;
}

static bool transmit(void *context, const struct stream_frame *frame,
                     const void *bytes, size_t length)
{
    struct end *end = context;
    unsigned copies = draw(end->wire, 100) < end->wire->doubles ? 2 : 1;

    if (end->wire->down)
        return false;
    if (draw(end->wire, 100) < end->wire->loses)
        return true;
    while (copies-- > 0) {
        struct flight flight = {*frame, {0}, length};

        assert_true(length <= sizeof flight.bytes);
        if (length > 0)
            memcpy(flight.bytes, bytes, length);
        if (end->count == end->room) {
            end->room = end->room * 2 + 16;
            end->flights = xrealloc(end->flights, end->room, sizeof flight);
        }
        end->flights[end->count++] = flight;
    }
    return true;
}

static void open_wire(struct wire *wire, unsigned seed)
{
    int i;

    *wire = (struct wire){.random = seed * 2654435761u + 1, .now = SECOND};
    for (i = 0; i < 2; i++) {
        wire->ends[i].wire = wire;
        wire->ends[i].stream =
            stream_new(MEMORY, "/tmp", transmit, &wire->ends[i]);
    }
}

static void close_wire(struct wire *wire)
{
    int i;

    for (i = 0; i < 2; i++) {
        stream_free(wire->ends[i].stream);
        free(wire->ends[i].flights);
    }
}

/* What is on its way arrives. */
static void deliver(struct wire *wire, int from)
{
    struct end *end = &wire->ends[from], *to = &wire->ends[1 - from];
    size_t i;

    for (i = 0; i < end->count; i++) {
        struct flight *flight = &end->flights[i];
        char frame[sizeof flight->frame + sizeof flight->bytes];
        const void *bytes;
        uint64_t number;
        size_t length;

        memcpy(frame, &flight->frame, sizeof flight->frame);
        memcpy(frame + sizeof flight->frame, flight->bytes, flight->length);
        if (!stream_take(to->stream, frame,
                         sizeof flight->frame + flight->length, wire->now,
                         &bytes, &length))
            continue;
        assert_int_equal(length, 8 + to->came % 50);
        memcpy(&number, bytes, sizeof number);
        assert_int_equal(number, to->came);
        to->came++;
    }
    end->count = 0;
}

static void turn(struct wire *wire)
{
    int i;

    for (i = 0; i < 2; i++) {
        assert_int_equal(stream_pump(wire->ends[i].stream, wire->now), 0);
        deliver(wire, i);
    }
    wire->now += SECOND / 100;
}

static void send_one(struct end *end, uint64_t number)
{
    char bytes[64] = {0};

    memcpy(bytes, &number, sizeof number);
    assert_int_equal(stream_send(end->stream, bytes, 8 + number % 50), 0);
}

/* Until all have come; a wire that only loses some gets there. */
static void finish(struct wire *wire, uint64_t first, uint64_t second)
{
    int i;

    for (i = 0; i < 1000000 &&
                (wire->ends[1].came < first || wire->ends[0].came < second ||
                 stream_messages(wire->ends[0].stream) > 0 ||
                 stream_messages(wire->ends[1].stream) > 0);
         i++)
        turn(wire);
    assert_int_equal(wire->ends[1].came, first);
    assert_int_equal(wire->ends[0].came, second);
    assert_int_equal(stream_bytes(wire->ends[0].stream), 0);
}

static void test_all_come_once(void **state)
{
    unsigned seed;

    (void)state;
    for (seed = 0; seed < SEEDS; seed++) {
        struct wire wire;
        uint64_t i;

        open_wire(&wire, seed);
        wire.loses = seed % 4 * 10;
        wire.doubles = seed % 3 * 20;
        for (i = 0; i < MESSAGES; i++) {
            send_one(&wire.ends[0], i);
            if (i % 7 == 0)
                send_one(&wire.ends[1], i / 7);
            if (draw(&wire, 10) == 0)
                turn(&wire);
        }
        finish(&wire, MESSAGES, (MESSAGES + 6) / 7);
        /* Nothing goes twice where nothing is lost. */
        if (wire.loses == 0)
            assert_int_equal(stream_resent(wire.ends[0].stream), 0);
        else
            assert_true(stream_resent(wire.ends[0].stream) > 0);
        close_wire(&wire);
    }
}

static void test_comes_back(void **state)
{
    struct wire wire;
    uint64_t i;

    (void)state;
    open_wire(&wire, 1);
    for (i = 0; i < 4 * MESSAGES; i++) {
        send_one(&wire.ends[0], i);
        wire.down = i / 1000 % 2 == 1;
        if (i % 1000 == 999 && !wire.down) {
            /* it breaks, and what was on its way with it */
            assert_int_equal(stream_pump(wire.ends[0].stream, wire.now), 0);
            wire.ends[0].count = wire.ends[1].count = 0;
        } else if (i % 10 == 0) {
            turn(&wire);
        }
    }
    wire.down = false;
    finish(&wire, 4 * MESSAGES, 0);
    close_wire(&wire);
}

static void test_heard_while_idle(void **state)
{
    struct wire wire;
    int i;

    (void)state;
    open_wire(&wire, 1);
    for (i = 0; i < 1000; i++) {
        turn(&wire);
        if (i > 100)
            assert_true(wire.now - stream_heard(wire.ends[0].stream) <=
                        STREAM_PULSE + SECOND / 10);
    }
    close_wire(&wire);
}

/* What makes no sense is of no effect. */
static void test_senseless_frames(void **state)
{
    struct stream_frame frame = {STREAM_DATA, 1, 5, UINT64_MAX};
    const void *bytes;
    struct wire wire;
    size_t length;

    (void)state;
    open_wire(&wire, 1);
    send_one(&wire.ends[0], 0);
    assert_false(
        stream_take(wire.ends[0].stream, &frame, 7, 1, &bytes, &length));
    assert_false(stream_take(wire.ends[0].stream, &frame, sizeof frame, 1,
                             &bytes, &length));
    frame.kind = 77;
    assert_false(stream_take(wire.ends[0].stream, &frame, sizeof frame, 1,
                             &bytes, &length));
    assert_int_equal(stream_messages(wire.ends[0].stream), 1);
    finish(&wire, 1, 0);
    close_wire(&wire);
}

static void check_kept(struct resend *resend, uint64_t number)
{
    size_t length, i;
    const char *bytes = resend_at(resend, number, &length);

    assert_non_null(bytes);
    assert_int_equal(length, number * 37 % 1000);
    for (i = 0; i < length; i++)
        assert_int_equal(bytes[i], (char)(number + i));
}

static void test_spills_and_comes_back(void **state)
{
    struct resend *resend = resend_new(10000, "/tmp");
    uint64_t i, k;

    (void)state;
    for (k = 0; k < 3; k++) {
        for (i = k * 1000 + 1; i <= (k + 1) * 1000; i++) {
            char bytes[1000];
            size_t n;

            for (n = 0; n < sizeof bytes; n++)
                bytes[n] = (char)(i + n);
            assert_int_equal(resend_add(resend, bytes, i * 37 % 1000), 0);
        }
        assert_int_equal(resend_last(resend), (k + 1) * 1000);
        assert_true(resend_bytes(resend) - resend_spilt(resend) <= 10000);
        assert_true(resend_spilt(resend) > 300000);
        for (i = resend_first(resend); i <= resend_last(resend); i++)
            check_kept(resend, i);
        resend_acknowledge(resend, k * 1000 + 500);
        assert_int_equal(resend_first(resend), k * 1000 + 501);
        check_kept(resend, k * 1000 + 501);
        resend_acknowledge(resend, (k + 1) * 1000);
        assert_int_equal(resend_bytes(resend), 0);
        assert_int_equal(resend_spilt(resend), 0);
    }
    resend_free(resend);
}

/* Where the file can not be, that is said, and nothing comes after a gap. */
static void test_cannot_spill(void **state)
{
    struct wire wire;
    struct stream *stream;
    char bytes[64] = {0};
    int i;

    (void)state;
    open_wire(&wire, 1);
    stream = stream_new(1000, "/no/such/folder", transmit, &wire.ends[0]);
    for (i = 0; i < 15; i++)
        assert_int_equal(stream_send(stream, bytes, sizeof bytes), 0);
    assert_int_equal(stream_send(stream, bytes, sizeof bytes), -1);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(stream_send(stream, bytes, 1), -1);
    assert_int_equal(stream_messages(stream), 15);
    stream_free(stream);
    close_wire(&wire);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_come_once),
        cmocka_unit_test(test_comes_back),
        cmocka_unit_test(test_heard_while_idle),
        cmocka_unit_test(test_senseless_frames),
        cmocka_unit_test(test_spills_and_comes_back),
        cmocka_unit_test(test_cannot_spill),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
