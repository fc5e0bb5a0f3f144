/*
 * report_json.c - report.json, described by doc/report.schema.json.
 *
 * Written a member and an item at a time (one process, finding or rule a
 * line), so that a report of any size needs the memory of one finding.
 */
#include "report_json.h"
#include "report_string.h"
#include "report_value.h"

#include "fingerprint.h"
#include "inventory.h"
#include "stack.h"
#include "stack_source.h"
#include "suppression.h"
#include "traffic.h"

#include <stdlib.h>
#include <sys/wait.h>

#include <jansson.h>

#define MOST_PAIRS 1000 /* of processes, by what they sent each other */

json_t *report_json_rank(int rank)
{
    return rank >= 0 ? json_integer(rank) : json_null();
}

json_t *report_json_place(const struct process *process)
{
    return process != NULL ? json_integer(process->place) : json_null();
}

json_t *report_json_address(uint64_t address)
{
    return json_sprintf("0x%llx", (unsigned long long)address);
}

json_t *report_json_stack(const struct stack *stack)
{
    json_t *frames = json_array();
    const struct source_stack *source;

    if (stack == NULL)
        return frames;
    source = stack_source(stack);
    for (size_t i = 0; i < source->frame_count; i++) {
        const struct source_frame *frame = &source->frames[i];
        json_t *value = json_object();

        json_object_set_new(value, "function",
                            report_text_value(frame->function));
        json_object_set_new(value, "file", report_text_value(frame->file));
        json_object_set_new(value, "line",
                            frame->line > 0 ? json_integer(frame->line)
                                            : json_null());
        json_object_set_new(value, "module", report_text_value(frame->module));
        json_object_set_new(value, "address",
                            report_json_address(frame->address));
        json_object_set_new(value, "inlined", json_boolean(frame->inlined));
        json_array_append_new(frames, value);
    }
    return frames;
}

json_t *report_json_call(const struct call *call, const char *text)
{
    json_t *value = json_object();
    const struct process *process = call->process;

    json_object_set_new(value, "rank",
                        report_json_rank(process != NULL ? process->rank : -1));
    json_object_set_new(value, "process", report_json_place(process));
    json_object_set_new(value, "thread", json_integer(call->thread));
    json_object_set_new(value, "number",
                        json_integer((json_int_t)call->number));
    json_object_set_new(value, "function", report_text_value(call->info->name));
    json_object_set_new(value, "text", report_text_value(text));
    json_object_set_new(value, "returned", json_boolean(call->returned));
    json_object_set_new(value, "stack", report_json_stack(call->stack));
    return value;
}

static json_t *ranks_value(const struct report *report,
                           const struct process_set *set)
{
    json_t *value = json_array();
    struct rank_range *ranges;
    size_t count = findings_rank_ranges(report->findings, set, &ranges);

    for (size_t i = 0; i < count; i++)
        json_array_append_new(
            value, json_pack("[i,i]", ranges[i].first, ranges[i].last));
    free(ranges);
    return value;
}

static json_t *finding_graph_value(const struct finding *finding)
{
    json_t *value;
    char *name;

    if (finding->graph == NULL)
        return json_null();
    name = report_dot_name(finding->graph_number);
    value = report_json_graph(finding->graph, name);
    free(name);
    return value;
}

