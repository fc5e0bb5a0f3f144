/*
 * access_local.c - loads and stores by the program itself (`murmel cc`), in
 * window memory and in buffers of pending operations.
 *
 * They happened before the next call of the process, and after all that was
 * taken in of it before: what the process knows is what it knew then.
 */
#include "access.h"
#include "call_view.h"
#include "model_buffer.h"
#include "model_window_memory.h"
#include "stack.h"

#include <stdlib.h>

/* A poll may have told the process of all that others have put there; of
 * shared windows see access_direct.c. */
static void learn_by_polls(struct agent *agent,
                           const struct model_access *accesses, size_t count)
{
    const struct access_region *region;
    uint32_t rank;
    size_t i;

    if (agent->accesses == NULL)
        return;
    DL_FOREACH(agent->accesses->regions, region)
        for (i = 0;
             region->window->flavor != WINDOW_ALLOCATE_SHARED && i < count; i++)
            if (accesses[i].kind == ACCESSED_POLL &&
                accesses[i].low < region->high &&
                region->low < accesses[i].high &&
                comm_member(region->window->comm, agent, &rank)) {
                board_look(&region->window->ranks[rank].board, agent, NULL,
                           INT64_MIN, INT64_MAX);
                break;
            }
}

static int compare(const void *left, const void *right)
{
    const struct model_access *one = left, *other = right;
    uint32_t number = one->stack == NULL ? 0 : one->stack->number;
    uint32_t other_number = other->stack == NULL ? 0 : other->stack->number;

    if (number != other_number)
        return number < other_number ? -1 : 1;
    if (one->kind != other->kind)
        return one->kind < other->kind ? -1 : 1;
    return (one->low > other->low) - (one->low < other->low);
}

/* All from one place in the program, of one kind. */
static void accessed(struct agent *agent, const struct model_access *accesses,
                     size_t count, struct call *call)
{
    bool stores = call_is_store(call);
    struct access_ranges ranges = {.items = NULL};
    size_t i;

    for (i = 0; i < count; i++) {
        access_ranges_add_bytes(&ranges, accesses[i].low,
                                accesses[i].high - accesses[i].low);
        buffer_accessed(agent, call, stores, accesses[i].low, accesses[i].high);
    }
    access_local(agent, stores ? ACCESS_STORE : ACCESS_LOAD, &ranges, call);
    access_ranges_free(&ranges);
}

/* All from one place, of one kind. */
static void take(struct agent *agent, const struct model_access *accesses,
                 size_t count, struct call *call)
{
    switch (accesses->kind) {
    case ACCESSED_WHOLE:
        agent->whole = true;
        break;
    case ACCESSED_ELSEWHERE:
        if (agent_is_whole(agent))
            access_direct_lost(agent);
        if (agent->elsewhere == 0)
            agent->elsewhere = agent->clock.now > 0 ? agent->clock.now : 1;
        break;
    case ACCESSED_FREE:
    case ACCESSED_REALLOC:
        memory_freed(agent, call, accesses->low, accesses->high);
        break;
    default:
        accessed(agent, accesses, count, call);
        break;
    }
}

void model_accessed(struct model *model, struct process *process,
                    struct model_access *accesses, size_t count,
                    struct call *after)
{
    struct agent *agent = agent_of(process);
    struct call **calls = xcalloc(count, sizeof calls[0]);
    size_t first, end, i;

    (void)model;
    qsort(accesses, count, sizeof accesses[0], compare);
    for (first = 0; first < count; first = end) {
        for (end = first + 1; end < count; end++)
            if (accesses[end].stack != accesses[first].stack ||
                accesses[end].kind != accesses[first].kind)
                break;
        calls[first] = call_view_access(process, &accesses[first], after);
        agent->loads += accesses[first].kind == ACCESSED_LOAD ||
                        accesses[first].kind == ACCESSED_POLL ||
                        accesses[first].kind == ACCESSED_ATOMIC;
        agent->stores += accesses[first].kind != ACCESSED_LOAD &&
                         accesses[first].kind != ACCESSED_POLL;
        for (i = first + 1; i < end; i++)
            calls[i] = calls[first];
        take(agent, &accesses[first], end - first, calls[first]);
    }
    learn_by_polls(agent, accesses, count);
    access_direct(agent, accesses, count, calls);
    for (i = 0; i < count; i++)
        if (i + 1 == count || calls[i] != calls[i + 1])
            call_drop(calls[i]);
    free(calls);
}
