/*
 * merge.c - murmel merge OUT FILE...: one report.json of several.
 *
 * Each file is read, its processes are numbered behind those of the files
 * before it, and its lists are added to theirs.  Findings are the same by their
 * fingerprints; where a report has one several times (as --baseline counts
 * them) the first is the others' first, the second their second.
 */
#include "merge.h"

#include "baseline.h"
#include "json_field.h"
#include "memory.h"
#include "merge_rows.h"
#include "report.h"
#include "rule.h"
#include "terminal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const finding_keys[] = {"fingerprint", "occurrence", NULL};
static const char *const finding_sums[] = {"count", NULL};
static const char *const rule_keys[] = {"id", NULL};
static const char *const rule_sums[] = {"not_shown", NULL};
static const char *const function_keys[] = {"name", NULL};
static const char *const function_sums[] = {"calls", NULL};
static const char *const object_keys[] = {"function", "place", NULL};
static const char *const object_sums[] = {"made", "left", NULL};
static const char *const pair_keys[] = {"from", "to", NULL};
static const char *const pair_sums[] = {"messages", "message_bytes",
                                        "rma_calls", "rma_bytes", NULL};
static const char *const suppressed_keys[] = {"reason", "rule", "file", NULL};
static const char *const suppressed_sums[] = {"findings", "count", NULL};
static const char *const seen_sums[] = {
    "windows_by_pages", "buffers_whole",     "buffers_in_part", "buffers_not",
    "element_calls",    "element_calls_not", "calls_followed",  "windows_moved",
    NULL};

struct merge {
    json_t *job, *local_access; /* of the first, then of all; NULL: none yet */
    json_t *runs, *processes;
    json_t *incomplete, *not_observed; /* sentences */
    struct merge_rows findings, rules, functions, objects, pairs, suppressed;
    json_int_t pairs_left_out;
    bool complete;
};

static bool is_true(const json_t *of, const char *name)
{
    return json_is_true(json_object_get(of, name));
}

/* Numbers of that name, anywhere in it, become so much higher. */
static void move(json_t *value, const char *name, json_int_t by)
{
    const char *key;
    json_t *member;
    size_t i;

    json_array_foreach(value, i, member) move(member, name, by);
    json_object_foreach(value, key, member)
    {
        if (json_is_integer(member) && strcmp(key, name) == 0)
            json_integer_set(member, json_integer_value(member) + by);
        else
            move(member, name, by);
    }
}

/* [first, first + 1, ...] */
static json_t *numbers(size_t first, size_t count)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_integer((json_int_t)(first + i)));
    return list;
}

/* ---------------------------------------------------------------- findings */

/* The runs that it is in, of a report that itself was merged or is one. */
static void set_runs(json_t *finding, size_t first)
{
    json_t *runs = json_object_get(finding, "runs"), *number;
    size_t i;

    if (runs == NULL)
        json_object_set_new(finding, "runs", numbers(first, 1));
    json_array_foreach(runs, i, number) json_integer_set(
        number, json_integer_value(number) + (json_int_t)first);
}

static void add_finding(struct merge *merge, json_t *finding)
{
    json_t *same = merge_row(&merge->findings, finding);

    if (same == finding)
        return;
    merge_ranks(same, finding, "ranks");
    if (!is_true(finding, "known"))
        json_object_set_new(same, "known", json_false());
    json_array_extend(json_object_get(same, "runs"),
                      json_object_get(finding, "runs"));
}

static void add_findings(struct merge *merge, json_t *list, size_t first_run)
{
    json_t *finding, *met = json_object();
    size_t i;

    json_array_foreach(list, i, finding)
    {
        const char *print = json_field_text(finding, "fingerprint");

        if (!json_is_object(finding))
            continue;
        json_object_set_new(
            met, print,
            json_integer(json_integer_value(json_object_get(met, print)) + 1));
        json_object_set(finding, "occurrence", json_object_get(met, print));
        set_runs(finding, first_run);
        add_finding(merge, finding);
    }
    json_decref(met);
}

static int weight(const char *severity)
{
    int i = SEVERITY_ERROR;

    while (i > SEVERITY_NOTE &&
           strcmp(severity, severity_name((enum severity)i)) != 0)
        i--;
    return i;
}

