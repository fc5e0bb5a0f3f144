/*
 * wait_knot.c - a graph for readers of a knot that was solved.
 */
#include "wait_graph.h"

#include <stdlib.h>

#define NONE UINT32_MAX

/* The nodes of the knot that are shown, and their places in the graph. */
struct shown {
    const struct knot *knot;
    const struct knot_member *core;
    const struct wait_source *source;
    struct wait_graph *graph;
    uint32_t core_count;
    uint32_t *order, *place; /* place NONE: not shown */
    uint32_t count;
};

static void show(struct shown *shown, uint32_t node)
{
    if (shown->place[node] != NONE)
        return;
    shown->place[node] = shown->count;
    shown->order[shown->count++] = node;
}

/* What needs have in common whose edges are the same: is_core_edge. */
static uint64_t edges_key(const struct shown *shown, uint32_t place,
                          uint32_t need)
{
    const struct knot_member *member = &shown->core[place];
    uint32_t core = knot_size(shown->knot); /* no edge of the core */

    if (place < shown->core_count &&
        (member->target == KNOT_SEVERAL || member->need == need))
        core = member->target;
    return (uint64_t)knot_list(shown->knot, need) << 32 | core;
}

/* Whether the edge is one by which the core hangs together. */
static bool is_core_edge(const struct shown *shown, uint32_t place,
                         uint32_t need, uint32_t target)
{
    const struct knot_member *member;

    if (place >= shown->core_count)
        return false;
    member = &shown->core[place];
    if (member->target != KNOT_SEVERAL)
        return member->need == need && member->target == target;
    return shown->place[target] < shown->core_count ||
           knot_is_gone(shown->knot, target);
}

static void add_edges(struct shown *shown, uint32_t place, uint32_t need)
{
    uint32_t i, target;

    if (wait_graph_share(shown->graph, edges_key(shown, place, need)))
        return;
    for (i = 0; knot_target(shown->knot, need, i, &target); i++)
        if (shown->place[target] != NONE)
            wait_graph_edge(shown->graph, shown->place[target],
                            is_core_edge(shown, place, need, target));
}

/* Whether any of its targets is shown, or it has none. */
static bool has_targets(const struct shown *shown, uint32_t need)
{
    uint32_t i, target;

    for (i = 0; knot_target(shown->knot, need, i, &target); i++)
        if (shown->place[target] != NONE)
            return true;
    return i == 0;
}

static void add_node(struct shown *shown, uint32_t place)
{
    uint32_t node = shown->order[place], first, count, i;
    struct wait_node about = shown->source->node(shown->source->context, node);
    bool gone = knot_is_gone(shown->knot, node), any_need, any;

    wait_graph_node(shown->graph, &about,
                    place < shown->core_count ||
                        (gone && place < shown->core_count + 1));
    if (gone)
        return;
    count = knot_needs_of(shown->knot, node, &first, &any_need);
    if (any_need)
        wait_graph_any(shown->graph);
    for (i = first; i < first + count; i++)
        if (knot_need_is_open(shown->knot, i, &any) && has_targets(shown, i)) {
            wait_graph_need(shown->graph, any,
                            shown->source->reason(shown->source->context, i));
            add_edges(shown, place, i);
        }
}

/* Those that a shown node waits for and that will never answer. */
static void show_gone(struct shown *shown, uint32_t node)
{
    uint32_t first, i, k, target;
    bool any;
    uint32_t count = knot_needs_of(shown->knot, node, &first, &any);

    for (i = first; i < first + count; i++)
        for (k = 0; knot_need_is_open(shown->knot, i, &any) &&
                    knot_need_has_gone(shown->knot, i) &&
                    knot_target(shown->knot, i, k, &target);
             k++)
            if (knot_is_gone(shown->knot, target))
                show(shown, target);
}

static void choose(struct shown *shown, const bool *others)
{
    uint32_t i, end;

    for (i = 0; i < shown->core_count; i++)
        show(shown, shown->core[i].node);
    if (shown->core_count == 1 && shown->core[0].target != KNOT_SEVERAL)
        show(shown, shown->core[0].target);
    end = shown->count;
    for (i = 0; i < end; i++)
        if (!knot_is_gone(shown->knot, shown->order[i]))
            show_gone(shown, shown->order[i]);
    for (i = 0; others != NULL && i < knot_size(shown->knot); i++)
        if (others[i] && knot_is_stuck(shown->knot, i)) {
            show(shown, i);
            show_gone(shown, i);
        }
}

struct wait_graph *wait_graph_of_knot(const struct knot *knot,
                                      const struct knot_member *core,
                                      uint32_t core_count, const bool *others,
                                      const struct wait_source *source)
{
    uint32_t size = knot_size(knot), i;
    struct shown shown = {.knot = knot,
                          .core = core,
                          .core_count = core_count,
                          .source = source,
                          .graph = wait_graph_new(),
                          .order = xcalloc(size, sizeof *shown.order),
                          .place = xcalloc(size, sizeof *shown.place)};

    for (i = 0; i < size; i++)
        shown.place[i] = NONE;
    choose(&shown, others);
    for (i = 0; i < shown.count; i++)
        add_node(&shown, i);
    free(shown.order);
    free(shown.place);
    wait_graph_fold(shown.graph, WAIT_GRAPH_UNFOLDED);
    return shown.graph;
}
