#include "finding_key.h"

#include "process.h"
#include "stack.h"
#include "stack_source.h"
#include "stack_spot.h"

#include <stdlib.h>
#include <string.h>

static int compare_keys(const void *left, const void *right)
{
    const struct text *a = left, *b = right;

    return strcmp(a->bytes, b->bytes);
}

/* Where the call stands.  Of a load or store the line is enough, of which a
 * reader sees no more. */
static uint32_t place_of(const struct call *call)
{
    return call->stack != NULL ? stack_spot(call->stack, call_is_access(call))
                               : 0;
}

/* Where the program called what crashed: within the C library, say in free, it
 * is one line or another. */
static void add_crash(struct text *part, const struct stack *stack)
{
    const struct source_stack *source = stack_source(stack);
    size_t first = 0;

    while (first < source->frame_count &&
           source_frame_is_system(&source->frames[first]))
        first++;
    text_printf(part, "crash");
    if (first == source->frame_count)
        text_printf(part, " %u", stack->number);
    for (size_t i = first; i < source->frame_count; i++)
        text_printf(part, " %s:%llx",
                    source->frames[i].module != NULL ? source->frames[i].module
                                                     : "",
                    (unsigned long long)source->frames[i].address);
}

struct text finding_key(const struct finding *finding)
{
    size_t count = 0;
    struct text key = {0}, *parts;

    parts = xcalloc(finding->call_count + finding->subject_count + 1,
                    sizeof *parts);
    if (finding->crashed != NULL)
        add_crash(&parts[count++], finding->crashed->crash_stack);
    for (size_t i = 0; i < finding->call_count; i++) {
        const struct finding_evidence *evidence = &finding->calls[i];

        if (evidence->aside)
            continue;
        /* What is counted up is loaded, and stored: that is one fault. */
        if (call_is_access(evidence->call))
            text_printf(&parts[count++], "access %u", place_of(evidence->call));
        else
            text_printf(&parts[count++], "call %s %u %u",
                        evidence->role_is_ranks ? "ranks" : evidence->role,
                        evidence->call->info->id, place_of(evidence->call));
    }
    for (size_t i = 0; i < finding->subject_count; i++) {
        const struct finding_subject *subject = &finding->subjects[i];
        const struct call *made = subject->made.call;

        if (made != NULL)
            text_printf(&parts[count++], "object %s %u %u", subject->kind,
                        made->info->id, place_of(made));
        else
            text_printf(&parts[count++], "object %s %s", subject->kind,
                        subject->name);
    }
    if (count > 1)
        qsort(parts, count, sizeof *parts, compare_keys);
    text_append(&key, finding->rule->id, strlen(finding->rule->id));
    if (finding->turned_from != NULL)
        text_append(&key, finding->turned_from->id,
                    strlen(finding->turned_from->id));
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || strcmp(parts[i].bytes, parts[i - 1].bytes) != 0)
            text_append(&key, parts[i].bytes, parts[i].length + 1);
    }
    for (size_t i = 0; i < count; i++)
        free(parts[i].bytes);
    free(parts);
    return key;
}

const char *finding_key_part(const struct rule *rule, const struct text *key,
                             const char *part)
{
    part =
        part == NULL ? key->bytes + strlen(rule->id) : part + strlen(part) + 1;
    return part < key->bytes + key->length ? part : NULL;
}
