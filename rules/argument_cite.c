/*
 * argument_cite.c - which sections a finding on an argument cites.
 */
#include "argument.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

#define TERMS 2 /* chapter */
#define MOST  16

struct sections {
    const char *items[MOST]; /* each ends at a comma, or with the text */
    size_t count;
};

static long chapter_of(const char *section)
{
    return strtol(section, NULL, 10);
}

/* By number: 3.10 comes after 3.9. */
static int compare(const char *one, const char *other)
{
    for (;;) {
        char *end, *other_end;
        long left = strtol(one, &end, 10),
             right = strtol(other, &other_end, 10);

        if (left != right)
            return left < right ? -1 : 1;
        if (*end != '.' || *other_end != '.')
            return (*end == '.') - (*other_end == '.');
        one = end + 1;
        other = other_end + 1;
    }
}

static void add(struct sections *sections, const char *section)
{
    size_t i = 0;

    while (i < sections->count && compare(sections->items[i], section) < 0)
        i++;
    if (sections->count == MOST ||
        (i < sections->count && compare(sections->items[i], section) == 0))
        return;
    memmove(&sections->items[i + 1], &sections->items[i],
            (sections->count++ - i) * sizeof sections->items[0]);
    sections->items[i] = section;
}

/* The next of the text, or NULL. */
static const char *next(const char *section)
{
    section = strchr(section, ',');
    return section == NULL ? NULL : section + strspn(section, ", ");
}

/* Of these each function has its own section. */
static bool is_by_function(const struct rule *rule)
{
    static const char *const ids[] = {
        "ARG-INTRA-INTER", "ARG-LESS-ROOM", "ARG-NEGATIVE", "ARG-NULL-POINTER",
        "ARG-OTHER-KIND",  "ARG-OVERLAP",   "ARG-TOPOLOGY", "ARG-VALUE"};
    size_t i;

    for (i = 0; i < sizeof ids / sizeof ids[0]; i++)
        if (strcmp(rule->id, ids[i]) == 0)
            return true;
    return false;
}

/* The function's own, or one of its chapter where the rule does not name that;
 * or what holds for all that are given datatypes. */
static bool is_of_function(const char *section, const struct rule *rule,
                           const struct call_info *info)
{
    const char *own = strchr(rule->standard, ' ') + 1;

    if (compare(section, "5.1.11") == 0)
        return true;
    for (; own != NULL; own = next(own))
        if (compare(own, info->section) == 0)
            return compare(section, info->section) == 0;
    return chapter_of(section) == chapter_of(info->section);
}

void argument_cite(struct finding *finding, const struct rule *rule,
                   const struct call_info *info)
{
    const char *section = strchr(rule->standard, ' ');
    struct sections sections = {.count = 0};
    struct text text = {0};
    size_t i;

    if (section == NULL || info->section == NULL)
        return;
    section++;
    add(&sections, info->section);
    for (; section != NULL; section = next(section))
        if (!is_by_function(rule) || chapter_of(section) == TERMS ||
            is_of_function(section, rule, info))
            add(&sections, section);
    text_printf(&text, "MPI-4.1");
    for (i = 0; i < sections.count; i++)
        text_printf(&text, "%s %.*s", i > 0 ? "," : "",
                    (int)strcspn(sections.items[i], ","), sections.items[i]);
    finding_standard(finding, text.bytes);
    free(text.bytes);
}
