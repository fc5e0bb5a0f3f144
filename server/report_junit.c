/*
 * report_junit.c - report.junit.xml: each rule as a test that passed or
 * failed, for the overviews and histories of CI systems.
 *
 * A rule fails where --fail-on counts its findings; what it found otherwise
 * stands in its output.  A report that lacks something is a test in error.
 */
#include "report.h"
#include "report_string.h"

#include <stdlib.h>
#include <string.h>

/* Of the text of one finding; report.json has it whole. */
#define MOST_CHARACTERS 20000

static void put(FILE *stream, const char *text)
{
    report_put_html(stream, text, MOST_CHARACTERS);
}

/* As XML takes them: control characters and the like are written out. */
static void put_plain(FILE *stream, const char *text)
{
    struct text plain = {0};

    report_append_plain(&plain, text, MOST_CHARACTERS);
    put(stream, plain.bytes != NULL ? plain.bytes : "");
    free(plain.bytes);
}

static void put_findings(const struct report *report,
                         const struct finding *const *sorted,
                         const struct rule *rule, FILE *stream)
{
    for (size_t i = 0; i < findings_total(report->findings); i++) {
        char *text;

        if (sorted[i]->rule != rule)
            continue;
        text = report_text_finding(sorted[i], &(struct report_style){0});
        put(stream, text);
        free(text);
    }
}

static const struct finding_rule *row_of(const struct findings *findings,
                                         const struct rule *rule)
{
    for (size_t i = 0; i < findings_rule_total(findings); i++)
        if (findings_rule_at(findings, i)->rule == rule)
            return findings_rule_at(findings, i);
    return NULL;
}

static void put_rule(const struct report *report,
                     const struct finding *const *sorted,
                     const struct rule_family *family, const struct rule *rule,
                     FILE *stream)
{
    const struct finding_rule *row = row_of(report->findings, rule);
    const char *element = "system-out";

    fprintf(stream, "<testcase classname=\"murmel.%s\" name=\"%s\"",
            family->name, rule->id);
    if (row == NULL || row->different == 0) {
        fputs("/>\n", stream);
        return;
    }
    fputs(">\n", stream);
    if ((int)rule->severity >= report->job->fail_on) {
        element = "failure";
        fprintf(stream, "<failure type=\"%s\" message=\"",
                severity_name(rule->severity));
        put(stream, rule->title);
        fputs("\">", stream);
    } else {
        fputs("<system-out>", stream);
    }
    put_findings(report, sorted, rule, stream);
    fprintf(stream, "</%s>\n</testcase>\n", element);
}

/* That the report lacks nothing is a test, too. */
static void put_completeness(const struct report *report, FILE *stream)
{
    const struct report_job *job = report->job;

    fputs("<testcase classname=\"murmel\" name=\"complete\"", stream);
    if (report->complete && job->incomplete_count == 0) {
        fputs("/>\n", stream);
        return;
    }
    fputs(">\n<error message=\"The report is incomplete\">", stream);
    if (!report->complete)
        fputs(REPORT_STILL_RUNNING "\n", stream);
    for (size_t i = 0; i < job->incomplete_count; i++) {
        put_plain(stream, job->incomplete[i]);
        fputc('\n', stream);
    }
    fputs("</error>\n</testcase>\n", stream);
}

static size_t rule_count(void)
{
    size_t count = 0;

    for (size_t i = 0; rule_families[i] != NULL; i++)
        count += rule_families[i]->rule_count;
    return count;
}

static size_t failure_count(const struct report *report)
{
    size_t count = 0;

    for (size_t i = 0; i < findings_rule_total(report->findings); i++) {
        const struct finding_rule *row = findings_rule_at(report->findings, i);

        count += row->different > 0 &&
                 (int)row->rule->severity >= report->job->fail_on;
    }
    return count;
}

static void put_suite(const struct report *report, FILE *stream)
{
    const struct report_job *job = report->job;
    bool whole = report->complete && job->incomplete_count == 0;
    char time[40];

    fprintf(stream,
            "<testsuite name=\"murmel\" tests=\"%zu\" failures=\"%zu\" "
            "errors=\"%d\" skipped=\"0\"",
            rule_count() + 1, failure_count(report), whole ? 0 : 1);
    if (job->start.tv_sec != 0) {
        report_time(time, sizeof time, &job->start);
        time[strcspn(time, ".")] = '\0'; /* xs:dateTime of many readers */
        fprintf(stream, " timestamp=\"%s\"", time);
    }
    if (job->end.tv_sec != 0)
        fprintf(stream, " time=\"%.3f\"", report_duration(job));
    fputs(">\n<properties>\n<property name=\"command\" value=\"", stream);
    put_plain(stream, job->command);
    fputs("\"/>\n</properties>\n", stream);
}

void report_junit(const struct report *report, FILE *stream)
{
    const struct finding *const *sorted =
        (const struct finding *const *)findings_sorted(report->findings);

    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", stream);
    put_suite(report, stream);
    put_completeness(report, stream);
    for (size_t i = 0; rule_families[i] != NULL; i++)
        for (size_t r = 0; r < rule_families[i]->rule_count; r++)
            put_rule(report, sorted, rule_families[i],
                     &rule_families[i]->rules[r], stream);
    fputs("</testsuite>\n</testsuites>\n", stream);
    free((void *)sorted);
}
