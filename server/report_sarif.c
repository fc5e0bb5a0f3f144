/*
 * report_sarif.c - report.sarif: the findings in SARIF 2.1.0, which code
 * hosts and editors show beside the source.
 *
 * A finding is a result at its first call; the other calls are its related
 * locations.  Written a result at a time, as report.json is.
 */
#include "report.h"
#include "report_string.h"
#include "report_value.h"

#include "fingerprint.h"
#include "stack.h"
#include "stack_source.h"

#include <stdlib.h>
#include <string.h>

/* The folder that relative locations are in. */
#define BASE "WORKING_DIRECTORY"

/* SARIF has no level for what another run may meet. */
static const char *level(enum severity severity)
{
    static const char *const levels[] = {[SEVERITY_NOTE] = "note",
                                         [SEVERITY_WARNING] = "warning",
                                         [SEVERITY_POTENTIAL] = "warning",
                                         [SEVERITY_ERROR] = "error"};

    return levels[severity];
}

/* A path as part of a URI (RFC 3986). */
static json_t *uri_value(const char *before, const char *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "0123456789-._~/";
    struct text uri = {0};
    json_t *value;

    text_append(&uri, before, strlen(before));
    for (; *path != '\0'; path++) {
        if (strchr(plain, *path) != NULL)
            text_append(&uri, path, 1);
        else
            text_printf(&uri, "%%%02X", (unsigned char)*path);
    }
    value = json_string(uri.bytes);
    free(uri.bytes);
    return value;
}

static json_t *message_value(const char *text)
{
    json_t *message = json_object();

    json_object_set_new(message, "text", report_text_value(text));
    return message;
}

/* Where a frame is in its source file. */
static json_t *physical_value(const struct report *report,
                              const struct source_frame *frame)
{
    const char *directory = report->job->directory, *file = frame->file;
    size_t length = directory != NULL ? strlen(directory) : 0;
    json_t *artifact = json_object(), *physical = json_object();

    if (length > 0 && strncmp(file, directory, length) == 0 &&
        file[length] == '/') {
        json_object_set_new(artifact, "uri", uri_value("", file + length + 1));
        json_object_set_new(artifact, "uriBaseId", json_string(BASE));
    } else {
        json_object_set_new(artifact, "uri",
                            uri_value(file[0] == '/' ? "file://" : "", file));
    }
    json_object_set_new(physical, "artifactLocation", artifact);
    if (frame->line > 0)
        json_object_set_new(physical, "region",
                            json_pack("{s:i}", "startLine", frame->line));
    return physical;
}

/* The place of a frame; text says what happened there (NULL: nothing). */
static json_t *location_value(const struct report *report,
                              const struct source_frame *frame,
                              const char *text)
{
    json_t *location = json_object(), *logical;

    if (frame != NULL && frame->file != NULL)
        json_object_set_new(location, "physicalLocation",
                            physical_value(report, frame));
    if (frame != NULL && frame->function != NULL) {
        logical = json_object();
        json_object_set_new(logical, "name",
                            report_text_value(frame->function));
        json_object_set_new(logical, "kind", json_string("function"));
        json_object_set_new(location, "logicalLocations",
                            json_pack("[o]", logical));
    }
    if (text != NULL)
        json_object_set_new(location, "message", message_value(text));
    return location;
}

static const struct source_frame *innermost(const struct stack *stack)
{
    const struct source_stack *source =
        stack != NULL ? stack_source(stack) : NULL;

    return source != NULL && source->frame_count > 0 ? &source->frames[0]
                                                     : NULL;
}

static json_t *stack_value(const struct report *report,
                           const struct stack *stack, const char *text)
{
    const struct source_stack *source = stack_source(stack);
    json_t *frames = json_array(), *value = json_object();

    for (size_t i = 0; i < source->frame_count; i++) {
        json_t *frame = json_object();

        json_object_set_new(frame, "location",
                            location_value(report, &source->frames[i], NULL));
        json_object_set_new(frame, "module",
                            report_text_value(source->frames[i].module));
        json_array_append_new(frames, frame);
    }
    json_object_set_new(value, "message", message_value(text));
    json_object_set_new(value, "frames", frames);
    return value;
}

/* "rank 1, the send: MPI_Send(...)" */
static char *evidence_text(const struct finding_evidence *evidence)
{
    char *who = report_who(evidence->call->process);
    char *text =
        evidence->role_is_ranks
            ? xasprintf("%s: %s", evidence->role, evidence->text)
            : xasprintf("%s, %s: %s", who, evidence->role, evidence->text);

    free(who);
    return text;
}

static void add_calls(const struct report *report,
                      const struct finding *finding, json_t *result)
{
    json_t *locations = json_array(), *related = json_array();
    json_t *stacks = json_array();

    if (finding->crashed != NULL)
        json_array_append_new(
            locations,
            location_value(report, report_finding_frame(finding), NULL));
    for (size_t i = 0; i < finding->call_count; i++) {
        const struct stack *stack = finding->calls[i].call->stack;
        char *text = evidence_text(&finding->calls[i]);

        if (json_array_size(locations) == 0)
            json_array_append_new(
                locations, location_value(report, innermost(stack), text));
        else
            json_array_append_new(
                related, location_value(report, innermost(stack), text));
        if (stack != NULL)
            json_array_append_new(stacks, stack_value(report, stack, text));
        free(text);
    }
    json_object_set_new(result, "locations", locations);
    json_object_set_new(result, "relatedLocations", related);
    json_object_set_new(result, "stacks", stacks);
}

