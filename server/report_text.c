/*
 * report_text.c - findings as lines for the terminal.
 */
#include "report_text.h"
#include "report.h"
#include "report_string.h"
#include "report_wrap.h"
#include "source_files.h"

#include "memory.h"
#include "stack.h"
#include "stack_source.h"

#include <stdlib.h>
#include <string.h>

#define LIMIT_NAME  160
#define LIMIT_LINE  120 /* of source */
#define MOST_FRAMES 16

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
        report_append_plain(text, report_file_name(frame->file, process),
                            LIMIT_NAME);
        if (frame->line > 0)
            text_printf(text, ":%d", frame->line);
        if (frame->function != NULL)
            text_printf(text, " in ");
    } else if (frame->function == NULL) {
        text_printf(text, "0x%llx", (unsigned long long)frame->address);
    }
    if (frame->function != NULL)
        report_append_plain(text, frame->function, LIMIT_NAME);
    if (frame->file == NULL && frame->module != NULL) {
        text_printf(text, " in ");
        report_append_plain(text, frame->module, LIMIT_NAME);
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
    source = source_files_text(style->source,
                               process != NULL ? process->directory : NULL,
                               frame->file);
    if (frame->line > source->line_count ||
        source_text_is_newer(source, frame->module))
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
    report_append_plain(text, line, limit);
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
        char *name = report_who_calls(finding->calls[i].call);

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
        report_append_plain(text, subject->name, LIMIT_NAME);
        if (subject->members != NULL) {
            text_printf(text, " (");
            report_append_plain(text, subject->members, LIMIT_NAME);
            text_printf(text, ")");
        }
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

    text_printf(text, REPORT_TEXT_OURS);
    append_colour(text, style, COLOUR_SEVERITY, rule->severity);
    text_printf(text, "%s:", severity_name(rule->severity));
    append_plain_again(text, style);
    text_printf(text, " ");
    append_colour(text, style, COLOUR_STRONG, rule->severity);
    text_printf(text, "%s:", rule->id);
    append_plain_again(text, style);
    text_printf(text, " ");
    report_append_plain(text, finding->message, REPORT_TEXT_MESSAGE);
    end_line(text, style, start, REPORT_TEXT_INDENT);
}

static void append_call(struct text *text, struct widths widths,
                        const struct report_style *style,
                        const struct finding_evidence *evidence)
{
    const struct call *call = evidence->call;
    int indent = widths.role + 6;
    size_t start = text->length;
    char *name = report_who_calls(call);

    text_printf(text, "  %-*s  ", widths.role, evidence->role);
    if (!evidence->role_is_ranks)
        text_printf(text, "%-*s  ", widths.who, name);
    free(name);
    report_append_plain(text, evidence->text, REPORT_TEXT_CALL);
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

void report_text_append_where(struct text *text, const struct finding *finding)
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
                REPORT_TEXT_OURS
                "%s was found at many places; further ones are counted, "
                "but not shown",
                finding->rule->id);
    end_line(text, style, start, REPORT_TEXT_INDENT);
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
        report_append_plain(&text, finding->runs, REPORT_TEXT_MESSAGE);
        end_line(&text, style, start, 4);
    }
    append_rule(&text, style, finding);
    append_last(&text, style, finding);
    return text.bytes;
}

char *report_text_brief(const struct finding *finding,
                        const struct report_style *style, bool alike, bool last)
{
    struct text text = {0};
    size_t start;

    append_message(&text, style, finding);
    start = text.length;
    text_printf(&text, "  %s%s",
                alike ? "like those before" : "one more of that rule",
                last ? ", as may be more, which only the report shows"
                     : " (the report shows it)");
    report_text_append_where(&text, finding);
    end_line(&text, style, start, 4);
    append_last(&text, style, finding);
    return text.bytes;
}

void report_text(const struct report *report, FILE *stream)
{
    const struct finding **sorted = findings_sorted(report->findings);
    struct report_style style = {report->job->no_source ? NULL
                                                        : source_files_new(),
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
    source_files_free(style.source);
    free(sorted);
}
