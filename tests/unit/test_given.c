/*
 * What functions of the C library access of what they are given: arguments of
 * formats, in registers and on the stack.
 */
#include "libcheck/given.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define TEXT(i) (0x1000 + (uint64_t)(i))

/* Arguments 0, 1, ... are TEXT(0), TEXT(1) ..., but for the one at `at`. */
struct call {
    struct given_arguments arguments;
    uint64_t stack[4];
};

static void set_up(struct call *call, unsigned at, uint64_t value)
{
    for (unsigned i = 0; i < 10; i++) {
        uint64_t given = i == at ? value : TEXT(i);

        if (i < 6)
            call->arguments.registers[i] = given;
        else
            call->stack[i - 6] = given;
    }
    call->arguments.stack = call->stack;
}

/* The arguments that are strings, behind the format that is argument 1: "2 4".
 */
static const char *strings_of(const char *format)
{
    static char text[64];
    struct given found[8];
    struct call call;
    unsigned i, count;

    set_up(&call, 1, (uintptr_t)format);
    count = given_find("-f", &call.arguments, found, 8);
    assert_int_not_equal(count, 0);
    assert_int_equal(found[0].address, (uintptr_t)format);
    memset(text, 0, sizeof text);
    for (i = 1; i < count; i++) {
        assert_false(found[i].stores);
        text[2 * i - 2] = (char)('0' + (found[i].address - TEXT(0)));
        text[2 * i - 1] = ' ';
    }
    return text;
}

static void test_formats(void **state)
{
    (void)state;
    assert_string_equal(strings_of("no conversion"), "");
    assert_string_equal(strings_of("%s"), "2 ");
    assert_string_equal(strings_of("%d %s, %-8.3s%%%m"), "3 4 ");
    assert_string_equal(strings_of("%lld %zu %hhx %p %s"), "6 ");
    assert_string_equal(strings_of("%f %s %Lf"), "2 ");
    assert_string_equal(strings_of("%*d %s"), "4 ");
    assert_string_equal(strings_of("%c%c%c%c%c%c%s%s"), "8 9 ");
    assert_string_equal(strings_of("%.0s%s"), "3 ");
    assert_string_equal(strings_of("%.10s"), "2 ");
    /* where the arguments are is not known from there on */
    assert_string_equal(strings_of("%s %Lf %s"), "2 ");
    assert_string_equal(strings_of("%2$s %1$s"), "");
    assert_string_equal(strings_of("%s%g%g%g%g%g%g%g%g%g%s"), "2 ");
    assert_string_equal(strings_of("%s %"), "2 ");
}

static void test_bytes(void **state)
{
    struct given found[8];
    struct call call;

    (void)state;
    set_up(&call, 10, 0);
    assert_int_equal(given_find("ss", &call.arguments, found, 8), 2);
    assert_int_equal(found[1].address, TEXT(1));
    assert_int_equal(given_find("ss", &call.arguments, found, 1), 1);
    assert_int_equal(given_find("bb", &call.arguments, found, 8), 2);
    assert_int_equal(given_find("ds", &call.arguments, found, 8), 2);
    assert_true(found[0].stores);
    assert_false(found[1].stores);
    set_up(&call, 2, 0); /* no bytes */
    assert_int_equal(given_find("bb", &call.arguments, found, 8), 0);
    set_up(&call, 0, 0); /* a null pointer */
    assert_int_equal(given_find("s", &call.arguments, found, 8), 0);
    assert_int_equal(given_find("f", &call.arguments, found, 8), 0);
    set_up(&call, 1, 0); /* snprintf to no room */
    assert_int_equal(given_find("d", &call.arguments, found, 8), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
