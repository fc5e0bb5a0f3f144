/* The option table: words, environment, help, mistakes. */
#include "memory.h"
#include "option.h"
#include "option_file.h"

#include <ctype.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define WORDS(...)                                                             \
    (char *[])                                                                 \
    {                                                                          \
        __VA_ARGS__, NULL                                                      \
    }

static struct options options;
static char *trouble;

static int set_up(void **state)
{
    static const char *const variables[] = {
        "MURMEL_NP",     "MURMEL_LAUNCHER",     "MURMEL_FLAVOUR",
        "MURMEL_REPORT", "MURMEL_FAIL_ON",      "MURMEL_NOTES",
        "MURMEL_QUIET",  "MURMEL_PORTABILITY",  "MURMEL_DELAY",
        "MURMEL_STRICT", "MURMEL_SUPPRESSIONS", "MURMEL_TIMEOUT",
        "MURMEL_FORMAT", "MURMEL_BASELINE",     "MURMEL_GEN_SUPPRESSIONS"};
    size_t i;

    (void)state;
    for (i = 0; i < sizeof variables / sizeof variables[0]; i++)
        unsetenv(variables[i]);
    options_init(&options);
    trouble = NULL;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    options_free(&options);
    free(trouble);
    return 0;
}

static int read_words(char **words)
{
    return options_from_words(&options, USE_RUN, words, &trouble);
}

static void defaults(void **state)
{
    (void)state;
    assert_int_equal(read_words(WORDS("./app")), 0);
    assert_int_equal(options.np, 0);
    assert_null(options.launcher);
    assert_int_equal(options.flavour, FLAVOUR_UNKNOWN);
    assert_string_equal(options.report, "murmel-report");
    assert_int_equal(options.fail_on, SEVERITY_POTENTIAL);
    assert_int_equal(options.no_progress, 300);
    assert_false(options.notes || options.quiet);
}

static void all_ways_to_give_a_number(void **state)
{
    (void)state;
    assert_int_equal(read_words(WORDS("-n", "4", "./app")), 2);
    assert_int_equal(options.np, 4);
    assert_int_equal(read_words(WORDS("-n5", "./app")), 1);
    assert_int_equal(options.np, 5);
    assert_int_equal(read_words(WORDS("-np", "6", "./app")), 2);
    assert_int_equal(options.np, 6);
    assert_int_equal(read_words(WORDS("--np=7", "./app")), 1);
    assert_int_equal(options.np, 7);
    assert_int_equal(read_words(WORDS("--np", "8", "./app")), 2);
    assert_int_equal(options.np, 8);
}

static void options_end_at_the_application(void **state)
{
    (void)state;
    assert_int_equal(
        read_words(WORDS("--notes", "./app", "--quiet", "-n", "9")), 1);
    assert_true(options.notes);
    assert_false(options.quiet);
    assert_int_equal(read_words(WORDS("--quiet", "--", "-app")), 2);
    assert_true(options.quiet);
}

static void values_with_names(void **state)
{
    (void)state;
    assert_int_equal(
        read_words(WORDS("--flavour=openmpi", "--fail-on", "warning",
                         "--report=a b", "--launcher", "srun -n 4", "x")),
        6);
    assert_int_equal(options.flavour, FLAVOUR_OPENMPI);
    assert_int_equal(options.fail_on, SEVERITY_WARNING);
    assert_string_equal(options.report, "a b");
    assert_string_equal(options.launcher, "srun -n 4");
}

/* The words are refused with a line that has `part` in it. */
static void assert_refused(char **words, const char *part)
{
    free(trouble);
    trouble = NULL;
    assert_int_equal(read_words(words), -1);
    assert_non_null(trouble);
    assert_non_null(strstr(trouble, part));
    assert_null(strchr(trouble, '\n'));
}

