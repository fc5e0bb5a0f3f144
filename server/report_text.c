/*
 * report_text.c - findings and the end of a job as lines for the terminal.
 */
#include "report.h"
#include "report_source.h"
#include "report_string.h"
#include "report_wrap.h"

#include "memory.h"
#include "rank_list.h"
#include "stack.h"
#include "suppression.h"

#include <stdlib.h>
#include <string.h>

/* Characters of one string that a terminal gets; the files have them all. */
#define LIMIT_MESSAGE 1000
#define LIMIT_CALL    400
#define LIMIT_NAME    160
#define LIMIT_LINE    120 /* of source */
#define MOST_FRAMES   16
#define MOST_LINES    8

/* What Murmel's own lines begin with, and what goes on below stands behind. */
#define OURS       "murmel: "
#define OURS_WIDTH ((int)sizeof OURS - 1)
/* A piece of a line of source that is too short is of no use. */
#define LEAST_SOURCE 20

enum colour { COLOUR_STRONG, COLOUR_CARET, COLOUR_SEVERITY };

/* Select graphic rendition (ECMA-48); severities as compilers colour them. */
static void append_colour(struct text *text, const struct report_style *style,
                          enum colour colour, enum severity severity)
{
    static const char *const severities[] = {[SEVERITY_NOTE] = "1;36",
                                             [SEVERITY_WARNING] = "1;35",
                                             [SEVERITY_POTENTIAL] = "1;33",
                                             [SEVERITY_ERROR] = "1;31"};

    if (style->colour)
        text_printf(text, "\033[%sm",
                    colour == COLOUR_STRONG  ? "1"
                    : colour == COLOUR_CARET ? "1;32"
                                             : severities[severity]);
}

static void append_plain_again(struct text *text,
                               const struct report_style *style)
{
    if (style->colour)
        text_printf(text, "\033[0m");
}

static void append_string(struct text *text, const char *string, size_t limit)
{
    report_append_plain(text, string, limit);
}

/* Ends the line that began at start; what has no room on it stands below. */
static void end_line(struct text *text, const struct report_style *style,
                     size_t start, int indent)
{
    report_wrap(text, start, style->columns, indent);
    text_printf(text, "\n");
}

/* "example.c:41 in main", "main in ./app", "0x1234 in libfoo.so". */
static void append_frame(struct text *text, const struct source_frame *frame,
                         const struct process *process)
{
    if (frame->file != NULL) {
        append_string(text, report_file_name(frame->file, process), LIMIT_NAME);
        if (frame->line > 0)
            text_printf(text, ":%d", frame->line);
        if (frame->function != NULL)
            text_printf(text, " in ");
    } else if (frame->function == NULL) {
        text_printf(text, "0x%llx", (unsigned long long)frame->address);
    }
    if (frame->function != NULL)
        append_string(text, frame->function, LIMIT_NAME);
    if (frame->file == NULL && frame->module != NULL) {
        text_printf(text, " in ");
        append_string(text, frame->module, LIMIT_NAME);
    }
    if (frame->inlined)
        text_printf(text, " (inlined)");
}

/* The line that was compiled to the frame, or NULL: it cannot be read, or is
 * not that line any more. */
static const char *source_line(const struct report_style *style,
                               const struct source_frame *frame,
                               const struct process *process)
{
    const struct source_text *source;
    const char *line;

    if (style->source == NULL || frame->file == NULL || frame->line < 1)
        return NULL;
    source = report_source_text(style->source,
                                process != NULL ? process->directory : NULL,
                                frame->file);
    if (frame->line > source->line_count ||
        report_source_is_newer(source, frame->module))
        return NULL;
    line = source->lines[frame->line - 1];
    line += strspn(line, " \t");
    return *line != '\0' ? line : NULL;
}

/* How much of a line of source is shown: its end is left out where it would be
 * broken, so that the caret stands below its name. */
