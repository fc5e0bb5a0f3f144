/*
 * test_recording.c - what is written to a recording is read again, as far as
 * it goes; and a replay survives whatever stands in one.
 */
#include "calls.h"
#include "memory.h"
#include "recorder.h"
#include "replay.h"
#include "terminal.h"
#include "wire.h"

#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define FILE_NAME "test_recording.murmel"
#define PROCESSES 3
#define SEEDS     300

static struct recorder *begin(void)
{
    char *trouble;
    struct recorder *recorder;

    unlink(FILE_NAME);
    recorder = recorder_open(FILE_NAME, &trouble);
    assert_non_null(recorder);
    return recorder;
}

static void test_reads_what_was_written(void **state)
{
    static char large[1000000];
    struct recorder *recorder = begin();
    struct recording *recording;
    const struct recording_event *event;
    char *trouble;
    uint32_t i;

    (void)state;
    recorder_add_json(recorder, EVENT_START, json_pack("{s:s}", "a", "b"));
    for (i = 0; i < 30000; i++)
        recorder_add(recorder, EVENT_RING, NULL, i,
                     &(struct recording_ring){i, 1},
                     sizeof(struct recording_ring));
    memset(large, 'x', sizeof large);
    recorder_add(recorder, EVENT_INCOMPLETE, NULL, 0, large, sizeof large - 3);
    recorder_add_text(recorder, EVENT_FINISH, NULL, "{}");
    assert_int_equal(recorder_close(recorder), 0);

    recording = recording_open(FILE_NAME, &trouble);
    assert_non_null(recording);
    event = recording_next(recording);
    assert_int_equal(event->kind, EVENT_START);
    for (i = 0; i < 30000; i++) {
        const struct recording_ring *ring;

        event = recording_next(recording);
        ring = (const void *)event->words;
        assert_int_equal(event->kind, EVENT_RING);
        assert_int_equal(event->thread, i);
        assert_int_equal(ring->tid, i);
    }
    event = recording_next(recording);
    assert_int_equal(event->length, sizeof large - 3);
    assert_memory_equal(event->words, large, sizeof large - 3);
    assert_int_equal(recording_next(recording)->kind, EVENT_FINISH);
    assert_null(recording_next(recording));
    assert_null(recording_trouble(recording));
    recording_close(recording);
    unlink(FILE_NAME);
}

/* Of a file that ends anywhere, whole events are read, and it is told. */
static void test_cut_off(void **state)
{
    struct recorder *recorder = begin();
    struct stat status;
    off_t size;
    uint32_t i;

    (void)state;
    for (i = 0; i < 20; i++) {
        recorder_add(recorder, EVENT_RING, NULL, i,
                     &(struct recording_ring){i, 1},
                     sizeof(struct recording_ring));
        recorder_flush(recorder);
    }
    assert_int_equal(recorder_close(recorder), 0);
    assert_int_equal(stat(FILE_NAME, &status), 0);
    for (size = status.st_size - 1;
         size >= (off_t)sizeof(struct recording_header); size--) {
        const struct recording_event *event;
        struct recording *recording;
        char *trouble;

        assert_int_equal(truncate(FILE_NAME, size), 0);
        recording = recording_open(FILE_NAME, &trouble);
        assert_non_null(recording);
        for (i = 0; (event = recording_next(recording)) != NULL; i++)
            assert_int_equal(event->thread, i);
        assert_true(i < 20);
        assert_non_null(recording_trouble(recording));
        recording_close(recording);
    }
    unlink(FILE_NAME);
}

/* ----------------------------------------------------------- any events */

static uint64_t seed;

static uint32_t draw(uint32_t below)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

static void add_hello(struct recorder *recorder, uint32_t rank)
{
    union {
        struct wire_hello hello;
        char bytes[sizeof(struct wire_hello) + 8];
    } packet = {0};

    packet.hello.packet.kind = WIRE_HELLO;
    packet.hello.packet.size = sizeof packet;
    packet.hello.rank = (int32_t)rank;
    packet.hello.size = PROCESSES;
    recorder_add(recorder, EVENT_HELLO, NULL, 0, &packet, sizeof packet);
}

