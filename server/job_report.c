#include "job_report.h"

#include "calls.h"
#include "help.h"
#include "inventory.h"
#include "memory.h"
#include "model_pending.h"
#include "report.h"
#include "terminal.h"
#include "traffic.h"
#include "wait_graph.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)
/* Findings that come fast do not make the checker write all the time; */
#define BETWEEN SECOND
/* nor does what else there is to tell, which goes from the second report to the
 * third after so long, and each time after twice as long, but not longer than:
 */
#define LONGEST_BETWEEN (60 * SECOND)
/* Of many processes it takes long: not more than this part of the time. */
#define SHARE 100

struct job_report {
    struct job_report_sources of;
    struct report_function functions[CALL_COUNT];
    const struct traffic_pair **pairs;
    struct inventory_row *objects;
    size_t object_count;
    struct process **processes; /* by rank, as of the last report */
    int interrupted;            /* by that signal; 0: it was not */
    char **incomplete;
    size_t incomplete_count;
    size_t total;    /* of the findings in the report on disk */
    int64_t written; /* CLOCK_MONOTONIC, ns; 0: never */
    int64_t between; /* to when it is written without a new finding */
    bool failed;     /* a line about it was said */
    bool judged;     /* nothing is lacking but how processes end */
    struct wait_graph *state;
    uint64_t state_time;
    struct pending *pending; /* likewise */
    size_t pending_count;
};

struct job_report *job_report_new(const struct job_report_sources *sources)
{
    struct job_report *report = xcalloc(1, sizeof *report);

    report->of = *sources;
    report->between = BETWEEN;
    return report;
}

static void drop_state(struct job_report *report)
{
    wait_graph_drop(report->state);
    pending_free(report->pending, report->pending_count);
    report->state = NULL;
    report->pending = NULL;
    report->pending_count = 0;
}

void job_report_free(struct job_report *report)
{
    size_t i;

    for (i = 0; i < report->incomplete_count; i++)
        free(report->incomplete[i]);
    free(report->incomplete);
    drop_state(report);
    free(report->processes);
    free(report->pairs);
    inventory_rows_free(report->objects, report->object_count);
    free(report);
}

void job_report_incomplete(struct job_report *report, char *why)
{
    report->incomplete = xrealloc(report->incomplete,
                                  report->incomplete_count + 1, sizeof(char *));
    report->incomplete[report->incomplete_count++] = why;
}

void job_report_interrupted(struct job_report *report, int signal)
{
    if (report->interrupted == 0)
        report->interrupted = signal;
}

/* The command line: of the job, else of the lowest rank. */
static const char *command_of(const struct job_report *report)
{
    const struct process *lowest = NULL;
    struct process *const *processes;
    size_t count, i;

    if (report->of.origin->command != NULL)
        return report->of.origin->command;
    processes = roster_processes(report->of.roster, &count);
    for (i = 0; i < count; i++)
        if (lowest == NULL ||
            (unsigned)processes[i]->rank < (unsigned)lowest->rank)
            lowest = processes[i];
    return lowest != NULL ? lowest->command : "";
}

/* Which process came first is chance. */
static void sort_processes(struct job_report *report, size_t *count)
{
    struct process *const *processes =
        roster_processes(report->of.roster, count);
    size_t i;

    report->processes =
        xrealloc(report->processes, *count + 1, sizeof report->processes[0]);
    for (i = 0; i < *count; i++)
        report->processes[i] = processes[i];
    if (*count > 1)
        qsort(report->processes, *count, sizeof report->processes[0],
              process_compare);
    for (i = 0; i < *count; i++)
        report->processes[i]->place = (uint32_t)i;
}

static int compare_functions(const void *left, const void *right)
{
    const struct report_function *a = left, *b = right;

    return strcmp(a->name, b->name);
}

/* Returns how many were called. */
static size_t list_functions(struct job_report *report)
{
    const uint64_t *calls = intake_calls(report->of.intake);
    size_t count = 0;

    for (size_t i = 0; i < CALL_COUNT; i++)
        if (calls[i] > 0)
            report->functions[count++] =
                (struct report_function){call_table[i].name, calls[i]};
    qsort(report->functions, count, sizeof report->functions[0],
          compare_functions);
    return count;
}

static struct report_job job_of(struct job_report *report)
{
    struct report_job job = {.version = PACKAGE_VERSION,
                             .key = report->of.origin->key,
                             .command = command_of(report),
                             .directory = report->of.origin->directory,
                             .start = report->of.origin->began,
                             .fail_on = report->of.options->fail_on,
                             .gen_suppressions =
                                 report->of.options->gen_suppressions,
                             .no_source = report->of.options->no_source};

    job.functions = report->functions;
    job.function_count = list_functions(report);
    inventory_rows_free(report->objects, report->object_count);
    report->object_count = inventory_rows(&report->objects);
    job.objects = report->objects;
    job.object_count = report->object_count;
    free(report->pairs);
    job.pair_count =
        traffic_sorted(model_traffic(report->of.model), &report->pairs);
    job.pairs = report->pairs;
    job.state = report->state;
    job.state_time = report->state_time;
    job.pending = report->pending;
    job.pending_count = report->pending_count;
    sort_processes(report, &job.process_count);
    job.world_size = roster_world_size(report->of.roster);
    job.processes = (const struct process *const *)report->processes;
    job.incomplete = (const char *const *)report->incomplete;
    job.incomplete_count = report->incomplete_count;
    job.interrupted = report->interrupted;
    job.windows = model_had_windows(report->of.model);
    job.accesses_dropped = model_dropped_accesses(report->of.model);
    job.not_observed =
        roster_troubles(report->of.roster, &job.not_observed_count);
    return job;
}

