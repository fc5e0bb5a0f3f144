/*
 * report_html.c - report.html, made of the parts in server/report_page/.
 *
 * Every value goes through put(), which escapes it; there is no other way
 * from a string of the application into the page.
 */
#include "report.h"
#include "report_source.h"
#include "report_string.h"

#include "call_text.h"
#include "stack.h"
#include "suppression.h"
#include "timeline.h"
#include "wait_graph.h"

#include "report_page.h" /* made of report_page/ */

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define CONTEXT_LINES   3
#define UNFOLDED        20   /* findings that are open at first */
#define MOST_PROCESSES  64   /* that are shown one by one */
#define LINE_CHARACTERS 300  /* of a line of source */
#define MOST_CHARACTERS 1000 /* of any string; report.json has it whole */

struct page {
    const struct report *report;
    FILE *stream;
    struct report_source *source;
};

/* Writes a part of the page; values are pairs of a hole's name and its text,
 * ended by NULL. */
static void put_part(FILE *stream, const char *const *part,
                     const char *const *values)
{
    for (; *part != NULL; part++) {
        const char *line = *part, *hole;

        while ((hole = strstr(line, "{{")) != NULL) {
            size_t length = strcspn(hole + 2, "}");
            const char *const *value = values;

            fwrite(line, 1, (size_t)(hole - line), stream);
            while (value[0] != NULL &&
                   (strncmp(value[0], hole + 2, length) != 0 ||
                    value[0][length] != '\0'))
                value += 2;
            if (value[0] != NULL)
                report_put_html(stream, value[1], MOST_CHARACTERS);
            line = hole + length + 4;
        }
        fputs(line, stream);
    }
}

#define PUT(page, part, ...)                                                   \
    put_part((page)->stream, part, (const char *const[]){__VA_ARGS__, NULL})
#define PUT_PLAIN(page, part)                                                  \
    put_part((page)->stream, part, (const char *const[]){NULL})

/* A number as text; the buffer lives as long as the block it is used in. */
#define NUMBER(number) number_text((char[24]){0}, (unsigned long long)(number))

static const char *number_text(char *buffer, unsigned long long number)
{
    snprintf(buffer, 24, "%llu", number);
    return buffer;
}

static const char *severity_label(enum severity severity)
{
    static const char *const labels[] = {
        [SEVERITY_NOTE] = "Note",
        [SEVERITY_WARNING] = "Warning",
        [SEVERITY_POTENTIAL] = "Potential error",
        [SEVERITY_ERROR] = "Error",
    };

    return labels[severity];
}

static void put_source_line(struct page *page, const char *text, int line,
                            bool here)
{
    struct text cut = {0};

    if (text[strspn(text, " \t")] == '\0' && !here) {
        PUT(page, page_source_blank, "line", NUMBER(line));
        return;
    }
    for (size_t i = 0; *text != '\0' && i < LINE_CHARACTERS; i++)
        utf8_append(&cut, utf8_next(&text));
    PUT(page, here ? page_source_here : page_source_line, "line", NUMBER(line),
        "text", cut.bytes != NULL ? cut.bytes : "");
    free(cut.bytes);
}

static void put_source(struct page *page, const struct stack *of,
                       const struct process *process, const char *place)
{
    const struct source_stack *stack = of != NULL ? stack_source(of) : NULL;
    const struct source_text *text;
    const struct source_frame *frame;
    int first, last;

    if (stack == NULL || stack->frame_count == 0)
        return;
    frame = &stack->frames[0];
    if (frame->file == NULL || frame->line < 1)
        return;
    text = report_source_text(
        page->source, process != NULL ? process->directory : NULL, frame->file);
    if (frame->line > text->line_count)
        return;
    first = frame->line > CONTEXT_LINES ? frame->line - CONTEXT_LINES : 1;
    last = frame->line + CONTEXT_LINES;
    if (last > text->line_count)
        last = text->line_count;
    PUT(page, page_source_open, "place", place);
    for (int line = first; line <= last; line++)
        put_source_line(page, text->lines[line - 1], line, line == frame->line);
    PUT_PLAIN(page, page_source_close);
    if (report_source_is_newer(text, frame->module))
        PUT_PLAIN(page, page_source_changed);
}