static json_t *finding_value(const struct report *report,
                             const struct finding *finding)
{
    json_t *value = json_object(), *calls = json_array();
    json_t *objects = json_array();
    char *print = fingerprint(finding);

    json_object_set_new(value, "number",
                        json_integer((json_int_t)finding->number));
    json_object_set_new(value, "rule", report_text_value(finding->rule->id));
    json_object_set_new(
        value, "severity",
        report_text_value(severity_name(finding->rule->severity)));
    json_object_set_new(value, "message", report_text_value(finding->message));
    json_object_set_new(value, "standard",
                        report_text_value(finding->standard));
    json_object_set_new(value, "count",
                        json_integer((json_int_t)finding->count));
    json_object_set_new(value, "known", json_boolean(finding->known));
    json_object_set_new(value, "fingerprint", report_text_value(print));
    free(print);
    json_object_set_new(value, "ranks",
                        ranks_value(report, &finding->processes));
    json_object_set_new(value, "crash_stack",
                        report_json_stack(finding->crashed != NULL
                                              ? finding->crashed->crash_stack
                                              : NULL));
    for (size_t i = 0; i < finding->call_count; i++) {
        const struct finding_evidence *evidence = &finding->calls[i];
        json_t *call = json_object();

        json_object_set_new(call, "role", report_text_value(evidence->role));
        json_object_update_new(
            call, report_json_call(evidence->call, evidence->text));
        json_array_append_new(calls, call);
    }
    json_object_set_new(value, "calls", calls);
    json_object_set_new(value, "calls_left_out",
                        json_integer((json_int_t)finding->calls_left_out));
    for (size_t i = 0; i < finding->subject_count; i++) {
        const struct finding_subject *subject = &finding->subjects[i];
        json_t *object = json_object();

        json_object_set_new(object, "kind", report_text_value(subject->kind));
        json_object_set_new(object, "name", report_text_value(subject->name));
        json_object_set_new(object, "members",
                            subject->members == NULL
                                ? json_null()
                                : report_text_value(subject->members));
        json_object_set_new(
            object, "made_by",
            subject->made.call != NULL
                ? report_json_call(subject->made.call, subject->made.text)
                : json_null());
        json_array_append_new(objects, object);
    }
    json_object_set_new(value, "objects", objects);
    json_object_set_new(value, "graph", finding_graph_value(finding));
    json_object_set_new(value, "timeline",
                        report_json_timeline(finding->timeline));
    json_object_set_new(value, "history",
                        report_json_history(finding->history));
    return value;
}

static json_t *rule_value(const struct report *report,
                          const struct finding_rule *row)
{
    const struct rule *rule = row->rule;
    json_t *value = json_object();

    json_object_set_new(value, "id", report_text_value(rule->id));
    json_object_set_new(value, "severity",
                        report_text_value(severity_name(rule->severity)));
    json_object_set_new(value, "title", report_text_value(rule->title));
    json_object_set_new(value, "standard", report_text_value(rule->standard));
    json_object_set_new(value, "why", report_text_value(rule->why));
    json_object_set_new(value, "fix", report_text_value(rule->fix));
    json_object_set_new(value, "findings",
                        json_integer((json_int_t)row->different));
    json_object_set_new(value, "not_shown",
                        json_integer((json_int_t)row->not_shown));
    json_object_set_new(value, "not_shown_ranks",
                        ranks_value(report, &row->not_shown_processes));
    return value;
}

static json_t *job_value(const struct report_job *job)
{
    json_t *value = json_object(), *mpi = json_null();
    size_t ranks = report_rank_count(job);
    char name[32];

    if (job->process_count > 0) {
        mpi = json_object();
        json_object_set_new(mpi, "flavour",
                            report_text_value(job->processes[0]->flavour));
        json_object_set_new(mpi, "library",
                            report_text_value(job->processes[0]->library));
    }
    json_object_set_new(value, "key", report_text_value(job->key));
    json_object_set_new(value, "command", report_text_value(job->command));
    json_object_set_new(value, "directory", report_text_value(job->directory));
    json_object_set_new(value, "start", report_time_value(&job->start));
    json_object_set_new(value, "end", report_time_value(&job->end));
    json_object_set_new(value, "duration_seconds",
                        job->end.tv_sec != 0 ? json_real(report_duration(job))
                                             : json_null());
    json_object_set_new(value, "mpi", mpi);
    json_object_set_new(value, "ranks", json_integer((json_int_t)ranks));
    json_object_set_new(value, "world_size",
                        job->world_size > 0 ? json_integer(job->world_size)
                                            : json_null());
    json_object_set_new(value, "checker",
                        job->checker > 0 ? json_integer(job->checker)
                                         : json_null());
    json_object_set_new(value, "launcher_exit_status",
                        job->launcher_ended && WIFEXITED(job->launcher_status)
                            ? json_integer(WEXITSTATUS(job->launcher_status))
                            : json_null());
    json_object_set_new(value, "launcher_signal",
                        job->launcher_ended && WIFSIGNALED(job->launcher_status)
                            ? json_integer(WTERMSIG(job->launcher_status))
                            : json_null());
    report_signal_name(name, sizeof name, job->interrupted);
    json_object_set_new(value, "interrupted_by",
                        job->interrupted != 0 ? json_string(name)
                                              : json_null());
    return value;
}

