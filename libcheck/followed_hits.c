#include "followed_hits.h"

#include "followed_stack.h"
#include "readable.h"

#include <string.h>

#if defined(__x86_64__)

/* Accesses of one round of a loop. */
#define LOOP_HITS 4

/* What one place in the program loads is one value, and so is what was loaded
 * from the same memory just now. */
static uint64_t value_of(const struct hit *hit)
{
    unsigned i;

    for (i = followed.hit_count; i > 0 && followed.hit_count - i < LOOP_HITS;
         i--)
        if (followed.hits[i - 1].value != 0 &&
            followed.hits[i - 1].low == hit->low &&
            followed.hits[i - 1].high == hit->high)
            return followed.hits[i - 1].value;
    for (i = 0; i < followed.value_count; i++)
        if (followed.values[i] == hit->ip)
            return UINT64_C(1) << i;
    if (i == FLOW_VALUES)
        return UINT64_C(1) << (i - 1);
    followed.values[followed.value_count++] = hit->ip;
    return UINT64_C(1) << i;
}

/*
 * A Fortran compiler may pass a copy of an argument, and copies that back after
 * the call, changed or not: a store that changes nothing is none of the
 * program's.  Whether it does is seen before the next instruction.
 */
static void await_copied(struct hit *hit)
{
    if (!followed.fortran || hit->high - hit->low > FOLLOWED_STORE ||
        !readable_is(hit->low, hit->high, true))
        return;
    memcpy(followed.copied.before, (const void *)(uintptr_t)hit->low,
           hit->high - hit->low);
    followed.copied.hit = hit;
    followed.copied.high = hit->high;
    hit->high = hit->low;
}

void followed_hits_see(void)
{
    struct hit *hit = followed.copied.hit;

    followed.copied.hit = NULL;
    if (hit != NULL &&
        memcmp(followed.copied.before, (const void *)(uintptr_t)hit->low,
               followed.copied.high - hit->low) != 0)
        hit->high = followed.copied.high;
}

static bool is_next(const struct hit *hit, const struct hit *last)
{
    return !hit->buffer && !last->buffer && hit->ip == last->ip &&
           hit->kind == last->kind && hit->value == last->value &&
           hit->shared == last->shared && hit->low == last->high &&
           hit->caller_count == last->caller_count &&
           memcmp(hit->callers, last->callers,
                  hit->caller_count * sizeof hit->callers[0]) == 0;
}

/* One element after the other, by a loop. */
static bool goes_on(const struct hit *hit)
{
    unsigned i;

    for (i = followed.hit_count;
         !followed.fortran && followed.hit_count - i < LOOP_HITS &&
         i > followed.before_decision &&
         (i > followed.ordered || followed.ordered == FOLLOWED_HITS) && i > 0;
         i--)
        if (is_next(hit, &followed.hits[i - 1])) {
            followed.hits[i - 1].high = hit->high;
            followed.hits[i - 1].grown = true;
            return true;
        }
    return false;
}

/* Of a function outside of the program the place is its call. */
static void find_callers(struct hit *hit)
{
    hit->caller_count = followed_stack_callers(hit->callers, HIT_CALLERS);
    if (hit->caller_count > 0 &&
        hit->callers[0] == (const void *)(uintptr_t)(hit->ip + 1))
        memmove(hit->callers, hit->callers + 1,
                --hit->caller_count * sizeof hit->callers[0]);
}

static struct hit *append(const struct hit *hit)
{
    followed.hits[followed.hit_count] = *hit;
    return &followed.hits[followed.hit_count++];
}

void followed_hits_add(struct hit *hit)
{
    find_callers(hit);
    (void)append(hit);
}

void followed_hits_store(struct hit *hit)
{
    find_callers(hit);
    if (!goes_on(hit) && followed.hit_count < FOLLOWED_HITS)
        await_copied(append(hit));
}

void followed_hits_load(struct hit *hit)
{
    hit->value = value_of(hit);
    find_callers(hit);
    if (!goes_on(hit))
        (void)append(hit);
    if (!hit->buffer)
        followed.windows_values |= hit->value;
}

#endif