static size_t source_limit(const struct report_style *style, int before)
{
    int room = style->columns - before - (int)strlen("...");

    return room >= LEAST_SOURCE && room < LIMIT_LINE ? (size_t)room
                                                     : LIMIT_LINE;
}

/* The line of source below its place, and a caret under the function's name,
 * where that stands in it (Fortran writes it in any case). */
static void append_source(struct text *text, int indent,
                          const struct report_style *style, int number,
                          const char *source, const char *function)
{
    char *line = xstrdup(source);
    const char *name = function != NULL ? strcasestr(line, function) : NULL;
    int width = snprintf(NULL, 0, "%d", number), column = 0;
    size_t limit = source_limit(style, indent + width + 3);

    for (char *s = line; *s != '\0'; s++)
        if (*s == '\t')
            *s = ' ';
    text_printf(text, "%*s%d | ", indent, "", number);
    append_string(text, line, limit);
    text_printf(text, "\n");
    for (const char *s = line; name != NULL && s < name; column++)
        (void)utf8_next(&s);
    if (name != NULL && column + strlen(function) <= limit) {
        text_printf(text, "%*s | %*s", indent + width, "", column, "");
        append_colour(text, style, COLOUR_CARET, SEVERITY_NOTE);
        text_printf(text, "^");
        for (size_t i = 1; i < strlen(function); i++)
            text_printf(text, "~");
        append_plain_again(text, style);
        text_printf(text, "\n");
    }
    free(line);
}

/* A line "at ..." with its source and, below it, "by ..." for each caller.
 * function: that the first frame calls, or NULL. */
static void append_stack(struct text *text, int indent,
                         const struct report_style *style,
                         const struct stack *stack,
                         const struct process *process, const char *function)
{
    const struct source_stack *source;

    if (stack == NULL)
        return;
    source = stack_source(stack);
    for (size_t i = 0; i < source->frame_count && i < MOST_FRAMES; i++) {
        const struct source_frame *frame = &source->frames[i];
        const char *line = i == 0 ? source_line(style, frame, process) : NULL;
        size_t start = text->length;

        text_printf(text, "%*s%s ", indent, "", i == 0 ? "at" : "by");
        append_frame(text, frame, process);
        end_line(text, style, start, indent + 3);
        if (line != NULL)
            append_source(text, indent + 3, style, frame->line, line, function);
    }
}

/* Widths of the columns before the calls. */
struct widths {
    int role, who;
};

static struct widths measure(const struct finding *finding)
{
    struct widths widths = {finding->crashed != NULL ? 5 : 4, 6};

    for (size_t i = 0; i < finding->call_count; i++) {
        int role = (int)strlen(finding->calls[i].role);
        char *name = report_who(finding->calls[i].call->process);

        if (role > widths.role)
            widths.role = role;
        if ((int)strlen(name) > widths.who)
            widths.who = (int)strlen(name);
        free(name);
    }
    return widths;
}

static bool is_evidence(const struct finding *finding, const struct call *call)
{
    for (size_t i = 0; i < finding->call_count; i++) {
        if (finding->calls[i].call == call)
            return true;
    }
    return false;
}

/* Where the objects were made, unless the calls have shown it already. */
static void append_objects(struct text *text, const struct report_style *style,
                           const struct finding *finding)
{
    for (size_t i = 0; i < finding->subject_count; i++) {
        const struct finding_subject *subject = &finding->subjects[i];
        const struct call *made = subject->made.call;
        size_t start;
        char *name;

        if (made == NULL || is_evidence(finding, made))
            continue;
        name = report_who(made->process);
        start = text->length;
        text_printf(text, "  ");
        append_string(text, subject->name, LIMIT_NAME);
        text_printf(text, " was made by %s in %s", name, made->info->name);
        end_line(text, style, start, 4);
        free(name);
        append_stack(text, 10, style, made->stack, made->process,
                     made->info->name);
    }
}

