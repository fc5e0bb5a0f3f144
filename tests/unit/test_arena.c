/*
 * Memory of the client's own: no piece is given out twice, and what a thread
 * gave back is for the others once it has ended.
 */
#include "libcheck/arena.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PIECES 100 /* more than a thread keeps */

static const size_t sizes[] = {1, 64, 65, 128, 2000, 2048, 2049, 100000};
#define SIZES (sizeof sizes / sizeof sizes[0])

static void *pieces[PIECES];

static size_t size_of(int i)
{
    return sizes[(size_t)i % SIZES];
}

static void take_all(void)
{
    for (int i = 0; i < PIECES; i++) {
        pieces[i] = arena_take(size_of(i));
        assert_non_null(pieces[i]);
        assert_int_equal((uintptr_t)pieces[i] % 16, 0);
        memset(pieces[i], i, size_of(i));
    }
    for (int i = 0; i < PIECES; i++)
        for (size_t j = 0; j < size_of(i); j++)
            assert_int_equal(((unsigned char *)pieces[i])[j], i);
}

static void give_all(void)
{
    for (int i = 0; i < PIECES; i++)
        arena_give(pieces[i], size_of(i));
}

static void no_piece_is_given_out_twice(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        take_all();
        give_all();
    }
    arena_give(NULL, 64);
    assert_null(arena_take(ARENA_TAKE_MAX + 1));
}

static void *give_and_end(void *unused)
{
    give_all();
    arena_thread_ends();
    return unused;
}

static int by_address(const void *left, const void *right)
{
    uintptr_t a = (uintptr_t) * (void *const *)left;
    uintptr_t b = (uintptr_t) * (void *const *)right;

    return (a > b) - (a < b);
}

/* All of what another thread gave back is taken before anything new is. */
static void what_a_thread_gave_is_for_all(void **state)
{
    void *before[PIECES];
    pthread_t thread;

    (void)state;
    arena_thread_ends();
    take_all();
    memcpy(before, pieces, sizeof before);
    assert_int_equal(pthread_create(&thread, NULL, give_and_end, NULL), 0);
    pthread_join(thread, NULL);
    take_all();
    qsort(before, PIECES, sizeof before[0], by_address);
    qsort(pieces, PIECES, sizeof pieces[0], by_address);
    assert_memory_equal(before, pieces, sizeof before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_piece_is_given_out_twice),
        cmocka_unit_test(what_a_thread_gave_is_for_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
