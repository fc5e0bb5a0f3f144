/*
 * explain.c - `murmel explain`, `murmel rules`: rules, printed from the rules.
 */
#include "explain.h"

#include "rule.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define WIDTH      76
#define MOST_MEANT 5

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

/* As it is, each line after `indent` spaces. */
static void print_lines(const char *text, int indent)
{
    while (*text != '\0') {
        int length = (int)strcspn(text, "\n");

        printf("%*s%.*s\n", indent, "", length, text);
        text += length + (text[length] == '\n');
    }
}

static void print_plain(const struct rule *rule)
{
    printf("%s (%s)\n", rule->id, severity_name(rule->severity));
    print_wrapped(rule->title, 0);
    printf("\nWhy it matters\n");
    print_wrapped(rule->why, 2);
    printf("\nHow to mend it\n");
    print_wrapped(rule->fix, 2);
    putchar('\n');
    print_lines(rule_example(rule), 4);
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
    printf("\n```diff\n");
    print_lines(rule_example(rule), 0);
    printf("```\n");
    printf("\n<!-- Printed by `murmel explain --markdown %s`; the text stands "
           "in rules/. -->\n",
           rule->id);
}

/* How much a rule's id is like a word: the length of the start they share,
 * and more where the word begins a part of the id; whatever their case. */
static size_t likeness(const char *word, const char *id)
{
    size_t alike = 0, length = strlen(word);

    while (word[alike] != '\0' && strncasecmp(word, id, alike + 1) == 0)
        alike++;
    for (const char *part = id; part != NULL; part = strchr(part, '-')) {
        part += *part == '-';
        if (strncasecmp(part, word, length) == 0)
            return alike + length;
    }
    return alike;
}

typedef void visitor(const struct rule *rule, void *context);

static void each_rule(visitor *visit, void *context)
{
    for (const struct rule_family *const *each = rule_families; *each != NULL;
         each++) {
        const struct rule_family *family = *each;

        for (size_t i = 0; i < family->rule_count; i++)
            visit(&family->rules[i], context);
    }
}

/* The rules that somebody may have meant. */
struct meant {
    const char *word;
    size_t likeness;
    const struct rule *rules[MOST_MEANT];
    size_t count;
};

static void consider(const struct rule *rule, void *context)
{
    struct meant *meant = context;
    size_t alike = likeness(meant->word, rule->id);

    if (alike < meant->likeness)
        return;
    if (alike > meant->likeness)
        meant->count = 0;
    meant->likeness = alike;
    if (meant->count < MOST_MEANT)
        meant->rules[meant->count++] = rule;
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
    struct meant meant = {.word = word, .likeness = 3}; /* less is chance */

    each_rule(consider, &meant);
    fprintf(stderr, "murmel: there is no rule \"%s\"", word);
    for (size_t i = 0; i < meant.count; i++)
        fprintf(stderr, "%s%s", i == 0 ? "; did you mean " : ", ",
                meant.rules[i]->id);
    fprintf(stderr, "%s (`murmel rules` lists them all)\n",
            meant.count > 0 ? "?" : "");
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

static void widen(const struct rule *rule, void *context)
{
    int *width = context, length = (int)strlen(rule->id);

    if (length > *width)
        *width = length;
}

int explain_rules_command(int argc, char **argv)
{
    int width = 0;

    (void)argv;
    if (argc > 1) {
        fprintf(stderr, "murmel: usage: murmel rules\n");
        return 2;
    }
    each_rule(widen, &width);
    for (const struct rule_family *const *each = rule_families; *each != NULL;
         each++) {
        const struct rule_family *family = *each;

        printf("%s%s\n", each == rule_families ? "" : "\n", family->name);
        for (size_t i = 0; i < family->rule_count; i++) {
            const struct rule *rule = &family->rules[i];

            printf("  %-*s  %-9s  %s\n", width, rule->id,
                   severity_name(rule->severity), rule->title);
        }
    }
    return finish_output();
}
