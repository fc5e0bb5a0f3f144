#include "fingerprint.h"

#include "memory.h"
#include "process.h"
#include "stack.h"
#include "stack_source.h"

#include <stdlib.h>
#include <string.h>

/* The part of a path behind its last '/'. */
static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

/* "halo.c:exchange"; without source "halo:exchange", the module's. */
static void append_place(struct text *text, const struct stack *stack)
{
    const struct source_stack *source =
        stack != NULL ? stack_source(stack) : NULL;
    const struct source_frame *frame;

    if (source == NULL || source->frame_count == 0)
        return;
    frame = &source->frames[0];
    if (frame->file != NULL || frame->module != NULL)
        text_printf(
            text, "@%s",
            base_name(frame->file != NULL ? frame->file : frame->module));
    if (frame->function != NULL)
        text_printf(text, ":%s", frame->function);
}

static int compare(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

char *fingerprint(const struct finding *finding)
{
    char *parts[FINDING_MAX_CALLS + 1];
    struct text whole = {0};
    size_t count = 0, i;

    for (i = 0; i < finding->call_count; i++) {
        const struct call *call = finding->calls[i].call;
        struct text part = {0};

        text_printf(&part, "%s", call->info->name);
        append_place(&part, call->stack);
        parts[count++] = part.bytes;
    }
    if (finding->crashed != NULL) {
        struct text part = {0};

        text_printf(&part, "crash");
        append_place(&part, finding->crashed->crash_stack);
        parts[count++] = part.bytes;
    }
    qsort(parts, count, sizeof parts[0], compare);
    text_printf(&whole, "%s", finding->rule->id);
    for (i = 0; i < count; i++)
        if (i == 0 || strcmp(parts[i], parts[i - 1]) != 0)
            text_printf(&whole, " %s", parts[i]);
    for (i = 0; i < count; i++)
        free(parts[i]);
    return whole.bytes;
}
