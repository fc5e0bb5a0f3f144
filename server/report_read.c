#include "report_read.h"

#include "baseline.h"
#include "call_view.h"
#include "json_field.h"
#include "memory.h"
#include "report_read_list.h"
#include "report_read_picture.h"
#include "report_read_process.h"
#include "report_string.h"
#include "suppression.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

struct report_read {
    struct report report;
    struct report_job job;
    struct findings_options keep;
    struct findings *findings;
    struct report_read_processes processes;
    struct report_read_lists lists;
    const char **runs;
    const char **incomplete, **not_observed;
    const char *trouble_at; /* what no Murmel of this version writes */
};

/* "2026-11-21T09:22:06.123Z"; 0 where it is none. */
static struct timespec time_of(const json_t *of, const char *name)
{
    const char *string = json_field_string(of, name);
    struct timespec time = {0, 0};
    struct tm parts = {0};

    string = string == NULL ? NULL : strptime(string, "%Y-%m-%dT%T.", &parts);
    if (string == NULL)
        return time;
    time.tv_sec = timegm(&parts);
    time.tv_nsec = strtol(string, NULL, 10) % 1000 * 1000000;
    return time;
}

/* ---------------------------------------------------------------- findings */

/* A call as evidence: its text, too.  NULL: there is no such function. */
static struct call *read_call(struct report_read *read, const json_t *json)
{
    struct call *call = report_read_call(&read->processes, json);

    if (call == NULL && read->trouble_at == NULL)
        read->trouble_at = json_field_string(json, "function");
    return call;
}

static void read_calls(struct report_read *read, struct finding *finding,
                       const json_t *calls)
{
    json_t *json;
    size_t i;

    json_array_foreach(calls, i, json)
    {
        struct call *call = read_call(read, json);
        const char *role = json_field_string(json, "role");
        size_t count = finding->call_count;

        if (call == NULL)
            continue;
        role = role != NULL ? role : "";
        /* No role is called so but by its ranks. */
        if (strncmp(role, "rank", strlen("rank")) == 0 &&
            strpbrk(role, "0123456789") != NULL)
            finding_call_of(finding, role, call);
        else
            finding_call(finding, role, call);
        if (finding->call_count > count)
            finding->calls[count].text = xstrdup(json_field_text(json, "text"));
        call_drop(call);
    }
}

/* The call that made an object, and is one of those of the finding itself where
 * it is there, too.  NULL: not known. */
static struct call *read_maker(struct report_read *read,
                               const struct finding *finding,
                               const json_t *json)
{
    struct call *call = json_is_object(json) ? read_call(read, json) : NULL;

    for (size_t i = 0; call != NULL && i < finding->call_count; i++) {
        struct call *other = finding->calls[i].call;

        if (other->process == call->process && other->number == call->number &&
            other->info == call->info) {
            call_drop(call);
            return call_hold(other);
        }
    }
    return call;
}

static void read_objects(struct report_read *read, struct finding *finding,
                         const json_t *objects)
{
    json_t *json;
    size_t i;

    json_array_foreach(objects, i, json)
    {
        const json_t *made_by = json_object_get(json, "made_by");
        struct call *call = read_maker(read, finding, made_by);
        char *kind = xstrdup(json_field_text(json, "kind")),
             *name = xstrdup(json_field_text(json, "name"));

        finding_object(finding, kind, name, call);
        if (json_is_string(json_object_get(json, "members")))
            finding_members(finding, json_field_text(json, "members"));
        finding->subjects[finding->subject_count - 1].made.text =
            xstrdup(json_field_text(made_by, "text"));
        call_drop(call);
        free(kind);
        free(name);
    }
}

static bool has_call_of(const struct finding *finding, int rank)
{
    for (size_t i = 0; i < finding->call_count; i++) {
        const struct process *process = finding->calls[i].call->process;

        if (process != NULL && process->rank == rank)
            return true;
    }
    return false;
}

/* A process of each of the ranks, which are given as ranges; several have the
 * same one where runs were merged. */
static void read_ranks(struct report_read *read, struct finding *finding,
                       const json_t *ranges)
{
    const struct process *process;
    int before = -1;
    json_t *range;
    size_t i;

    json_array_foreach(ranges, i, range)
    {
        json_int_t last = json_integer_value(json_array_get(range, 1));
        size_t at = report_read_first(
            &read->processes, json_integer_value(json_array_get(range, 0)));

        while ((process = report_read_rank(&read->processes, at++)) != NULL &&
               process->rank <= last) {
            if (process->rank != before && !has_call_of(finding, process->rank))
                finding_process(finding, process);
            before = process->rank;
        }
    }
}

/* "in 2 of 3 reports: a, c"; malloc'd.  NULL: it is of one run. */
static char *runs_text(const json_t *runs, const json_t *of)
{
    struct text text = {0};
    json_t *number;
    size_t i;

    if (!json_is_array(runs) || !json_is_array(of))
        return NULL;
    text_printf(&text, "in %zu of %zu reports:", json_array_size(of),
                json_array_size(runs));
    json_array_foreach(of, i, number)
    {
        const char *path = json_field_string(
            json_array_get(runs, (size_t)json_integer_value(number)), "report");

        text_printf(&text, "%s %s", i > 0 ? "," : "",
                    path != NULL ? path : "?");
    }
    return text.bytes;
}

