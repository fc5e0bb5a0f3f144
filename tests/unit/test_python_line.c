/* The lines of code objects: tables as CPython 3.11 makes them, and what its
 * code.co_lines() says of them. */
#include "libcheck/pass_over.h"
#include "libcheck/python.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* Nothing is passed over. */
uint64_t pass_over_undo(void)
{
    return 0;
}

void pass_over_redo(uint64_t undone)
{
    (void)undone;
}

struct stretch {
    uint64_t begin, end; /* bytes of code */
    uint32_t line;
};

static void expect(const unsigned char *table, size_t size, uint32_t first,
                   const struct stretch *stretches, size_t count)
{
    size_t i;
    uint64_t offset;

    for (i = 0; i < count; i++)
        for (offset = stretches[i].begin; offset < stretches[i].end; offset++)
            assert_int_equal(python_line(table, size, first, offset),
                             stretches[i].line);
    assert_int_equal(python_line(table, size, first, stretches[count - 1].end),
                     0);
}

/* def f(a):                 1
 *
 *     x = a                 3
 *     comm.Recv(            4
 *         x,                5
 *         source=1)         6
 *     for i in x:           7
 *         y = (i            8
 *    + 1)                   9
 *     return y             10 */
static void lines_of_a_function(void **state)
{
    static const unsigned char table[] = {
        0x80, 0x00, 0xe0, 0x08, 0x09, 0x80, 0x41, 0xdd, 0x04, 0x08, 0x87,
        0x49, 0x82, 0x49, 0xd8, 0x08, 0x09, 0xd8, 0x0f, 0x10, 0xf0, 0x05,
        0x00, 0x05, 0x0e, 0xf1, 0x00, 0x02, 0x05, 0x12, 0xf4, 0x00, 0x02,
        0x05, 0x12, 0xf0, 0x00, 0x02, 0x05, 0x12, 0xf0, 0x06, 0x00, 0x0e,
        0x0f, 0xf0, 0x00, 0x02, 0x05, 0x08, 0xf0, 0x00, 0x02, 0x05, 0x08,
        0x88, 0x01, 0xd8, 0x0d, 0x0e, 0xd8, 0x05, 0x06, 0xf1, 0x03, 0x01,
        0x0e, 0x07, 0x88, 0x01, 0x88, 0x01, 0xe0, 0x0b, 0x0c, 0x80, 0x48};
    static const struct stretch stretches[] = {
        {0, 2, 1},   {2, 6, 3},   {6, 40, 4},  {40, 42, 5},
        {42, 44, 6}, {44, 62, 4}, {62, 70, 7}, {70, 72, 8},
        {72, 74, 9}, {74, 82, 8}, {82, 86, 10}};

    (void)state;
    expect(table, sizeof table, 1, stretches,
           sizeof stretches / sizeof stretches[0]);
}

/* 300 empty lines; with a as b:   301
 *                     pass        302
 * A step of several bytes, and code that has no line. */
static void far_lines_and_none(void **state)
{
    static const unsigned char table[] = {
        0xf0, 0x03, 0x01, 0x01, 0x01, 0xf0, 0x5a, 0x09, 0x00, 0x06,
        0x07, 0xf0, 0x00, 0x01, 0x01, 0x07, 0x88, 0x21, 0xd8, 0x02,
        0x06, 0xf0, 0x03, 0x01, 0x01, 0x07, 0xf8, 0xf8, 0xf8};
    static const struct stretch stretches[] = {
        {0, 2, 0}, {2, 8, 301}, {8, 10, 302}, {10, 12, 301}, {12, 18, 0}};

    (void)state;
    expect(table, sizeof table, 1, stretches,
           sizeof stretches / sizeof stretches[0]);
}

/* Nothing is read behind its end. */
static void table_that_is_cut_off(void **state)
{
    static const unsigned char table[] = {0xf0, 0x7f};

    (void)state;
    assert_int_equal(python_line(table, 0, 1, 0), 0);
    assert_int_equal(python_line(table, 1, 1, 0), 1);
    assert_int_equal(python_line(table, 2, 100, 0), 69);
    assert_int_equal(python_line(table, 2, 100, 2), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_a_function),
        cmocka_unit_test(far_lines_and_none),
        cmocka_unit_test(table_that_is_cut_off),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
