/* The writing end of a ring, read as the checker reads it. */
#include "libcheck/ring.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define SIZE UINT64_C(4096)

static _Atomic bool going;

static int make(void **state)
{
    static struct ring ring;
    int fd;

    atomic_store(&going, true);
    if (ring_create(&ring, SIZE, &fd) != 0)
        return -1;
    close(fd);
    *state = &ring;
    return 0;
}

static int destroy(void **state)
{
    ring_destroy(*state);
    return 0;
}

/* Writes a record of that size, filled with one byte value. */
static int put(struct ring *ring, uint32_t size, unsigned char fill)
{
    struct record *record;
    int error = ring_reserve(ring, size, &going, &record);

    if (error != 0)
        return error;
    memset(record, fill, size);
    record->size = size;
    ring_publish(ring, record);
    return 0;
}

/* Takes the next record; its size, or 0. */
static uint32_t take(struct ring *ring, unsigned char *fill)
{
    struct ring_header *header = ring->header;
    uint64_t tail = atomic_load(&header->tail);
    const unsigned char *at =
        (const unsigned char *)ring->data + (tail & (SIZE - 1));
    uint32_t size;

    if (tail == atomic_load(&header->head))
        return 0;
    memcpy(&size, at, sizeof size);
    *fill = at[size - 1];
    atomic_store(&header->tail, tail + size);
    return size;
}

static void header_is_filled(void **state)
{
    struct ring *ring = *state;

    assert_int_equal(ring->header->magic, RING_MAGIC);
    assert_int_equal(ring->header->data_size, SIZE);
    assert_int_equal(atomic_load(&ring->header->head), 0);
}

static void file_keeps_its_size(void **state)
{
    struct ring other;
    struct stat status;
    int fd;

    (void)state;
    assert_int_equal(ring_create(&other, SIZE, &fd), 0);
    assert_int_equal(fstat(fd, &status), 0);
    assert_int_equal(status.st_size, RING_HEADER_SIZE + SIZE);
    assert_int_not_equal(ftruncate(fd, 0), 0);
    close(fd);
    ring_destroy(&other);
}

static void data_is_mapped_twice(void **state)
{
    struct ring *ring = *state;

    ring->data[SIZE + 7] = 'x';
    assert_int_equal(ring->data[7], 'x');
    ring->data[8] = 'y';
    assert_int_equal(ring->data[SIZE + 8], 'y');
}

static void unpublished_record_is_not_seen(void **state)
{
    struct ring *ring = *state;
    struct record *first, *second;

    assert_int_equal(ring_reserve(ring, 64, &going, &first), 0);
    assert_int_equal(atomic_load(&ring->header->head), 0);
    assert_int_equal(ring_reserve(ring, 64, &going, &second), 0);
    assert_ptr_equal(first, second);
}

static void records_pass_the_end_in_one_piece(void **state)
{
    struct ring *ring = *state;

    for (unsigned i = 0; i < 100; i++) {
        uint32_t size = 1000 + 8 * (i % 16);
        unsigned char fill;

        assert_int_equal(put(ring, size, (unsigned char)(i + 1)), 0);
        assert_int_equal(take(ring, &fill), size);
        assert_int_equal(fill, i + 1);
    }
}

static void half_the_ring_is_the_limit(void **state)
{
    struct ring *ring = *state;

    assert_int_equal(put(ring, SIZE / 2, 1), 0);
    assert_int_equal(put(ring, SIZE / 2 + 8, 1), RING_TOO_SMALL);
    assert_int_equal(put(ring, SIZE / 2, 1), 0);
    assert_int_equal(put(ring, SIZE / 2 + 8, 1), RING_TOO_SMALL);
}

static void full_ring_stops_when_told(void **state)
{
    struct ring *ring = *state;

    assert_int_equal(put(ring, SIZE / 2, 1), 0);
    assert_int_equal(put(ring, SIZE / 2, 1), 0);
    atomic_store(&going, false);
    assert_int_equal(put(ring, 64, 1), RING_STOPPED);
}

static void *read_thousand(void *context)
{
    struct ring *ring = context;
    unsigned char fill;
    unsigned good = 0;

    for (unsigned i = 0; i < 1000; i++) {
        uint32_t size;

        while ((size = take(ring, &fill)) == 0)
            usleep(10);
        if (size == 512 && fill == (unsigned char)i)
            good++;
    }
    return good == 1000 ? ring : NULL;
}

static void full_ring_waits_for_the_reader(void **state)
{
    struct ring *ring = *state;
    pthread_t reader;
    void *result;

    assert_int_equal(pthread_create(&reader, NULL, read_thousand, ring), 0);
    for (unsigned i = 0; i < 1000; i++)
        assert_int_equal(put(ring, 512, (unsigned char)i), 0);
    pthread_join(reader, &result);
    assert_ptr_equal(result, ring);
    assert_int_equal(atomic_load(&ring->header->head), 512000);
}

static void *read_slowly(void *context)
{
    unsigned char fill;

    while (take(context, &fill) > 0)
        usleep(3000);
    return context;
}

/* Else it would wait for each record anew. */
static void full_ring_waits_for_a_quarter(void **state)
{
    struct ring *ring = *state;
    pthread_t reader;

    for (unsigned i = 0; i < SIZE / 256; i++)
        assert_int_equal(put(ring, 256, 1), 0);
    assert_int_equal(pthread_create(&reader, NULL, read_slowly, ring), 0);
    assert_int_equal(put(ring, 256, 1), 0);
    assert_true(ring->tail >= SIZE / 4);
    pthread_join(reader, NULL);
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, make, destroy)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(header_is_filled),
        TEST(file_keeps_its_size),
        TEST(data_is_mapped_twice),
        TEST(unpublished_record_is_not_seen),
        TEST(records_pass_the_end_in_one_piece),
        TEST(half_the_ring_is_the_limit),
        TEST(full_ring_stops_when_told),
        TEST(full_ring_waits_for_the_reader),
        TEST(full_ring_waits_for_a_quarter),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
