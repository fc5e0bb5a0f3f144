/*
 * wait_graph.c - making a graph, and its words; wait_fold.c folds it.
 */
#include "wait_raw.h"
#include "wait_text.h"

#include "process.h"

#include <stdlib.h>
#include <string.h>

struct wait_graph *wait_graph_new(void)
{
    struct wait_graph *graph = xcalloc(1, sizeof *graph);

    graph->references = 1;
    graph->raw = xcalloc(1, sizeof *graph->raw);
    return graph;
}

struct wait_graph *wait_graph_hold(struct wait_graph *graph)
{
    graph->references++;
    return graph;
}

static void need_free(struct wait_need *need)
{
    call_drop(need->begun_by);
    call_drop(need->object_made_by);
    free(need->text);
    free(need->object);
    free(need->peer);
    free(need->targets);
}

void wait_graph_drop(struct wait_graph *graph)
{
    uint32_t i, k;

    if (graph == NULL || --graph->references > 0)
        return;
    for (i = 0; i < graph->class_count; i++) {
        struct wait_class *class = &graph->classes[i];

        for (k = 0; k < class->need_count; k++)
            need_free(&class->needs[k]);
        free(class->needs);
        free(class->name);
        free(class->ranks);
        free(class->call_text);
        call_drop(class->call);
    }
    free(graph->classes);
    wait_raw_free(graph->raw);
    free(graph);
}

void wait_raw_free(struct wait_raw *raw)
{
    struct raw_share *share, *next;
    uint32_t i;

    if (raw == NULL)
        return;
    for (i = 0; i < raw->node_count; i++)
        call_drop(raw->nodes[i].node.call);
    free(raw->nodes);
    HASH_ITER(hh, raw->shares, share, next) {
        HASH_DEL(raw->shares, share);
        free(share);
    }
    free(raw->needs);
    free(raw->lists);
    free(raw->edges);
    free(raw);
}

/* --------------------------------------------------------------- making */

/* One more item at the end of a list, zeroed. */
#define GROW(list, count, room)                                                \
    do {                                                                       \
        if ((count) == (room)) {                                               \
            (room) = (room)*2 + 16;                                            \
            (list) = xrealloc(list, room, sizeof *(list));                     \
        }                                                                      \
        memset(&(list)[(count)++], 0, sizeof *(list));                         \
    } while (0)

uint32_t wait_graph_node(struct wait_graph *graph, const struct wait_node *node,
                         bool in_knot)
{
    struct wait_raw *raw = graph->raw;
    struct raw_node *made;

    GROW(raw->nodes, raw->node_count, raw->node_room);
    made = &raw->nodes[raw->node_count - 1];
    made->node = *node;
    made->in_knot = in_knot;
    made->first = raw->need_count;
    if (node->call != NULL)
        call_hold(node->call);
    return raw->node_count - 1;
}

void wait_graph_any(struct wait_graph *graph)
{
    graph->raw->nodes[graph->raw->node_count - 1].any = true;
}

void wait_graph_need(struct wait_graph *graph, bool any,
                     const struct wait_reason *reason)
{
    struct wait_raw *raw = graph->raw;
    struct raw_need *need;

    GROW(raw->needs, raw->need_count, raw->need_room);
    need = &raw->needs[raw->need_count - 1];
    need->any = any;
    need->reason = *reason;
    need->list = raw->list_count;
    GROW(raw->lists, raw->list_count, raw->list_room);
    raw->lists[need->list].first = raw->edge_count;
    raw->nodes[raw->node_count - 1].count++;
}

bool wait_graph_share(struct wait_graph *graph, uint64_t key)
{
    struct wait_raw *raw = graph->raw;
    struct raw_need *need = &raw->needs[raw->need_count - 1];
    struct raw_share *share;

    HASH_FIND(hh, raw->shares, &key, sizeof key, share);
    if (share != NULL) {
        raw->list_count--; /* its own, which is empty */
        need->list = share->list;
        raw->lists[need->list].is_shared = true;
        return true;
    }
    share = xcalloc(1, sizeof *share);
    share->key = key;
    share->list = need->list;
    HASH_ADD(hh, raw->shares, key, sizeof share->key, share);
    return false;
}

