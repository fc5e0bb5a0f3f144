#include "knot_private.h"

#include <stdlib.h>
#include <string.h>

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

static void *copy_of(const void *items, size_t count, size_t size)
{
    void *copy = xcalloc(count + 1, size);

    if (count > 0)
        memcpy(copy, items, count * size);
    return copy;
}

struct knot *knot_copy(const struct knot *knot)
{
    struct knot *copy = xcalloc(1, sizeof *copy);

    *copy = *knot;
    copy->nodes = copy_of(knot->nodes, knot->node_count, sizeof knot->nodes[0]);
    copy->needs = copy_of(knot->needs, knot->need_count, sizeof knot->needs[0]);
    copy->lists = copy_of(knot->lists, knot->list_count, sizeof knot->lists[0]);
    copy->edges = copy_of(knot->edges, knot->edge_count, sizeof knot->edges[0]);
    copy->shares = NULL;
    return copy;
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

/* All that these let move, and what that does; returns how many nodes still
 * wait for ever. */
static uint32_t spread(struct knot *knot, struct moving *moving)
{
    uint32_t done, stuck = 0, i;

    for (done = 0; done < moving->count; done++) {
        uint32_t edge = knot->nodes[moving->nodes[done]].sources;

        for (; edge != NONE; edge = knot->edges[edge].next)
            list_moves(knot, moving, &knot->lists[knot->edges[edge].list]);
    }
    free(moving->nodes);
    for (i = 0; i < knot->list_count; i++)
        note_held(knot, &knot->lists[i]);
    for (i = 0; i < knot->node_count; i++)
        stuck += knot_is_stuck(knot, i);
    return stuck;
}

static struct moving moving_new(const struct knot *knot)
{
    return (struct moving){
        xcalloc((size_t)knot->node_count + 1, sizeof(uint32_t)), 0};
}

uint32_t knot_solve(struct knot *knot)
{
    struct moving moving = moving_new(knot);

    prepare(knot, &moving);
    return spread(knot, &moving);
}

uint32_t knot_release(struct knot *knot, const struct knot_member *members,
                      uint32_t count)
{
    struct moving moving = moving_new(knot);
    uint32_t i;

    for (i = 0; i < count; i++)
        moves(knot, &moving, members[i].node);
    return spread(knot, &moving);
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
