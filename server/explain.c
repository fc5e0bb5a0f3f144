/*
 * explain.c - `murmel explain`, `murmel rules`: rules, printed from the rules.
 */
#include "explain.h"

#include "rule.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define WIDTH 76

/* Prints text in lines of at most WIDTH, each after `indent` spaces. */
static void print_wrapped(const char *text, int indent)
{
    int column = 0;

    while (*text != '\0') {
        int length = (int)strcspn(text, " \n");

        if (column > 0 && column + 1 + length > WIDTH) {
            putchar('\n');
            column = 0;
        }
        if (length > 0) {
            column +=
                printf("%*s%.*s", column > 0 ? 1 : indent, "", length, text);
        }
        text += length;
        text += strspn(text, " \n");
    }
    putchar('\n');
}

static void print_plain(const struct rule *rule)
{
    printf("%s (%s)\n", rule->id, severity_name(rule->severity));
    print_wrapped(rule->title, 0);
    printf("\nWhy it matters\n");
    print_wrapped(rule->why, 2);
    printf("\nHow to mend it\n");
    print_wrapped(rule->fix, 2);
    printf("\nIn the standard\n");
    print_wrapped(rule->standard, 2);
}

static void print_markdown(const struct rule *rule)
{
    printf("# %s\n\n", rule->id);
    print_wrapped(rule->title, 0);
    printf("\nSeverity: **%s** · Standard: %s\n", severity_name(rule->severity),
           rule->standard);
    printf("\n## Why it matters\n\n");
    print_wrapped(rule->why, 0);
    printf("\n## How to mend it\n\n");
    print_wrapped(rule->fix, 0);
    printf("\n<!-- Printed by `murmel explain --markdown %s`; the text stands "
           "in rules/. -->\n",
           rule->id);
}

/* How many characters two ids share at the start, whatever their case. */
static size_t likeness(const char *id, const char *other)
{
    size_t length = 0;

    while (id[length] != '\0' && strncasecmp(id, other, length + 1) == 0)
        length++;
    return length;
}

/* The rule that somebody may have meant: same id in other case, one that has
 * the word in its id, or the longest common start; NULL: nothing like it. */
static const struct rule *rule_like(const char *word)
{
    const struct rule *best = NULL;
    size_t best_likeness = 2; /* less is chance */

    for (const struct rule_family *family = rule_families; family->name != NULL;
         family++) {
        for (size_t i = 0; i < family->rule_count; i++) {
            const struct rule *rule = &family->rules[i];
            size_t alike = likeness(word, rule->id);

            if (strcasestr(rule->id, word) != NULL)
                alike += strlen(word);
            if (alike > best_likeness) {
                best_likeness = alike;
                best = rule;
            }
        }
    }
    return best;
}

static int finish_output(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return 0;
    perror("murmel: cannot write the output");
    return 2;
}

static int no_such_rule(const char *word)
{
    const struct rule *meant = *word != '\0' ? rule_like(word) : NULL;

    fprintf(stderr, "murmel: there is no rule %s", word);
    if (meant != NULL)
        fprintf(stderr, "; did you mean %s?", meant->id);
    fprintf(stderr, " (`murmel rules` lists them all)\n");
    return 2;
}

int explain_command(int argc, char **argv)
{
    bool markdown = argc > 1 && strcmp(argv[1], "--markdown") == 0;
    int first = markdown ? 2 : 1;

    if (first >= argc || argv[first][0] == '-') {
        fprintf(stderr, "murmel: usage: murmel explain [--markdown] RULE...\n");
        return 2;
    }
    for (int i = first; i < argc; i++) {
        const struct rule *rule = rule_find(argv[i]);

        if (rule == NULL)
            return no_such_rule(argv[i]);
        if (i > first)
            putchar('\n');
        if (markdown)
            print_markdown(rule);
        else
            print_plain(rule);
    }
    return finish_output();
}

static int id_width(void)
{
    size_t width = 0;

    for (const struct rule_family *family = rule_families; family->name != NULL;
         family++) {
        for (size_t i = 0; i < family->rule_count; i++) {
            size_t length = strlen(family->rules[i].id);

            if (length > width)
                width = length;
        }
    }
    return (int)width;
}

int explain_rules_command(int argc, char **argv)
{
    int width = id_width();

    (void)argv;
    if (argc > 1) {
        fprintf(stderr, "murmel: usage: murmel rules\n");
        return 2;
    }
    for (const struct rule_family *family = rule_families; family->name != NULL;
         family++) {
        printf("%s%s\n", family == rule_families ? "" : "\n", family->name);
        for (size_t i = 0; i < family->rule_count; i++) {
            const struct rule *rule = &family->rules[i];

            printf("  %-*s  %-9s  %s\n", width, rule->id,
                   severity_name(rule->severity), rule->title);
        }
    }
    return finish_output();
}