static int compare_rules(const json_t *left, const json_t *right)
{
    int order = weight(json_field_text(right, "severity")) -
                weight(json_field_text(left, "severity"));

    return order != 0 ? order
                      : strcmp(json_field_text(left, "id"),
                               json_field_text(right, "id"));
}

static int compare_findings(const json_t *left, const json_t *right)
{
    int order = weight(json_field_text(right, "severity")) -
                weight(json_field_text(left, "severity"));

    return order != 0 ? order
                      : strcmp(json_field_text(left, "rule"),
                               json_field_text(right, "rule"));
}

static int compare_functions(const json_t *left, const json_t *right)
{
    return strcmp(json_field_text(left, "name"),
                  json_field_text(right, "name"));
}

/* Numbers them anew, and counts them by rule; returns the summary. */
static json_t *number_findings(struct merge *merge)
{
    json_t *summary = json_object(), *finding, *rule, *one = json_object();
    json_t *by_rule = json_object();
    json_int_t not_shown = 0;
    size_t i;

    for (int k = SEVERITY_ERROR; k >= SEVERITY_NOTE; k--)
        json_object_set_new(summary, severity_name((enum severity)k),
                            json_integer(0));
    json_array_foreach(merge->findings.list, i, finding)
    {
        const char *severity = severity_name(
            (enum severity)weight(json_field_text(finding, "severity")));
        const char *id = json_field_text(finding, "rule");

        json_object_del(finding, "occurrence");
        json_object_set_new(finding, "number", json_integer((json_int_t)i + 1));
        json_object_set_new(one, severity, json_integer(1));
        merge_sum(summary, one, severity);
        json_object_set_new(one, id, json_integer(1));
        merge_sum(by_rule, one, id);
    }
    json_array_foreach(merge->rules.list, i, rule)
    {
        json_int_t found = json_integer_value(
            json_object_get(by_rule, json_field_text(rule, "id")));

        json_object_set_new(rule, "findings", json_integer(found));
        not_shown += json_integer_value(json_object_get(rule, "not_shown"));
    }
    json_object_set_new(summary, "not_shown", json_integer(not_shown));
    json_decref(by_rule);
    json_decref(one);
    return summary;
}

/* --------------------------------------------------------------------- job */

/* What stands there in all of them; else null. */
static void keep_common(json_t *into, const json_t *from, const char *name)
{
    if (!json_equal(json_object_get(into, name), json_object_get(from, name)))
        json_object_set_new(into, name, json_null());
}

static void add_job(struct merge *merge, json_t *job)
{
    static const char *const common[] = {
        "command",         "directory", "mpi", "launcher_exit_status",
        "launcher_signal", NULL};
    static const char *const none[] = {"key", "checker", "duration_seconds",
                                       "world_size", NULL};
    json_t *into = merge->job;

    if (into == NULL) {
        merge->job = into = json_incref(job);
    } else {
        for (const char *const *name = common; *name != NULL; name++)
            keep_common(into, job, *name);
        /* Of times as text the earlier is the lower. */
        if (strcmp(json_field_text(job, "start"),
                   json_field_text(into, "start")) < 0)
            json_object_set(into, "start", json_object_get(job, "start"));
        if (strcmp(json_field_text(job, "end"), json_field_text(into, "end")) >
            0)
            json_object_set(into, "end", json_object_get(job, "end"));
        merge_sum(into, job, "ranks");
        if (json_is_null(json_object_get(into, "interrupted_by")))
            json_object_set(into, "interrupted_by",
                            json_object_get(job, "interrupted_by"));
    }
    for (const char *const *name = none; *name != NULL; name++)
        json_object_set_new(into, *name, json_null());
}

static void add_local_access(struct merge *merge, json_t *from)
{
    json_t *into = merge->local_access, *unseen, *text;
    size_t i, k;

    if (into == NULL) {
        merge->local_access = json_incref(from);
        return;
    }
    json_object_set_new(into, "loads_observed",
                        json_boolean(is_true(into, "loads_observed") &&
                                     is_true(from, "loads_observed")));
    json_object_set_new(
        into, "windows",
        json_boolean(is_true(into, "windows") || is_true(from, "windows")));
    json_object_set_new(into, "accesses_dropped",
                        json_boolean(is_true(into, "accesses_dropped") ||
                                     is_true(from, "accesses_dropped")));
    for (const char *const *name = seen_sums; *name != NULL; name++)
        merge_sum(into, from, *name);
    unseen = json_object_get(into, "unseen");
    json_array_foreach(json_object_get(from, "unseen"), i, text)
    {
        k = 0;
        while (k < json_array_size(unseen) &&
               !json_equal(json_array_get(unseen, k), text))
            k++;
        if (k == json_array_size(unseen))
            json_array_append(unseen, text);
    }
}