static json_t *result_value(const struct report *report,
                            const struct finding *finding, size_t rule)
{
    json_t *result = json_object(), *prints = json_object();
    char *print = fingerprint(finding);
    char *processes =
        findings_process_text(report->findings, &finding->processes);
    char *text = xasprintf("%s (%s%s%s)", finding->message, processes,
                           finding->runs != NULL ? "; " : "",
                           finding->runs != NULL ? finding->runs : "");

    json_object_set_new(result, "ruleId", json_string(finding->rule->id));
    json_object_set_new(result, "ruleIndex", json_integer((json_int_t)rule));
    json_object_set_new(result, "level",
                        json_string(level(finding->rule->severity)));
    json_object_set_new(result, "message", message_value(text));
    json_object_set_new(result, "occurrenceCount",
                        json_integer((json_int_t)finding->count));
    json_object_set_new(prints, "murmel/v1", report_text_value(print));
    json_object_set_new(result, "partialFingerprints", prints);
    if (findings_baseline(report->findings))
        json_object_set_new(result, "baselineState",
                            json_string(finding->known ? "unchanged" : "new"));
    free(print);
    add_calls(report, finding, result);
    free(text);
    free(processes);
    return result;
}

static json_t *rule_value(const struct rule *rule)
{
    char *help = xasprintf("%s (%s)", rule->fix, rule->standard);
    json_t *value = json_object();

    json_object_set_new(value, "id", json_string(rule->id));
    json_object_set_new(value, "shortDescription", message_value(rule->title));
    json_object_set_new(value, "fullDescription", message_value(rule->why));
    json_object_set_new(value, "help", message_value(help));
    json_object_set_new(value, "defaultConfiguration",
                        json_pack("{s:s}", "level", level(rule->severity)));
    json_object_set_new(value, "properties",
                        json_pack("{s:s,s:s}", "severity",
                                  severity_name(rule->severity), "standard",
                                  rule->standard));
    free(help);
    return value;
}

static json_t *driver_value(const struct report *report)
{
    json_t *rules = json_array();
    size_t i;

    for (i = 0; i < findings_rule_total(report->findings); i++)
        json_array_append_new(
            rules, rule_value(findings_rule_at(report->findings, i)->rule));
    return json_pack("{s:s,s:s,s:s,s:o}", "name", "Murmel", "version",
                     report->job->version, "semanticVersion",
                     report->job->version, "rules", rules);
}

/* What the report lacks, as notifications of the run. */
static json_t *invocation_value(const struct report *report)
{
    const struct report_job *job = report->job;
    json_t *value = json_object(), *notifications = json_array();
    bool whole = report->complete && job->incomplete_count == 0;
    size_t i;

    for (i = 0; i < job->incomplete_count + !report->complete; i++)
        json_array_append_new(
            notifications,
            json_pack("{s:s,s:o}", "level", "error", "message",
                      message_value(i < job->incomplete_count
                                        ? job->incomplete[i]
                                        : REPORT_STILL_RUNNING)));
    for (i = 0; i < job->not_observed_count; i++)
        json_array_append_new(
            notifications, json_pack("{s:s,s:o}", "level", "warning", "message",
                                     message_value(job->not_observed[i])));
    json_object_set_new(value, "executionSuccessful", json_boolean(whole));
    json_object_set_new(value, "commandLine", report_text_value(job->command));
    if (job->start.tv_sec != 0)
        json_object_set_new(value, "startTimeUtc",
                            report_time_value(&job->start));
    if (job->end.tv_sec != 0)
        json_object_set_new(value, "endTimeUtc", report_time_value(&job->end));
    json_object_set_new(value, "toolExecutionNotifications", notifications);
    return value;
}

/* Those of the rules that found something, as they stand in the driver. */
static size_t rule_index(const struct findings *findings,
                         const struct rule *rule)
{
    size_t i = 0;

    while (findings_rule_at(findings, i)->rule != rule)
        i++;
    return i;
}

void report_sarif(const struct report *report, FILE *stream)
{
    const struct finding **sorted = findings_sorted(report->findings);
    const char *directory = report->job->directory;

    fputs("{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\n"
          "\"version\":\"2.1.0\",\n\"runs\":[{\"tool\":{\"driver\":",
          stream);
    report_put_value(stream, driver_value(report));
    fputs("},\n\"columnKind\":\"unicodeCodePoints\",\n\"invocations\":[",
          stream);
    report_put_value(stream, invocation_value(report));
    fputs("],\n", stream);
    if (directory != NULL) {
        json_t *base = json_object(), *bases = json_object();
        char *folder = xasprintf("%s/", directory);

        json_object_set_new(base, "uri", uri_value("file://", folder));
        json_object_set_new(bases, BASE, base);
        fputs("\"originalUriBaseIds\":", stream);
        report_put_value(stream, bases);
        fputs(",\n", stream);
        free(folder);
    }
    fputs("\"results\":[", stream);
    for (size_t i = 0; i < findings_total(report->findings); i++) {
        fputs(i > 0 ? ",\n" : "\n", stream);
        report_put_value(stream, result_value(report, sorted[i],
                                              rule_index(report->findings,
                                                         sorted[i]->rule)));
    }
    fputs("]}]}\n", stream);
    free(sorted);
}
