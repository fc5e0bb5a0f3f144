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

/* ---------------------------------------------------------- polled bytes */

static void note_polled(struct agent *agent, uint64_t low, uint64_t high)
{
    struct access_memory *memory = agent->accesses;
    struct access_polled *polled;
    uint32_t i;

    for (i = 0; i < ACCESS_POLLED && i < memory->polled_count; i++)
        if (memory->polled[i].low == low && memory->polled[i].high == high)
            break;
    if (i == ACCESS_POLLED || i == memory->polled_count)
        i = memory->polled_count++ % ACCESS_POLLED;
    polled = &memory->polled[i];
    polled->low = low;
    polled->high = high;
    polled->time = agent->clock.now + 1;
}

/* Which of the accesses came first is not known: the polls. */
static void note_polls(struct agent *agent, const struct model_access *accesses,
                       size_t count)
{
    size_t i;

    for (i = 0; agent->accesses != NULL && i < count; i++)
        if (accesses[i].kind == ACCESSED_POLL && !accesses[i].once &&
            access_in_window(agent, accesses[i].low, accesses[i].high))
            note_polled(agent, accesses[i].low, accesses[i].high);
}

/* The newest poll of those bytes, by several perhaps; 0: not all were. */
static uint64_t polled_when(const struct access_memory *memory, uint64_t low,
                            uint64_t high)
{
    uint64_t time = 0, begin = low, end;
    uint32_t i;

    do {
        for (i = 0, end = begin; i < ACCESS_POLLED && i < memory->polled_count;
             i++) {
            const struct access_polled *polled = &memory->polled[i];

            if (polled->low > begin || polled->high <= begin)
                continue;
            end = polled->high > end ? polled->high : end;
            time = polled->time > time ? polled->time : time;
        }
        if (end == begin)
            return 0;
        begin = end;
    } while (begin < high);
    return time;
}

uint64_t access_polled(const struct agent *agent,
                       const struct access_ranges *ranges)
{
    const struct access_memory *memory = agent->accesses;
    uint64_t last = 0, time;
    size_t i;

    for (i = 0; memory->polled_count > 0 && i < ranges->count; i++) {
        const struct access_range *range = &ranges->items[i];

        if (!access_in_window(agent, range->low, range->high))
            continue;
        time = polled_when(memory, range->low, range->high);
        if (time == 0)
            return 0;
        last = time > last ? time : last;
    }
    return last;
}

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
    note_polls(agent, accesses, count);
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