static json_t *summary_value(const struct findings *findings)
{
    json_t *value = json_object();
    uint64_t not_shown = 0;

    for (int i = SEVERITY_ERROR; i >= SEVERITY_NOTE; i--) {
        enum severity severity = (enum severity)i;

        json_object_set_new(
            value, severity_name(severity),
            json_integer((json_int_t)findings_count(findings, severity)));
    }
    for (size_t i = 0; i < findings_rule_total(findings); i++)
        not_shown += findings_rule_at(findings, i)->not_shown;
    json_object_set_new(value, "not_shown",
                        json_integer((json_int_t)not_shown));
    return value;
}

static char *line_of(json_t *value)
{
    char *words = json_dumps(value, JSON_COMPACT);
    char *line = xasprintf("%s\n", words);

    json_decref(value);
    free(words);
    return line;
}

char *report_json_finding(const struct findings *findings,
                          const struct finding *finding)
{
    const struct report report = {.findings = findings};

    return line_of(finding_value(&report, finding));
}

char *report_json_summary(const struct findings *findings)
{
    return line_of(json_pack("{s:o}", "summary", summary_value(findings)));
}

static json_t *sentences_value(const char *const *sentences, size_t count)
{
    json_t *value = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(value, report_text_value(sentences[i]));
    return value;
}

static json_t *suppressed_value(const struct findings *findings)
{
    const struct suppressions *list = findings_suppressions(findings);
    size_t count = list != NULL ? suppressions_total(list) : 0, i;
    json_t *value = json_array();

    for (i = 0; i < count; i++) {
        const struct suppression *entry = suppressions_at(list, i);
        json_t *item;

        if (entry->shipped && entry->findings == 0)
            continue;
        item = json_object();
        json_object_set_new(item, "reason", report_text_value(entry->reason));
        json_object_set_new(item, "rule", report_text_value(entry->rule));
        json_object_set_new(item, "file", report_text_value(entry->source));
        json_object_set_new(item, "findings",
                            json_integer((json_int_t)entry->findings));
        json_object_set_new(item, "count",
                            json_integer((json_int_t)entry->count));
        json_array_append_new(value, item);
    }
    return value;
}

static json_t *local_access_value(const struct report_job *job)
{
    struct record_watched sum = report_watched(job);
    struct process_elements elements = report_elements(job);
    struct report_unseen unseen[REPORT_UNSEEN];
    size_t count = report_unseen(job, unseen);
    json_t *texts = json_array();

    for (size_t i = 0; i < count; i++) {
        json_array_append_new(texts, report_text_value(unseen[i].text));
        free(unseen[i].text);
    }
    return json_pack(
        "{s:b,s:b,s:b,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:o}", "loads_observed",
        (int)report_loads_observed(job), "windows", (int)job->windows,
        "accesses_dropped", (int)job->accesses_dropped, "windows_by_pages",
        (json_int_t)sum.pages, "buffers_whole", (json_int_t)sum.whole,
        "buffers_in_part", (json_int_t)sum.part, "buffers_not",
        (json_int_t)sum.none, "element_calls", (json_int_t)elements.calls,
        "element_calls_not", (json_int_t)elements.untold, "calls_followed",
        (json_int_t)sum.followed, "windows_moved", (json_int_t)sum.moved,
        "unseen", texts);
}

static void put_member(FILE *stream, const char *name, json_t *value)
{
    fprintf(stream, "\"%s\":", name);
    report_put_value(stream, value);
    fputs(",\n", stream);
}

