/* report_html_finding.c - a finding in report.html. */
#include "report_html.h"
#include "report_string.h"
#include "source_files.h"

#include "stack.h"
#include "stack_source.h"
#include "timeline.h"
#include "wait_graph.h"

#include <stdlib.h>
#include <string.h>

#define CONTEXT_LINES   3
#define LINE_CHARACTERS 300 /* of a line of source */

/* How many blanks and tabs all these lines begin with that are not blank. */
static size_t common_indent(const struct source_text *text, int first, int last)
{
    const char *with = NULL;
    size_t length = 0;

    for (int line = first; line <= last; line++) {
        const char *this = text->lines[line - 1];
        size_t own = strspn(this, " \t"), alike = 0;

        if (this[own] == '\0')
            continue;
        if (with == NULL) {
            with = this;
            length = own;
        }
        while (alike < length && this[alike] == with[alike])
            alike++;
        length = alike;
    }
    return length;
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
    size_t indent;
    int first, last;

    if (page->report->job->no_source || stack == NULL ||
        stack->frame_count == 0)
        return;
    frame = &stack->frames[0];
    if (frame->file == NULL || frame->line < 1)
        return;
    text = source_files_text(
        page->source, process != NULL ? process->directory : NULL, frame->file);
    if (frame->line > text->line_count)
        return;
    first = frame->line > CONTEXT_LINES ? frame->line - CONTEXT_LINES : 1;
    last = frame->line + CONTEXT_LINES;
    if (last > text->line_count)
        last = text->line_count;
    PUT(page, page_source_open, "place", place);
    indent = common_indent(text, first, last);
    for (int line = first; line <= last; line++) {
        const char *whole = text->lines[line - 1];
        bool blank = whole[strspn(whole, " \t")] == '\0';

        put_source_line(page, blank ? "" : whole + indent, line,
                        line == frame->line);
    }
    PUT_PLAIN(page, page_source_close);
    if (source_text_is_newer(text, frame->module))
        PUT_PLAIN(page, page_source_changed);
}

void html_stack(struct page *page, const struct stack *stack,
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

void html_callers(struct page *page, const struct stack *stack,
                  const struct process *process)
{
    if (stack != NULL && stack_source(stack)->frame_count > 1)
        html_stack(page, stack, process);
}

static void put_call(struct page *page, const struct finding_evidence *evidence)
{
    const struct call *call = evidence->call;
    char *rank = report_who_calls(call);
    char *place = report_stack_place(call->stack, call->process);
    bool role_says_all =
        evidence->role_is_ranks && strcmp(evidence->role, rank) == 0;

    if (evidence->role_is_ranks && !role_says_all) {
        char *one_of_them = xasprintf("as called by %s", rank);

        free(rank);
        rank = one_of_them;
        role_says_all = false;
    }
    PUT(page, page_call_open, "role", evidence->role);
    if (!role_says_all)
        PUT(page, page_call_rank, "rank", rank);
    PUT(page, page_call_text, "text", evidence->text);
    PUT(page, page_place, "place", place);
    put_source(page, call->stack, call->process, place);
    if (!call->returned)
        PUT_PLAIN(page, page_call_blocked);
    html_callers(page, call->stack, call->process);
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
        text = xasprintf("%s%s%s%s%s", name_has_kind ? "" : subject->kind,
                         name_has_kind ? "" : ", ",
                         subject->members != NULL ? subject->members : "",
                         subject->members != NULL ? ", " : "", maker);
        PUT(page, page_object_made, "text", text);
        html_callers(page, made->stack, made->process);
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
    PUT(page, page_call_open, "role", "crash");
    PUT(page, page_call_rank, "rank", rank);
    PUT(page, page_call_text, "text", signal);
    PUT(page, page_place, "place", place);
    put_source(page, stack, crashed, place);
    html_callers(page, stack, crashed);
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

void html_graph(struct page *page, const struct wait_graph *graph,
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
    if (dot != NULL)
        PUT(page, page_graph_legend_dot, "dot", dot);
    PUT_PLAIN(page, page_graph_legend_close);
    for (uint32_t i = 0; i < graph->class_count; i++)
        put_class(page, &graph->classes[i]);
    PUT_PLAIN(page, page_graph_close);
}

static void put_finding_graph(struct page *page, const struct finding *finding)
{
    char *dot =
        finding->runs == NULL ? report_dot_name(finding->graph_number) : NULL;

    html_graph(page, finding->graph, dot);
    free(dot);
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

static void put_history(struct page *page, const struct history *history)
{
    PUT_PLAIN(page, page_history_open);
    report_history_svg(history, page->stream);
    PUT_PLAIN(page, page_history_close);
}

void html_finding(struct page *page, const struct finding *finding,
                  bool unfolded, bool whole)
{
    const struct rule *rule = finding->rule;
    char *ranks =
        findings_process_text(page->report->findings, &finding->processes);

    if (!whole)
        PUT_PLAIN(page, page_packed_open);
    PUT(page, unfolded ? page_finding_open_unfolded : page_finding_open,
        "severity", severity_name(rule->severity), "number",
        NUMBER(finding->number));
    PUT(page, page_finding_summary, "label", html_severity(rule->severity),
        "rule", rule->id, "ranks", ranks);
    if (finding->count > 1)
        PUT(page, page_finding_count, "count", NUMBER(finding->count),
            "together",
            process_set_has_several(&finding->processes) ? " together" : "");
    if (finding->runs != NULL)
        PUT(page, page_finding_runs, "runs", finding->runs);
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
    if (finding->history != NULL)
        put_history(page, finding->history);
    if (finding->subject_count > 0) {
        PUT_PLAIN(page, page_objects_open);
        for (size_t i = 0; i < finding->subject_count; i++)
            put_object(page, &finding->subjects[i]);
        PUT_PLAIN(page, page_objects_close);
    }
    PUT(page, page_finding_rule, "why", rule->why, "fix", rule->fix, "standard",
        finding->standard, "title", rule->title);
    if (*rule_example(rule) != '\0')
        PUT(page, page_finding_example, "rule", rule->id);
    PUT(page, page_finding_link, "number", NUMBER(finding->number));
    PUT_PLAIN(page, page_finding_close);
    if (!whole)
        PUT_PLAIN(page, page_packed_close);
    free(ranks);
}
