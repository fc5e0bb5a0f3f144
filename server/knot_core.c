/*
 * knot_core.c - of all that is stuck what explains it.
 */
#include "knot_private.h"

#include <stdlib.h>
#include <string.h>

/* Cores are looked for from so many nodes, the lowest, at most. */
#define STARTS 64

/* Whether each of its targets that does not move is enough to hold the node of
 * the need. */
static bool holds_alone(const struct knot *knot, const struct need *need)
{
    const struct node *node = &knot->nodes[need->node];

    return (!node->any || node->count == 1) && is_open(knot, need) &&
           (!need->any || list_of(knot, need)->count == 1);
}

/* A step from a node to one that alone keeps it. */
struct way {
    uint32_t need, edge;
};

static struct knot_member member_by(const struct knot *knot, struct way way)
{
    return (struct knot_member){knot->needs[way.need].node, way.need,
                                knot->edges[way.edge].target, false};
}

/* The lowest node that waits for one that is gone, or need NONE. */
static struct way way_to_gone(const struct knot *knot)
{
    uint32_t i, k;

    for (i = 0; i < knot->node_count; i++) {
        const struct node *node = &knot->nodes[i];

        for (k = node->first;
             knot_is_stuck(knot, i) && k < node->first + node->count; k++) {
            const struct need *need = &knot->needs[k];

            if (list_of(knot, need)->gone != NONE && holds_alone(knot, need))
                return (struct way){k, list_of(knot, need)->gone};
        }
    }
    return (struct way){NONE, NONE};
}

/* Cycles through one node after the other. */
struct search {
    struct way *by; /* by node: how it was reached */
    uint32_t *queue, count;
    uint32_t *seen; /* by list: the last start + 1 that its edges led from */
};

/* Goes to all behind the need.  True: the start is among them. */
static bool go_on(const struct knot *knot, struct search *search,
                  uint32_t start, uint32_t number)
{
    const struct need *need = &knot->needs[number];
    const struct list *list = list_of(knot, need);
    uint32_t i;

    if (search->seen[need->list] == start + 1 || !holds_alone(knot, need))
        return false;
    search->seen[need->list] = start + 1;
    for (i = list->first; i < list->first + list->count; i++) {
        uint32_t target = knot->edges[i].target;

        if (search->by[target].edge != NONE || !knot_is_stuck(knot, target))
            continue;
        search->by[target] = (struct way){number, i};
        if (target == start)
            return true;
        search->queue[search->count++] = target;
    }
    return false;
}

/* The shortest cycle through `start`, shorter than `limit`: its length, with
 * in by[] how each node was reached; or 0. */
static uint32_t cycle_through(const struct knot *knot, struct search *search,
                              uint32_t start, uint32_t limit)
{
    uint32_t first = 0, level_end = 1, length = 1, i;

    for (i = 0; i < knot->node_count; i++)
        search->by[i].edge = NONE;
    search->count = 0;
    search->queue[search->count++] = start;
    while (first < search->count && length < limit) {
        const struct node *node = &knot->nodes[search->queue[first++]];

        for (i = node->first; i < node->first + node->count; i++)
            if (go_on(knot, search, start, i))
                return length;
        if (first == level_end) {
            level_end = search->count;
            length++;
        }
    }
    return 0;
}

static uint32_t shortest_cycle(const struct knot *knot,
                               struct knot_member *members)
{
    size_t room = (size_t)knot->node_count + 1;
    struct search search = {
        .by = xcalloc(room, sizeof search.by[0]),
        .queue = xcalloc(room, sizeof search.queue[0]),
        .seen = xcalloc(knot->list_count, sizeof search.seen[0])};
    uint32_t best = 0, starts = 0, i, at, k;

    for (i = 0; i < knot->node_count && starts < STARTS && best != 1; i++) {
        uint32_t length;

        if (!knot_is_stuck(knot, i))
            continue;
        starts++;
        length = cycle_through(knot, &search, i, best == 0 ? UINT32_MAX : best);
        if (length == 0)
            continue;
        best = length;
        for (at = i, k = length; k > 0; k--) {
            members[k - 1] = member_by(knot, search.by[at]);
            at = members[k - 1].node;
        }
    }
    free(search.by);
    free(search.queue);
    free(search.seen);
    return best;
}

/* What a node needs to be stuck, and what these need, as far as it grew. */
struct closure {
    struct knot_member *members;
    uint32_t count;
    bool *has;  /* by node */
    bool *seen; /* by list: all of it is in */
};

static void closure_add(const struct knot *knot, struct closure *closure,
                        uint32_t node)
{
    if (closure->has[node] || knot->nodes[node].gone)
        return;
    closure->has[node] = true;
    closure->members[closure->count++].node = node;
}

/* One target of a need of all of them, all of one of any. */
static void closure_follow(const struct knot *knot, struct closure *closure,
                           struct knot_member *member)
{
    const struct need *need = &knot->needs[member->need];
    const struct list *list = list_of(knot, need);
    uint32_t i;

    if (!need->any || list->count == 1) {
        member->target = knot->edges[list->held].target;
        closure_add(knot, closure, member->target);
        return;
    }
    for (i = list->first;
         !closure->seen[need->list] && i < list->first + list->count; i++)
        closure_add(knot, closure, knot->edges[i].target);
    closure->seen[need->list] = true;
}

/* All that a node needs to be stuck: one need of those it needs all of. */
static uint32_t closure_of(const struct knot *knot, uint32_t start,
                           struct knot_member *members)
{
    struct closure closure = {
        .members = members,
        .has = xcalloc((size_t)knot->node_count + 1, sizeof closure.has[0]),
        .seen = xcalloc(knot->list_count, sizeof closure.seen[0])};
    uint32_t done, i;

    closure_add(knot, &closure, start);
    for (done = 0; done < closure.count; done++) {
        struct knot_member *member = &members[done];
        const struct node *node = &knot->nodes[member->node];

        member->target = KNOT_SEVERAL;
        member->any = node->any && node->count > 1;
        member->need = node->first;
        for (i = node->first; i < node->first + node->count; i++) {
            if (!is_open(knot, &knot->needs[i]))
                continue;
            member->need = i;
            closure_follow(knot, &closure, member);
            if (!node->any)
                break;
        }
    }
    free(closure.has);
    free(closure.seen);
    return closure.count;
}

static int compare_members(const void *left, const void *right)
{
    const struct knot_member *a = left, *b = right;

    return a->node < b->node ? -1 : a->node > b->node;
}

static uint32_t smallest_closure(const struct knot *knot,
                                 struct knot_member *members)
{
    struct knot_member *tried =
        xcalloc((size_t)knot->node_count + 1, sizeof tried[0]);
    uint32_t best = 0, starts = 0, i;

    for (i = 0; i < knot->node_count && starts < STARTS; i++) {
        uint32_t count;

        if (!knot_is_stuck(knot, i))
            continue;
        starts++;
        count = closure_of(knot, i, tried);
        if (best != 0 && count >= best)
            continue;
        best = count;
        memcpy(members, tried, count * sizeof tried[0]);
    }
    free(tried);
    qsort(members, best, sizeof members[0], compare_members);
    return best;
}

uint32_t knot_core(const struct knot *knot, struct knot_member **members)
{
    struct way way = way_to_gone(knot);
    uint32_t count;

    *members = xcalloc((size_t)knot->node_count + 1, sizeof **members);
    if (way.need != NONE) {
        (*members)[0] = member_by(knot, way);
        return 1;
    }
    count = shortest_cycle(knot, *members);
    return count > 0 ? count : smallest_closure(knot, *members);
}
