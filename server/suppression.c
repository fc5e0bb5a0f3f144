#include "suppression.h"

#include "memory.h"
#include "process.h"
#include "stack.h"
#include "stack_source.h"
#include "word.h"

#include <errno.h>
#include <fnmatch.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

struct suppressions {
    struct suppression **items;
    size_t count;
    char **sources;
    size_t source_count;
};

/* The members of an entry. */
static const struct {
    const char *name;
    size_t field; /* in struct suppression: a char * */
} members[] = {
    {"reason", offsetof(struct suppression, reason)},
    {"rule", offsetof(struct suppression, rule)},
    {"call", offsetof(struct suppression, call)},
    {"function", offsetof(struct suppression, function)},
    {"file", offsetof(struct suppression, file)},
    {"module", offsetof(struct suppression, module)},
    {"object", offsetof(struct suppression, object)},
};
#define MEMBER_COUNT (sizeof members / sizeof members[0])

static char **field_of(struct suppression *entry, size_t member)
{
    return (char **)((char *)entry + members[member].field);
}

struct suppressions *suppressions_new(void)
{
    return xcalloc(1, sizeof(struct suppressions));
}

static void entry_free(struct suppression *entry)
{
    for (size_t i = 0; i < MEMBER_COUNT; i++)
        free(*field_of(entry, i));
    free(entry);
}

void suppressions_free(struct suppressions *suppressions)
{
    if (suppressions == NULL)
        return;
    for (size_t i = 0; i < suppressions->count; i++)
        entry_free(suppressions->items[i]);
    for (size_t i = 0; i < suppressions->source_count; i++)
        free(suppressions->sources[i]);
    free(suppressions->items);
    free(suppressions->sources);
    free(suppressions);
}

/* ------------------------------------------------------------------- read */

static char *unknown_member(const char *name)
{
    size_t least = strlen(name), near = 0, i;

    for (i = 0; i < MEMBER_COUNT; i++) {
        size_t apart = word_distance(name, strlen(name), members[i].name);

        if (apart < least) {
            least = apart;
            near = i;
        }
    }
    return xasprintf("there is no \"%s\"; the nearest is \"%s\"", name,
                     members[near].name);
}

/* Reads one entry; what is wrong with it (malloc'd), or NULL. */
static char *read_entry(json_t *value, struct suppression *entry)
{
    const struct rule *rule;
    const char *name;
    json_t *member;

    if (!json_is_object(value))
        return xstrdup("it must be an object: {\"rule\": ...}");
    json_object_foreach(value, name, member)
    {
        size_t i = 0;

        while (i < MEMBER_COUNT && strcmp(name, members[i].name) != 0)
            i++;
        if (i == MEMBER_COUNT)
            return unknown_member(name);
        if (!json_is_string(member))
            return xasprintf("\"%s\" must be a string", name);
        *field_of(entry, i) = xstrdup(json_string_value(member));
    }
    if (entry->reason == NULL || entry->reason[0] == '\0')
        return xstrdup("it has no \"reason\"");
    if (entry->rule == NULL)
        return xstrdup("it has no \"rule\" (\"*\" is every rule)");
    if (strpbrk(entry->rule, "*?[") != NULL)
        return NULL;
    rule = rule_find(entry->rule);
    if (rule == NULL)
        return xasprintf("there is no rule %s (murmel rules shows all)",
                         entry->rule);
    free(entry->rule); /* it may be in letters of the other case */
    entry->rule = xstrdup(rule->id);
    return NULL;
}

static void append(struct suppressions *suppressions, struct suppression *entry)
{
    suppressions->items = xrealloc(suppressions->items, suppressions->count + 1,
                                   sizeof suppressions->items[0]);
    suppressions->items[suppressions->count++] = entry;
}

/* All entries of the file, or none. */
static char *read_entries(struct suppressions *suppressions, json_t *list,
                          const char *source, bool shipped)
{
    size_t before = suppressions->count, i;
    char *wrong = NULL, *text;
    json_t *value;

    json_array_foreach(list, i, value)
    {
        struct suppression *entry = xcalloc(1, sizeof *entry);

        entry->source = source;
        entry->shipped = shipped;
        append(suppressions, entry);
        wrong = read_entry(value, entry);
        if (wrong != NULL)
            break;
    }
    if (wrong == NULL)
        return NULL;
    while (suppressions->count > before)
        entry_free(suppressions->items[--suppressions->count]);
    text = xasprintf("entry %zu: %s", i + 1, wrong);
    free(wrong);
    return text;
}