void wait_graph_edge(struct wait_graph *graph, uint32_t target, bool in_knot)
{
    struct wait_raw *raw = graph->raw;

    GROW(raw->edges, raw->edge_count, raw->edge_room);
    raw->edges[raw->edge_count - 1] = (struct raw_edge){target, in_knot};
    raw->lists[raw->list_count - 1].count++;
}

/* ---------------------------------------------------------------- words */

static void put_in_words(struct wait_need *need)
{
    const struct wait_reason *reason = &need->reason;
    struct text text = {0};

    if (reason->call == NULL)
        text_printf(&text, "for any of them");
    else
        wait_text(&text, reason, need->peer);
    if (need->begun_by != NULL)
        text_printf(&text, " (%s %s)",
                    reason->kind == WAIT_LOCK ? "got by" : "begun by",
                    need->begun_by->info->name);
    need->text = text.bytes;
    need->kind = reason->call == NULL ? "" : wait_kind_name(reason->kind);
    if (reason->comm != NULL)
        need->object = xstrdup(comm_name(reason->comm));
    else if (reason->window != NULL)
        need->object = xstrdup(window_name(reason->window));
    if (reason->comm != NULL && reason->comm->made_by != NULL)
        need->object_made_by = call_hold(reason->comm->made_by);
    else if (reason->window != NULL && reason->window->made_by != NULL)
        need->object_made_by = call_hold(reason->window->made_by);
    need->reason = (struct wait_reason){.call = NULL};
}

void wait_graph_words(struct wait_graph *graph)
{
    uint32_t i, k;

    for (i = 0; i < graph->class_count; i++)
        for (k = 0; k < graph->classes[i].need_count; k++)
            if (graph->classes[i].needs[k].text == NULL)
                put_in_words(&graph->classes[i].needs[k]);
}

char *wait_class_state(const struct wait_class *class)
{
    const char *name = class->call != NULL ? class->call->info->name : "";
    bool one = class->count == 1;

    switch (class->state) {
    case WAIT_STATE_WAITS:
        break;
    case WAIT_STATE_FINALIZED:
        return xasprintf("%s called MPI_Finalize", one ? "has" : "have");
    case WAIT_STATE_OUTSIDE:
        return class->call == NULL
                   ? xasprintf("%s outside MPI", one ? "is" : "are")
                   : xasprintf("%s outside MPI since %s", one ? "is" : "are",
                               name);
    case WAIT_STATE_POLLS:
        return xasprintf("%s with %s", one ? "polls" : "poll", name);
    case WAIT_STATE_INSIDE:
        return xasprintf("%s inside %s", one ? "is" : "are", name);
    }
    if (class->call == NULL)
        return xasprintf("%s in %s threads", one ? "waits" : "wait",
                         one ? "its" : "their");
    return xasprintf("%s in %s", one ? "waits" : "wait", name);
}

char *wait_class_text(const struct wait_class *class)
{
    char *state = wait_class_state(class);
    struct text text = {0};
    uint32_t i;

    text_printf(&text, "%s %s", class->name, state);
    free(state);
    for (i = 0; i < class->need_count; i++)
        text_printf(&text, "%s%s",
                    i == 0       ? " "
                    : class->any ? ", or "
                                 : ", and ",
                    class->needs[i].text);
    return text.bytes;
}

struct wait_graph *wait_graph_of_circle(const struct deadlock_member *members,
                                        uint32_t count)
{
    struct wait_graph *graph = wait_graph_new();
    uint32_t i;

    for (i = 0; i < count; i++) {
        const struct wait_node node = {members[i].process, members[i].call,
                                       WAIT_STATE_WAITS};

        wait_graph_node(graph, &node, true);
        wait_graph_need(graph, false, &members[i].reason);
        wait_graph_edge(graph, (i + 1) % count, true);
    }
    wait_graph_fold(graph, WAIT_GRAPH_UNFOLDED);
    return graph;
}