/* A record that mostly holds together. */
static void add_record(struct recorder *recorder, const struct process *process,
                       uint64_t order)
{
    union {
        struct record record;
        uint64_t words[64];
    } bytes = {0};
    uint32_t count = 5 + draw(50), i;

    bytes.record.size =
        (uint32_t)(sizeof(struct record) + count * sizeof(uint64_t));
    bytes.record.kind = (uint8_t)(draw(3) > 0 ? 1 + draw(2) : draw(18));
    bytes.record.call = (uint16_t)draw(CALL_COUNT + 1);
    bytes.record.order = order;
    bytes.record.time = order;
    bytes.record.depth = draw(20) > 0 ? 0 : draw(70);
    for (i = 0; i < count; i++)
        bytes.record.words[i] = draw(3) > 0   ? draw(4)
                                : draw(2) > 0 ? 0x100 + draw(0x180)
                                              : seed;
    recorder_add(recorder, EVENT_RECORD, process, draw(12) > 0 ? 0 : draw(3),
                 &bytes, bytes.record.size);
}

static void add_other(struct recorder *recorder, const struct process *process)
{
    uint64_t payload[8];
    size_t i;

    for (i = 0; i < 8; i++)
        payload[i] = draw(2) > 0 ? draw(4) : seed;
    recorder_add(recorder, (enum recording_kind)(1 + draw(EVENT_SOURCE)),
                 process, draw(3), payload, draw(sizeof payload));
}

static void write_any(struct recorder *recorder)
{
    struct process processes[PROCESSES + 1] = {0};
    uint64_t order[PROCESSES + 1] = {0};
    uint32_t count = draw(400), i;

    for (i = 0; i <= PROCESSES; i++)
        processes[i].index = i;
    recorder_add_text(recorder, EVENT_START, NULL, "{}");
    for (i = 0; i < PROCESSES; i++) {
        add_hello(recorder, i);
        recorder_add(recorder, EVENT_RING, &processes[i], 0,
                     &(struct recording_ring){100 + i, 0},
                     sizeof(struct recording_ring));
    }
    for (i = 0; i < count; i++) {
        uint32_t which = draw(200) > 0 ? draw(PROCESSES) : PROCESSES;

        if (draw(30) > 0)
            add_record(recorder, &processes[which], order[which]++);
        else
            add_other(recorder, &processes[which]);
    }
    recorder_add_text(recorder, EVENT_FINISH, NULL, "{}");
}

static void test_any_events(void **state)
{
    char folder[] = "/tmp/test_recording-XXXXXX";
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    char *file, *clean;
    int i;

    (void)state;
    assert_non_null(mkdtemp(folder));
    terminal_set(null);
    for (i = 0; i < SEEDS; i++) {
        struct recorder *recorder = begin();
        struct options options;
        struct replay *replay;
        char *trouble;

        seed = (uint64_t)i;
        write_any(recorder);
        assert_int_equal(recorder_close(recorder), 0);
        options_init(&options);
        free(options.report);
        options.report = xstrdup(folder);
        options.notes = options.portability = true;
        replay = replay_open(FILE_NAME, &options, &trouble);
        assert_non_null(replay);
        (void)replay_begin(replay, &options);
        (void)replay_play(replay);
        assert_in_range(replay_finish(replay, NULL), 0, 2);
        replay_close(replay);
        options_free(&options);
    }
    terminal_set(STDERR_FILENO);
    close(null);
    file = xasprintf("%s/report.json", folder);
    assert_int_equal(access(file, R_OK), 0);
    free(file);
    clean = xasprintf("rm -r %s", folder);
    assert_int_equal(system(clean), 0);
    free(clean);
    unlink(FILE_NAME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reads_what_was_written),
        cmocka_unit_test(test_cut_off),
        cmocka_unit_test(test_any_events),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