static void append_crash(struct text *text, struct widths widths,
                         const struct report_style *style,
                         const struct process *crashed)
{
    char *name, signal[32];

    if (crashed == NULL)
        return;
    name = report_who(crashed);
    report_signal_name(signal, sizeof signal, crashed->signal);
    text_printf(text, "  %-*s  %-*s  %s\n", widths.role, "crash", widths.who,
                name, signal);
    append_stack(text, widths.role + 6, style, crashed->crash_stack, crashed,
                 NULL);
    free(name);
}

static void append_message(struct text *text, const struct report_style *style,
                           const struct finding *finding)
{
    const struct rule *rule = finding->rule;
    size_t start = text->length;

    text_printf(text, OURS);
    append_colour(text, style, COLOUR_SEVERITY, rule->severity);
    text_printf(text, "%s:", severity_name(rule->severity));
    append_plain_again(text, style);
    text_printf(text, " ");
    append_colour(text, style, COLOUR_STRONG, rule->severity);
    text_printf(text, "%s:", rule->id);
    append_plain_again(text, style);
    text_printf(text, " ");
    append_string(text, finding->message, LIMIT_MESSAGE);
    end_line(text, style, start, OURS_WIDTH);
}

static void append_call(struct text *text, struct widths widths,
                        const struct report_style *style,
                        const struct finding_evidence *evidence)
{
    const struct call *call = evidence->call;
    int indent = widths.role + 6;
    size_t start = text->length;
    char *name = report_who(call->process);

    text_printf(text, "  %-*s  ", widths.role, evidence->role);
    if (!evidence->role_is_ranks)
        text_printf(text, "%-*s  ", widths.who, name);
    free(name);
    append_string(text, evidence->text, LIMIT_CALL);
    end_line(text, style, start,
             indent + (evidence->role_is_ranks ? 0 : widths.who + 2));
    append_stack(text, indent, style, call->stack, call->process,
                 call->info->name);
}

/* The command is not broken: it is to be copied. */
static void append_rule(struct text *text, const struct report_style *style,
                        const struct finding *finding)
{
    static const char between[] = " · murmel explain ";
    size_t width = 2 + strlen(finding->standard) + strlen(between) - 1 +
                   strlen(finding->rule->id); /* the dot has two bytes */
    bool fits =
        style->columns < REPORT_WRAP_LEAST || width <= (size_t)style->columns;

    text_printf(text, "  %s%s%s\n", finding->standard,
                fits ? between : " ·\n    murmel explain ", finding->rule->id);
}

/* ": example.c:41 in main", where that is known. */
static void append_where(struct text *text, const struct finding *finding)
{
    const struct source_frame *frame = report_finding_frame(finding);

    if (frame == NULL)
        return;
    text_printf(text, ": ");
    append_frame(text, frame,
                 finding->crashed != NULL ? finding->crashed
                                          : finding->calls[0].call->process);
}

static void append_last(struct text *text, const struct report_style *style,
                        const struct finding *finding)
{
    size_t start = text->length;

    if (!finding->last_of_rule)
        return;
    text_printf(text,
                OURS "%s was found at many places; further ones are counted, "
                     "but not shown",
                finding->rule->id);
    end_line(text, style, start, OURS_WIDTH);
}

char *report_text_finding(const struct finding *finding,
                          const struct report_style *style)
{
    struct widths widths = measure(finding);
    struct text text = {0};
    size_t start;

    append_message(&text, style, finding);
    append_crash(&text, widths, style, finding->crashed);
    for (size_t i = 0; i < finding->call_count; i++)
        append_call(&text, widths, style, &finding->calls[i]);
    if (finding->calls_left_out > 0)
        text_printf(&text, "  and %zu more calls\n", finding->calls_left_out);
    append_objects(&text, style, finding);
    if (finding->runs != NULL) {
        start = text.length;
        text_printf(&text, "  ");
        append_string(&text, finding->runs, LIMIT_MESSAGE);
        end_line(&text, style, start, 4);
    }
    append_rule(&text, style, finding);
    append_last(&text, style, finding);
    return text.bytes;
}

