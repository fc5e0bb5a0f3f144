/* main.c - the program murmel: which part of it is wanted. */
#include "baseline.h"
#include "compile.h"
#include "diff.h"
#include "explain.h"
#include "flavour_of.h"
#include "help.h"
#include "memory.h"
#include "merge.h"
#include "node.h"
#include "option.h"
#include "option_file.h"
#include "replay.h"
#include "report_command.h"
#include "run.h"
#include "server.h"
#include "status.h"
#include "suppression.h"
#include "terminal.h"
#include "trace.h"
#include "word.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What begins no application. */
static const struct command {
    const char *word;
    int (*function)(int argc, char **argv); /* argv[0] is the word */
} commands[] = {{"explain", explain_command}, {"rules", explain_rules_command},
                {"help", help_command},       {"diff", diff_command},
                {"status", status_command},   {"dump", status_command},
                {"replay", replay_command},   {"report", report_command},
                {"merge", merge_command},     {"trace", trace_command}};
#define COMMAND_COUNT (sizeof commands / sizeof commands[0])

/* The command that the word nearly is; NULL: none. */
static const char *nearest_command(const char *word)
{
    if (word_distance(word, strlen(word), "run") <= 1)
        return "run";
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (word_distance(word, strlen(word), commands[i].word) <= 1)
            return commands[i].word;
    return NULL;
}

/* A word that is no application but, nearly, a command of murmel's own. */
static bool is_mistyped(const char *word)
{
    const char *command = nearest_command(word);
    char *path, *trouble;

    if (command == NULL)
        return false;
    if (application_find(word, &path, &trouble) == 0) {
        free(path);
        return false;
    }
    free(trouble);
    if (strcmp(word, command) == 0)
        terminal_line("%s must be the first word; options follow it: murmel "
                      "%s ...",
                      word, word);
    else
        terminal_line("%s: there is no such application; did you mean murmel "
                      "%s?",
                      word, command);
    return true;
}

/* "-n 4" behind the application: it is the application's, but not meant so by
 * who gave no -n before it. */
static void say_behind(char **words)
{
    for (; words[0] != NULL && words[1] != NULL; words++)
        if ((strcmp(words[0], "-n") == 0 || strcmp(words[0], "-np") == 0) &&
            atoi(words[1]) > 1) {
            terminal_line("1 process is started: %s %s stands behind the "
                          "application and is an argument of it",
                          words[0], words[1]);
            return;
        }
}

/* What the checker will read is looked at before the application runs; 0, or
 * -1 and *trouble. */
static int check_known(const struct options *options, char **trouble)
{
    struct suppressions *suppressions = suppressions_new();
    struct baseline *baseline = NULL;
    int result = 0;

    if (options->suppressions != NULL)
        result = suppressions_add(suppressions, options->suppressions, false,
                                  trouble);
    if (result == 0 && options->baseline != NULL) {
        baseline = baseline_load(options->baseline, trouble);
        result = baseline != NULL ? 0 : -1;
    }
    suppressions_free(suppressions);
    baseline_free(baseline);
    return result;
}

/* Takes the trouble; the exit status. */
static int refuse(bool run, char *trouble)
{
    if (!run)
        return run_refuse(trouble);
    terminal_line("%s", trouble);
    free(trouble);
    return 2;
}

/* `murmel run` and the prefix: options, then the application. */
static int start(struct options *options, char **words, bool run)
{
    char *trouble;
    int used = -1, np;

    if (options_from_file(options, &trouble) == 0 &&
        options_from_environment(options, &trouble) == 0) {
        np = options->np;
        used = options_from_words(options, USE_RUN, words, &trouble);
    }
    if (used < 0)
        return refuse(run, trouble);
    if (!run && options->np != np) {
        terminal_line("as a prefix murmel starts one process: murmel run -n "
                      "%d ..., or mpiexec -n %d murmel ...",
                      options->np, options->np);
        return 2;
    }
    if (options->help || options->version)
        return help_about(options, NULL);
    if (words[used] == NULL) {
        terminal_line("no application is given: murmel %s./app (murmel "
                      "--help shows more)",
                      run ? "run -n 4 " : "");
        return 2;
    }
    if (check_known(options, &trouble) != 0)
        return refuse(run, trouble);
    if (run) {
        if (options->np == 0 && options->launcher == NULL && !options->quiet)
            say_behind(words + used + 1);
        return run_job(options, words + used);
    }
    return is_mistyped(words[used]) ? 2 : run_prefix(options, words + used);
}

/* Takes the trouble. */
static void leave_out(char *trouble)
{
    terminal_line("%s; it is left out", trouble);
    free(trouble);
}

static int serve(struct options *options, char **words)
{
    char *trouble;

    /* Nobody may have looked at them before: the library is preloaded. */
    terminal_await();
    if (options_from_file(options, &trouble) != 0)
        leave_out(trouble);
    if (options_from_environment(options, &trouble) != 0)
        leave_out(trouble);
    node_report(options);
    return server_detached(options, words);
}

/*
 * A daemon's child may lack the standard descriptors; what is opened here must
 * not get their numbers.  Who is started by us lacks them as before.
 */
static void fill_standard_descriptors(void)
{
    int fd;

    do {
        fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    } while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

int main(int argc, char **argv)
{
    const char *word = argc > 1 ? argv[1] : "";
    struct options options;
    int status;

    fill_standard_descriptors();
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(word, commands[i].word) == 0)
            return help_is_wanted(argc - 1, argv + 1, &status)
                       ? status
                       : commands[i].function(argc - 1, argv + 1);
    if (compile_is_command(word))
        return compile_command(argv + 1);
    options_init(&options);
    if (strcmp(word, "server") == 0)
        status = serve(&options, argv + 2);
    else if (strcmp(word, "run") == 0)
        status = start(&options, argv + 2, true);
    else
        status = start(&options, argv + 1, false);
    options_free(&options);
    return status;
}