static void put_stack(struct page *page, const struct stack *stack,
                      const struct process *process)
{
    const struct source_stack *source =
        stack != NULL ? stack_source(stack) : NULL;
    char *count;

    if (source == NULL || source->frame_count == 0)
        return;
    count = xasprintf("%zu frame%s", source->frame_count,
                      source->frame_count == 1 ? "" : "s");
    PUT(page, page_stack_open, "count", count);
    free(count);
    for (size_t i = 0; i < source->frame_count; i++) {
        const struct source_frame *frame = &source->frames[i];
        char *place = report_frame_place(frame, process);
        char *function =
            frame->function != NULL
                ? xstrdup(frame->function)
                : xasprintf("0x%llx", (unsigned long long)frame->address);

        PUT(page, page_frame, "function", function, "place", place, "inlined",
            frame->inlined ? "(inlined)" : "");
        free(function);
        free(place);
    }
    PUT_PLAIN(page, page_stack_close);
}

/* The stack, where it says more than the place that stands above it. */
static void put_callers(struct page *page, const struct stack *stack,
                        const struct process *process)
{
    if (stack != NULL && stack_source(stack)->frame_count > 1)
        put_stack(page, stack, process);
}

static void put_call(struct page *page, const struct finding_evidence *evidence)
{
    const struct call *call = evidence->call;
    char *rank = report_who(call->process);
    char *place = report_stack_place(call->stack, call->process);

    if (call->thread > 0) {
        char *with_thread = xasprintf("%s, thread %u", rank, call->thread);

        free(rank);
        rank = with_thread;
    }
    if (evidence->role_is_ranks && strcmp(evidence->role, rank) != 0) {
        char *one_of_them = xasprintf("as called by %s", rank);

        free(rank);
        rank = one_of_them;
    }
    PUT(page, page_call_open, "role", evidence->role, "rank", rank, "text",
        evidence->text);
    PUT(page, page_place, "place", place);
    put_source(page, call->stack, call->process, place);
    if (!call->returned)
        PUT_PLAIN(page, page_call_blocked);
    put_callers(page, call->stack, call->process);
    PUT_PLAIN(page, page_call_close);
    free(place);
    free(rank);
}

static void put_object(struct page *page, const struct finding_subject *subject)
{
    const struct call *made = subject->made.call;
    bool name_has_kind =
        strncmp(subject->name, subject->kind, strlen(subject->kind)) == 0;
    char *text, *maker;

    PUT(page, page_object_open, "name", subject->name);
    if (made != NULL) {
        maker = report_made_by(made);
        text = xasprintf("%s%s%s", name_has_kind ? "" : subject->kind,
                         name_has_kind ? "" : ", ", maker);
        PUT(page, page_object_made, "text", text);
        put_callers(page, made->stack, made->process);
        free(text);
        free(maker);
    } else if (!name_has_kind) {
        PUT(page, page_object_made, "text", subject->kind);
    }
    PUT_PLAIN(page, page_object_close);
}

/* A crash among the calls of a finding. */
static void put_crash(struct page *page, const struct process *crashed)
{
    const struct stack *stack = crashed->crash_stack;
    char *rank = report_who(crashed);
    char *place = report_stack_place(stack, crashed);
    char signal[32];

    report_signal_name(signal, sizeof signal, crashed->signal);
    PUT(page, page_call_open, "role", "crash", "rank", rank, "text", signal);
    PUT(page, page_place, "place", place);
    put_source(page, stack, crashed, place);
    put_callers(page, stack, crashed);
    PUT_PLAIN(page, page_call_close);
    free(place);
    free(rank);
}