static void mistakes_are_named(void **state)
{
    (void)state;
    assert_refused(WORDS("--reprot=x", "a"), "--report");
    assert_refused(WORDS("--foo", "a"), "--foo (murmel help");
    assert_refused(WORDS("--fail-in", "a"), "--fail-on");
    assert_refused(WORDS("--note", "a"), "--notes");
    assert_refused(WORDS("--flavor=abi", "a"), "--flavour");
    assert_refused(WORDS("-z", "a"), "-z");
    assert_refused(WORDS("-n", "0", "a"),
                   "-n 0: that must be a number above 0");
    assert_refused(WORDS("-n0", "a"), "-n0: that");
    assert_refused(WORDS("--np=0", "a"), "--np=0: that");
    assert_refused(WORDS("-np", "0", "a"), "-np 0: that");
    assert_refused(WORDS("-n", "4x", "a"), "above 0");
    assert_refused(WORDS("-n", "99999999999", "a"), "above 0");
    assert_refused(WORDS("-n"), "-n needs a value");
    assert_refused(WORDS("--flavour=lam", "a"), "openmpi");
    assert_refused(WORDS("--fail-on=all", "a"), "potential");
    assert_refused(WORDS("--strict=very", "a"), "send-buffered");
    assert_refused(WORDS("--notes=1", "a"), "no value");
    assert_refused(WORDS("--report=", "a"), "--report");
    assert_string_equal(options.report, "murmel-report");
}

static void environment_and_command_line(void **state)
{
    (void)state;
    setenv("MURMEL_NP", "3", 1);
    setenv("MURMEL_REPORT", "there", 1);
    setenv("MURMEL_NOTES", "1", 1);
    setenv("MURMEL_QUIET", "0", 1);
    setenv("MURMEL_FAIL_ON", "", 1);
    assert_int_equal(options_from_environment(&options, &trouble), 0);
    assert_int_equal(options.np, 3);
    assert_string_equal(options.report, "there");
    assert_true(options.notes);
    assert_false(options.quiet);
    assert_int_equal(read_words(WORDS("-n", "5", "a")), 2);
    assert_int_equal(options.np, 5);
}

static void wrong_environment_is_named(void **state)
{
    (void)state;
    setenv("MURMEL_FAIL_ON", "sometimes", 1);
    assert_int_equal(options_from_environment(&options, &trouble), -1);
    assert_non_null(strstr(trouble, "MURMEL_FAIL_ON=sometimes"));
}

static void mistyped_variable_is_named(void **state)
{
    (void)state;
    setenv("MURMEL_STRCIT", "standard", 1);
    assert_int_equal(options_from_environment(&options, &trouble), -1);
    assert_non_null(strstr(trouble, "MURMEL_STRCIT"));
    assert_non_null(strstr(trouble, "MURMEL_STRICT"));
    unsetenv("MURMEL_STRCIT");
    /* ... but only what is nearly an option. */
    setenv("MURMEL_JOB", "x", 1);
    setenv("MURMEL_SOURCES", "/home", 1);
    setenv("MURMELO_STRCIT", "x", 1);
    assert_int_equal(options_from_environment(&options, &trouble), 0);
    unsetenv("MURMEL_JOB");
    unsetenv("MURMEL_SOURCES");
    unsetenv("MURMELO_STRCIT");
}

static void environment_carries_all_options(void **state)
{
    struct options other;

    (void)state;
    setenv("MURMEL_PORTABILITY", "1", 1);
    assert_int_equal(
        read_words(WORDS("-n4", "--launcher=a b", "--flavour=abi", "--report=r",
                         "--fail-on=error", "--strict=coll-minimal", "--notes",
                         "--no-progress=0", "--on-deadlock=attach", "-q", "x")),
        10);
    options_to_environment(&options);
    options_init(&other);
    assert_int_equal(options_from_environment(&other, &trouble), 0);
    assert_int_equal(other.np, 4);
    assert_string_equal(other.launcher, "a b");
    assert_int_equal(other.flavour, FLAVOUR_ABI);
    assert_string_equal(other.report, "r");
    assert_int_equal(other.fail_on, SEVERITY_ERROR);
    assert_int_equal(other.strict, STRICT_COLL_MINIMAL);
    assert_int_equal(other.no_progress, 0);
    assert_int_equal(other.on_deadlock, ON_DEADLOCK_ATTACH);
    assert_true(other.notes && other.quiet && !other.help);
    options_free(&other);
}

