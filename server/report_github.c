/*
 * report_github.c - findings as annotations of GitHub Actions, which shows
 * them beside the source lines of a change.
 */
#include "report.h"
#include "report_string.h"

#include "source_stack.h"
#include "stack.h"

#include <stdlib.h>
#include <string.h>

/* Text of an annotation, of which some characters (more in a property than in
 * the message) mean something there. */
static void append_value(struct text *text, const char *string,
                         const char *special)
{
    struct text plain = {0};

    report_append_plain(&plain, string, 1000);
    for (const char *s = plain.bytes; s != NULL && *s != '\0'; s++) {
        if (strchr(special, *s) != NULL)
            text_printf(text, "%%%02X", (unsigned)*s);
        else
            text_append(text, s, 1);
    }
    free(plain.bytes);
}

/* Relative names are taken from the root of what is checked out, wherever the
 * program runs. */
static const char *annotated_file(const char *file,
                                  const struct process *process)
{
    char *root = getenv("GITHUB_WORKSPACE");
    const struct process checkout = {.directory = root};
    const char *name = root != NULL ? report_file_name(file, &checkout) : file;

    return name != file ? name : report_file_name(file, process);
}

char *report_github_finding(const struct finding *finding)
{
    static const char *const levels[] = {[SEVERITY_NOTE] = "notice",
                                         [SEVERITY_WARNING] = "warning",
                                         [SEVERITY_POTENTIAL] = "warning",
                                         [SEVERITY_ERROR] = "error"};
    const struct source_frame *frame = report_finding_frame(finding);
    const struct process *process =
        finding->call_count > 0 ? finding->calls[0].call->process : NULL;
    struct text text = {0};

    text_printf(&text, "::%s ", levels[finding->rule->severity]);
    if (frame != NULL && frame->file != NULL) {
        text_printf(&text, "file=");
        append_value(&text, annotated_file(frame->file, process), "%:,");
        text_printf(&text, ",line=%d,", frame->line);
    }
    text_printf(&text, "title=Murmel %s::", finding->rule->id);
    append_value(&text, finding->message, "%");
    text_printf(&text, "\n");
    return text.bytes;
}
