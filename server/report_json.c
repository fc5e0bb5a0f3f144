/*
 * report_json.c - report.json, described by doc/report.schema.json.
 *
 * Written a member and an item at a time (one process, finding or rule a
 * line), so that a report of any size needs the memory of one finding.
 */
#include "report.h"
#include "report_string.h"
#include "report_value.h"

#include "call_text.h"
#include "fingerprint.h"
#include "stack.h"
#include "suppression.h"
#include "timeline.h"
#include "wait_graph.h"

#include <stdlib.h>
#include <sys/wait.h>

#include <jansson.h>

static json_t *rank_value(int rank)
{
    return rank >= 0 ? json_integer(rank) : json_null();
}

static json_t *address_value(uint64_t address)
{
    return json_sprintf("0x%llx", (unsigned long long)address);
}

static json_t *stack_value(const struct stack *stack)
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
        json_object_set_new(value, "address", address_value(frame->address));
        json_object_set_new(value, "inlined", json_boolean(frame->inlined));
        json_array_append_new(frames, value);
    }
    return frames;
}

/* text: call_text of the call, which stays the caller's. */
static json_t *call_value(const struct call *call, const char *text)
{
    json_t *value = json_object();
    const struct process *process = call->process;

    json_object_set_new(value, "rank",
                        rank_value(process != NULL ? process->rank : -1));
    json_object_set_new(value, "process",
                        process != NULL ? json_integer(process->place)
                                        : json_null());
    json_object_set_new(value, "thread", json_integer(call->thread));
    json_object_set_new(value, "number",
                        json_integer((json_int_t)call->number));
    json_object_set_new(value, "function", report_text_value(call->info->name));
    json_object_set_new(value, "text", report_text_value(text));
    json_object_set_new(value, "returned", json_boolean(call->returned));
    json_object_set_new(value, "stack", stack_value(call->stack));
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

static json_t *need_value(const struct wait_need *need)
{
    json_t *value = json_object(), *object = json_null();

    if (need->object != NULL) {
        const struct call *made = need->object_made_by;
        char *text = made == NULL ? NULL : report_made_by(made);

        object = json_object();
        json_object_set_new(object, "name", report_text_value(need->object));
        json_object_set_new(object, "made_by", report_text_value(text));
        json_object_set_new(object, "stack",
                            stack_value(made == NULL ? NULL : made->stack));
        free(text);
    }
    json_object_set_new(value, "text", report_text_value(need->text));
    json_object_set_new(
        value, "begun_at",
        stack_value(need->begun_by == NULL ? NULL : need->begun_by->stack));
    json_object_set_new(value, "object", object);
    return value;
}

static json_t *class_value(const struct wait_class *class)
{
    static const char *const states[] = {[WAIT_STATE_WAITS] = "waits",
                                         [WAIT_STATE_FINALIZED] = "finalized",
                                         [WAIT_STATE_OUTSIDE] = "outside",
                                         [WAIT_STATE_POLLS] = "polls",
                                         [WAIT_STATE_INSIDE] = "inside"};
    json_t *value = json_object(), *needs = json_array();
    struct rank_range *ranges;
    size_t count = rank_list_ranges(class->ranks, class->count, &ranges), i;
    json_t *ranks = json_array();
    char *state = wait_class_state(class);

    for (i = 0; i < count; i++)
        if (ranges[i].first >= 0)
            json_array_append_new(
                ranks, json_pack("[i,i]", ranges[i].first, ranges[i].last));
    free(ranges);
    for (i = 0; i < class->need_count; i++)
        json_array_append_new(needs, need_value(&class->needs[i]));
    json_object_set_new(value, "name", report_text_value(class->name));
    json_object_set_new(value, "ranks", ranks);
    json_object_set_new(value, "processes", json_integer(class->count));
    json_object_set_new(value, "state", json_string(states[class->state]));
    json_object_set_new(value, "text", report_text_value(state));
    json_object_set_new(value, "in_knot", json_boolean(class->in_knot));
    json_object_set_new(value, "call",
                        class->call == NULL
                            ? json_null()
                            : call_value(class->call, class->call_text));
    json_object_set_new(value, "waits_for",
                        json_string(class->any ? "any" : "all"));
    json_object_set_new(value, "needs", needs);
    free(state);
    return value;
}

/* dot: the graph's file. */
static json_t *graph_value(const struct wait_graph *graph, const char *dot)
{
    json_t *value, *nodes = json_array(), *edges = json_array();

    for (uint32_t i = 0; i < graph->class_count; i++) {
        const struct wait_class *class = &graph->classes[i];

        json_array_append_new(nodes, class_value(class));
        for (uint32_t k = 0; k < class->need_count; k++)
            for (uint32_t e = 0; e < class->needs[k].target_count; e++) {
                const struct wait_need *need = &class->needs[k];
                bool any = class->any || need->any;

                json_array_append_new(
                    edges,
                    json_pack("{s:i,s:i,s:i,s:s,s:s,s:b}", "from", (int)i,
                              "need", (int)k, "to", (int)need->targets[e].class,
                              "kind", any ? "or" : "and", "label", need->kind,
                              "in_knot", (int)need->targets[e].in_knot));
            }
    }
    value = json_object();
    json_object_set_new(value, "folded", json_boolean(graph->folded));
    json_object_set_new(value, "dot", report_text_value(dot));
    json_object_set_new(value, "nodes", nodes);
    json_object_set_new(value, "edges", edges);
    return value;
}

static json_t *finding_graph_value(const struct finding *finding)
{
    json_t *value;
    char *name;

    if (finding->graph == NULL)
        return json_null();
    name = report_dot_name(finding->graph_number);
    value = graph_value(finding->graph, name);
    free(name);
    return value;
}

/* The graph, and for each node for how long it has been so. */
static json_t *state_value(const struct report_job *job)
{
    json_t *value, *seconds = json_array();

    if (job->state == NULL)
        return json_null();
    for (uint32_t i = 0; i < job->state->class_count; i++) {
        const struct call *call = job->state->classes[i].call;
        uint64_t since = call == NULL           ? job->state_time
                         : call->exit_time != 0 ? call->exit_time
                                                : call->enter_time;

        json_array_append_new(
            seconds, json_integer(job->state_time > since
                                      ? (json_int_t)((job->state_time - since) /
                                                     UINT64_C(1000000000))
                                      : 0));
    }
    value = json_object();
    json_object_set_new(value, "graph",
                        graph_value(job->state, REPORT_STATE_DOT));
    json_object_set_new(value, "seconds", seconds);
    return value;
}

/* A call as a point of a timeline. */
static json_t *moment_value(const struct call *call)
{
    json_t *value;
    char *place;

    if (call == NULL)
        return json_null();
    place = report_stack_place(call->stack, call->process);
    value = json_object();
    json_object_set_new(value, "number",
                        json_integer((json_int_t)call->number));
    json_object_set_new(value, "function", report_text_value(call->info->name));
    json_object_set_new(value, "place", report_text_value(place));
    free(place);
    return value;
}

static json_t *bar_value(const struct timeline_bar *bar)
{
    static const char *const kinds[] = {
        [TIMELINE_ACCESS_EPOCH] = "access epoch",
        [TIMELINE_EXPOSURE_EPOCH] = "exposure epoch",
        [TIMELINE_OPERATION] = "operation"};
    json_t *value = json_object();

    json_object_set_new(value, "kind", json_string(kinds[bar->kind]));
    json_object_set_new(value, "rank",
                        rank_value(process_rank(bar->opened->process)));
    json_object_set_new(value, "from", moment_value(bar->opened));
    json_object_set_new(value, "to", moment_value(timeline_end(bar)));
    return value;
}

static json_t *range_value(int64_t low, int64_t high)
{
    return low == high
               ? json_null()
               : json_pack("[I,I]", (json_int_t)low, (json_int_t)(high - 1));
}

static json_t *mark_value(const struct timeline_mark *mark)
{
    json_t *value = json_object();

    json_object_set_new(value, "what", report_text_value(mark->what));
    json_object_set_new(value, "rank", rank_value(process_rank(mark->process)));
    json_object_set_new(value, "wrong", json_boolean(mark->wrong));
    json_object_set_new(value, "call", moment_value(mark->call));
    json_object_set_new(value, "after", moment_value(mark->after));
    json_object_set_new(value, "before", moment_value(mark->before));
    json_object_set_new(
        value, "complete",
        moment_value(mark->until == NULL ? NULL : mark->until->closed));
    json_object_set_new(value, "bytes", range_value(mark->low, mark->high));
    return value;
}

static json_t *timeline_value(const struct timeline *timeline)
{
    json_t *value, *bars = json_array(), *marks = json_array();
    int64_t low, high;
    bool both;

    if (timeline == NULL)
        return json_null();
    for (uint32_t i = 0; i < timeline->bar_count; i++)
        json_array_append_new(bars, bar_value(&timeline->bars[i]));
    for (uint32_t i = 0; i < timeline->mark_count; i++)
        json_array_append_new(marks, mark_value(&timeline->marks[i]));
    both = timeline_overlap(timeline, &low, &high);
    value = json_object();
    json_object_set_new(value, "bars", bars);
    json_object_set_new(value, "marks", marks);
    json_object_set_new(value, "relation",
                        report_text_value(timeline->relation));
    json_object_set_new(value, "memory", report_text_value(timeline->memory));
    json_object_set_new(value, "overlap",
                        both ? range_value(low, high) : json_null());
    json_object_set_new(value, "mend", report_text_value(timeline->mend));
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
    json_object_set_new(value, "count",
                        json_integer((json_int_t)finding->count));
    json_object_set_new(value, "known", json_boolean(finding->known));
    json_object_set_new(value, "fingerprint", report_text_value(print));
    free(print);
    json_object_set_new(value, "ranks",
                        ranks_value(report, &finding->processes));
    json_object_set_new(value, "crash_stack",
                        stack_value(finding->crashed != NULL
                                        ? finding->crashed->crash_stack
                                        : NULL));
    for (size_t i = 0; i < finding->call_count; i++) {
        const struct finding_evidence *evidence = &finding->calls[i];
        json_t *call = json_object();

        json_object_set_new(call, "role", report_text_value(evidence->role));
        json_object_update_new(call,
                               call_value(evidence->call, evidence->text));
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
        json_object_set_new(
            object, "made_by",
            subject->made.call != NULL
                ? call_value(subject->made.call, subject->made.text)
                : json_null());
        json_array_append_new(objects, object);
    }
    json_object_set_new(value, "objects", objects);
    json_object_set_new(value, "graph", finding_graph_value(finding));
    json_object_set_new(value, "timeline", timeline_value(finding->timeline));
    return value;
}

static json_t *exit_status_value(const struct process *process)
{
    if (process->end == PROCESS_EXITED)
        return json_integer(process->exit_status);
    if (process->end == PROCESS_LOST && process->wait_status >= 0 &&
        WIFEXITED(process->wait_status))
        return json_integer(WEXITSTATUS(process->wait_status));
    return json_null();
}

static json_t *end_value(const struct process *process)
{
    static const char *const ends[] = {
        [PROCESS_RUNNING] = "running",   [PROCESS_EXITED] = "exited",
        [PROCESS_CRASHED] = "crashed",   [PROCESS_LOST] = "lost",
        [PROCESS_REPLACED] = "replaced",
    };
    static const char *const states[] = {
        [PROCESS_BEFORE_INIT] = "before init",
        [PROCESS_INITIALIZED] = "initialized",
        [PROCESS_FINALIZED] = "finalized",
        [PROCESS_ABORTED] = "aborted",
    };
    bool crashed = process->end == PROCESS_CRASHED;
    int signal = process_end_signal(process);
    json_t *value = json_object();
    char *words = report_process_end(process);
    char name[32];

    json_object_set_new(value, "how", json_string(ends[process->end]));
    json_object_set_new(value, "mpi", json_string(states[process->mpi]));
    json_object_set_new(value, "text", report_text_value(words));
    free(words);
    json_object_set_new(value, "exit_status", exit_status_value(process));
    report_signal_name(name, sizeof name, signal);
    json_object_set_new(value, "signal",
                        signal != 0 ? json_string(name) : json_null());
    json_object_set_new(value, "address",
                        crashed && process->crash_address != CRASH_NO_ADDRESS
                            ? address_value(process->crash_address)
                            : json_null());
    json_object_set_new(value, "stack",
                        stack_value(crashed ? process->crash_stack : NULL));
    json_object_set_new(value, "order",
                        process->end != PROCESS_RUNNING
                            ? json_integer((json_int_t)process->end_order)
                            : json_null());
    return value;
}

static json_t *last_calls_value(const struct report *report,
                                const struct process *process)
{
    json_t *calls = json_array();
    uint64_t first = process->call_count > PROCESS_LAST_CALLS
                         ? process->call_count - PROCESS_LAST_CALLS
                         : 0;

    if (!report_shows_last_calls(report, process))
        return calls;
    for (uint64_t i = first; i < process->call_count; i++) {
        const struct call *call = process->last_calls[i % PROCESS_LAST_CALLS];
        char *text;

        if (call == NULL)
            continue;
        text = call_text(call, report->model);
        json_array_append_new(calls, call_value(call, text));
        free(text);
    }
    return calls;
}

static json_t *process_value(const struct report *report,
                             const struct process *process)
{
    json_t *value = json_object();

    json_object_set_new(value, "process", json_integer(process->place));
    json_object_set_new(value, "rank", rank_value(process->rank));
    json_object_set_new(value, "pid", json_integer(process->pid));
    json_object_set_new(value, "executable",
                        report_text_value(process->executable));
    json_object_set_new(value, "directory",
                        report_text_value(process->directory));
    json_object_set_new(value, "command", report_text_value(process->command));
    json_object_set_new(value, "flavour", report_text_value(process->flavour));
    json_object_set_new(value, "library", report_text_value(process->library));
    json_object_set_new(value, "call_count",
                        json_integer((json_int_t)process->call_count));
    json_object_set_new(value, "end", end_value(process));
    json_object_set_new(value, "last_calls", last_calls_value(report, process));
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
    size_t ranks = 0;
    char name[32];

    for (size_t i = 0; i < job->process_count; i++)
        ranks += job->processes[i]->rank >= 0;
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
    struct report_unseen unseen[REPORT_UNSEEN];
    size_t count = report_unseen(job, unseen);
    json_t *texts = json_array();

    for (size_t i = 0; i < count; i++) {
        json_array_append_new(texts, report_text_value(unseen[i].text));
        free(unseen[i].text);
    }
    return json_pack(
        "{s:b,s:b,s:I,s:I,s:I,s:I,s:o}", "loads_observed",
        (int)report_loads_observed(job), "windows", (int)job->windows,
        "windows_by_pages", (json_int_t)sum.pages, "buffers_whole",
        (json_int_t)sum.whole, "buffers_in_part", (json_int_t)sum.part,
        "buffers_not", (json_int_t)sum.none, "unseen", texts);
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
    put_member(stream, "state", state_value(job));
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
    fputs("],\n\"processes\":[", stream);
    for (size_t i = 0; i < job->process_count; i++) {
        put_separator(stream, i);
        report_put_value(stream, process_value(report, job->processes[i]));
    }
    fputs("]\n}\n", stream);
    free(sorted);
}