static void put_class(struct page *page, const struct wait_class *class)
{
    char *words = wait_class_text(class);

    PUT(page, page_graph_class_open, "text", words);
    free(words);
    if (class->call != NULL) {
        char *place = report_stack_place(class->call->stack, class->process);

        PUT(page, page_graph_place, "text", place);
        free(place);
    }
    for (uint32_t i = 0; i < class->need_count; i++) {
        const struct wait_need *need = &class->needs[i];
        char *made = need->object_made_by == NULL
                         ? NULL
                         : report_made_by(need->object_made_by);

        if (made != NULL)
            PUT(page, page_graph_object, "name", need->object, "made", made);
        free(made);
    }
    PUT_PLAIN(page, page_graph_class_close);
}

static void put_graph(struct page *page, const struct wait_graph *graph,
                      const char *dot)
{
    bool any = false;

    PUT_PLAIN(page, page_graph_open);
    report_graph_svg(graph, page->stream);
    for (uint32_t i = 0; i < graph->class_count; i++)
        for (uint32_t k = 0; k < graph->classes[i].need_count; k++)
            any =
                any || graph->classes[i].any || graph->classes[i].needs[k].any;
    PUT_PLAIN(page, page_graph_legend_open);
    if (any)
        PUT_PLAIN(page, page_graph_legend_any);
    if (graph->ring)
        PUT_PLAIN(page, page_graph_legend_ring);
    PUT(page, page_graph_legend_close, "dot", dot);
    for (uint32_t i = 0; i < graph->class_count; i++)
        put_class(page, &graph->classes[i]);
    PUT_PLAIN(page, page_graph_close);
}

static void put_finding_graph(struct page *page, const struct finding *finding)
{
    char *dot = report_dot_name(finding->graph_number);

    put_graph(page, finding->graph, dot);
    free(dot);
}

static void put_state(struct page *page)
{
    if (page->report->job->state == NULL)
        return;
    PUT_PLAIN(page, page_state_open);
    put_graph(page, page->report->job->state, REPORT_STATE_DOT);
    PUT_PLAIN(page, page_state_close);
}

static void put_timeline(struct page *page, const struct timeline *timeline)
{
    PUT_PLAIN(page, page_timeline_open);
    report_timeline_svg(timeline, page->stream);
    PUT_PLAIN(page, page_timeline_caption);
    if (timeline->mend != NULL)
        PUT(page, page_timeline_mend, "text", timeline->mend);
    PUT_PLAIN(page, page_timeline_close);
}

static void put_finding(struct page *page, const struct finding *finding,
                        bool unfolded)
{
    const struct rule *rule = finding->rule;
    char *ranks =
        findings_process_text(page->report->findings, &finding->processes);

    PUT(page, unfolded ? page_finding_open_unfolded : page_finding_open,
        "severity", severity_name(rule->severity), "number",
        NUMBER(finding->number));
    PUT(page, page_finding_summary, "label", severity_label(rule->severity),
        "rule", rule->id, "ranks", ranks);
    if (finding->count > 1)
        PUT(page, page_finding_count, "count", NUMBER(finding->count));
    if (finding->known)
        PUT_PLAIN(page, page_finding_known);
    PUT(page, page_finding_message, "message", finding->message);
    if (finding->graph != NULL)
        put_finding_graph(page, finding);
    if (finding->timeline != NULL)
        put_timeline(page, finding->timeline);
    if (finding->call_count > 0 || finding->crashed != NULL) {
        PUT_PLAIN(page, page_calls_open);
        if (finding->crashed != NULL)
            put_crash(page, finding->crashed);
        for (size_t i = 0; i < finding->call_count; i++)
            put_call(page, &finding->calls[i]);
        PUT_PLAIN(page, page_calls_close);
    }
    if (finding->calls_left_out > 0)
        PUT(page, page_calls_left_out, "count",
            NUMBER(finding->calls_left_out));
    if (finding->subject_count > 0) {
        PUT_PLAIN(page, page_objects_open);
        for (size_t i = 0; i < finding->subject_count; i++)
            put_object(page, &finding->subjects[i]);
        PUT_PLAIN(page, page_objects_close);
    }
    PUT(page, page_finding_close, "why", rule->why, "fix", rule->fix,
        "standard", rule->standard, "title", rule->title, "number",
        NUMBER(finding->number));
    free(ranks);
}

