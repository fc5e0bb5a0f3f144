#include "hits.h"

#include "calls.h"
#include "follow_whole.h"
#include "given.h"
#include "native.h"
#include "poll.h"
#include "watch.h"

#if defined(__x86_64__)
#include "followed_hits.h"

/* Instructions after which the program has made of a value what it wanted. */
#define SETTLED 64

/* A poll by a string is of a window; and what is stored there otherwise is seen
 * as a whole by what the window holds (watch_content.c). */
static void look_at_given(const struct given *given, bool computes)
{
    struct hit hit = {.low = given->address,
                      .high = given->address + 1,
                      .ip = followed.call != 0 ? followed.call : followed.place,
                      .kind = given->stores ? ACCESSED_STORE : ACCESSED_LOAD,
                      .step = followed.steps};
    bool accesses = false;
    unsigned i;

    for (i = 0; i < followed.range_count; i++) {
        const struct watch_range *range = &followed.ranges[i];

        if (hit.low < range->low || hit.low >= range->high)
            continue;
        if (range->shared || (range->window && (computes || given->stores)))
            return;
        accesses |= range->loads || given->stores;
        hit.buffer |= range->loads && !range->window;
    }
    if (accesses && followed.hit_count < FOLLOWED_HITS)
        followed_hits_add(&hit);
}

void hits_given(const struct pass_over_function *function,
                const greg_t *general, const uint64_t *stack)
{
    const struct given_arguments arguments = {
        {(uint64_t)general[REG_RDI], (uint64_t)general[REG_RSI],
         (uint64_t)general[REG_RDX], (uint64_t)general[REG_RCX],
         (uint64_t)general[REG_R8], (uint64_t)general[REG_R9]},
        stack};
    struct given found[8];
    unsigned i, count = 0;

    if (function->given != NULL)
        count = given_find(function->given, &arguments, found,
                           sizeof found / sizeof found[0]);
    for (i = 0; i < count; i++)
        look_at_given(&found[i], function->how == PASS_OVER_COMPUTES);
}

/* The program calls what polls, and loops of polls, call. */
static bool polls_by(unsigned id)
{
    return poll_is(id) || call_table[id].base == CALL_MPI_Win_sync;
}

/* A load is a poll's if the program goes by its value: did so, or may do so
 * yet, if it is not known, or the call is such a one.  What else it has loaded
 * from windows until it goes by something there it may throw away: of a copy of
 * several fields it may use only the flag. */
static enum record_access_kind kind_of(const struct hit *hit, bool open,
                                       bool unknown)
{
    uint64_t alive = flow_alive(&followed.flow);

    if (hit->value == 0)
        return hit->kind;
    if ((followed.flow.decided & hit->value) != 0 ||
        (!hit->buffer && hit < &followed.hits[followed.before_decision]))
        return ACCESSED_POLL;
    /* Who prints it does not wait for it, unless he keeps it into a poll. */
    if ((followed.flow.shown & hit->value) != 0 &&
        (!open || (alive & hit->value) == 0))
        return ACCESSED_LOAD;
    if (unknown && followed.outside &&
        (flow_given(&followed.flow, true) & hit->value) != 0)
        return ACCESSED_LOAD;
    /* Nobody polls what he computes with, and stores the result of. */
    if ((followed.flow.stored & followed.flow.numbers & hit->value) != 0)
        return ACCESSED_LOAD;
    if (unknown && !followed.outside)
        alive |= flow_held(&followed.flow);
    return (open || unknown) && (alive & hit->value) != 0 ? ACCESSED_POLL
                                                          : ACCESSED_LOAD;
}

/* Its place in the program has loaded others, too. */
static bool is_of_several(const struct hit *hit)
{
    bool several = hit->grown;
    unsigned i;

    for (i = 0; i < followed.hit_count && !several; i++)
        several = &followed.hits[i] != hit && followed.hits[i].ip == hit->ip &&
                  followed.hits[i].kind == ACCESSED_LOAD;
    return several;
}

/* Loaded by the compiler's choice, perhaps, and not as the program says: of
 * that only polls are told, in the direction of silence; or for nothing, as
 * before a loop of no rounds. */
static bool is_unasked(const struct hit *hit, bool unknown)
{
    const struct flow *flow = &followed.flow;

    if ((hit->value & flow->unasked) != 0)
        return hit->buffer || (hit->value & flow->decided) == 0;
    /* What it does with it would have come next; but not if it has long added
     * it up, element by element, or has stored it: one alone it may have
     * computed with before a loop of no rounds. */
    if (unknown && !followed.outside && hit->buffer &&
        (hit->value & flow_held(flow)) != 0 &&
        (hit->value & flow->stored) == 0 &&
        ((hit->value & flow->used) == 0 || !is_of_several(hit) ||
         followed.steps - hit->step < SETTLED))
        return true;
    return hit->value != 0 && !unknown &&
           (hit->value &
            ((is_of_several(hit) ? flow->used : flow->decided | flow->shown) |
             flow_alive(flow) | flow_given(flow, false))) == 0;
}

