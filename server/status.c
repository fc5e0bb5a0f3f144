/*
 * status.c - asks the checker of a running job by SIGUSR1 to write its report
 * with the state of all processes, and prints that.
 */
#include "status.h"

#include "debugger.h"
#include "help.h"
#include "json_field.h"
#include "memory.h"
#include "model_pending.h"
#include "option_file.h"
#include "report_string.h"
#include "terminal.h"

#include <errno.h>
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

/* The checker of the job whose report that is, by the line about the job, which
 * is one of the first, as a report may be large; 0: there is none. */
static int checker_of(const char *file)
{
    static const char begin[] = "\"job\":";
    FILE *stream = fopen(file, "re");
    json_t *job = NULL;
    char *line = NULL;
    size_t room = 0;
    int pid, i;

    if (stream == NULL)
        return 0;
    for (i = 0; i < 16 && job == NULL && getline(&line, &room, stream) > 0; i++)
        if (strncmp(line, begin, strlen(begin)) == 0)
            job =
                json_loads(line + strlen(begin), JSON_DISABLE_EOF_CHECK, NULL);
    fclose(stream);
    free(line);
    pid = (int)json_integer_value(json_object_get(job, "checker"));
    json_decref(job);
    return pid;
}

void status_say_shared(const char *folder)
{
    char *file = xasprintf("%s/report.json", folder);
    int pid = checker_of(file);

    if (pid > 0 && pid != getpid() && is_checker(pid))
        terminal_line("%s: a job that runs writes its report there, too; "
                      "--report=FOLDER gives each its own",
                      folder);
    free(file);
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
    errno = 0;
    if (pid <= 0 || !is_checker(pid) || kill(pid, SIGUSR1) != 0) {
        terminal_line(pid <= 0 ? "%s: the job is over"
                      : errno == EPERM
                          ? "%s: its checker belongs to another "
                            "user, who may ask it"
                          : "%s: its checker has ended, or is not on this "
                            "machine",
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

static void print_plain(const char *string)
{
    struct text text = {0};

    report_append_plain(&text, string, 400);
    fputs(text.bytes != NULL ? text.bytes : "", stdout);
    free(text.bytes);
}

static int number_of(const json_t *object, const char *name)
{
    return (int)json_field_number(object, name);
}

static void print_place(const json_t *call)
{
    json_t *frame = json_array_get(json_object_get(call, "stack"), 0);
    const char *file = json_field_text(frame, "file");
    const char *slash = strrchr(file, '/');

    if (file[0] == '\0')
        return;
    printf(" at ");
    print_plain(slash != NULL ? slash + 1 : file);
    printf(":%d", number_of(frame, "line"));
}

static void print_node(const json_t *node, int seconds)
{
    json_t *needs = json_object_get(node, "needs"), *need;
    bool any = strcmp(json_field_text(node, "waits_for"), "any") == 0;
    size_t i;

    print_plain(json_field_text(node, "name"));
    printf(": ");
    print_plain(json_field_text(node, "text"));
    print_place(json_object_get(node, "call"));
    printf(", %d s", seconds);
    json_array_foreach(needs, i, need)
    {
        fputs(i == 0 ? ", " : any ? " or " : " and ", stdout);
        print_plain(json_field_text(need, "text"));
    }
    fputc('\n', stdout);
}

/* As the system has it: 'T' is stopped, 't' by a debugger; 0: it is not here,
 * but on another node, or gone. */
static char state_letter(const json_t *process)
{
    int pid = number_of(process, "pid");
    char path[64], line[4096];
    char letter = 0;
    ssize_t length;
    FILE *file;

    snprintf(path, sizeof path, "/proc/%d/exe", pid);
    length = readlink(path, line, sizeof line - 1);
    line[length > 0 ? length : 0] = '\0';
    if (strcmp(line, json_field_text(process, "executable")) != 0)
        return 0;
    snprintf(path, sizeof path, "/proc/%d/status", pid);
    file = fopen(path, "re");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        (void)sscanf(line, "State: %c", &letter);
    if (file != NULL)
        fclose(file);
    return letter;
}

/* It was not Murmel that has stopped it. */
static void print_stopped(const json_t *process, char letter,
                          const char *indent)
{
    printf("%srank %d: is stopped by a ", indent, number_of(process, "rank"));
    if (letter == 't')
        puts("debugger");
    else
        printf("signal; to let it go on: kill -CONT %d\n",
               number_of(process, "pid"));
}

/* A process that --on-finding=stop has stopped, and nobody let go on; or that
 * somebody has. */
static void print_held(const json_t *process, const char *indent)
{
    int pid = number_of(process, "pid"), rank = number_of(process, "rank");
    bool held = json_is_integer(json_object_get(process, "held_seconds"));
    char letter = state_letter(process);
    bool stopped = letter == 'T' || letter == 't';
    char *line;

    if (!held && stopped)
        print_stopped(process, letter, indent);
    if (!held || (!stopped && letter != 0))
        return;
    line = debugger_line(pid, rank);
    printf("%srank %d: held for a finding, %d s; to look at it, and to let it "
           "go on:\n%s  %s\n%s  kill -CONT %d\n",
           indent, rank, number_of(process, "held_seconds"), indent, line,
           indent, pid);
    free(line);
}

/* "1 error", "0 warnings" */
static void print_count(const json_t *summary, const char *severity,
                        const char *word)
{
    int count = number_of(summary, severity);

    printf("%d %s%s", count, word, count == 1 ? "" : "s");
}

static void print_state(const json_t *report)
{
    json_t *state = json_object_get(report, "state"), *node;
    json_t *nodes = json_object_get(json_object_get(state, "graph"), "nodes");
    json_t *seconds = json_object_get(state, "seconds");
    json_t *summary = json_object_get(report, "summary"), *process;
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
        json_array_foreach(json_object_get(report, "processes"), i, process)
            print_held(process, "");
    }
    print_count(json_object_get(report, "job"), "ranks", "rank");
    printf("; findings so far: ");
    print_count(summary, "error", "error");
    printf(", ");
    print_count(summary, "potential", "potential error");
    printf(", ");
    print_count(summary, "warning", "warning");
    printf("\n");
}

/* ------------------------------------------------------------ one process */

/* Which process is asked for: what of it has which value. */
struct wanted {
    const char *name; /* "rank", "pid"; NULL: all are */
    int value;
};

static bool has_rank(const json_t *node, int rank)
{
    json_t *ranges = json_object_get(node, "ranks"), *range;
    size_t i;

    json_array_foreach(ranges, i, range)
    {
        if (rank >= json_integer_value(json_array_get(range, 0)) &&
            rank <= json_integer_value(json_array_get(range, 1)))
            return true;
    }
    return false;
}

static void print_pending(const json_t *state, size_t place)
{
    json_t *list = json_object_get(state, "pending"), *item;
    size_t count = 0, i;

    json_array_foreach(list, i, item)
    {
        json_t *call = json_object_get(item, "call");

        if ((size_t)json_field_number(call, "process") != place)
            continue;
        printf("  %s: ", strcmp(json_field_text(item, "kind"), "epoch") == 0
                             ? "open epoch"
                             : "pending request");
        print_plain(json_field_text(call, "text"));
        print_place(call);
        printf(", %d s\n", number_of(item, "seconds"));
        count++;
    }
    if (count == 0)
        printf("  no request is pending, and no epoch is open\n");
    if (count == PENDING_MOST)
        printf("  these are the oldest\n");
}

/* 0; 2 after a line. */
static int print_process(const json_t *report, const struct wanted *wanted)
{
    json_t *list = json_object_get(report, "processes"), *process, *node;
    json_t *state = json_object_get(report, "state");
    json_t *graph = json_object_get(state, "graph");
    size_t place = 0, i;

    while ((process = json_array_get(list, place)) != NULL &&
           (json_is_null(json_object_get(process, wanted->name)) ||
            number_of(process, wanted->name) != wanted->value))
        place++;
    if (process == NULL) {
        terminal_line("the job has no process with %s %d", wanted->name,
                      wanted->value);
        return 2;
    }
    printf("rank %d, pid %d\n", number_of(process, "rank"),
           number_of(process, "pid"));
    json_array_foreach(json_object_get(graph, "nodes"), i, node)
    {
        if (!has_rank(node, number_of(process, "rank")))
            continue;
        printf("  ");
        print_node(node, (int)json_integer_value(json_array_get(
                             json_object_get(state, "seconds"), i)));
    }
    print_held(process, "  ");
    print_pending(state, place);
    return 0;
}

/* --rank=N or --pid=N.  0; -1 after a line. */
static int read_wanted(const char *word, struct wanted *wanted)
{
    const char *value = strchr(word, '=');
    char end;

    wanted->name = strncmp(word, "--rank=", 7) == 0  ? "rank"
                   : strncmp(word, "--pid=", 6) == 0 ? "pid"
                                                     : NULL;
    if (wanted->name == NULL) {
        terminal_line("there is no option %s here: --rank=N, --pid=N and "
                      "--report=FOLDER are (murmel help running)",
                      word);
        return -1;
    }
    if (sscanf(value + 1, "%d%c", &wanted->value, &end) != 1) {
        terminal_line("%s: that must be a number", word);
        return -1;
    }
    return 0;
}

/* The folder is one of the words, or NULL.  0; -1 after a line. */
static int read_words(char **words, const char **folder, struct wanted *wanted)
{
    for (; *words != NULL; words++) {
        const char *named =
            strncmp(*words, "--report=", 9) == 0 ? *words + 9 : NULL;

        if (named == NULL && **words == '-') {
            if (read_wanted(*words, wanted) != 0)
                return -1;
            continue;
        }
        if (*folder != NULL) {
            terminal_line("there is one folder to look at, the report's");
            return -1;
        }
        *folder = named != NULL ? named : *words;
    }
    return 0;
}

/* What the words say of the job whose report is in that folder. */
static int answer(const char *folder, bool dump, const struct wanted *wanted)
{
    char *file = xasprintf("%s/report.json", folder);
    json_t *report = ask(file);
    int status = 0;

    free(file);
    if (report == NULL)
        return 2;
    if (dump)
        printf("%s/report.html\n", folder);
    else if (wanted->name != NULL)
        status = print_process(report, wanted);
    else
        print_state(report);
    json_decref(report);
    return status;
}

int status_command(int argc, char **argv)
{
    struct wanted wanted = {NULL, 0};
    const char *folder = NULL;
    struct options options;
    char *trouble = NULL;
    int status = 2;

    if (argc > 1 && read_words(argv + 1, &folder, &wanted) != 0)
        return 2;
    /* Where the job's report goes by the file and the variable, it is. */
    options_init(&options);
    if (folder == NULL && (options_from_file(&options, &trouble) != 0 ||
                           options_from_environment(&options, &trouble) != 0))
        terminal_line("%s", trouble);
    else
        status = answer(folder != NULL ? folder : options.report,
                        strcmp(argv[0], "dump") == 0, &wanted);
    free(trouble);
    options_free(&options);
    return status;
}
