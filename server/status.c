/*
 * status.c - asks the checker of a running job by SIGUSR1 to write its report
 * with the state of all processes, and prints that.
 */
#include "status.h"

#include "memory.h"
#include "report_string.h"
#include "terminal.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

/* The checker answers within milliseconds, but its machine may be busy. */
#define PATIENCE_SECONDS 20
#define LOOK_NS          10000000L

/* What tells one version of a file from the next. */
struct version {
    ino_t file;
    struct timespec time;
};

static struct version version_of(const char *path)
{
    struct stat status;

    if (stat(path, &status) != 0)
        return (struct version){0};
    return (struct version){status.st_ino, status.st_mtim};
}

static bool same(const struct version *a, const struct version *b)
{
    return a->file == b->file && a->time.tv_sec == b->time.tv_sec &&
           a->time.tv_nsec == b->time.tv_nsec;
}

/* Whether that process is a checker, which takes the signal: another murmel,
 * that has the number now, would end by it. */
static bool is_checker(int pid)
{
    char path[64], line[256];
    unsigned long long blocked = 0;
    bool murmel = false;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/status", pid);
    file = fopen(path, "re");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        murmel = murmel || strcmp(line, "Name:\tmurmel\n") == 0;
        (void)sscanf(line, "SigBlk: %llx", &blocked);
    }
    if (file != NULL)
        fclose(file);
    return murmel && (blocked >> (SIGUSR1 - 1) & 1) != 0;
}

/* Has the report written anew and reads it; NULL after a line. */
static json_t *ask(const char *file)
{
    const struct timespec look = {0, LOOK_NS};
    struct version before = version_of(file), after;
    json_t *report = json_load_file(file, 0, NULL), *job;
    int pid, i;

    job = json_object_get(report, "job");
    if (job == NULL) {
        terminal_line("%s: there is no report (of a job that runs with "
                      "--report=FOLDER: give the folder)",
                      file);
        json_decref(report);
        return NULL;
    }
    pid = (int)json_integer_value(json_object_get(job, "checker"));
    json_decref(report);
    if (pid <= 0 || !is_checker(pid) || kill(pid, SIGUSR1) != 0) {
        terminal_line(pid <= 0 ? "%s: the job is over"
                               : "%s: its checker does not run on this machine",
                      file);
        return NULL;
    }
    for (i = 0; i < PATIENCE_SECONDS * (1000000000L / LOOK_NS); i++) {
        nanosleep(&look, NULL);
        after = version_of(file);
        if (same(&before, &after))
            continue;
        before = after;
        report = json_load_file(file, 0, NULL);
        /* It may have been written for another reason just before. */
        if (report != NULL &&
            (json_is_object(json_object_get(report, "state")) ||
             json_is_string(
                 json_object_get(json_object_get(report, "job"), "end"))))
            return report;
        json_decref(report);
    }
    terminal_line("%s: the checker (pid %d) does not answer", file, pid);
    return NULL;
}

static const char *string_of(const json_t *object, const char *name)
{
    const char *string = json_string_value(json_object_get(object, name));

    return string != NULL ? string : "";
}

static void print_place(const json_t *call)
{
    json_t *frame = json_array_get(json_object_get(call, "stack"), 0);
    const char *file = string_of(frame, "file");
    const char *slash = strrchr(file, '/');

    if (file[0] != '\0')
        printf(" at %s:%d", slash != NULL ? slash + 1 : file,
               (int)json_integer_value(json_object_get(frame, "line")));
}

static void print_node(const json_t *node, int seconds)
{
    json_t *needs = json_object_get(node, "needs"), *need;
    bool any = strcmp(string_of(node, "waits_for"), "any") == 0;
    struct text line = {0};
    size_t i;

    report_append_plain(&line, string_of(node, "name"), 200);
    text_printf(&line, ": ");
    report_append_plain(&line, string_of(node, "text"), 400);
    fputs(line.bytes, stdout);
    free(line.bytes);
    print_place(json_object_get(node, "call"));
    printf(", %d s", seconds);
    json_array_foreach(needs, i, need)
    {
        struct text words = {0};

        report_append_plain(&words, string_of(need, "text"), 400);
        printf("%s %s",
               i == 0 ? ","
               : any  ? " or"
                      : " and",
               words.bytes != NULL ? words.bytes : "");
        free(words.bytes);
    }
    fputc('\n', stdout);
}

static void print_state(const json_t *report)
{
    json_t *state = json_object_get(report, "state"), *node;
    json_t *nodes = json_object_get(json_object_get(state, "graph"), "nodes");
    json_t *seconds = json_object_get(state, "seconds");
    json_t *summary = json_object_get(report, "summary");
    size_t i;

    if (!json_is_object(state)) {
        printf("the job is over\n");
    } else if (json_array_size(nodes) == 0) {
        printf("not all processes have come out of MPI_Init\n");
    } else {
        json_array_foreach(nodes, i, node)
        {
            print_node(node,
                       (int)json_integer_value(json_array_get(seconds, i)));
        }
    }
    printf("%d ranks; findings so far: %d errors, %d potential errors, %d "
           "warnings\n",
           (int)json_integer_value(
               json_object_get(json_object_get(report, "job"), "ranks")),
           (int)json_integer_value(json_object_get(summary, "error")),
           (int)json_integer_value(json_object_get(summary, "potential")),
           (int)json_integer_value(json_object_get(summary, "warning")));
}

int status_command(int argc, char **argv)
{
    bool dump = strcmp(argv[0], "dump") == 0;
    const char *folder = argc > 1 ? argv[1] : "murmel-report";
    char *file;
    json_t *report;

    if (argc > 2) {
        terminal_line("murmel %s takes one word, the report's folder", argv[0]);
        return 2;
    }
    file = xasprintf("%s/report.json", folder);
    report = ask(file);
    free(file);
    if (report == NULL)
        return 2;
    if (dump)
        printf("%s/report.html\n", folder);
    else
        print_state(report);
    json_decref(report);
    return 0;
}