/* Writes ./murmel.json and reads it from a folder below. */
static int read_file(const char *text)
{
    FILE *file = fopen("murmel.json", "w");
    int result;

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chdir("below"), 0);
    free(trouble);
    result = options_from_file(&options, &trouble);
    assert_int_equal(chdir(".."), 0);
    return result;
}

static void a_file_above_is_read(void **state)
{
    char folder[] = "/tmp/murmel-test-option-XXXXXX", before[PATH_MAX], *path;

    (void)state;
    assert_non_null(getcwd(before, sizeof before));
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(mkdir("below", 0777), 0);
    assert_int_equal(read_file("{\"notes\": true, \"np\": 3, \"report\": "
                               "\"r\", \"launcher\": \"srun\", "
                               "\"fail-on\": \"never\"}"),
                     0);
    assert_true(options.notes);
    assert_int_equal(options.np, 3);
    assert_int_equal(options.fail_on, SEVERITY_ERROR + 1);
    assert_string_equal(options.launcher, "srun");
    path = xasprintf("%s/r", folder);
    assert_string_equal(options.report, path);
    free(path);
    assert_int_equal(read_file("{\"note\": true}"), -1);
    assert_non_null(strstr(trouble, "no option note; the nearest is notes"));
    assert_int_equal(read_file("{\"help\": true}"), -1);
    assert_int_equal(read_file("{\"np\": \"x\"}"), -1);
    assert_non_null(strstr(trouble, "np: that must be a number above 0"));
    assert_int_equal(read_file("{\"np\": []}"), -1);
    assert_int_equal(read_file("[]"), -1);
    assert_int_equal(read_file("{"), -1);
    assert_non_null(strstr(trouble, "murmel.json: line 1: "));
    assert_int_equal(unlink("murmel.json"), 0);
    assert_int_equal(rmdir("below"), 0);
    assert_int_equal(chdir(before), 0);
    assert_int_equal(rmdir(folder), 0);
}

static void help_names_everything(void **state)
{
    static const char *const names[] = {
        "--np",      "-n",      "--launcher", "--flavour",
        "--report",  "--notes", "--quiet",    "--fail-on",
        "--version", "--help",  "MURMEL_NP",  "MURMEL_REPORT"};
    char *text = NULL, *line;
    size_t size, i;
    FILE *out = open_memstream(&text, &size);

    (void)state;
    options_help(out);
    fclose(out);
    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_non_null(strstr(text, names[i]));
    for (line = text; *line != '\0'; line += strcspn(line, "\n") + 1)
        assert_true(strcspn(line, "\n") <= 80);
    free(text);
}

/* "--fail-on=...    [MURMEL_FAIL_ON]" */
static void variables_are_named_as_the_options(void **state)
{
    char *text = NULL, *line, *variable;
    size_t size, count = 0;
    FILE *out = open_memstream(&text, &size);

    (void)state;
    options_help(out);
    fclose(out);
    for (line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        char *name = strstr(line, "--");

        variable = strstr(line, "[MURMEL_");
        if (variable == NULL || name == NULL)
            continue;
        name += 2;
        variable += strlen("[MURMEL_");
        for (; *variable != ']'; name++, variable++)
            assert_int_equal(*variable, *name == '-' ? '_' : toupper(*name));
        assert_non_null(strchr("= ", *name));
        count++;
    }
    assert_true(count > 5);
    free(text);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(defaults),
        TEST(all_ways_to_give_a_number),
        TEST(options_end_at_the_application),
        TEST(values_with_names),
        TEST(mistakes_are_named),
        TEST(environment_and_command_line),
        TEST(wrong_environment_is_named),
        TEST(mistyped_variable_is_named),
        TEST(environment_carries_all_options),
        TEST(a_file_above_is_read),
        TEST(help_names_everything),
        TEST(variables_are_named_as_the_options),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