static const struct rule *read_rule(struct report_read *read, const char *id)
{
    const struct rule *rule = id != NULL ? rule_find(id) : NULL;

    if (rule == NULL && read->trouble_at == NULL)
        read->trouble_at = id != NULL ? id : "a finding without a rule";
    return rule;
}

static void read_finding(struct report_read *read, const json_t *runs,
                         const json_t *json)
{
    const json_t *crash = json_object_get(json, "crash_stack");
    const struct rule *rule = read_rule(read, json_field_string(json, "rule"));
    struct finding *finding;
    const char *standard = json_field_string(json, "standard");

    if (rule == NULL)
        return;
    finding = finding_new(read->findings, rule);
    finding->message = xstrdup(json_field_text(json, "message"));
    if (standard != NULL)
        finding_standard(finding, standard);
    finding->count = (uint64_t)json_field_number(json, "count");
    finding->known = json_is_true(json_object_get(json, "known"));
    finding->runs = runs_text(runs, json_object_get(json, "runs"));
    read_calls(read, finding, json_object_get(json, "calls"));
    finding->calls_left_out = (size_t)json_field_number(json, "calls_left_out");
    read_objects(read, finding, json_object_get(json, "objects"));
    read_ranks(read, finding, json_object_get(json, "ranks"));
    if (json_array_size(crash) > 0)
        finding->crashed = report_read_crashed(&read->processes, crash);
    finding->graph =
        report_read_graph(&read->processes, json_object_get(json, "graph"));
    finding->timeline = report_read_timeline(&read->processes,
                                             json_object_get(json, "timeline"));
    finding->history =
        report_read_history(&read->processes, json_object_get(json, "history"));
    finding_restore(finding);
}

static void read_not_shown(struct report_read *read, const json_t *json)
{
    uint64_t count = (uint64_t)json_field_number(json, "not_shown");
    const struct rule *rule = read_rule(read, json_field_string(json, "id"));
    struct finding *finding;

    if (rule == NULL || count == 0)
        return;
    finding = finding_new(read->findings, rule);
    finding->count = count;
    read_ranks(read, finding, json_object_get(json, "not_shown_ranks"));
    finding_restore_not_shown(finding);
}

static void read_findings(struct report_read *read, const json_t *json)
{
    const json_t *runs = json_object_get(json, "runs");
    bool known = false;
    json_t *item;
    size_t i;

    json_array_foreach(json_object_get(json, "findings"), i, item) known =
        known || json_is_true(json_object_get(item, "known"));
    json_array_foreach(json_object_get(json, "suppressed"), i, item)
        suppressions_restore(
            read->keep.suppressions, json_field_string(item, "rule"),
            json_field_string(item, "reason"), json_field_string(item, "file"),
            (size_t)json_field_number(item, "findings"));
    read->keep.baseline = known ? baseline_of(json) : NULL;
    read->findings = findings_new(&read->keep);
    json_array_foreach(json_object_get(json, "findings"), i, item)
        read_finding(read, runs, item);
    json_array_foreach(json_object_get(json, "rules"), i, item)
        read_not_shown(read, item);
}

/* --------------------------------------------------------------------- job */

/* Strings of an array, the JSON's; the array is malloc'd. */
static const char **read_sentences(const json_t *list, size_t *count)
{
    const char **sentences =
        xcalloc(json_array_size(list) + 1, sizeof *sentences);
    json_t *item;
    size_t i;

    *count = 0;
    json_array_foreach(list, i, item) if (json_is_string(item))
        sentences[(*count)++] = json_string_value(item);
    return sentences;
}

/* Times are cut off to milliseconds, the duration is not: start and end become
 * such as have it and are cut off to the same. */
static void read_duration(struct report_job *job, const json_t *seconds)
{
    const int64_t second = 1000000000, millisecond = 1000000;
    double took = json_real_value(seconds);
    int64_t lasted, more;

    if (took <= 0 || took > 1e9)
        return;
    lasted = (int64_t)(took * 1e9 + 0.5);
    more = (job->end.tv_sec - job->start.tv_sec) * second + job->end.tv_nsec -
           job->start.tv_nsec - lasted;
    if (more <= -millisecond || more >= millisecond)
        return;
    job->start.tv_nsec += more > 0 ? more : 0;
    lasted += job->start.tv_nsec;
    job->end.tv_sec = job->start.tv_sec + lasted / second;
    job->end.tv_nsec = lasted % second;
}

/* The reports that murmel merge made it of. */
static void read_runs(struct report_read *read, const json_t *list)
{
    json_t *item;
    size_t i;

    read->runs = xcalloc(json_array_size(list) + 1, sizeof *read->runs);
    json_array_foreach(list, i, item) read->runs[i] =
        json_field_text(item, "report");
    read->job.runs = read->runs;
    read->job.run_count = json_array_size(list);
}

