#include "stack_spot.h"

#include "memory.h"
#include "stack_source.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

struct spot {
    char *text;
    uint32_t number; /* of the first stack */
    UT_hash_handle hh;
};

static struct spot *spots;

/* By lines the innermost frame is enough. */
static char *text_of(const struct source_stack *source, bool lines)
{
    size_t count = lines ? 1 : source->frame_count, i;
    struct text text = {0};

    for (i = 0; i < count; i++) {
        const struct source_frame *frame = &source->frames[i];

        if (frame->file == NULL || (!lines && frame->column == 0))
            text_printf(&text, "%s+%llx ",
                        frame->module != NULL ? frame->module : "?",
                        (unsigned long long)frame->address);
        else
            text_printf(&text, "%s:%d:%d ", frame->file, frame->line,
                        lines ? -1 : frame->column);
    }
    return text.bytes;
}

static uint32_t find(const struct stack *stack, bool lines)
{
    const struct source_stack *source = stack_source(stack);
    struct spot *spot;
    char *text;

    if (!lines &&
        (source->frames[0].file == NULL || source->frames[0].column == 0))
        return stack->number;
    text = text_of(source, lines);
    HASH_FIND_STR(spots, text, spot);
    if (spot != NULL) {
        free(text);
        return spot->number;
    }
    spot = xcalloc(1, sizeof *spot);
    spot->text = text;
    spot->number = stack->number;
    HASH_ADD_KEYPTR(hh, spots, spot->text, strlen(spot->text), spot);
    return spot->number;
}

uint32_t stack_spot(const struct stack *stack, bool lines)
{
    struct stack *late = (struct stack *)(uintptr_t)stack;

    if (late->spots[lines] == 0)
        late->spots[lines] = find(stack, lines);
    return late->spots[lines];
}

void stack_spot_end(void)
{
    struct spot *spot, *next;

    HASH_ITER(hh, spots, spot, next) {
        HASH_DEL(spots, spot);
        free(spot->text);
        free(spot);
    }
}