int suppressions_add(struct suppressions *suppressions, const char *path,
                     bool shipped, char **trouble)
{
    json_error_t error;
    json_t *root, *list;
    char *wrong = NULL, *source = xstrdup(path);

    errno = 0;
    root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    list = json_object_get(root, "suppressions");
    if (root == NULL && error.line > 0 && errno != EISDIR)
        wrong = xasprintf("line %d: %s", error.line, error.text);
    else if (root == NULL)
        wrong = xasprintf("it cannot be read: %s",
                          strerror(errno != 0 ? errno : EINVAL));
    else if (!json_is_array(list) || json_object_size(root) != 1)
        wrong = xstrdup("it must be {\"suppressions\": [...]}");
    else
        wrong = read_entries(suppressions, list, source, shipped);
    json_decref(root);
    if (wrong != NULL) {
        *trouble = xasprintf("%s: %s", path, wrong);
        free(wrong);
        free(source);
        return -1;
    }
    suppressions->sources =
        xrealloc(suppressions->sources, suppressions->source_count + 1,
                 sizeof suppressions->sources[0]);
    suppressions->sources[suppressions->source_count++] = source;
    return 0;
}

void suppressions_restore(struct suppressions *suppressions, const char *rule,
                          const char *reason, const char *source,
                          size_t findings)
{
    struct suppression *entry;

    if (rule == NULL || reason == NULL || source == NULL)
        return;
    entry = xcalloc(1, sizeof *entry);
    entry->rule = xstrdup(rule);
    entry->reason = xstrdup(reason);
    entry->source = source;
    entry->findings = findings;
    append(suppressions, entry);
}

/* ------------------------------------------------------------------ match */

/* No pattern fits everything, also what is not known. */
static bool fits(const char *pattern, const char *string)
{
    return pattern == NULL ||
           (string != NULL && fnmatch(pattern, string, 0) == 0);
}

static bool wants_frame(const struct suppression *entry)
{
    return entry->function != NULL || entry->file != NULL ||
           entry->module != NULL;
}

static bool stack_fits(const struct suppression *entry,
                       const struct stack *stack)
{
    const struct source_stack *source;

    if (!wants_frame(entry))
        return true;
    if (stack == NULL)
        return false;
    source = stack_source(stack);
    for (size_t i = 0; i < source->frame_count; i++) {
        const struct source_frame *frame = &source->frames[i];

        if (fits(entry->function, frame->function) &&
            fits(entry->file, frame->file) &&
            fits(entry->module, frame->module))
            return true;
    }
    return false;
}

static bool call_fits(const struct suppression *entry,
                      const struct finding *finding)
{
    if (entry->call == NULL && !wants_frame(entry))
        return true;
    if (entry->call == NULL && finding->crashed != NULL &&
        stack_fits(entry, finding->crashed->crash_stack))
        return true;
    for (size_t i = 0; i < finding->call_count; i++) {
        const struct call *call = finding->calls[i].call;

        if (fits(entry->call, call->info->name) &&
            stack_fits(entry, call->stack))
            return true;
    }
    return false;
}

static bool object_fits(const struct suppression *entry,
                        const struct finding *finding)
{
    if (entry->object == NULL)
        return true;
    for (size_t i = 0; i < finding->subject_count; i++)
        if (fits(entry->object, finding->subjects[i].name))
            return true;
    return false;
}

struct suppression *suppressions_match(const struct suppressions *suppressions,
                                       const struct finding *finding)
{
    for (size_t i = 0; i < suppressions->count; i++) {
        struct suppression *entry = suppressions->items[i];

        if (fits(entry->rule, finding->rule->id) && call_fits(entry, finding) &&
            object_fits(entry, finding))
            return entry;
    }
    return NULL;
}

size_t suppressions_total(const struct suppressions *suppressions)
{
    return suppressions->count;
}

const struct suppression *
suppressions_at(const struct suppressions *suppressions, size_t index)
{
    return suppressions->items[index];
}