static bool all_ended_well(const struct report *report)
{
    for (size_t i = 0; i < report->job->process_count; i++) {
        if (report_ended_badly(report, report->job->processes[i]))
            return false;
    }
    return true;
}

static bool is_whole(const struct report *report)
{
    return report->complete && report->job->incomplete_count == 0 &&
           report->job->not_observed_count == 0;
}

static const char *no_findings_text(const struct report *report)
{
    if (!report->complete)
        return "None of Murmel's rules was broken so far.";
    if (report->job->interrupted != 0)
        return "None of Murmel's rules was broken before the job was "
               "interrupted.";
    if (!all_ended_well(report))
        return "None of Murmel's rules was broken in this run, but not all "
               "processes came to a good end: see below.";
    if (!is_whole(report))
        return "None of Murmel's rules was broken in what was observed.";
    return "None of Murmel's rules was broken in this run.";
}

static void put_findings(struct page *page)
{
    const struct findings *findings = page->report->findings;
    size_t total = findings_total(findings);
    const struct finding **sorted;

    if (total == 0) {
        PUT(page, page_no_findings, "text", no_findings_text(page->report));
        return;
    }
    PUT_PLAIN(page, page_findings_open);
    for (int i = SEVERITY_ERROR; i >= SEVERITY_NOTE; i--) {
        enum severity severity = (enum severity)i;
        size_t count = findings_count(findings, severity);

        if (count > 0)
            PUT(page, page_filter_severity, "severity", severity_name(severity),
                "label", severity_label(severity), "count", NUMBER(count));
    }
    PUT_PLAIN(page, page_filter_rest);
    sorted = findings_sorted(findings);
    for (size_t i = 0; i < total; i++)
        put_finding(page, sorted[i], i < UNFOLDED);
    free(sorted);
    for (size_t i = 0; i < findings_rule_total(findings); i++) {
        const struct finding_rule *row = findings_rule_at(findings, i);
        char *ranks;

        if (row->not_shown == 0)
            continue;
        ranks = findings_process_text(findings, &row->not_shown_processes);
        PUT(page, page_not_shown, "rule", row->rule->id, "count",
            NUMBER(row->not_shown), "different", NUMBER(row->different),
            "ranks", ranks);
        free(ranks);
    }
    PUT_PLAIN(page, page_findings_close);
}

/* Processes that ended alike are one row of the table. */
struct process_group {
    char *program, *end;
    int *ranks;
    size_t rank_count;
    const struct process *single; /* rank not known */
};

static size_t group_processes(const struct report_job *job,
                              struct process_group **result)
{
    struct process_group *groups = NULL;
    size_t count = 0;

    for (size_t i = 0; i < job->process_count; i++) {
        const struct process *process = job->processes[i];
        const char *program =
            process->executable != NULL ? process->executable : "unknown";
        char *end = report_process_end(process);
        size_t at = 0;

        while (at < count && (process->rank < 0 || groups[at].single != NULL ||
                              strcmp(groups[at].program, program) != 0 ||
                              strcmp(groups[at].end, end) != 0))
            at++;
        if (at == count) {
            groups = xrealloc(groups, count + 1, sizeof *groups);
            memset(&groups[count], 0, sizeof *groups);
            groups[count].program = xstrdup(program);
            groups[count].end = xstrdup(end);
            groups[count].single = process->rank < 0 ? process : NULL;
            count++;
        }
        if (process->rank >= 0) {
            struct process_group *group = &groups[at];

            group->ranks = xrealloc(group->ranks, group->rank_count + 1,
                                    sizeof *group->ranks);
            group->ranks[group->rank_count++] = process->rank;
        }
        free(end);
    }
    *result = groups;
    return count;
}

