/* What type is at an address, by the debugging information. */
#include "program.h"
#include "stack.h"
#include "variable.h"
#include "variable_sample.h"

#include <dlfcn.h>
#include <link.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char self[4096];

/* Where it is in this program's file. */
static struct site_place in_file(const void *address)
{
    Dl_info info;
    struct link_map *map = NULL;
    struct stat status;

    assert_int_not_equal(
        dladdr1(sample_grid, &info, (void **)&map, RTLD_DL_LINKMAP), 0);
    assert_int_equal(stat(self, &status), 0);
    return (struct site_place){self,
                               (uint64_t)status.st_mtim.tv_sec *
                                       UINT64_C(1000000000) +
                                   (uint64_t)status.st_mtim.tv_nsec,
                               (uint64_t)(uintptr_t)address - map->l_addr};
}

static struct element at(const volatile void *address)
{
    struct site_place place = in_file((const void *)address);
    struct element element = {.variable = "nothing"};

    assert_true(variable_static(&place, &element));
    return element;
}

static bool is_known(const volatile void *address)
{
    struct site_place place = in_file((const void *)address);
    struct element element;

    return variable_static(&place, &element) && !element.inside &&
           !element.anything;
}

static void array_is_told_to_its_end(void **state)
{
    struct element element = at(&sample_grid[1][2]);

    (void)state;
    assert_string_equal(element.variable, "sample_grid");
    assert_string_equal(element.type, "int");
    assert_null(element.member);
    assert_int_equal(element.class, BASIC_SIGNED);
    assert_int_equal(element.size, sizeof(int));
    assert_int_equal(element.offset, 6 * sizeof(int));
    assert_int_equal(element.run, 6 * sizeof(int));
    assert_non_null(strstr(element.file, "variable_sample"));
    assert_int_not_equal(element.line, 0);
    assert_false(is_known((char *)&sample_grid[1][2] + 1));
    element = at(&sample_shorts[1]);
    assert_int_equal(element.size, 2);
    assert_int_equal(element.run, 4);
    program_end();
}

static void member_is_found(void **state)
{
    struct element element = at(&sample_particles[2].at[1].x);

    (void)state;
    assert_string_equal(element.variable, "sample_particles");
    assert_string_equal(element.member, "x");
    assert_string_equal(element.type, "double");
    assert_int_equal(element.class, BASIC_FLOAT);
    assert_int_equal(element.run, sizeof(double));
    element = at(&sample_particles[0].number);
    assert_string_equal(element.member, "number");
    assert_int_equal(element.run, sizeof(int));
    element = at(&sample_particles[1].charge);
    assert_int_equal(element.size, sizeof(float));
    element = at(&sample_particles[1].colour);
    assert_int_equal(element.class, BASIC_SIGNED);
    assert_true(at(&sample_particles[1].next).is_pointer);
    program_end();
}

static void what_may_be_anything_is_not_told(void **state)
{
    (void)state;
    assert_false(is_known(sample_text));
    assert_false(is_known(&sample_union));
    assert_false(is_known(sample_particles[0].name));
    assert_false(is_known(&sample_particles[0].either));
    /* a bit field */
    assert_false(is_known((char *)&sample_particles[0].charge + 4));
    /* between members */
    assert_false(is_known((char *)&sample_particles[0].number + 4));
    program_end();
}

static void complex_number_is_two(void **state)
{
    struct element element = at(sample_wave);

    (void)state;
    assert_int_equal(element.class, BASIC_FLOAT);
    assert_int_equal(element.size, sizeof(double));
    assert_int_equal(element.run, 4 * sizeof(double));
    assert_non_null(strstr(element.type, "complex"));
    assert_int_equal(at((char *)sample_wave + 8).run, 3 * sizeof(double));
    assert_false(is_known((char *)sample_wave + 4));
    assert_int_equal(at(&sample_flag).class, BASIC_LOGICAL);
    program_end();
}

