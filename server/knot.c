#include "knot.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#define NONE UINT32_MAX
/* Cores are looked for from so many nodes, the lowest, at most. */
#define STARTS 64

struct edge {
    uint32_t target, list;
    uint32_t next; /* with the same target */
};

/* The targets of one need, or of several that name the same. */
struct list {
    uint32_t first, count; /* edges */
    uint32_t needs;        /* the newest need */
    uint32_t moved;        /* edges to what can move */
    uint32_t held, gone;   /* the first edge to what cannot, to what is gone */
};

struct need {
    uint32_t node;
    bool any;
    uint32_t list;
    uint32_t next; /* with the same list */
};

struct share {
    const void *key;
    uint32_t list;
    UT_hash_handle hh;
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
    struct list *lists;
    uint32_t list_count, list_room;
    struct share *shares; /* hash */
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
    struct share *share, *next;

    if (knot == NULL)
        return;
    HASH_ITER(hh, knot->shares, share, next) {
        HASH_DEL(knot->shares, share);
        free(share);
    }
    free(knot->nodes);
    free(knot->needs);
    free(knot->lists);
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

static uint32_t list_new(struct knot *knot)
{
    if (knot->list_count == knot->list_room) {
        knot->list_room = knot->list_room * 2 + 16;
        knot->lists =
            xrealloc(knot->lists, knot->list_room, sizeof knot->lists[0]);
    }
    knot->lists[knot->list_count] =
        (struct list){.first = knot->edge_count, .needs = NONE};
    return knot->list_count++;
}

static void set_list(struct knot *knot, struct need *need, uint32_t list)
{
    need->list = list;
    need->next = knot->lists[list].needs;
    knot->lists[list].needs = (uint32_t)(need - knot->needs);
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
    *need = (struct need){.node = knot->current, .any = any};
    set_list(knot, need, list_new(knot));
    knot->nodes[knot->current].count++;
    return knot->need_count++;
}

bool knot_share(struct knot *knot, const void *key)
{
    struct need *need = &knot->needs[knot->need_count - 1];
    struct share *share;

    HASH_FIND_PTR(knot->shares, &key, share);
    if (share != NULL) {
        knot->list_count--; /* its own, which is empty */
        set_list(knot, need, share->list);
        return true;
    }
    share = xcalloc(1, sizeof *share);
    share->key = key;
    share->list = need->list;
    HASH_ADD_PTR(knot->shares, key, share);
    return false;
}

uint32_t knot_needs(const struct knot *knot)
{
    return knot->need_count;
}

void knot_edge(struct knot *knot, uint32_t target)
{
    uint32_t list = knot->list_count - 1;

    if (knot->edge_count == knot->edge_room) {
        knot->edge_room = knot->edge_room * 2 + 16;
        knot->edges =
            xrealloc(knot->edges, knot->edge_room, sizeof knot->edges[0]);
    }
    knot->edges[knot->edge_count] =
        (struct edge){target, list, knot->nodes[target].sources};
    knot->nodes[target].sources = knot->edge_count++;
    knot->lists[list].count++;
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

/* One more of its targets moves: needs of any, or of all, are met. */
static void list_moves(struct knot *knot, struct moving *moving,
                       struct list *list)
{
    uint32_t i;

    list->moved++;
    if (list->moved > 1 && list->moved < list->count)
        return;
    for (i = list->needs; i != NONE; i = knot->needs[i].next)
        if (list->moved == (knot->needs[i].any ? 1 : list->count))
            is_met(knot, moving, i);
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
    for (i = 0; i < knot->list_count; i++)
        knot->lists[i].moved = 0;
    for (i = 0; i < knot->need_count; i++)
        if (!knot->needs[i].any && knot->lists[knot->needs[i].list].count == 0)
            is_met(knot, moving, i);
}

static void note_held(struct knot *knot, struct list *list)
{
    uint32_t i;

    list->held = list->gone = NONE;
    for (i = list->first; i < list->first + list->count; i++) {
        const struct node *target = &knot->nodes[knot->edges[i].target];

        if (!target->moves && list->held == NONE)
            list->held = i;
        if (target->gone && list->gone == NONE)
            list->gone = i;
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

        for (; edge != NONE; edge = knot->edges[edge].next)
            list_moves(knot, &moving, &knot->lists[knot->edges[edge].list]);
    }
    free(moving.nodes);
    for (i = 0; i < knot->list_count; i++)
        note_held(knot, &knot->lists[i]);
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

static const struct list *list_of(const struct knot *knot,
                                  const struct need *need)
{
    return &knot->lists[need->list];
}

static bool is_open(const struct knot *knot, const struct need *need)
{
    const struct list *list = list_of(knot, need);

    return need->any ? list->moved == 0 : list->moved < list->count;
}

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

bool knot_need_has_gone(const struct knot *knot, uint32_t need)
{
    return list_of(knot, &knot->needs[need])->gone != NONE;
}

bool knot_target(const struct knot *knot, uint32_t need, uint32_t index,
                 uint32_t *target)
{
    const struct list *list = list_of(knot, &knot->needs[need]);

    if (index >= list->count)
        return false;
    *target = knot->edges[list->first + index].target;
    return true;
}

uint32_t knot_list(const struct knot *knot, uint32_t need)
{
    return knot->needs[need].list;
}
