/* The pauses of MURMEL_DELAY: which ones a seed gives, and how many. */
#include "libcheck/delay.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define POINTS 400 /* of a program of about a hundred calls */

/* The pauses of a thread of a rank under a seed. */
static void pauses_of(const char *seed, const char *rank, uint64_t thread,
                      uint64_t pauses[POINTS])
{
    struct delay delay;

    setenv("MURMEL_DELAY", seed, 1);
    setenv("PMI_RANK", rank, 1);
    delay_init();
    assert_true(delay_on);
    delay_begin(&delay, thread);
    for (int i = 0; i < POINTS; i++)
        pauses[i] = delay_next(&delay);
}

static void only_when_asked_for(void **state)
{
    static const char *const not_seeds[] = {"", "0", "-3", "yes"};

    (void)state;
    unsetenv("MURMEL_DELAY");
    delay_init();
    assert_false(delay_on);
    for (size_t i = 0; i < sizeof not_seeds / sizeof not_seeds[0]; i++) {
        setenv("MURMEL_DELAY", not_seeds[i], 1);
        delay_init();
        assert_false(delay_on);
    }
}

static void equal_seeds_give_equal_pauses(void **state)
{
    uint64_t first[POINTS], other[POINTS];

    (void)state;
    pauses_of("7", "1", 0, first);
    pauses_of("7", "1", 0, other);
    assert_memory_equal(first, other, sizeof first);
    pauses_of("8", "1", 0, other);
    assert_memory_not_equal(first, other, sizeof first);
    pauses_of("7", "0", 0, other);
    assert_memory_not_equal(first, other, sizeof first);
    pauses_of("7", "1", 1, other);
    assert_memory_not_equal(first, other, sizeof first);
}

static void mostly_none_sometimes_short_rarely_long(void **state)
{
    unsigned none = 0, small = 0, large = 0;

    (void)state;
    for (char seed[] = "1"; seed[0] <= '9'; seed[0]++) {
        uint64_t pauses[POINTS];

        pauses_of(seed, "0", 0, pauses);
        for (int i = 0; i < POINTS; i++) {
            assert_true(pauses[i] < 8000000);
            none += pauses[i] == 0;
            small += pauses[i] >= 10000 && pauses[i] < 100000;
            large += pauses[i] >= 1000000;
        }
    }
    assert_int_equal(none + small + large, 9 * POINTS);
    assert_true(none > 2 * (small + large));
    assert_true(small > 2 * large);
    assert_true(large > 9);
}

static void many_calls_do_not_pause_for_long(void **state)
{
    struct delay delay;
    uint64_t sum = 0;

    (void)state;
    setenv("MURMEL_DELAY", "5", 1);
    delay_init();
    delay_begin(&delay, 0);
    for (int i = 0; i < 1000000; i++)
        sum += delay_next(&delay);
    assert_true(sum <= UINT64_C(1100000000));
    assert_true(sum > UINT64_C(500000000)); /* it goes on to the end */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_when_asked_for),
        cmocka_unit_test(equal_seeds_give_equal_pauses),
        cmocka_unit_test(mostly_none_sometimes_short_rarely_long),
        cmocka_unit_test(many_calls_do_not_pause_for_long),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