char *report_text_alike(const struct finding *finding,
                        const struct report_style *style)
{
    struct text text = {0};
    size_t start;

    append_message(&text, style, finding);
    start = text.length;
    text_printf(&text, "  like those before (the report shows it)");
    append_where(&text, finding);
    end_line(&text, style, start, 4);
    append_last(&text, style, finding);
    return text.bytes;
}

/* How a process ended and where it was; malloc'd. */
static char *end_text(const struct report *report,
                      const struct process *process)
{
    const struct call *last = NULL;
    char *end = report_process_end(process), *place;
    struct text text = {0};

    text_printf(&text, "%s", end);
    free(end);
    if (report_shows_last_calls(report, process))
        last = process_end_call(process);
    if (last != NULL) {
        place = report_stack_place(last->stack, process);
        text_printf(&text, "; %s %s: ", last->returned ? "last call" : "inside",
                    last->info->name);
        append_string(&text, place, LIMIT_CALL);
        free(place);
    }
    return text.bytes;
}

/* Processes that ended alike, at one place. */
struct end_row {
    char *text;
    const struct process *first;
    int *ranks;
    size_t count;
};

static void add_end(struct end_row *row, const struct process *process)
{
    if (row->count == 0)
        row->first = process;
    row->ranks = xrealloc(row->ranks, row->count + 1, sizeof *row->ranks);
    row->ranks[row->count++] = process->rank;
}

/* One line: the finding about it, if there is one, has shown the rest. */
static void append_end_row(struct text *text, struct end_row *row)
{
    char *name = row->count > 1 ? rank_list_text(row->ranks, row->count)
                                : report_who(row->first);

    if (row->count > 1)
        text_printf(text, "murmel: %s: each %s\n", name, row->text);
    else
        text_printf(text, "murmel: %s (pid %d) %s\n", name, row->first->pid,
                    row->text);
    free(name);
}

static void append_ends(struct text *text, const struct report *report)
{
    struct end_row rows[MOST_LINES] = {{0}};
    size_t count = 0, left_out = 0, at;

    for (size_t i = 0; i < report->job->process_count; i++) {
        const struct process *process = report->job->processes[i];
        char *end;

        if (!report_ended_badly(report, process))
            continue;
        end = end_text(report, process);
        at = 0;
        while (at < count && (process->rank < 0 || rows[at].first->rank < 0 ||
                              strcmp(rows[at].text, end) != 0))
            at++;
        if (at == MOST_LINES) {
            left_out++;
        } else {
            count += at == count;
            if (rows[at].text == NULL)
                rows[at].text = xstrdup(end);
            add_end(&rows[at], process);
        }
        free(end);
    }
    for (at = 0; at < count; at++) {
        append_end_row(text, &rows[at]);
        free(rows[at].ranks);
        free(rows[at].text);
    }
    if (left_out > 0)
        text_printf(text, "murmel: and %zu more processes that ended so\n",
                    left_out);
}

/* What was said once and happened more often. */
static void append_repeated(struct text *text, const struct findings *findings)
{
    const struct finding **sorted = findings_sorted(findings);
    size_t count = 0;

    for (size_t i = 0; i < findings_total(findings); i++) {
        const struct finding *finding = sorted[i];
        char *processes;

        if (finding->count < 2 || finding->known)
            continue;
        if (count++ == MOST_LINES) {
            text_printf(text, "murmel: and more that were found again; the "
                              "report has their numbers\n");
            break;
        }
        processes = findings_process_text(findings, &finding->processes);
        text_printf(
            text, "murmel: %s was found %llu times on %s%s", finding->rule->id,
            (unsigned long long)finding->count, processes,
            process_set_has_several(&finding->processes) ? " together" : "");
        append_where(text, finding);
        text_printf(text, "\n");
        free(processes);
    }
    free(sorted);
}

static void append_not_shown(struct text *text, const struct findings *findings)
{
    for (size_t i = 0; i < findings_rule_total(findings); i++) {
        const struct finding_rule *row = findings_rule_at(findings, i);

        if (row->not_shown > 0)
            text_printf(text,
                        "murmel: %s: %llu more findings beyond the first %zu "
                        "places were counted, but not shown\n",
                        row->rule->id, (unsigned long long)row->not_shown,
                        row->different);
    }
}

