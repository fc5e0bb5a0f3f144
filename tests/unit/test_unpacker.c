/*
 * test_unpacker.c - blocks, and what stands between them, come out in the
 * order in which they went in, with a thread and without.
 */
#include "unpacker.h"

#include "memory.h"
#include "recorder.h"

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#define ROUNDS 100
#define HEAD   5 /* what stands before a block */

static const char head[] = "head:";
static const char word[] = "a word";
static int owners[2];

struct block {
    char bytes[4096];
    size_t length;
};

static void keep(void *context, const void *bytes, size_t length)
{
    struct block *block = context;

    assert_true(HEAD + length <= sizeof block->bytes);
    memcpy(block->bytes, head, HEAD);
    memcpy(block->bytes + HEAD, bytes, length);
    block->length = HEAD + length;
}

/* A head, and a block of one event with that text. */
static struct block make(const char *text)
{
    struct block block;
    struct recorder *recorder = recorder_to(keep, &block, 1024);

    recorder_add_text(recorder, EVENT_TROUBLE, NULL, text);
    recorder_flush(recorder);
    (void)recorder_close(recorder);
    return block;
}

static void add_round(struct unpacker *unpacker, unsigned round)
{
    char *text = xasprintf("event %u", round);
    struct block block = make(text);

    unpacker_add(unpacker, &owners[round % 2], block.bytes, block.length, HEAD);
    unpacker_add(unpacker, &owners[0], word, sizeof word, sizeof word);
    block.bytes[block.length - 1] ^= 1;
    unpacker_add(unpacker, &owners[1], block.bytes, block.length, HEAD);
    free(text);
}

static void expect_round(struct unpacker *unpacker, unsigned round)
{
    char *text = xasprintf("event %u", round), *found;
    struct unpacked *unpacked = unpacker_wait(unpacker);
    const struct recording_event *event;

    assert_ptr_equal(unpacked->owner, &owners[round % 2]);
    assert_memory_equal(unpacked->bytes, head, HEAD);
    event = recording_events_next(&unpacked->events);
    assert_non_null(event);
    assert_int_equal(event->kind, EVENT_TROUBLE);
    found = recording_text(event);
    assert_string_equal(found, text);
    free(found);
    free(text);
    assert_null(recording_events_next(&unpacked->events));
    assert_null(unpacked->events.trouble);
    unpacked = unpacker_wait(unpacker);
    assert_ptr_equal(unpacked->owner, &owners[0]);
    assert_int_equal(unpacked->length, sizeof word);
    assert_string_equal(unpacked->bytes, word);
    assert_null(unpacked->events.bytes);
    unpacked = unpacker_wait(unpacker);
    assert_ptr_equal(unpacked->owner, &owners[1]);
    assert_null(unpacked->events.bytes);
}

static void all_rounds(struct unpacker *unpacker)
{
    unsigned i;

    assert_null(unpacker_take(unpacker));
    assert_null(unpacker_wait(unpacker));
    for (i = 0; i < ROUNDS; i++)
        add_round(unpacker, i);
    assert_int_equal(unpacker_waiting(unpacker), 3 * ROUNDS);
    for (i = 0; i < ROUNDS; i++)
        expect_round(unpacker, i);
    assert_int_equal(unpacker_waiting(unpacker), 0);
    assert_null(unpacker_take(unpacker));
    add_round(unpacker, 0); /* is freed with it */
    unpacker_free(unpacker);
}

static void by_a_thread(void **state)
{
    struct unpacker *unpacker = unpacker_new();
    struct pollfd ready = {.fd = unpacker_fd(unpacker), .events = POLLIN};

    (void)state;
    assert_true(ready.fd >= 0);
    assert_int_equal(poll(&ready, 1, 0), 0);
    unpacker_add(unpacker, NULL, word, sizeof word, sizeof word);
    assert_int_equal(poll(&ready, 1, 10000), 1);
    assert_non_null(unpacker_take(unpacker));
    assert_null(unpacker_take(unpacker));
    assert_int_equal(poll(&ready, 1, 0), 0);
    all_rounds(unpacker);
}

/* No descriptor is left: then there is no thread. */
static void without_a_thread(void **state)
{
    struct rlimit before, none;
    struct unpacker *unpacker;

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = before;
    none.rlim_cur = 0;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    unpacker = unpacker_new();
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(unpacker_fd(unpacker), -1);
    unpacker_add(unpacker, NULL, word, sizeof word, sizeof word);
    assert_non_null(unpacker_take(unpacker));
    all_rounds(unpacker);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_a_thread),
                                       cmocka_unit_test(without_a_thread)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
