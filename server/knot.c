#include "knot.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX
/* Cores are looked for from so many nodes, the lowest, at most. */
#define STARTS 64

struct edge {
    uint32_t target, need;
    uint32_t next; /* with the same target */
};

struct need {
    uint32_t node;
    bool any;
    uint32_t first, count; /* edges */
    uint32_t left;         /* edges that must yet be able to move */
};

struct node {
    bool waits, gone, moves, any;
    uint32_t first, count; /* needs */
    uint32_t left;         /* needs that must yet be met */
    uint32_t sources;      /* first edge that leads here */
};

struct knot {
    struct node *nodes;
    uint32_t node_count;
    struct need *needs;
    uint32_t need_count, need_room;
    struct edge *edges;
    uint32_t edge_count, edge_room;
    uint32_t current; /* the node whose needs are told */
};

struct knot *knot_new(uint32_t node_count)
{
    struct knot *knot = xcalloc(1, sizeof *knot);
    uint32_t i;

    knot->nodes = xcalloc((size_t)node_count + 1, sizeof knot->nodes[0]);
    knot->node_count = node_count;
    for (i = 0; i < node_count; i++)
        knot->nodes[i].sources = NONE;
    return knot;
}

void knot_free(struct knot *knot)
{
    if (knot == NULL)
        return;
    free(knot->nodes);
    free(knot->needs);
    free(knot->edges);
    free(knot);
}

void knot_waits(struct knot *knot, uint32_t node, bool any)
{
    knot->current = node;
    knot->nodes[node].waits = true;
    knot->nodes[node].any = any;
    knot->nodes[node].first = knot->need_count;
}

uint32_t knot_need(struct knot *knot, bool any)
{
    struct need *need;

    if (knot->need_count == knot->need_room) {
        knot->need_room = knot->need_room * 2 + 16;
        knot->needs =
            xrealloc(knot->needs, knot->need_room, sizeof knot->needs[0]);
    }
    need = &knot->needs[knot->need_count];
    *need = (struct need){
        .node = knot->current, .any = any, .first = knot->edge_count};
    knot->nodes[knot->current].count++;
    return knot->need_count++;
}

uint32_t knot_needs(const struct knot *knot)
{
    return knot->need_count;
}

void knot_edge(struct knot *knot, uint32_t target)
{
    struct need *need = &knot->needs[knot->need_count - 1];

    if (knot->edge_count == knot->edge_room) {
        knot->edge_room = knot->edge_room * 2 + 16;
        knot->edges =
            xrealloc(knot->edges, knot->edge_room, sizeof knot->edges[0]);
    }
    knot->edges[knot->edge_count] = (struct edge){target, knot->need_count - 1,
                                                  knot->nodes[target].sources};
    knot->nodes[target].sources = knot->edge_count++;
    need->count++;
}

void knot_gone(struct knot *knot, uint32_t node)
{
    knot->nodes[node].gone = true;
}

/* ------------------------------------------------------------- solving */

struct moving {
    uint32_t *nodes;
    uint32_t count;
};

static void moves(struct knot *knot, struct moving *moving, uint32_t node)
{
    if (knot->nodes[node].moves || knot->nodes[node].gone)
        return;
    knot->nodes[node].moves = true;
    moving->nodes[moving->count++] = node;
}

static void is_met(struct knot *knot, struct moving *moving, uint32_t number)
{
    struct node *node = &knot->nodes[knot->needs[number].node];

    if (node->left > 0 && --node->left == 0)
        moves(knot, moving, knot->needs[number].node);
}

static void prepare(struct knot *knot, struct moving *moving)
{
    uint32_t i;

    for (i = 0; i < knot->node_count; i++) {
        struct node *node = &knot->nodes[i];

        node->moves = false;
        node->left = node->any && node->count > 0 ? 1 : node->count;
        if (!node->waits || node->count == 0)
            moves(knot, moving, i);
    }
    for (i = 0; i < knot->need_count; i++) {
        struct need *need = &knot->needs[i];

        need->left = need->any ? 1 : need->count;
        if (need->left == 0)
            is_met(knot, moving, i);
    }
}

uint32_t knot_solve(struct knot *knot)
{
    struct moving moving = {
        xcalloc((size_t)knot->node_count + 1, sizeof moving.nodes[0]), 0};
    uint32_t done, stuck = 0, i;

    prepare(knot, &moving);
    for (done = 0; done < moving.count; done++) {
        uint32_t edge = knot->nodes[moving.nodes[done]].sources;

        for (; edge != NONE; edge = knot->edges[edge].next) {
            struct need *need = &knot->needs[knot->edges[edge].need];

            if (need->left > 0 && --need->left == 0)
                is_met(knot, &moving, knot->edges[edge].need);
        }
    }
    free(moving.nodes);
    for (i = 0; i < knot->node_count; i++)
        stuck += knot_is_stuck(knot, i);
    return stuck;
}

bool knot_is_stuck(const struct knot *knot, uint32_t node)
{
    return !knot->nodes[node].moves && !knot->nodes[node].gone;
}

bool knot_moves(const struct knot *knot, uint32_t node)
{
    return knot->nodes[node].moves;
}

bool knot_is_gone(const struct knot *knot, uint32_t node)
{
    return knot->nodes[node].gone;
}

/* ---------------------------------------------------------------- cores */

static bool is_open(const struct knot *knot, const struct need *need)
{
    (void)knot;
    return need->left > 0 || (need->any && need->count == 0);
}

/*
 * A step from a node to one that alone keeps it: the next one behind
 * *edge (NONE at first), or false.
 */