static void put_process_table(struct page *page)
{
    struct process_group *groups;
    size_t count = group_processes(page->report->job, &groups);

    for (size_t i = 0; i < count; i++) {
        struct process_group *group = &groups[i];
        char *which = group->single != NULL
                          ? xasprintf("process %d", group->single->pid)
                          : rank_list_text(group->ranks, group->rank_count);

        PUT(page, page_process_row, "which", which, "program", group->program,
            "end", group->end);
        free(which);
        free(group->ranks);
        free(group->program);
        free(group->end);
    }
    free(groups);
}

static void put_last_calls(struct page *page, const struct process *process)
{
    uint64_t shown = process->call_count < PROCESS_LAST_CALLS
                         ? process->call_count
                         : PROCESS_LAST_CALLS;

    PUT_PLAIN(page, page_last_calls_open);
    for (uint64_t i = 1; i <= shown; i++) {
        const struct call *call =
            process->last_calls[(process->call_count - i) % PROCESS_LAST_CALLS];
        char *text, *place;

        if (call == NULL)
            continue;
        text = call_text(call, page->report->model);
        place = report_stack_place(call->stack, process);
        PUT(page, page_last_call, "text", text, "place", place);
        if (!call->returned)
            PUT_PLAIN(page, page_last_call_blocked);
        if (i == 1)
            put_callers(page, call->stack, process);
        PUT_PLAIN(page, page_last_call_close);
        free(place);
        free(text);
    }
    PUT_PLAIN(page, page_last_calls_close);
}

static void put_process(struct page *page, const struct process *process)
{
    char *which = report_who(process), *end = report_process_end(process);

    PUT(page, page_process_open, "which", which, "pid", NUMBER(process->pid),
        "end", end);
    free(which);
    free(end);
    if (process->end == PROCESS_CRASHED && process->crash_stack != NULL) {
        PUT_PLAIN(page, page_crash_open);
        put_stack(page, process->crash_stack, process);
    }
    put_last_calls(page, process);
    PUT_PLAIN(page, page_process_close);
}

static void put_processes(struct page *page)
{
    const struct report_job *job = page->report->job;
    size_t count = 0;

    if (job->process_count == 0)
        return;
    PUT_PLAIN(page, page_processes_open);
    put_process_table(page);
    PUT_PLAIN(page, page_processes_table_close);
    for (size_t i = 0; i < job->process_count; i++) {
        if (report_shows_last_calls(page->report, job->processes[i]) &&
            count++ < MOST_PROCESSES)
            put_process(page, job->processes[i]);
    }
    if (count > MOST_PROCESSES)
        PUT(page, page_processes_more, "count", NUMBER(count - MOST_PROCESSES));
    PUT_PLAIN(page, page_processes_close);
}

static void put_incomplete(struct page *page)
{
    const struct report_job *job = page->report->job;

    if (page->report->complete && job->incomplete_count == 0)
        return;
    PUT_PLAIN(page, page_incomplete_open);
    for (size_t i = 0; i < job->incomplete_count; i++)
        PUT(page, page_sentence, "text", job->incomplete[i]);
    if (!page->report->complete)
        PUT(page, page_sentence, "text", REPORT_STILL_RUNNING);
    PUT_PLAIN(page, page_incomplete_close);
}

static void put_fact(struct page *page, const char *name, const char *value)
{
    if (value != NULL && *value != '\0')
        PUT(page, page_fact, "name", name, "value", value);
}

static void put_facts(struct page *page, size_t ranks)
{
    const struct report_job *job = page->report->job;
    char start[40], took[48] = "", status[64] = "";

    report_time(start, sizeof start, &job->start);
    start[10] = ' ';
    strcpy(start + 19, " UTC");
    if (job->end.tv_sec != 0)
        snprintf(took, sizeof took, "%.3g s", report_duration(job));
    if (job->launcher_ended && WIFEXITED(job->launcher_status))
        snprintf(status, sizeof status, "%d",
                 WEXITSTATUS(job->launcher_status));
    if (job->launcher_ended && WIFSIGNALED(job->launcher_status))
        report_signal_name(status, sizeof status,
                           WTERMSIG(job->launcher_status));
    PUT_PLAIN(page, page_facts_open);
    put_fact(page, "Ranks", NUMBER(ranks));
    if (job->process_count > 0)
        put_fact(page, "MPI",
                 job->processes[0]->library != NULL
                     ? job->processes[0]->library
                     : job->processes[0]->flavour);
    put_fact(page, "Started", start);
    put_fact(page, "Took", took);
    put_fact(page, "Exit status", status);
    put_fact(page, "Directory", job->directory);
    PUT_PLAIN(page, page_facts_close);
}