/* Sentences, each with whose it is. */
static void add_sentences(json_t *into, const char *path, const json_t *from)
{
    json_t *text;
    size_t i;

    json_array_foreach(from, i, text) if (json_is_string(text))
        json_array_append_new(
            into, json_sprintf("%s: %s", path, json_string_value(text)));
}

/* Returns how many runs it is of. */
static size_t add_runs(struct merge *merge, const char *path, json_t *report)
{
    const json_t *job = json_object_get(report, "job");
    json_t *runs = json_object_get(report, "runs");

    if (json_array_size(runs) > 0) {
        json_array_extend(merge->runs, runs);
        return json_array_size(runs);
    }
    json_array_append_new(merge->runs,
                          json_pack("{s:s, s:O?, s:O?, s:O?}", "report", path,
                                    "command", json_object_get(job, "command"),
                                    "start", json_object_get(job, "start"),
                                    "ranks", json_object_get(job, "ranks")));
    return 1;
}

static void add_objects(struct merge *merge, const json_t *list)
{
    json_t *row, *same;
    size_t i;

    json_array_foreach(list, i, row)
    {
        json_t *low = json_object_get(row, "smallest");
        json_t *high = json_object_get(row, "largest");

        if (!json_is_object(row))
            continue;
        same = merge_row(&merge->objects, row);
        if (json_integer_value(low) <
            json_integer_value(json_object_get(same, "smallest")))
            json_object_set(same, "smallest", low);
        if (json_integer_value(high) >
            json_integer_value(json_object_get(same, "largest")))
            json_object_set(same, "largest", high);
    }
}

static void add_rules(struct merge *merge, const json_t *list)
{
    json_t *row, *same;
    size_t i;

    json_array_foreach(list, i, row)
    {
        if (!json_is_object(row))
            continue;
        same = merge_row(&merge->rules, row);
        if (same != row)
            merge_ranks(same, row, "not_shown_ranks");
    }
}

/* A report, which is changed. */
static void add(struct merge *merge, const char *path, json_t *report)
{
    size_t first = json_array_size(merge->runs);
    const json_t *traffic = json_object_get(report, "traffic");
    json_t *processes = json_object_get(report, "processes"), *process;
    size_t count = add_runs(merge, path, report), i;

    move(report, "process", (json_int_t)json_array_size(merge->processes));
    json_array_foreach(processes, i, process)
    {
        json_t *run = json_object_get(process, "run");
        json_int_t number = (json_int_t)first;

        if (count > 1)
            number += json_integer_value(run);
        json_object_set_new(process, "run", json_integer(number));
        json_array_append(merge->processes, process);
    }
    add_findings(merge, json_object_get(report, "findings"), first);
    add_rules(merge, json_object_get(report, "rules"));
    merge_rows(&merge->functions, json_object_get(report, "functions"));
    add_objects(merge, json_object_get(report, "objects"));
    merge_rows(&merge->pairs, json_object_get(traffic, "pairs"));
    merge->pairs_left_out +=
        json_integer_value(json_object_get(traffic, "pairs_left_out"));
    merge_rows(&merge->suppressed, json_object_get(report, "suppressed"));
    add_job(merge, json_object_get(report, "job"));
    add_local_access(merge, json_object_get(report, "local_access"));
    add_sentences(merge->incomplete, path,
                  json_object_get(report, "incomplete_because"));
    add_sentences(merge->not_observed, path,
                  json_object_get(report, "not_observed"));
    merge->complete = merge->complete && is_true(report, "complete");
}

/* ------------------------------------------------------------------- whole */

static void begin(struct merge *merge)
{
    *merge = (struct merge){
        .runs = json_array(),
        .processes = json_array(),
        .incomplete = json_array(),
        .not_observed = json_array(),
        .findings = merge_rows_new(finding_keys, finding_sums),
        .rules = merge_rows_new(rule_keys, rule_sums),
        .functions = merge_rows_new(function_keys, function_sums),
        .objects = merge_rows_new(object_keys, object_sums),
        .pairs = merge_rows_new(pair_keys, pair_sums),
        .suppressed = merge_rows_new(suppressed_keys, suppressed_sums),
        .complete = true};
}