/* Writes the files; a line the first time that this is not possible. */
static int write_files(struct job_report *report, const struct report_job *job,
                       bool complete)
{
    if (report_write(job, report->of.findings, report->of.model,
                     report->of.options->report, complete) == 0)
        return 0;
    if (!report->failed)
        terminal_line("%s: the report cannot be written: %s",
                      report->of.options->report, strerror(errno));
    report->failed = true;
    return -1;
}

void job_report_state(struct job_report *report, struct model *model,
                      uint64_t time)
{
    drop_state(report);
    report->state = model_state(model);
    report->pending_count = model_pending(model, &report->pending);
    report->state_time = time;
    findings_graph_words(report->of.findings, report->state);
}

static int64_t monotonic(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * SECOND + time.tv_nsec;
}

/* Writes it while there are processes. */
static void write_now(struct job_report *report)
{
    struct report_job job = job_of(report);
    int64_t began = monotonic(), took;

    job.checker = getpid();
    (void)write_files(report, &job, report->judged);
    report->written = monotonic();
    took = report->written - began;
    if (report->between < took * SHARE)
        report->between = took * SHARE;
    report->total = findings_total(report->of.findings);
}

void job_report_dump(struct job_report *report)
{
    write_now(report);
    drop_state(report);
}

void job_report_judged(struct job_report *report)
{
    report->judged = true;
    write_now(report);
}

/* Whether the report on disk is too old.  The first finding is not kept from
 * it: whoever ends the job for it may end the checker, too. */
static bool is_due(struct job_report *report)
{
    size_t total = findings_total(report->of.findings);
    int64_t age = monotonic() - report->written;

    if (report->written == 0 || (report->total == 0 && total > 0))
        return true;
    if (total != report->total)
        return age >= BETWEEN;
    if (age < report->between)
        return false;
    report->between *= 2;
    if (report->between > LONGEST_BETWEEN)
        report->between = LONGEST_BETWEEN;
    return true;
}

void job_report_refresh(struct job_report *report)
{
    size_t joined;

    /* A checker that a rank started knows nothing before that has joined. */
    (void)roster_processes(report->of.roster, &joined);
    if (report->of.origin->command == NULL && joined == 0)
        return;
    if (is_due(report))
        write_now(report);
}

/* Worlds of one launcher and one size are counted together: what one lacks may
 * be taken for the other's. */
void job_report_unseen(struct job_report *report)
{
    size_t count, i, k;
    struct process *const *processes =
        roster_processes(report->of.roster, &count);

    for (i = 0; i < count; i++) {
        const struct process *first = processes[i];
        bool finalized = false;
        int seen = 0;

        for (k = 0; k < count; k++) {
            if (processes[k]->size != first->size ||
                strcmp(processes[k]->launch, first->launch) != 0)
                continue;
            if (k < i)
                break; /* these were looked at */
            seen++;
            finalized |= process_finished(processes[k]);
        }
        if (finalized && seen < first->size)
            job_report_incomplete(
                report,
                xasprintf("%d of %d processes were not observed: they ran on "
                          "another node, or without Murmel",
                          first->size - seen, first->size));
    }
}

/* What a process's own records could not tell goes to the reasons why the
 * report is not complete. */
static void add_damages(struct job_report *report)
{
    struct process *const *processes;
    size_t count, i;

    processes = roster_processes(report->of.roster, &count);
    for (i = 0; i < count; i++) {
        const struct process *process = processes[i];

        if (process->damage == NULL)
            continue;
        if (process->rank >= 0)
            job_report_incomplete(
                report,
                xasprintf("rank %d: %s", process->rank, process->damage));
        else
            job_report_incomplete(
                report,
                xasprintf("process %d: %s", process->pid, process->damage));
    }
}

static void write_summary(struct job_report *report,
                          const struct report_job *job, bool written)
{
    struct report whole = {.job = job,
                           .findings = report->of.findings,
                           .model = report->of.model,
                           .complete = true,
                           .columns = terminal_width()};
    char *file = xasprintf("%s/report.html", report->of.options->report);
    char *path = written ? realpath(file, NULL) : NULL;
    char *text = report_text_summary(&whole, path);

    terminal_write(text, strlen(text));
    free(text);
    free(path);
    free(file);
}

/* The job as the last report has it. */
static struct report_job job_at_end(struct job_report *report,
                                    const struct job_end *end)
{
    struct report_job job;

    add_damages(report);
    job = job_of(report);
    job.end = end->time;
    job.launcher_ended = end->launcher_ended;
    job.launcher_status = end->launcher_status;
    return job;
}

static bool is_whole(const struct report_job *job)
{
    return job->incomplete_count == 0 && job->not_observed_count == 0;
}

int job_report_finish(struct job_report *report, const struct job_end *end)
{
    struct report_job job = job_at_end(report, end);
    int result = write_files(report, &job, true);

    if (!report->of.options->quiet &&
        report->of.options->format == FORMAT_JSON) {
        char *line = report_json_summary(report->of.findings);

        terminal_write(line, strlen(line));
        free(line);
    } else if (!report->of.options->quiet && job.process_count > 0) {
        write_summary(report, &job, result == 0);
    }
    return is_whole(&job) ? result : -1;
}

int job_report_print(struct job_report *report, const struct job_end *end,
                     report_writer *write)
{
    struct report_job job = job_at_end(report, end);

    write(&(struct report){.job = &job,
                           .findings = report->of.findings,
                           .model = report->of.model,
                           .complete = true,
                           .colour = terminal_colours(STDOUT_FILENO),
                           .columns = terminal_columns(STDOUT_FILENO)},
          stdout);
    return is_whole(&job) && help_flush() == 0 ? 0 : -1;
}
