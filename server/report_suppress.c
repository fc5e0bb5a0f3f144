/*
 * report_suppress.c - suppressions.json: an entry for each finding, to be
 * copied from into a file for --suppressions.
 */
#include "report.h"
#include "report_string.h"
#include "report_value.h"

#include "memory.h"
#include "process.h"
#include "source_stack.h"
#include "stack.h"

#include <stdlib.h>
#include <string.h>

/* A pattern that fits this string alone, or, for a path, its file in any
 * folder. */
static json_t *pattern_value(const char *string)
{
    const char *slash = strrchr(string, '/');
    struct text pattern = {0};
    json_t *value;

    if (slash != NULL)
        text_append(&pattern, "*", 1);
    for (string = slash != NULL ? slash : string; *string != '\0'; string++) {
        if (strchr("*?[\\", *string) != NULL)
            text_append(&pattern, "\\", 1);
        text_append(&pattern, string, 1);
    }
    value = report_text_value(pattern.bytes != NULL ? pattern.bytes : "");
    free(pattern.bytes);
    return value;
}

static json_t *entry_value(const struct finding *finding)
{
    const struct source_frame *frame = report_finding_frame(finding);
    json_t *entry = json_object();

    json_object_set_new(entry, "reason", json_string("(say why)"));
    json_object_set_new(entry, "rule", json_string(finding->rule->id));
    if (finding->crashed == NULL && finding->call_count > 0)
        json_object_set_new(entry, "call",
                            json_string(finding->calls[0].call->info->name));
    if (frame != NULL && frame->function != NULL)
        json_object_set_new(entry, "function", pattern_value(frame->function));
    if (frame != NULL && frame->file != NULL)
        json_object_set_new(entry, "file", pattern_value(frame->file));
    else if (frame != NULL && frame->module != NULL)
        json_object_set_new(entry, "module", pattern_value(frame->module));
    return entry;
}

void report_suppress(const struct report *report, FILE *stream)
{
    const struct finding **sorted = findings_sorted(report->findings);
    json_t *entries = json_array();

    for (size_t i = 0; i < findings_total(report->findings); i++) {
        json_t *entry = entry_value(sorted[i]), *other;
        size_t k;

        json_array_foreach(entries, k, other)
        {
            if (json_equal(entry, other))
                break;
        }
        if (k == json_array_size(entries))
            json_array_append(entries, entry);
        json_decref(entry);
    }
    free(sorted);
    entries = json_pack("{s:o}", "suppressions", entries);
    json_dumpf(entries, stream, JSON_INDENT(2));
    fputc('\n', stream);
    json_decref(entries);
}
