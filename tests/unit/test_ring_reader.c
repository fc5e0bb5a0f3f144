/* The reading end of a ring believes nothing it finds there. */
#include "ring_reader.h"
#include "ring_sample.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture {
    struct ring_sample sample;
    struct ring_reader *reader;
    struct record_copy copy;
};

static int set_up(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    const char *trouble;

    ring_sample_make(&fixture->sample);
    fixture->reader = ring_reader_open(fixture->sample.fd, &trouble);
    *state = fixture;
    return fixture->reader != NULL ? 0 : -1;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;

    ring_reader_close(fixture->reader);
    ring_sample_free(&fixture->sample);
    free(fixture->copy.record);
    free(fixture);
    return 0;
}

static void takes_records_in_order(void **state)
{
    struct fixture *f = *state;
    uint64_t words[3] = {7, 8, 9};
    const struct record *header;

    assert_int_equal(ring_reader_peek(f->reader, &header), RING_EMPTY);
    ring_sample_record(&f->sample, RECORD_ENTER, 5, 0, words, 3);
    ring_sample_record(&f->sample, RECORD_EXIT, 5, 0, words + 1, 1);
    assert_int_equal(ring_reader_peek(f->reader, &header), RING_RECORD);
    assert_int_equal(header->order, 0);
    assert_int_equal(header->kind, RECORD_ENTER);
    assert_int_equal(ring_reader_take(f->reader, &f->copy), RING_RECORD);
    assert_memory_equal(f->copy.record->words, words, sizeof words);
    assert_int_equal(ring_reader_take(f->reader, &f->copy), RING_RECORD);
    assert_int_equal(f->copy.record->kind, RECORD_EXIT);
    assert_int_equal(f->copy.record->words[0], 8);
    assert_int_equal(ring_reader_take(f->reader, &f->copy), RING_EMPTY);
    ring_reader_give_room(f->reader);
    assert_int_equal(atomic_load(&f->sample.header->tail), f->sample.head);
}

static void takes_records_across_the_end(void **state)
{
    struct fixture *f = *state;
    uint64_t words[40];
    size_t i, round;

    /* A record of 360 bytes does not divide 4096: each end of the ring is
     * passed in the middle of one. */
    for (round = 0; round < 100; round++) {
        for (i = 0; i < 40; i++)
            words[i] = round * 100 + i;
        ring_sample_record(&f->sample, RECORD_ENTER, 1, 0, words, 40);
        assert_int_equal(ring_reader_take(f->reader, &f->copy), RING_RECORD);
        assert_int_equal(f->copy.record->order, round);
        assert_memory_equal(f->copy.record->words, words, sizeof words);
    }
}

/* It stands behind head, and the writer ends. */
static void takes_what_was_withheld(void **state)
{
    struct fixture *f = *state;
    uint64_t word = 7;
    const struct record *header;

    ring_sample_record(&f->sample, RECORD_ENTER, 5, 0, &word, 1);
    assert_int_equal(ring_reader_take(f->reader, &f->copy), RING_RECORD);
    ring_sample_record(&f->sample, RECORD_ENTER, 6, 0, &word, 1);
    atomic_fetch_sub(&f->sample.header->head, f->copy.record->size);
    atomic_store(&f->sample.header->returned,
                 atomic_load(&f->sample.header->head));
    atomic_store(&f->sample.header->withheld, f->copy.record->size);
    assert_int_equal(ring_reader_peek(f->reader, &header), RING_EMPTY);
    assert_false(ring_reader_is_inside(f->reader));
    ring_reader_gone(f->reader);
    assert_true(ring_reader_is_inside(f->reader));
    assert_int_equal(ring_reader_take(f->reader, &f->copy), RING_RECORD);
    assert_int_equal(f->copy.record->call, 6);
    ring_reader_gone(f->reader);
    assert_int_equal(ring_reader_peek(f->reader, &header), RING_EMPTY);
}

/* Whatever is said to be there, and is not. */
static void withheld_nonsense_is_nothing(void **state)
{
    static const uint64_t sizes[] = {8, 48, RING_SAMPLE_SIZE, UINT64_MAX};
    struct fixture *f = *state;
    const struct record *header;
    size_t i;

    for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        atomic_store(&f->sample.header->withheld, sizes[i]);
        ring_reader_gone(f->reader);
        assert_int_equal(ring_reader_peek(f->reader, &header), RING_EMPTY);
    }
}