static void put_not_observed(struct page *page)
{
    const struct report_job *job = page->report->job;
    struct report_unseen unseen[REPORT_UNSEEN];
    size_t count = report_unseen(job, unseen);

    if (job->not_observed_count + count == 0)
        return;
    PUT_PLAIN(page, page_not_observed_open);
    for (size_t i = 0; i < job->not_observed_count; i++)
        PUT(page, page_sentence, "text", job->not_observed[i]);
    for (size_t i = 0; i < count; i++) {
        PUT(page, page_unseen, "text", unseen[i].text);
        free(unseen[i].text);
    }
    PUT_PLAIN(page, page_not_observed_close);
}

static void put_suppressed(struct page *page)
{
    const struct suppressions *list =
        findings_suppressions(page->report->findings);
    size_t count = list != NULL ? suppressions_total(list) : 0, shown = 0;

    for (size_t i = 0; i < count; i++) {
        const struct suppression *entry = suppressions_at(list, i);
        char *text;

        if (entry->findings == 0 && entry->shipped)
            continue;
        if (shown++ == 0)
            PUT_PLAIN(page, page_suppressed_open);
        text = report_suppression_text(entry);
        PUT(page, page_sentence, "text", text);
        free(text);
    }
    if (shown > 0)
        PUT_PLAIN(page, page_suppressed_close);
}

/* "1 error, 2 warnings in 4 ranks", and an end that the findings do not
 * tell of; malloc'd. */
static char *verdict_text(const struct report *report, size_t ranks)
{
    struct text text = {0};
    char name[32];

    if (findings_total(report->findings) > 0)
        report_append_numbers(&text, report->findings);
    else
        text_printf(&text, "No findings");
    if (!report->complete)
        text_printf(&text, " so far");
    if (ranks > 0)
        text_printf(&text, " in %zu rank%s", ranks, ranks == 1 ? "" : "s");
    if (report->job->interrupted != 0) {
        report_signal_name(name, sizeof name, report->job->interrupted);
        text_printf(&text, "; the job was interrupted (%s)", name);
    } else if (findings_total(report->findings) == 0 &&
               !all_ended_well(report)) {
        text_printf(&text, ", but not all came to a good end");
    }
    return text.bytes;
}

/* The name of the colour that goes with the verdict. */
static const char *verdict_tone(const struct report *report)
{
    for (int i = SEVERITY_ERROR; i >= SEVERITY_NOTE; i--) {
        if (findings_count(report->findings, (enum severity)i) > 0)
            return severity_name((enum severity)i);
    }
    return is_whole(report) && all_ended_well(report) ? "good" : "open";
}

void report_html(const struct report *report, FILE *stream)
{
    const struct report_job *job = report->job;
    struct page page = {report, stream, report_source_new()};
    size_t ranks = 0;
    char *verdict;

    for (size_t i = 0; i < job->process_count; i++)
        ranks += job->processes[i]->rank >= 0;
    verdict = verdict_text(report, ranks);
    PUT(&page, page_head, "version", job->version, "verdict", verdict);
    PUT_PLAIN(&page, page_style);
    PUT(&page, page_banner, "verdict", verdict, "tone", verdict_tone(report),
        "command", job->command != NULL ? job->command : "");
    put_facts(&page, ranks);
    put_incomplete(&page);
    put_state(&page);
    put_findings(&page);
    put_processes(&page);
    put_suppressed(&page);
    put_not_observed(&page);
    PUT(&page, page_foot, "version", job->version);
    PUT_PLAIN(&page, page_script);
    PUT_PLAIN(&page, page_end);
    free(verdict);
    report_source_free(page.source);
}