static void read_launcher(struct report_job *job, const json_t *json)
{
    const json_t *status = json_object_get(json, "launcher_exit_status");
    const json_t *signal = json_object_get(json, "launcher_signal");

    job->launcher_ended = json_is_integer(status) || json_is_integer(signal);
    job->launcher_status = W_EXITCODE((int)json_integer_value(status) & 0xff,
                                      (int)json_integer_value(signal) & 0x7f);
    job->interrupted =
        report_read_signal(json_field_string(json, "interrupted_by"));
}

/* The sum over all processes, at one of them. */
static void read_local_access(struct report_read *read, const json_t *json)
{
    struct process **processes = read->processes.items;

    read->job.windows = json_is_true(json_object_get(json, "windows"));
    read->job.accesses_dropped =
        json_is_true(json_object_get(json, "accesses_dropped"));
    if (read->processes.count == 0)
        return;
    processes[0]->watched = (struct record_watched){
        .whole = (uint64_t)json_field_number(json, "buffers_whole"),
        .part = (uint64_t)json_field_number(json, "buffers_in_part"),
        .none = (uint64_t)json_field_number(json, "buffers_not"),
        .pages = (uint64_t)json_field_number(json, "windows_by_pages"),
        .followed = (uint64_t)json_field_number(json, "calls_followed"),
        .moved = (uint64_t)json_field_number(json, "windows_moved")};
    processes[0]->elements = (struct process_elements){
        .calls = (uint64_t)json_field_number(json, "element_calls"),
        .untold = (uint64_t)json_field_number(json, "element_calls_not")};
    if (json_is_true(json_object_get(json, "loads_observed")))
        for (size_t i = 0; i < read->processes.count; i++)
            processes[i]->watched.native = 1;
}

static void read_job(struct report_read *read, const json_t *json,
                     const struct options *options)
{
    const json_t *job = json_object_get(json, "job");
    const char *version = json_field_string(json, "murmel");

    read->job.version = version != NULL ? version : "";
    read->job.key = "";
    read->job.command = json_field_string(job, "command");
    if (read->job.command == NULL)
        read->job.command = "";
    read->job.directory = json_field_string(job, "directory");
    read->job.world_size = (int)json_field_number(job, "world_size");
    read->job.start = time_of(job, "start");
    read->job.end = time_of(job, "end");
    read_duration(&read->job, json_object_get(job, "duration_seconds"));
    read->job.fail_on = options->fail_on;
    read->job.no_source = options->no_source;
    read_launcher(&read->job, job);
    read->incomplete =
        read_sentences(json_object_get(json, "incomplete_because"),
                       &read->job.incomplete_count);
    read->not_observed = read_sentences(json_object_get(json, "not_observed"),
                                        &read->job.not_observed_count);
    read->job.incomplete = read->incomplete;
    read->job.not_observed = read->not_observed;
    read->job.processes = (const struct process *const *)read->processes.items;
    read->job.process_count = read->processes.count;
    read_local_access(read, json_object_get(json, "local_access"));
    read_runs(read, json_object_get(json, "runs"));
    report_read_lists(&read->lists, &read->job, &read->processes, json);
}

/* Written while the job ran, it says so by its last sentence. */
static bool was_complete(struct report_read *read)
{
    size_t count = read->job.incomplete_count;

    if (count == 0 ||
        strcmp(read->incomplete[count - 1], REPORT_STILL_RUNNING) != 0)
        return true;
    read->job.incomplete_count--;
    return false;
}

struct report_read *report_read_new(const json_t *json,
                                    const struct options *options,
                                    char **trouble)
{
    struct report_read *read = xcalloc(1, sizeof *read);

    read->keep.suppressions = suppressions_new();
    report_read_processes(&read->processes, json_object_get(json, "processes"));
    read_findings(read, json);
    read_job(read, json, options);
    read->report = (struct report){.job = &read->job,
                                   .findings = read->findings,
                                   .complete = was_complete(read)};
    if (read->trouble_at == NULL)
        return read;
    *trouble = xasprintf("%s, which the report names, is not known to murmel "
                         "%s; the report is of another version",
                         read->trouble_at, PACKAGE_VERSION);
    report_read_free(read);
    return NULL;
}

void report_read_free(struct report_read *read)
{
    findings_free(read->findings);
    report_read_lists_free(&read->lists);
    suppressions_free(read->keep.suppressions);
    baseline_free(read->keep.baseline);
    report_read_processes_free(&read->processes);
    free(read->runs);
    free(read->incomplete);
    free(read->not_observed);
    free(read);
}

const struct report *report_read_of(const struct report_read *read)
{
    return &read->report;
}

int report_read_status(const struct report_read *read)
{
    if (!read->report.complete || read->job.incomplete_count > 0 ||
        read->job.not_observed_count > 0)
        return 2;
    return findings_count_from(read->findings, read->job.fail_on) > 0;
}