/* Before item number `index` of a list. */
static void put_separator(FILE *stream, size_t index)
{
    fputs(index > 0 ? ",\n" : "\n", stream);
}

static json_t *traffic_value(const struct report_job *job)
{
    json_t *pairs = json_array();
    size_t count = job->pair_count < MOST_PAIRS ? job->pair_count : MOST_PAIRS;

    for (size_t i = 0; i < count; i++) {
        const struct traffic_pair *pair = job->pairs[i];

        json_array_append_new(
            pairs,
            json_pack("{s:i,s:i,s:I,s:I,s:I,s:I}", "from", pair->from, "to",
                      pair->to, "messages", (json_int_t)pair->messages,
                      "message_bytes", (json_int_t)pair->message_bytes,
                      "rma_calls", (json_int_t)pair->accesses, "rma_bytes",
                      (json_int_t)pair->access_bytes));
    }
    return json_pack("{s:o,s:I}", "pairs", pairs, "pairs_left_out",
                     (json_int_t)(job->pair_count - count));
}

/* By where they were made. */
static json_t *objects_value(const struct report_job *job)
{
    json_t *rows = json_array();

    for (size_t i = 0; i < job->object_count; i++) {
        const struct inventory_row *row = &job->objects[i];
        const struct call *call = row->made_by;
        char *place = report_stack_place(call->stack, call->process);

        json_array_append_new(
            rows, json_pack("{s:s,s:o,s:I,s:I,s:i,s:i}", "function",
                            call->info->name, "place", report_text_value(place),
                            "made", (json_int_t)row->made, "left",
                            (json_int_t)row->left, "smallest",
                            (int)row->smallest, "largest", (int)row->largest));
        free(place);
    }
    return rows;
}

void report_json(const struct report *report, FILE *stream)
{
    const struct report_job *job = report->job;
    const struct finding **sorted = findings_sorted(report->findings);
    json_t *why = sentences_value(job->incomplete, job->incomplete_count);

    if (!report->complete)
        json_array_append_new(why, json_string(REPORT_STILL_RUNNING));
    fputs("{\n", stream);
    put_member(stream, "schema_version", json_integer(REPORT_SCHEMA_VERSION));
    put_member(stream, "murmel", report_text_value(job->version));
    put_member(stream, "complete", json_boolean(json_array_size(why) == 0));
    put_member(stream, "incomplete_because", why);
    put_member(stream, "job", job_value(job));
    put_member(stream, "state", report_json_state(job));
    put_member(stream, "summary", summary_value(report->findings));
    put_member(stream, "suppressed", suppressed_value(report->findings));
    put_member(stream, "not_observed",
               sentences_value(job->not_observed, job->not_observed_count));
    put_member(stream, "local_access", local_access_value(job));
    fputs("\"findings\":[", stream);
    for (size_t i = 0; i < findings_total(report->findings); i++) {
        put_separator(stream, i);
        report_put_value(stream, finding_value(report, sorted[i]));
    }
    fputs("],\n\"rules\":[", stream);
    for (size_t i = 0; i < findings_rule_total(report->findings); i++) {
        put_separator(stream, i);
        report_put_value(
            stream, rule_value(report, findings_rule_at(report->findings, i)));
    }
    fputs("],\n\"functions\":[", stream);
    for (size_t i = 0; i < job->function_count; i++) {
        put_separator(stream, i);
        report_put_value(
            stream, json_pack("{s:s,s:I}", "name", job->functions[i].name,
                              "calls", (json_int_t)job->functions[i].calls));
    }
    fputs("],\n", stream);
    put_member(stream, "objects", objects_value(job));
    put_member(stream, "traffic", traffic_value(job));
    fputs("\"processes\":[", stream);
    for (size_t i = 0; i < job->process_count; i++) {
        put_separator(stream, i);
        report_put_value(stream,
                         report_json_process(report, job->processes[i]));
    }
    fputs("]\n}\n", stream);
    free(sorted);
}
