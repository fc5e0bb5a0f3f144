#include "report_command.h"

#include "baseline.h"
#include "help.h"
#include "memory.h"
#include "option_file.h"
#include "replay.h"
#include "report_read.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct form {
    const char *word;
    report_writer *write;
} forms[] = {{"--text", report_text},
             {"--html", report_html},
             {"--json", report_json},
             {"--sarif", report_sarif},
             {"--junit", report_junit}};
#define FORM_COUNT (sizeof forms / sizeof forms[0])

/* Takes the form out of the words; 0, or -1 and *trouble. */
static int take_form(char **words, report_writer **write, char **trouble)
{
    const char *first = NULL;
    char **to = words;

    *write = report_text;
    for (; *words != NULL; words++) {
        size_t i = 0;

        while (i < FORM_COUNT && strcmp(*words, forms[i].word) != 0)
            i++;
        if (i == FORM_COUNT) {
            *to++ = *words;
            continue;
        }
        if (first != NULL && strcmp(first, *words) != 0) {
            *trouble =
                xasprintf("%s and %s: murmel report prints one of --text, "
                          "--html, --json, --sarif and --junit",
                          first, *words);
            return -1;
        }
        first = *words;
        *write = forms[i].write;
    }
    *to = NULL;
    return 0;
}

/* Whether it is a report.json, or the folder of one, as far as one can see. */
static bool is_report(const char *path)
{
    struct stat status;
    FILE *file;
    int first;

    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return true;
    file = fopen(path, "re");
    if (file == NULL)
        return false;
    first = getc(file);
    fclose(file);
    return first == '{';
}

static int print_recording(const char *path, struct options *options,
                           char **words, report_writer *write, char **trouble)
{
    struct replay *replay =
        replay_open_with(path, options, USE_JUDGE, words, trouble);
    int status;

    if (replay == NULL)
        return 2;
    options->quiet = true; /* of findings as they come */
    (void)replay_begin(replay, options);
    (void)replay_play(replay);
    status = replay_finish(replay, write);
    replay_close(replay);
    return status;
}

/* The report as it is. */
static int print_json(const json_t *json)
{
    json_dumpf(json, stdout, JSON_COMPACT);
    putchar('\n');
    return help_flush();
}

static int print_json_as(const json_t *json, const struct options *options,
                         report_writer *write, char **trouble)
{
    struct report_read *read = report_read_new(json, options, trouble);
    struct report report;
    int status;

    if (read == NULL)
        return 2;
    report = *report_read_of(read);
    report.colour = terminal_colours(STDOUT_FILENO);
    report.columns = terminal_columns(STDOUT_FILENO);
    status = report_read_status(read);
    if (write == report_json)
        (void)print_json(json);
    else
        write(&report, stdout);
    if (help_flush() != 0)
        status = 2;
    report_read_free(read);
    return status;
}

static int print_report(const char *path, struct options *options, char **words,
                        report_writer *write, char **trouble)
{
    json_t *json;
    int status = 2;

    if (options_from_file(options, trouble) != 0 ||
        options_from_environment(options, trouble) != 0 ||
        replay_words(options, USE_PRINT, words, &path, trouble) != 0)
        return 2;
    json = baseline_report(path, trouble);
    if (json != NULL)
        status = print_json_as(json, options, write, trouble);
    json_decref(json);
    return status;
}

int report_command(int argc, char **argv)
{
    char **words = argv + 1;
    struct options options;
    report_writer *write;
    const char *path;
    char *trouble = NULL;
    int status = 2;

    (void)argc;
    options_init(&options);
    if (take_form(words, &write, &trouble) == 0 &&
        replay_words(&options, USE_JUDGE, words, &path, &trouble) == 0) {
        if (options.help || options.version)
            status = help_about(&options, "report");
        else if (is_report(path))
            status = print_report(path, &options, words, write, &trouble);
        else
            status = print_recording(path, &options, words, write, &trouble);
    }
    if (trouble != NULL)
        terminal_line("%s", trouble);
    free(trouble);
    options_free(&options);
    return status;
}