static bool next_step(const struct knot *knot, uint32_t number, uint32_t *edge)
{
    const struct node *node = &knot->nodes[number];
    uint32_t i = *edge == NONE ? node->first : knot->edges[*edge].need;
    uint32_t at = *edge == NONE ? 0 : *edge + 1;

    if (node->any && node->count != 1)
        return false;
    for (; i < node->first + node->count; i++) {
        const struct need *need = &knot->needs[i];

        if (!is_open(knot, need) || (need->any && need->count != 1))
            continue;
        for (at = at > need->first ? at : need->first;
             at < need->first + need->count; at++)
            if (!knot->nodes[knot->edges[at].target].moves) {
                *edge = at;
                return true;
            }
    }
    return false;
}

static struct knot_member member_by(const struct knot *knot, uint32_t edge)
{
    const struct need *need = &knot->needs[knot->edges[edge].need];

    return (struct knot_member){need->node, knot->edges[edge].need,
                                knot->edges[edge].target, false};
}

/* The lowest node that waits for one that is gone: the edge, or NONE. */
static uint32_t edge_to_gone(const struct knot *knot)
{
    uint32_t i;

    for (i = 0; i < knot->node_count; i++) {
        uint32_t edge = NONE;

        if (!knot_is_stuck(knot, i))
            continue;
        while (next_step(knot, i, &edge))
            if (knot->nodes[knot->edges[edge].target].gone)
                return edge;
    }
    return NONE;
}

/* The shortest cycle through `start`, shorter than `limit`: its length, with
 * in by[] the edge by which each node was reached; or 0. */
static uint32_t cycle_through(const struct knot *knot, uint32_t start,
                              uint32_t limit, uint32_t *by, uint32_t *queue)
{
    uint32_t first = 0, count = 0, level_end = 1, length = 1, i;

    for (i = 0; i < knot->node_count; i++)
        by[i] = NONE;
    queue[count++] = start;
    while (first < count && length < limit) {
        uint32_t node = queue[first++], edge = NONE;

        while (next_step(knot, node, &edge)) {
            uint32_t target = knot->edges[edge].target;

            if (by[target] != NONE || !knot_is_stuck(knot, target))
                continue;
            by[target] = edge;
            if (target == start)
                return length;
            queue[count++] = target;
        }
        if (first == level_end) {
            level_end = count;
            length++;
        }
    }
    return 0;
}

static uint32_t shortest_cycle(const struct knot *knot,
                               struct knot_member *members)
{
    uint32_t *by = xcalloc((size_t)knot->node_count + 1, sizeof by[0]);
    uint32_t *queue = xcalloc((size_t)knot->node_count + 1, sizeof queue[0]);
    uint32_t best = 0, starts = 0, i, at, k;

    for (i = 0; i < knot->node_count && starts < STARTS && best != 1; i++) {
        uint32_t length;

        if (!knot_is_stuck(knot, i))
            continue;
        starts++;
        length =
            cycle_through(knot, i, best == 0 ? UINT32_MAX : best, by, queue);
        if (length == 0)
            continue;
        best = length;
        for (at = i, k = length; k > 0; k--) {
            members[k - 1] = member_by(knot, by[at]);
            at = members[k - 1].node;
        }
    }
    free(by);
    free(queue);
    return best;
}

/* All that a node needs to be stuck: one need of those it needs all of. */
static uint32_t closure(const struct knot *knot, uint32_t start,
                        struct knot_member *members)
{
    bool *seen = xcalloc((size_t)knot->node_count + 1, sizeof seen[0]);
    uint32_t count = 0, done, i, k;

    members[count++].node = start;
    seen[start] = true;
    for (done = 0; done < count; done++) {
        const struct node *node = &knot->nodes[members[done].node];

        members[done].target = KNOT_SEVERAL;
        members[done].any = node->any && node->count > 1;
        members[done].need = node->first;
        for (i = node->first; i < node->first + node->count; i++) {
            const struct need *need = &knot->needs[i];

            if (!is_open(knot, need))
                continue;
            members[done].need = i;
            for (k = need->first; k < need->first + need->count; k++) {
                uint32_t target = knot->edges[k].target;

                if (knot->nodes[target].moves)
                    continue;
                if (!seen[target] && !knot->nodes[target].gone) {
                    seen[target] = true;
                    members[count++].node = target;
                }
                if (!need->any || need->count == 1) {
                    members[done].target = target;
                    break;
                }
            }
            if (!node->any)
                break;
        }
    }
    free(seen);
    return count;
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
        count = closure(knot, i, tried);
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
    uint32_t edge = edge_to_gone(knot), count;

    *members = xcalloc((size_t)knot->node_count + 1, sizeof **members);
    if (edge != NONE) {
        (*members)[0] = member_by(knot, edge);
        return 1;
    }
    count = shortest_cycle(knot, *members);
    return count > 0 ? count : smallest_closure(knot, *members);
}

/* -------------------------------------------------------------- drawing */

uint32_t knot_size(const struct knot *knot)
{
    return knot->node_count;
}

uint32_t knot_needs_of(const struct knot *knot, uint32_t node, uint32_t *first,
                       bool *any)
{
    *first = knot->nodes[node].first;
    *any = knot->nodes[node].any;
    return knot->nodes[node].count;
}

bool knot_need_is_open(const struct knot *knot, uint32_t need, bool *any)
{
    *any = knot->needs[need].any;
    return is_open(knot, &knot->needs[need]);
}

bool knot_target(const struct knot *knot, uint32_t need, uint32_t index,
                 uint32_t *target)
{
    const struct need *of = &knot->needs[need];

    if (index >= of->count)
        return false;
    *target = knot->edges[of->first + index].target;
    return true;
}
