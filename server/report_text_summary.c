/*
 * report_text_summary.c - the end of a job as lines for the terminal: how its
 * processes ended, what was found again, left out or not seen, the numbers.
 */
#include "report.h"
#include "report_string.h"
#include "report_text.h"
#include "report_wrap.h"

#include "memory.h"
#include "rank_list.h"
#include "suppression.h"

#include <stdlib.h>
#include <string.h>

#define MOST_LINES 8
#define LIMIT_PATH 4096

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
        report_append_plain(&text, place, REPORT_TEXT_CALL);
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

/* "RULE was found %llu times on ranks 0-3: example.c:41 in main", in parts. */
struct repeated {
    const struct rule *rule;
    char *on; /* what stands behind the number */
    unsigned long long count;
};

static char *repeated_on(const struct findings *findings,
                         const struct finding *finding)
{
    char *processes = findings_process_text(findings, &finding->processes);
    struct text text = {0};

    text_printf(&text, "%s%s", processes,
                process_set_has_several(&finding->processes) ? " together"
                                                             : "");
    report_text_append_where(&text, finding);
    free(processes);
    return text.bytes;
}

/* What was said once and happened more often; what reads alike in one line. */
static void append_repeated(struct text *text, const struct findings *findings)
{
    const struct finding **sorted = findings_sorted(findings);
    struct repeated rows[MOST_LINES];
    size_t count = 0, at;
    bool more = false;

    for (size_t i = 0; i < findings_total(findings); i++) {
        const struct finding *finding = sorted[i];
        char *on;

        if (finding->count < 2 || finding->known)
            continue;
        on = repeated_on(findings, finding);
        at = 0;
        while (at < count &&
               (rows[at].rule != finding->rule || strcmp(rows[at].on, on) != 0))
            at++;
        more |= at == MOST_LINES;
        if (at == count && count < MOST_LINES)
            rows[count++] = (struct repeated){finding->rule, on, 0};
        else
            free(on);
        if (at < count)
            rows[at].count += finding->count;
    }
    for (at = 0; at < count; at++) {
        text_printf(text, "murmel: %s was found %llu times on %s\n",
                    rows[at].rule->id, rows[at].count, rows[at].on);
        free(rows[at].on);
    }
    if (more)
        text_printf(text, "murmel: and more that were found again; the report "
                          "has their numbers\n");
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
        report_append_plain(text, words, REPORT_TEXT_MESSAGE);
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

static void append_mpi_fault(struct text *text, const struct report_job *job)
{
    char *fault = report_mpi_fault(job);

    if (fault != NULL)
        text_printf(text, "murmel: fault of the MPI: %s\n", fault);
    free(fault);
}

static void append_incomplete(struct text *text, const struct report *report)
{
    const struct report_job *job = report->job;

    for (size_t i = 0; i < job->incomplete_count; i++) {
        text_printf(text, "murmel: incomplete: ");
        report_append_plain(text, job->incomplete[i], REPORT_TEXT_MESSAGE);
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
    append_mpi_fault(&text, job);
    if (ranks.text[0] != '\0')
        text_printf(&text, "murmel: %s", ranks.text);
    else
        text_printf(&text, "murmel: %zu process%s", job->process_count,
                    job->process_count == 1 ? "" : "es");
    text_printf(&text, ", ");
    report_append_numbers(&text, report->findings);
    if (path != NULL) {
        text_printf(&text, " · report: ");
        report_append_plain(&text, path, LIMIT_PATH);
    }
    text_printf(&text, "\n");
    report_wrap(&text, 0, report->columns, REPORT_TEXT_INDENT);
    return text.bytes;
}
