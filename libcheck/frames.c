#include "frames.h"

#include "stack.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool frames_on;

static bool of_each; /* call */

void frames_init(void)
{
    const char *text = getenv("MURMEL_ELEMENT_TYPES");

    frames_on = text == NULL || strcmp(text, "none") != 0;
    of_each = text != NULL && strcmp(text, "each") == 0;
}

/* Sites that share a slot are as one. */
static bool is_due(struct thread *thread, uint32_t site)
{
    uint16_t *times = &thread->framed[site & (FRAMED_SLOTS - 1)];

    if (site == 0 || *times == UINT16_MAX)
        return false;
    ++*times;
    return (*times & (*times - 1)) == 0;
}

/* A frame ends where the one begins that it returns to: just above the place
 * of its own return address. */
static void tell(struct thread *thread)
{
    struct stack_frame frames[STACK_FRAMES_MAX];
    int saved = errno, count, i;
    struct record_frame *out;
    struct record *record;

    thread_record_modules(thread, true);
    count = stack_walk(frames) - 1;
    if (count < 0)
        count = 0;
    record = thread_reserve(thread, RECORD_FRAMES, (size_t)count * sizeof *out);
    if (record != NULL) {
        out = (struct record_frame *)record->words;
        for (i = 0; i < count; i++)
            out[i] =
                (struct record_frame){(uintptr_t)frames[i].address,
                                      (uintptr_t)(frames[i + 1].place + 1)};
        record->depth = of_each;
        thread_publish(thread, record);
    }
    errno = saved;
}

void frames_record(struct thread *thread, uint32_t site)
{
    if (of_each || is_due(thread, site))
        tell(thread);
}