static void wakes_a_writer_that_waits(void **state)
{
    struct fixture *f = *state;

    ring_sample_record(&f->sample, RECORD_ENTER, 1, 0, NULL, 0);
    atomic_store(&f->sample.header->writer_waits, 1);
    assert_int_equal(ring_reader_take(f->reader, &f->copy), RING_RECORD);
    ring_reader_give_room(f->reader);
    assert_int_equal(atomic_load(&f->sample.header->writer_waits), 0);
}

/* Not for the room of one record: it would sleep again after that. */
static void wakes_it_when_half_is_free(void **state)
{
    struct fixture *f = *state;
    const struct record *header;
    uint64_t words[60] = {0}; /* 512 bytes with the header */
    unsigned i;

    ring_sample_record(&f->sample, RECORD_ENTER, 1, 0, words, 60);
    assert_int_equal(ring_reader_peek(f->reader, &header), RING_RECORD);
    assert_int_equal(header->size, 512);
    for (i = 1; i < RING_SAMPLE_SIZE / 512; i++)
        ring_sample_record(&f->sample, RECORD_ENTER, 1, 0, words, 60);
    atomic_store(&f->sample.header->writer_waits, 1);
    for (i = 0; i < 4; i++) {
        assert_int_equal(atomic_load(&f->sample.header->writer_waits), 1);
        assert_int_equal(ring_reader_take(f->reader, &f->copy), RING_RECORD);
        ring_reader_give_room(f->reader);
    }
    assert_int_equal(atomic_load(&f->sample.header->writer_waits), 0);
}

/* The ring is damaged, and stays so whatever follows. */
static void assert_damaged(struct fixture *f)
{
    const struct record *header;

    assert_int_equal(ring_reader_take(f->reader, &f->copy), RING_DAMAGED);
    assert_non_null(ring_reader_damage(f->reader));
    ring_sample_record(&f->sample, RECORD_ENTER, 1, 0, NULL, 0);
    assert_int_equal(ring_reader_peek(f->reader, &header), RING_DAMAGED);
}

static void head_beyond_the_ring_is_damage(void **state)
{
    struct fixture *f = *state;

    atomic_store(&f->sample.header->head, RING_SAMPLE_SIZE + 8);
    assert_damaged(f);
}

static void head_behind_the_tail_is_damage(void **state)
{
    struct fixture *f = *state;

    ring_sample_record(&f->sample, RECORD_ENTER, 1, 0, NULL, 0);
    assert_int_equal(ring_reader_take(f->reader, &f->copy), RING_RECORD);
    atomic_store(&f->sample.header->head, 8);
    assert_damaged(f);
}

static void odd_head_is_damage(void **state)
{
    struct fixture *f = *state;

    atomic_store(&f->sample.header->head, sizeof(struct record) + 3);
    assert_damaged(f);
}

static void torn_header_is_damage(void **state)
{
    struct fixture *f = *state;

    atomic_store(&f->sample.header->head, 8);
    assert_damaged(f);
}

static void write_with_size(struct fixture *f, uint32_t size)
{
    struct record record = {.size = size, .kind = RECORD_ENTER};

    ring_sample_bytes(&f->sample, &record, sizeof record);
}

static void record_shorter_than_its_header_is_damage(void **state)
{
    write_with_size(*state, sizeof(struct record) - 8);
    assert_damaged(*state);
}

static void record_of_no_size_is_damage(void **state)
{
    write_with_size(*state, 0);
    assert_damaged(*state);
}

static void record_beyond_the_head_is_damage(void **state)
{
    write_with_size(*state, sizeof(struct record) + 8);
    assert_damaged(*state);
}

static void huge_record_is_damage(void **state)
{
    write_with_size(*state, UINT32_MAX - 7);
    assert_damaged(*state);
}

/* The writer makes a larger ring for it. */
static void record_of_more_than_half_the_ring_is_damage(void **state)
{
    uint64_t words[RING_SAMPLE_SIZE / 8] = {0};
    size_t most = (RING_SAMPLE_SIZE / 2 - sizeof(struct record)) / 8;
    struct fixture *f = *state;

    ring_sample_record(&f->sample, RECORD_ENTER, 1, 0, words, most);
    assert_int_equal(ring_reader_take(f->reader, &f->copy), RING_RECORD);
    ring_sample_record(&f->sample, RECORD_ENTER, 1, 0, words, most + 1);
    assert_damaged(f);
}

static void odd_size_is_damage(void **state)
{
    struct fixture *f = *state;

    write_with_size(f, sizeof(struct record) + 4);
    ring_sample_bytes(&f->sample, "12345678", 8);
    assert_damaged(f);
}

