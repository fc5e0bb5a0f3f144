/* report_html.c - report.html, made of the parts in server/report_page/. */
#include "report_html.h"
#include "source_files.h"
#include "report_string.h"

#include "suppression.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define UNFOLDED        5    /* findings that are open at first */
#define WHOLE           200  /* ... that the browser reads at once */
#define MOST_CHARACTERS 1000 /* of any string; report.json has it whole */

void html_put(FILE *stream, const char *const *part, const char *const *values)
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

const char *html_number(char *buffer, unsigned long long number)
{
    snprintf(buffer, 24, "%llu", number);
    return buffer;
}

const char *html_severity(enum severity severity)
{
    static const char *const labels[] = {
        [SEVERITY_NOTE] = "Note",
        [SEVERITY_WARNING] = "Warning",
        [SEVERITY_POTENTIAL] = "Potential error",
        [SEVERITY_ERROR] = "Error",
    };

    return labels[severity];
}

/* Where a finding shows who waits for whom, all of that is said already. */
static bool says_who_waits(const struct findings *findings)
{
    for (size_t i = 0; i < findings_total(findings); i++)
        if (findings_at(findings, i)->graph != NULL)
            return true;
    return false;
}

static void put_state(struct page *page)
{
    const struct report *report = page->report;

    if (report->job->state == NULL ||
        (report->complete && says_who_waits(report->findings)))
        return;
    PUT_PLAIN(page, page_state_open);
    html_graph(page, page->report->job->state, REPORT_STATE_DOT);
    PUT_PLAIN(page, page_state_close);
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
                "label", html_severity(severity), "count", NUMBER(count));
    }
    PUT_PLAIN(page, page_filter_rest);
    sorted = findings_sorted(findings);
    for (size_t i = 0; i < total; i++) {
        if (i == WHOLE)
            PUT_PLAIN(page, page_later_open);
        html_finding(page, sorted[i], i < UNFOLDED, i < WHOLE);
    }
    free(sorted);
    if (total > WHOLE)
        PUT(page, page_later_close, "whole", NUMBER(WHOLE));
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

/* How much there is to be read of it below. */
static void put_unseen_fact(struct page *page)
{
    const struct report_job *job = page->report->job;
    struct report_unseen unseen[REPORT_UNSEEN];
    size_t kinds = report_unseen(job, unseen);
    size_t count = job->not_observed_count + kinds;

    for (size_t i = 0; i < kinds; i++)
        free(unseen[i].text);
    if (count > 0)
        PUT(page, page_fact_unseen, "count", NUMBER(count), "thing",
            count == 1 ? "thing" : "things");
}

/* "a, b, c": the reports of which this one was merged. */
static void put_runs_fact(struct page *page)
{
    const struct report_job *job = page->report->job;
    struct text text = {0};

    for (size_t i = 0; i < job->run_count; i++)
        text_printf(&text, "%s%s", i > 0 ? ", " : "", job->runs[i]);
    put_fact(page, "Merged of", text.bytes);
    free(text.bytes);
}

static void put_facts(struct page *page, size_t ranks)
{
    const struct report_job *job = page->report->job;
    char start[40], took[48] = "", status[64] = "";
    char *fault = report_mpi_fault(job);

    report_time(start, sizeof start, &job->start);
    start[10] = ' ';
    strcpy(start + 19, " UTC");
    if (job->end.tv_sec != 0 && job->run_count == 0)
        report_duration_text(took, sizeof took,
                             (uint64_t)(report_duration(job) * 1e9));
    if (job->launcher_ended && WIFEXITED(job->launcher_status))
        snprintf(status, sizeof status, "%d",
                 WEXITSTATUS(job->launcher_status));
    if (job->launcher_ended && WIFSIGNALED(job->launcher_status))
        report_signal_name(status, sizeof status,
                           WTERMSIG(job->launcher_status));
    PUT_PLAIN(page, page_facts_open);
    put_fact(page, "Ranks",
             ranks > 0 || page->report->complete ? NUMBER(ranks) : "none yet");
    if (job->process_count > 0)
        put_fact(page, "MPI",
                 job->processes[0]->library != NULL
                     ? job->processes[0]->library
                     : job->processes[0]->flavour);
    put_runs_fact(page);
    put_fact(page, "Started", start);
    put_fact(page, "Took", took);
    put_fact(page, "Exit status", status);
    put_fact(page, "Directory", job->directory);
    put_unseen_fact(page);
    put_fact(page, "Fault of the MPI", fault);
    free(fault);
    PUT_PLAIN(page, page_facts_close);
}

static void put_not_observed(struct page *page)
{
    const struct report_job *job = page->report->job;
    struct report_unseen unseen[REPORT_UNSEEN];
    size_t count = report_unseen(job, unseen);
    bool native = false;

    if (job->not_observed_count + count == 0)
        return;
    PUT_PLAIN(page, page_not_observed_open);
    for (size_t i = 0; i < job->not_observed_count; i++)
        PUT(page, page_sentence, "text", job->not_observed[i]);
    for (size_t i = 0; i < count; i++) {
        PUT(page, page_unseen, "text", unseen[i].text);
        native |= unseen[i].native;
        free(unseen[i].text);
    }
    if (native)
        PUT(page, page_sentence, "text",
            "To have loads and stores seen, compile with murmel cc, c++ or "
            "fc.");
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
static char *verdict_text(const struct report *report)
{
    struct report_ranks ranks = report_ranks(report->job);
    struct text text = {0};
    char name[32];

    if (findings_total(report->findings) > 0)
        report_append_numbers(&text, report->findings);
    else
        text_printf(&text, "No findings");
    if (!report->complete)
        text_printf(&text, " so far");
    if (ranks.text[0] != '\0')
        text_printf(&text, " in %s", ranks.text);
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
    struct page page = {report, stream, source_files_new()};
    size_t ranks = report_rank_count(job);
    char *verdict = verdict_text(report);

    PUT(&page, page_head, "version", job->version, "verdict", verdict);
    PUT_PLAIN(&page, page_style);
    PUT(&page, page_banner, "verdict", verdict, "tone", verdict_tone(report));
    if (job->command != NULL && *job->command != '\0')
        PUT(&page, page_banner_command, "command", job->command);
    PUT_PLAIN(&page, page_banner_close);
    put_facts(&page, ranks);
    put_incomplete(&page);
    put_state(&page);
    put_findings(&page);
    html_processes(&page);
    html_pending(&page);
    html_objects(&page);
    html_traffic(&page);
    html_functions(&page);
    html_rules(&page);
    put_suppressed(&page);
    put_not_observed(&page);
    PUT(&page, page_foot, "version", job->version);
    PUT_PLAIN(&page, page_script);
    PUT_PLAIN(&page, page_end);
    free(verdict);
    source_files_free(page.source);
}