/* All of it as a report.json; the merge is over. */
static json_t *end(struct merge *merge)
{
    json_t *whole = json_object(), *summary;

    merge_sort(merge->findings.list, compare_findings);
    merge_sort(merge->rules.list, compare_rules);
    merge_sort(merge->functions.list, compare_functions);
    summary = number_findings(merge);
    json_object_set_new(whole, "schema_version",
                        json_integer(REPORT_SCHEMA_VERSION));
    json_object_set_new(whole, "murmel", json_string(PACKAGE_VERSION));
    json_object_set_new(whole, "complete", json_boolean(merge->complete));
    json_object_set_new(whole, "incomplete_because", merge->incomplete);
    json_object_set_new(whole, "runs", merge->runs);
    json_object_set_new(whole, "job", merge->job);
    json_object_set_new(whole, "state", json_null());
    json_object_set_new(whole, "summary", summary);
    json_object_set_new(whole, "suppressed",
                        merge_rows_end(&merge->suppressed));
    json_object_set_new(whole, "not_observed", merge->not_observed);
    json_object_set_new(whole, "local_access", merge->local_access);
    json_object_set_new(whole, "findings", merge_rows_end(&merge->findings));
    json_object_set_new(whole, "rules", merge_rows_end(&merge->rules));
    json_object_set_new(whole, "functions", merge_rows_end(&merge->functions));
    json_object_set_new(whole, "objects", merge_rows_end(&merge->objects));
    json_object_set_new(whole, "traffic",
                        json_pack("{s:o, s:I}", "pairs",
                                  merge_rows_end(&merge->pairs),
                                  "pairs_left_out", merge->pairs_left_out));
    json_object_set_new(whole, "processes", merge->processes);
    return whole;
}

/* Whoever forgets OUT names a report of a run there; malloc'd, or NULL. */
static char *refusal(const char *out)
{
    json_t *there;
    char *trouble;
    bool merged;

    if (access(out, F_OK) != 0)
        return NULL;
    there = baseline_report(out, &trouble);
    if (there == NULL)
        free(trouble);
    merged = json_is_array(json_object_get(there, "runs"));
    json_decref(there);
    return merged ? NULL
                  : xasprintf("%s is there, and no report of murmel merge: it "
                              "is left as it is; murmel merge OUT REPORT...",
                              out);
}

static json_t *merge_all(char **paths, char **trouble)
{
    struct merge merge;
    json_t *whole;

    begin(&merge);
    *trouble = NULL;
    for (; *paths != NULL && *trouble == NULL; paths++) {
        json_t *report = baseline_report(*paths, trouble);

        if (report != NULL)
            add(&merge, *paths, report);
        json_decref(report);
    }
    whole = end(&merge);
    if (*trouble == NULL)
        return whole;
    json_decref(whole);
    return NULL;
}

/* As a new file that takes the place of the old one; malloc'd, or NULL. */
static char *write_out(const json_t *whole, const char *out)
{
    char *new = xasprintf("%s.new", out), *trouble = NULL;

    errno = 0;
    if (json_dump_file(whole, new, JSON_COMPACT) != 0 ||
        rename(new, out) != 0) {
        trouble = xasprintf("%s cannot be written: %s", out,
                            strerror(errno != 0 ? errno : EIO));
        unlink(new);
    }
    free(new);
    return trouble;
}

int merge_command(int argc, char **argv)
{
    char **words = argv + 1;
    char *trouble = NULL;
    json_t *whole = NULL;
    int status;

    (void)argc;
    if (words[0] != NULL && words[0][0] == '-')
        trouble = xasprintf("%s: murmel merge has no options", words[0]);
    else if (words[0] == NULL || words[1] == NULL)
        trouble = xstrdup("murmel merge takes the file to be written, and "
                          "reports (report.json, or their folders)");
    else
        trouble = refusal(words[0]);
    if (trouble == NULL)
        whole = merge_all(words + 1, &trouble);
    if (trouble == NULL)
        trouble = write_out(whole, words[0]);
    json_decref(whole);
    status = trouble != NULL ? 2 : 0;
    if (trouble != NULL)
        terminal_line("%s", trouble);
    free(trouble);
    return status;
}
