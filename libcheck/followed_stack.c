#include "followed_stack.h"

#include "watch.h"

#if defined(__x86_64__)
#include "followed.h"

/* Calls within calls. */
#define CALLS 64

/* Where the stack pointer was first; how far up it has been; where it is;
 * whether some range lay between the first two. */
static uint64_t outermost, innermost, left, current;
static bool dropped;

/* Calls since then, the innermost last: where each has its return address, and
 * about what that is. */
static struct call {
    uint64_t place, address;
} calls[CALLS];
static unsigned call_count;
static const struct site_cache *before; /* those until then */

void followed_stack_begin(const struct site_cache *cache)
{
    outermost = site_cache_outermost(cache);
    innermost = left = 0;
    dropped = false;
    call_count = 0;
    before = cache;
}

/* Those that lie below the stack pointer have returned. */
static void drop_calls(void)
{
    while (call_count > 0 && calls[call_count - 1].place < current)
        call_count--;
}

void followed_stack_call(uint64_t ip)
{
    drop_calls();
    if (call_count < CALLS)
        calls[call_count++] = (struct call){current - sizeof ip, ip + 1};
}

unsigned followed_stack_callers(const void **callers, unsigned most)
{
    unsigned count = 0, i;

    drop_calls();
    for (i = call_count; i > 0 && count < most; i--)
        callers[count++] = (const void *)(uintptr_t)calls[i - 1].address;
    count += site_cache_callers(before, left, callers + count, most - count);
    return outermost == 0 ? 0 : count;
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
    current = pointer;
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
