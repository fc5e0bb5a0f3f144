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
#include "stack.h"

#include <stdlib.h>

/* A poll may have told the process of all that others have put there. */
static void learn_by_polls(struct agent *agent,
                           const struct model_access *accesses, size_t count)
{
    const struct access_region *region;
    uint32_t rank;
    size_t i;

    if (agent->accesses == NULL)
        return;
    DL_FOREACH(agent->accesses->regions, region)
    for (i = 0; i < count; i++)
        if (accesses[i].kind == ACCESSED_POLL &&
            accesses[i].low < region->high && region->low < accesses[i].high &&
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
                     size_t count, const struct call *after)
{
    bool stores = accesses->kind == ACCESSED_STORE;
    struct call *call = call_view_access(agent->process, accesses, after);
    struct access_ranges ranges = {NULL, 0, 0};
    size_t i;

    for (i = 0; i < count; i++) {
        access_ranges_add_bytes(&ranges, accesses[i].low,
                                accesses[i].high - accesses[i].low);
        buffer_accessed(agent, call, stores, accesses[i].low, accesses[i].high);
    }
    access_local(agent, stores ? ACCESS_STORE : ACCESS_LOAD, &ranges, call);
    access_ranges_free(&ranges);
    call_drop(call);
}

void model_accessed(struct model *model, struct process *process,
                    struct model_access *accesses, size_t count,
                    struct call *after)
{
    struct agent *agent = agent_of(process);
    size_t first, end;

    (void)model;
    qsort(accesses, count, sizeof accesses[0], compare);
    for (first = 0; first < count; first = end) {
        for (end = first + 1; end < count; end++)
            if (accesses[end].stack != accesses[first].stack ||
                accesses[end].kind != accesses[first].kind)
                break;
        accessed(agent, &accesses[first], end - first, after);
    }
    learn_by_polls(agent, accesses, count);
}