/* What the program has kept when it calls these it goes by only when others
 * know how far it is; else it may go by it in the call, or before any other
 * one. */
static bool synchronizes(unsigned id)
{
    switch (call_table[id].base) {
    case CALL_MPI_Barrier:
    case CALL_MPI_Win_fence:
    case CALL_MPI_Win_unlock:
    case CALL_MPI_Win_unlock_all:
    case CALL_MPI_Win_free:
    case CALL_MPI_Finalize:
        return true;
    default:
        return false;
    }
}

/* In a file there may stand what others have done. */
static bool reads_file(unsigned id)
{
    const struct call_info *info = &call_table[id];
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_FILE)
            return true;
    return false;
}

/* As flags are. */
static bool is_small(const struct hit *hit)
{
    return hit->high - hit->low <= sizeof(uint64_t);
}

/* Where in a shared window it was that others' stores may have been seen. */
static void find_means(unsigned id, bool open, bool unknown)
{
    uint64_t given =
        flow_arguments(&followed.flow, call_table[id].parameter_count);
    unsigned i;

    for (i = 0; i < followed.ordered && i < followed.hit_count; i++)
        if (followed.hits[i].shared &&
            (is_unasked(&followed.hits[i], unknown) ||
             (followed.hits[i].value & given) != 0 ||
             kind_of(&followed.hits[i], open, unknown) == ACCESSED_POLL))
            followed.ordered = i;
}

/* What of a shared window is not told: what comes behind that, and what may be
 * a part of it (a lock that is asked for by stores). */
static bool is_ordered(unsigned i)
{
    const struct hit *hit = &followed.hits[i];

    return hit->shared && !hit->buffer &&
           (!follow_whole || i >= followed.ordered ||
            (followed.ordered < FOLLOWED_HITS && is_small(hit)));
}

/* Of several places, each once, if it has come to its end, or the program did
 * not go by what it loads: who polls comes to one again. */
static bool loads_each(const struct hit *hit, bool unknown)
{
    bool several = hit->grown;
    unsigned i;

    if (unknown && (hit->value & followed.flow.decided) != 0)
        return false;
    for (i = 0; i < followed.hit_count; i++) {
        const struct hit *other = &followed.hits[i];

        if (other == hit || other->ip != hit->ip ||
            other->kind != ACCESSED_LOAD)
            continue;
        if (other->low < hit->high && hit->low < other->high)
            return false;
        several = true;
    }
    return several;
}

static void note_hit(unsigned i, bool open, bool unknown)
{
    const struct hit *hit = &followed.hits[i];
    enum record_access_kind kind = kind_of(hit, open, unknown);

    if (hit->low == hit->high || is_unasked(hit, unknown) || is_ordered(i))
        return;
    if (hit->kind != ACCESSED_LOAD)
        watch_content_stored(hit->low, hit->high);
    if (kind == ACCESSED_POLL && loads_each(hit, unknown))
        kind = ACCESSED_EACH;
    native_note_within(hit->low, hit->high - hit->low,
                       (const void *)(uintptr_t)(hit->ip + 1), kind,
                       hit->callers, hit->caller_count);
}

void hits_tell(unsigned id, bool unknown)
{
    unsigned i;

    find_means(id, !synchronizes(id), unknown);
    for (i = 0; i < followed.hit_count; i++)
        note_hit(i, polls_by(id), unknown);
    if (reads_file(id) && followed.ordered > followed.hit_count)
        followed.ordered = followed.hit_count;
}

bool hits_go_on(unsigned id)
{
    uint64_t shown = followed.flow.shown;
    unsigned i, kept = 0;

    if (!follow_whole || call_table[id].base != CALL_MPI_Win_sync)
        return false;
    find_means(id, false, false);
    if (followed.ordered < FOLLOWED_HITS)
        return false;
    for (i = 0; i < followed.hit_count; i++)
        if (followed.hits[i].shared && !followed.hits[i].buffer)
            followed.hits[kept++] = followed.hits[i];
        else
            note_hit(i, true, false);
    followed.hit_count = kept;
    followed.before_decision = 0;
    flow_call(&followed.flow, false);
    followed.flow.shown = shown;
    followed.goes_on = true;
    return true;
}

#endif
