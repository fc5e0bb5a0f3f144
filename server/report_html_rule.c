/* report_html_rule.c - of each rule that was broken, how that looks in a
 * program, and how it does when it is mended. */
#include "report_html.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* The lines of an example, "- ...", "+ ..." or "  ...". */
static void put_example(struct page *page, const char *lines)
{
    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        char *line = xasprintf("%.*s", (int)length, lines);

        PUT(page,
            *line == '-'   ? page_rule_wrong
            : *line == '+' ? page_rule_right
                           : page_rule_line,
            "text", length > 2 ? line + 2 : "");
        free(line);
        lines += length + (lines[length] == '\n');
    }
}

void html_rules(struct page *page)
{
    const struct findings *findings = page->report->findings;
    size_t total = findings_rule_total(findings), shown = 0;

    for (size_t i = 0; i < total; i++) {
        const struct rule *rule = findings_rule_at(findings, i)->rule;
        const char *example = rule_example(rule);

        if (*example == '\0' || findings_rule_at(findings, i)->different == 0)
            continue;
        if (shown++ == 0)
            PUT_PLAIN(page, page_rules_open);
        PUT(page, page_rule_open, "id", rule->id, "title", rule->title,
            "standard", rule->standard);
        put_example(page, example);
        PUT_PLAIN(page, page_rule_close);
    }
    if (shown > 0)
        PUT_PLAIN(page, page_rules_close);
}
