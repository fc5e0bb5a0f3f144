#include "followed_stack.h"

#include "watch.h"

#if defined(__x86_64__)
#include "followed.h"

/* Where the stack pointer was first; how far up it has been; whether some range
 * lay between. */
static uint64_t outermost, innermost, left;
static bool dropped;

void followed_stack_begin(uint64_t address)
{
    outermost = address;
    innermost = left = 0;
    dropped = false;
}

static void drop_ranges(void)
{
    unsigned i;

    for (i = 0; i < followed.range_count; i++) {
        struct watch_range *range = &followed.ranges[i];

        if (range->window || range->low < innermost || range->low >= left)
            continue;
        range->high = range->low;
        dropped = true;
    }
}

void followed_stack_step(uint64_t pointer)
{
    if (innermost == 0)
        innermost = left = pointer;
    if (pointer <= left || pointer > outermost)
        return;
    left = pointer;
    drop_ranges();
}

void followed_stack_end(void)
{
    if (dropped)
        watch_functions_left(innermost, left);
    dropped = false;
}

#endif
