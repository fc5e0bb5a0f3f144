#include "diff.h"

#include "baseline.h"
#include "help.h"
#include "json_field.h"
#include "memory.h"
#include "report_string.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

/* One line: rule, message, and what the finding has in common with that of
 * another run. */
static void print_finding(char sign, const json_t *finding)
{
    const char *print = json_field_text(finding, "fingerprint");
    struct text line = {0};

    text_printf(&line, "%c %s: %s: ", sign,
                json_field_text(finding, "severity"),
                json_field_text(finding, "rule"));
    report_append_plain(&line, json_field_text(finding, "message"), 1000);
    print += strcspn(print, " ");
    text_printf(&line, " [");
    report_append_plain(&line, print + (*print == ' '), 400);
    text_printf(&line, "]\n");
    fputs(line.bytes, stdout);
    free(line.bytes);
}

/* Prints the findings of one report that the other has not, and counts them;
 * of equal ones as many are in common as both have. */
static size_t print_only(char sign, const json_t *of, const json_t *other)
{
    struct baseline *known = baseline_of(other);
    json_t *finding;
    size_t count = 0, i;

    json_array_foreach(json_object_get(of, "findings"), i, finding)
    {
        if (baseline_take_print(known, json_field_text(finding, "fingerprint")))
            continue;
        print_finding(sign, finding);
        count++;
    }
    baseline_free(known);
    return count;
}

static json_t *load(const char *path)
{
    char *trouble;
    json_t *report = baseline_report(path, &trouble);

    if (report == NULL) {
        terminal_line("%s", trouble);
        free(trouble);
    }
    return report;
}

int diff_command(int argc, char **argv)
{
    json_t *before, *after;
    size_t more = 0;
    int status = 2;

    if (argc != 3) {
        terminal_line("murmel diff takes two reports, the old and the new: "
                      "files or folders");
        return 2;
    }
    before = load(argv[1]);
    after = before != NULL ? load(argv[2]) : NULL;
    if (after != NULL) {
        print_only('-', before, after);
        more = print_only('+', after, before);
        status = help_flush();
    }
    json_decref(before);
    json_decref(after);
    return status == 0 && more > 0 ? 1 : status;
}
