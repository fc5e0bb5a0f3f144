/*
 * For how long processes are waited for that outlive their launcher.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "outlive.h"

#define SECOND INT64_C(1000000000)

/* A few get as long as a busy machine may take to let one die; many have as
 * much more as it may take to judge what each of them did. */
static void test_each_has_its_time(void **state)
{
    (void)state;
    assert_true(outlive_patience(1, 1) >= 10 * SECOND);
    assert_true(outlive_patience(1, 1) < 11 * SECOND);
    assert_true(outlive_patience(1024, 1024) >= 20 * SECOND);
    assert_true(outlive_patience(16384, 1) >= 170 * SECOND);
    assert_true(outlive_patience(16384, 1) < 180 * SECOND);
}

/* However many they are: nothing of what they do is of any more use. */
static void test_finalized_have_little(void **state)
{
    (void)state;
    assert_true(outlive_patience(16384, 0) <= 2 * SECOND);
    assert_true(outlive_patience(1, 0) > 0);
}

/* None is there; others may have been started that did not come yet. */
static void test_none_connected(void **state)
{
    (void)state;
    assert_true(outlive_patience(0, 0) >= 10 * SECOND);
    assert_true(outlive_patience(0, 3) == outlive_patience(0, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_has_its_time),
        cmocka_unit_test(test_finalized_have_little),
        cmocka_unit_test(test_none_connected),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