static void size_that_changes_after_the_look_does_no_harm(void **state)
{
    struct fixture *f = *state;
    uint64_t word = 1;
    const struct record *header;

    ring_sample_record(&f->sample, RECORD_ENTER, 1, 0, &word, 1);
    assert_int_equal(ring_reader_peek(f->reader, &header), RING_RECORD);
    memset(f->sample.data, 0xff, sizeof(uint32_t));
    assert_int_equal(ring_reader_take(f->reader, &f->copy), RING_RECORD);
    assert_int_equal(f->copy.record->size, sizeof(struct record) + 8);
}

static void shared_tail_and_size_are_not_believed(void **state)
{
    struct fixture *f = *state;

    atomic_store(&f->sample.header->tail, UINT64_C(1) << 60);
    f->sample.header->data_size = UINT64_C(1) << 40;
    ring_sample_record(&f->sample, RECORD_ENTER, 1, 0, NULL, 0);
    assert_int_equal(ring_reader_take(f->reader, &f->copy), RING_RECORD);
    ring_reader_give_room(f->reader);
    assert_int_equal(atomic_load(&f->sample.header->tail),
                     sizeof(struct record));
}

/* Whether a ring with this header is taken. */
static bool opens(uint32_t magic, uint32_t version, uint64_t data_size)
{
    struct ring_sample sample;
    struct ring_reader *reader;
    const char *trouble = NULL;

    ring_sample_make(&sample);
    sample.header->magic = magic;
    sample.header->version += version;
    sample.header->data_size = data_size;
    reader = ring_reader_open(sample.fd, &trouble);
    ring_sample_free(&sample);
    if (reader == NULL)
        assert_non_null(trouble);
    ring_reader_close(reader);
    return reader != NULL;
}

/* Whether one is taken that is a file, which can be cut off. */
static bool opens_file(void)
{
    char bytes[RING_HEADER_SIZE + RING_SAMPLE_SIZE] = {0};
    struct ring_sample sample;
    struct ring_reader *reader;
    const char *trouble;
    char path[] = "./ring.XXXXXX";
    int fd = mkstemp(path);

    ring_sample_make(&sample);
    assert_int_equal(pread(sample.fd, bytes, sizeof bytes, 0), sizeof bytes);
    ring_sample_free(&sample);
    assert_true(fd >= 0);
    unlink(path);
    assert_int_equal(write(fd, bytes, sizeof bytes), sizeof bytes);
    reader = ring_reader_open(fd, &trouble);
    ring_reader_close(reader);
    return reader != NULL;
}

static void only_rings_are_opened(void **state)
{
    const char *trouble;
    int unsealed = memfd_create("unsealed", 0), ends[2];

    (void)state;
    assert_true(opens(RING_MAGIC, 0, RING_SAMPLE_SIZE));
    assert_false(opens(RING_MAGIC + 1, 0, RING_SAMPLE_SIZE));
    assert_false(opens(RING_MAGIC, 1, RING_SAMPLE_SIZE));
    assert_false(opens(RING_MAGIC, 0, 0));
    assert_false(opens(RING_MAGIC, 0, RING_SAMPLE_SIZE / 2));
    assert_false(opens(RING_MAGIC, 0, RING_SAMPLE_SIZE * 2));
    assert_false(opens(RING_MAGIC, 0, RING_SAMPLE_SIZE + 8));
    assert_false(opens(RING_MAGIC, 0, UINT64_C(1) << 63));
    assert_int_equal(ftruncate(unsealed, 1 << 20), 0);
    assert_null(ring_reader_open(unsealed, &trouble));
    assert_false(opens_file());
    assert_int_equal(pipe(ends), 0);
    assert_null(ring_reader_open(ends[0], &trouble));
    close(ends[1]);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(takes_records_in_order),
        TEST(takes_what_was_withheld),
        TEST(withheld_nonsense_is_nothing),
        TEST(takes_records_across_the_end),
        TEST(wakes_a_writer_that_waits),
        TEST(wakes_it_when_half_is_free),
        TEST(head_beyond_the_ring_is_damage),
        TEST(head_behind_the_tail_is_damage),
        TEST(odd_head_is_damage),
        TEST(torn_header_is_damage),
        TEST(record_shorter_than_its_header_is_damage),
        TEST(record_of_no_size_is_damage),
        TEST(record_beyond_the_head_is_damage),
        TEST(huge_record_is_damage),
        TEST(record_of_more_than_half_the_ring_is_damage),
        TEST(odd_size_is_damage),
        TEST(size_that_changes_after_the_look_does_no_harm),
        TEST(shared_tail_and_size_are_not_believed),
        cmocka_unit_test(only_rings_are_opened),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