/* Entries of the user's file that fitted nothing are told, too: they may be
 * misspelt. */
static void append_suppressed(struct text *text,
                              const struct findings *findings)
{
    const struct suppressions *list = findings_suppressions(findings);
    size_t count = list != NULL ? suppressions_total(list) : 0;

    for (size_t i = 0; i < count; i++) {
        const struct suppression *entry = suppressions_at(list, i);
        char *words;

        if (entry->findings == 0 && entry->shipped)
            continue;
        words = report_suppression_text(entry);
        text_printf(text, "murmel: suppressed: ");
        append_string(text, words, LIMIT_MESSAGE);
        text_printf(text, "\n");
        free(words);
    }
}

/* What murmel cc would see in one line, other things in lines of their own; and
 * only what the job gave much reason to look at. */
static void append_unseen(struct text *text, const struct report_job *job)
{
    struct report_unseen unseen[REPORT_UNSEEN];
    size_t count = report_unseen(job, unseen), shown = 0;

    for (size_t i = 0; i < count; i++)
        if (unseen[i].terminal && unseen[i].native)
            text_printf(text, "%s%s",
                        shown++ == 0 ? "murmel: not seen: " : "; ",
                        unseen[i].text);
    if (shown > 0)
        text_printf(text, "; " REPORT_UNSEEN_REMEDY "\n");
    for (size_t i = 0; i < count; i++) {
        if (unseen[i].terminal && !unseen[i].native)
            text_printf(text, "murmel: not seen: %s\n", unseen[i].text);
        free(unseen[i].text);
    }
}

static void append_incomplete(struct text *text, const struct report *report)
{
    const struct report_job *job = report->job;

    for (size_t i = 0; i < job->incomplete_count; i++) {
        text_printf(text, "murmel: incomplete: ");
        append_string(text, job->incomplete[i], LIMIT_MESSAGE);
        text_printf(text, "\n");
    }
    if (!report->complete)
        text_printf(text, "murmel: incomplete: " REPORT_STILL_RUNNING "\n");
}

char *report_text_summary(const struct report *report, const char *path)
{
    const struct report_job *job = report->job;
    struct text text = {0};
    struct report_ranks ranks = report_ranks(job);

    if (job->interrupted != 0) {
        char name[32];

        report_signal_name(name, sizeof name, job->interrupted);
        text_printf(&text, "murmel: the job was interrupted (%s)\n", name);
    }
    append_ends(&text, report);
    append_repeated(&text, report->findings);
    append_not_shown(&text, report->findings);
    append_incomplete(&text, report);
    append_suppressed(&text, report->findings);
    append_unseen(&text, job);
    if (ranks.text[0] != '\0')
        text_printf(&text, "murmel: %s", ranks.text);
    else
        text_printf(&text, "murmel: %zu process%s", job->process_count,
                    job->process_count == 1 ? "" : "es");
    text_printf(&text, ", ");
    report_append_numbers(&text, report->findings);
    if (path != NULL) {
        text_printf(&text, " · report: ");
        append_string(&text, path, 4096);
    }
    text_printf(&text, "\n");
    report_wrap(&text, 0, report->columns, OURS_WIDTH);
    return text.bytes;
}

void report_text(const struct report *report, FILE *stream)
{
    const struct finding **sorted = findings_sorted(report->findings);
    struct report_style style = {report->job->no_source ? NULL
                                                        : report_source_new(),
                                 report->colour, report->columns};
    char *text;

    for (size_t i = 0; i < findings_total(report->findings); i++) {
        if (sorted[i]->known)
            continue;
        text = report_text_finding(sorted[i], &style);
        fputs(text, stream);
        free(text);
    }
    text = report_text_summary(report, NULL);
    fputs(text, stream);
    free(text);
    report_source_free(style.source);
    free(sorted);
}
