#include "source_stack.h"

#include <stdlib.h>

void source_stack_free(struct source_stack *source)
{
    size_t i;

    if (source == NULL)
        return;
    for (i = 0; i < source->frame_count; i++) {
        free(source->frames[i].function);
        free(source->frames[i].file);
    }
    free(source->frames);
    free(source);
}
