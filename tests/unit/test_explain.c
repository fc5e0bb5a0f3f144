/* Rules, printed. */
#include "explain.h"
#include "memory.h"
#include "report_sample.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef int command(int argc, char **argv);

struct outcome {
    int status;
    char out[16384], error[4096];
};

static void read_back(FILE *file, char *text, size_t size)
{
    rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

/* Runs a command of up to three words with its output caught. */
static void run(struct outcome *outcome, command *function, const char *word,
                const char *second)
{
    char *argv[] = {(char[]){"command"}, (char *)(uintptr_t)word,
                    (char *)(uintptr_t)second, NULL};
    int argc = 1 + (word != NULL) + (second != NULL);
    FILE *out = tmpfile(), *error = tmpfile();
    int real_out, real_error;

    fflush(NULL);
    real_out = dup(STDOUT_FILENO);
    real_error = dup(STDERR_FILENO);
    dup2(fileno(out), STDOUT_FILENO);
    dup2(fileno(error), STDERR_FILENO);
    outcome->status = function(argc, argv);
    fflush(NULL);
    dup2(real_out, STDOUT_FILENO);
    dup2(real_error, STDERR_FILENO);
    close(real_out);
    close(real_error);
    read_back(out, outcome->out, sizeof outcome->out);
    read_back(error, outcome->error, sizeof outcome->error);
}

static void a_rule_as_text(void **state)
{
    struct outcome outcome;

    (void)state;
    run(&outcome, explain_command, "RMA-LOCK-WHILE-EXPOSED", NULL);
    assert_int_equal(outcome.status, 0);
    assert_golden("explain.txt", outcome.out);
}

static void a_rule_as_markdown(void **state)
{
    struct outcome outcome;

    (void)state;
    run(&outcome, explain_command, "--markdown", "RMA-LOCK-WHILE-EXPOSED");
    assert_int_equal(outcome.status, 0);
    assert_golden("explain.md", outcome.out);
}

static void all_rules(void **state)
{
    struct outcome outcome;

    (void)state;
    run(&outcome, explain_rules_command, NULL, NULL);
    assert_int_equal(outcome.status, 0);
    assert_golden("rules.txt", outcome.out);
}

static void wrong_use_is_one_line(void **state)
{
    static const struct {
        command *function;
        const char *word, *second, *error;
    } cases[] = {
        {explain_command, "rma-lock", NULL,
         "murmel: there is no rule \"rma-lock\"; did you mean "
         "RMA-LOCK-WHILE-EXPOSED? (`murmel rules` lists them all)\n"},
        {explain_command, "lock", NULL, /* not the end of BLOCK */
         "murmel: there is no rule \"lock\"; did you mean "
         "RMA-LOCK-WHILE-EXPOSED? (`murmel rules` lists them all)\n"},
        {explain_command, "comm", NULL,
         "murmel: there is no rule \"comm\"; did you mean LEAK-COMM, "
         "LEAK-COMMITTED? (`murmel rules` lists them all)\n"},
        {explain_command, "xyzzy", NULL,
         "murmel: there is no rule \"xyzzy\" (`murmel rules` lists them "
         "all)\n"},
        {explain_command, "", NULL,
         "murmel: there is no rule \"\" (`murmel rules` lists them all)\n"},
        {explain_command, NULL, NULL,
         "murmel: usage: murmel explain [--markdown] RULE...\n"},
        {explain_command, "--markdown", NULL,
         "murmel: usage: murmel explain [--markdown] RULE...\n"},
        {explain_command, "--html", "LEAK-COMM",
         "murmel: usage: murmel explain [--markdown] RULE...\n"},
        {explain_rules_command, "all", NULL, "murmel: usage: murmel rules\n"},
    };
    struct outcome outcome;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run(&outcome, cases[i].function, cases[i].word, cases[i].second);
        assert_int_equal(outcome.status, 2);
        assert_string_equal(outcome.error, cases[i].error);
        assert_string_equal(outcome.out, "");
    }
}

static int enter(void **state)
{
    (void)state;
    sample_enter_sources();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rule_as_text),
        cmocka_unit_test(a_rule_as_markdown),
        cmocka_unit_test(all_rules),
        cmocka_unit_test(wrong_use_is_one_line),
    };

    return cmocka_run_group_tests(tests, enter, NULL);
}