static void static_variable_of_a_function(void **state)
{
    struct element element = at(sample_static() + 3);

    (void)state;
    assert_string_equal(element.variable, "hidden");
    assert_string_equal(element.type, "float");
    assert_int_equal(element.run, 5 * sizeof(float));
    program_end();
}

/* ------------------------------------------------------------------ frames */

static const char *wanted; /* what look sees */
static struct element seen;
static unsigned looks, hits;

static __attribute__((noinline)) void look(const char *name, void *variable,
                                           const char *frame, int place)
{
    const char *code =
        __builtin_extract_return_addr(__builtin_return_address(0));
    static const size_t sizes[] = {4, 4, 4, 8}; /* of elements before it */
    const char *address = (char *)variable + (size_t)place * sizes[place];

    struct site_place at = in_file(code - 1);

    if (strcmp(name, wanted) != 0)
        return;
    looks++;
    if (!variable_of_frame(&at, address - frame, &seen))
        return;
    hits++;
    assert_string_equal(seen.variable, name);
    assert_int_equal(seen.offset, address - (char *)variable);
}

static void expect_frame(const char *name, unsigned times,
                         enum basic_class class, size_t size)
{
    wanted = name;
    looks = hits = 0;
    sample_frame(look, 1.0);
    assert_int_equal(looks, times);
    assert_int_equal(hits, times);
    assert_int_equal(seen.class, class);
    assert_int_equal(seen.size, size);
}

static void variables_of_a_frame(void **state)
{
    (void)state;
    expect_frame("floats", 2, BASIC_FLOAT, sizeof(float));
    assert_int_equal(seen.run, 8 * sizeof(float));
    expect_frame("parameter", 1, BASIC_FLOAT, sizeof(double));
    expect_frame("inner", 2, BASIC_SIGNED, sizeof(long));
    assert_int_equal(seen.run, 13 * sizeof(long));
    expect_frame("other", 1, BASIC_SIGNED, sizeof(short));
    program_end();
}

static void what_has_no_place_of_its_own_is_not_told(void **state)
{
    (void)state;
    wanted = "array";
    looks = hits = 0;
    sample_variable_length(look, 4);
    wanted = "not named";
    sample_inlined(look);
    assert_int_equal(looks, 2);
    assert_int_equal(hits, 0);
    program_end();
}

static void what_is_inlined_is_told_where_it_is_named(void **state)
{
    (void)state;
    wanted = "within";
    looks = hits = 0;
    sample_inlined(look);
    assert_int_equal(looks, 1);
    assert_int_equal(hits, 1);
    program_end();
}

extern char _start[]; /* of the C library's, in assembler */

static void code_without_debugging_information(void **state)
{
    struct site_place told = in_file((const void *)(uintptr_t)sample_frame);
    struct site_place untold = in_file(_start);

    (void)state;
    assert_true(variable_is_told(&told));
    assert_false(variable_is_told(&untold));
    program_end();
}

static void another_file_is_no_harm(void **state)
{
    struct site_place place = {"/not/there", 1, 0x1000};
    struct element element;

    (void)state;
    assert_false(variable_static(&place, &element));
    assert_false(variable_of_frame(&place, -16, &element));
    /* it was built anew */
    place = in_file(sample_grid);
    place.modified++;
    assert_false(variable_static(&place, &element));
    program_end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(array_is_told_to_its_end),
        cmocka_unit_test(member_is_found),
        cmocka_unit_test(what_may_be_anything_is_not_told),
        cmocka_unit_test(complex_number_is_two),
        cmocka_unit_test(static_variable_of_a_function),
        cmocka_unit_test(variables_of_a_frame),
        cmocka_unit_test(what_has_no_place_of_its_own_is_not_told),
        cmocka_unit_test(what_is_inlined_is_told_where_it_is_named),
        cmocka_unit_test(code_without_debugging_information),
        cmocka_unit_test(another_file_is_no_harm),
    };
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

    if (length < 0)
        return 1;
    self[length] = '\0';
    return cmocka_run_group_tests(tests, NULL, NULL);
}
