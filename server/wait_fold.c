/*
 * wait_fold.c - nodes in the same state become one class.
 *
 * First the needs of a node that are alike are made one ("for ranks 1-7 to
 * receive its messages").  Then the finest of these is taken that gives few
 * enough classes: each node alone; same call, site and needs, which lead to
 * the same ranks or by the same offsets (rank+1); same call, site and needs;
 * same function.  Nothing depends on the order in which nodes were found.
 */
#include "process.h"
#include "stack.h"
#include "wait_raw.h"

#include <stdlib.h>
#include <string.h>

int wait_fold_offset(const struct fold *fold, uint32_t node, uint32_t target,
                     bool *wraps)
{
    const struct process *process = wait_fold_process(fold, node);
    int apart = wait_fold_process(fold, target)->rank - process->rank;
    int size = process->size, offset = apart;

    if (size > 1) {
        offset = (apart % size + size) % size;
        if (offset > size / 2)
            offset -= size;
    }
    *wraps = offset != apart;
    return offset;
}

/* ----------------------------------------------------------------- parts */

static unsigned site_of(const struct call *call)
{
    return call == NULL || call->stack == NULL ? 0 : call->stack->number;
}

static void add_call_key(struct text *key, const struct call *call)
{
    text_printf(key, " %d/%u", call == NULL ? -1 : (int)call->info->id,
                site_of(call));
}

static char *part_key(const struct raw_need *need, bool merges,
                      uint32_t part_count)
{
    const struct wait_reason *reason = &need->reason;
    struct text key = {0};

    text_printf(&key, "%d", (int)reason->kind);
    add_call_key(&key, reason->call);
    if (reason->comm != NULL) {
        add_call_key(&key, reason->comm->made_by);
        if (reason->comm->made_by == NULL)
            text_printf(&key, " %s", comm_name(reason->comm));
    }
    if (reason->window != NULL)
        add_call_key(&key, reason->window->made_by);
    if (!merges)
        text_printf(&key, " #%u", part_count);
    return key.bytes;
}

static struct part *part_find(struct fold_node *node, const char *key)
{
    uint32_t i;

    for (i = 0; i < node->part_count; i++)
        if (strcmp(node->parts[i].key, key) == 0)
            return &node->parts[i];
    return NULL;
}

static void add_to_part(struct part *part, const struct raw_need *need)
{
    if (part->reason.tag != need->reason.tag)
        part->reason.tag = WAIT_TAGS_DIFFER;
    if (part->reason.bytes != need->reason.bytes)
        part->reason.bytes = -1;
    if (part->reason.partition != need->reason.partition ||
        part->reason.partitions != need->reason.partitions)
        part->reason.partitions = 0;
    part->reason.unstarted = part->reason.unstarted && need->reason.unstarted;
    if (part->reason.comm != need->reason.comm)
        part->reason.comm = NULL;
    if (part->reason.window != need->reason.window)
        part->reason.window = NULL;
    if (part->list_count > 0 && part->lists[part->list_count - 1] == need->list)
        return;
    if (part->list_count == part->list_room) {
        part->list_room = part->list_room * 2 + 1;
        part->lists =
            xrealloc(part->lists, part->list_room, sizeof part->lists[0]);
    }
    part->lists[part->list_count++] = need->list;
}

/* Any one of several single things is any of their targets; all of several
 * are all of their targets. */
static void add_need(struct fold *fold, uint32_t number,
                     const struct raw_need *need)
{
    struct fold_node *node = &fold->nodes[number];
    uint32_t count = fold->raw->lists[need->list].count;
    bool any_need = need->any && count > 1;
    bool any_node = fold->raw->nodes[number].any;
    bool merges = any_node ? any_need || count <= 1 : !any_need;
    char *key = part_key(need, merges, node->part_count);
    struct part *part = part_find(node, key);

    if (part != NULL) {
        free(key);
    } else {
        node->parts =
            xrealloc(node->parts, node->part_count + 1, sizeof node->parts[0]);
        part = &node->parts[node->part_count++];
        *part = (struct part){.reason = need->reason,
                              .key = key,
                              .any = merges ? any_node : any_need};
    }
    add_to_part(part, need);
}

static int compare_edges(const void *left, const void *right)
{
    const struct raw_edge *a = left, *b = right;

    return (a->target > b->target) - (a->target < b->target);
}

int wait_compare_numbers(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;

    return (a > b) - (a < b);
}

static uint64_t hash_numbers(int *numbers, uint32_t count)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    uint32_t i;

    qsort(numbers, count, sizeof numbers[0], wait_compare_numbers);
    for (i = 0; i < count; i++)
        hash = (hash ^ (uint32_t)numbers[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* Rising, each target once; returns how many. */
static uint32_t sort_edges(struct raw_edge *edges, uint32_t count)
{
    uint32_t i, kept = 0;

    if (count > 1)
        qsort(edges, count, sizeof edges[0], compare_edges);
    for (i = 0; i < count; i++)
        if (kept > 0 && edges[kept - 1].target == edges[i].target)
            edges[kept - 1].in_knot |= edges[i].in_knot;
        else
            edges[kept++] = edges[i];
    return kept;
}

static uint64_t hash_ranks(const struct fold *fold,
                           const struct raw_edge *targets, uint32_t count)
{
    int *ranks = xcalloc((size_t)count + 1, sizeof ranks[0]);
    uint64_t hash;
    uint32_t i;

    for (i = 0; i < count; i++)
        ranks[i] = wait_fold_process(fold, targets[i].target)->rank;
    hash = hash_numbers(ranks, count);
    free(ranks);
    return hash;
}

static uint64_t hash_offsets(const struct fold *fold, uint32_t number,
                             const struct part *part)
{
    int *offsets = xcalloc((size_t)part->count + 1, sizeof offsets[0]);
    uint64_t hash;
    uint32_t i;
    bool wraps;

    for (i = 0; i < part->count; i++)
        offsets[i] =
            wait_fold_offset(fold, number, part->targets[i].target, &wraps);
    hash = hash_numbers(offsets, part->count);
    free(offsets);
    return hash;
}

static void sort_list(const struct fold *fold, struct raw_list *list)
{
    struct raw_edge *edges = fold->raw->edges + list->first;

    if (list->is_sorted)
        return;
    list->count = sort_edges(edges, list->count);
    list->ranks = hash_ranks(fold, edges, list->count);
    list->is_sorted = true;
}

static void gather(const struct fold *fold, struct part *part)
{
    uint32_t i, count = 0;

    for (i = 0; i < part->list_count; i++)
        count += fold->raw->lists[part->lists[i]].count;
    part->targets = xcalloc((size_t)count + 1, sizeof part->targets[0]);
    for (i = 0; i < part->list_count; i++) {
        const struct raw_list *list = &fold->raw->lists[part->lists[i]];

        memcpy(part->targets + part->count, fold->raw->edges + list->first,
               list->count * sizeof part->targets[0]);
        part->count += list->count;
    }
    part->count = sort_edges(part->targets, part->count);
    part->ranks = hash_ranks(fold, part->targets, part->count);
}

static void finish_part(const struct fold *fold, uint32_t number,
                        struct part *part)
{
    struct raw_list *list = &fold->raw->lists[part->lists[0]];

    if (part->list_count == 1) {
        sort_list(fold, list);
        part->targets = fold->raw->edges + list->first;
        part->count = list->count;
        part->ranks = list->ranks;
    } else
        gather(fold, part);
    part->any = part->any && part->count > 1;
    /* The same ranks for several: then not the same offsets. */
    part->offsets = part->list_count == 1 && list->is_shared
                        ? number
                        : hash_offsets(fold, number, part);
}

static void make_parts(struct fold *fold)
{
    uint32_t i, k;

    for (i = 0; i < fold->raw->node_count; i++) {
        const struct raw_node *raw = &fold->raw->nodes[i];
        struct fold_node *node = &fold->nodes[i];

        for (k = raw->first; k < raw->first + raw->count; k++)
            add_need(fold, i, &fold->raw->needs[k]);
        for (k = 0; k < node->part_count; k++)
            finish_part(fold, i, &node->parts[k]);
        node->any = raw->any && node->part_count > 1;
    }
}

/* --------------------------------------------------------------- classes */

struct named {
    char *key;
    uint32_t number;
    UT_hash_handle hh;
};

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

char *wait_part_key(const struct part *part, enum level level)
{
    if (level == LEVEL_FUNCTION)
        return xasprintf("%d %d", (int)part->reason.kind, part->any);
    if (level == LEVEL_SITE)
        return xasprintf("%s %d", part->key, part->any);
    return xasprintf(
        "%s %d %c%llx", part->key, part->any, part->by_offset ? 'o' : 'r',
        (unsigned long long)(part->by_offset ? part->offsets : part->ranks));
}

static char *node_key(const struct fold *fold, uint32_t number,
                      enum level level)
{
    const struct raw_node *raw = &fold->raw->nodes[number];
    const struct fold_node *node = &fold->nodes[number];
    const struct call *call = raw->node.call;
    char **parts = xcalloc((size_t)node->part_count + 1, sizeof parts[0]);
    struct text key = {0};
    uint32_t i;

    text_printf(&key, "%d %d %d", (int)raw->node.state, raw->in_knot,
                call == NULL ? -1 : (int)call->info->id);
    if (level != LEVEL_FUNCTION)
        text_printf(&key, " %u %u %d %d", site_of(call),
                    call == NULL ? 0 : call->thread, node->any,
                    raw->node.process->rank < 0 ? (int)raw->node.process->index
                                                : -1);
    for (i = 0; i < node->part_count && level != LEVEL_FUNCTION; i++)
        parts[i] = wait_part_key(&node->parts[i], level);
    if (node->part_count > 1 && level != LEVEL_FUNCTION)
        qsort(parts, node->part_count, sizeof parts[0], compare_texts);
    for (i = 0; i < node->part_count && level != LEVEL_FUNCTION; i++) {
        text_printf(&key, "\n%s", parts[i]);
        free(parts[i]);
    }
    free(parts);
    return key.bytes;
}

static uint32_t classify(struct fold *fold, enum level level)
{
    struct named *names = NULL, *named, *next;
    uint32_t i, count = 0;

    for (i = 0; i < fold->raw->node_count; i++) {
        char *key = node_key(fold, i, level);

        HASH_FIND_STR(names, key, named);
        if (named == NULL) {
            named = xcalloc(1, sizeof *named);
            named->key = key;
            named->number = count++;
            HASH_ADD_KEYPTR(hh, names, named->key, strlen(named->key), named);
        } else {
            free(key);
        }
        fold->nodes[i].class = named->number;
    }
    HASH_ITER(hh, names, named, next) {
        HASH_DEL(names, named);
        free(named->key);
        free(named);
    }
    return count;
}

/* How many nodes of a base class have such a set of targets. */
struct popular {
    struct {
        uint64_t set, need; /* hashes */
        uint32_t base, by_offset;
    } key;
    uint32_t count;
    UT_hash_handle hh;
};

static struct popular *popular_of(struct popular **all,
                                  const struct fold_node *node,
                                  const struct part *part, bool by_offset)
{
    struct popular key = {.key = {.set =
                                      by_offset ? part->offsets : part->ranks,
                                  .base = node->base,
                                  .by_offset = by_offset}},
                   *found;

    HASH_VALUE(part->key, strlen(part->key), key.key.need);
    HASH_FIND(hh, *all, &key.key, sizeof key.key, found);
    if (found == NULL) {
        found = xcalloc(1, sizeof *found);
        found->key = key.key;
        HASH_ADD(hh, *all, key, sizeof found->key, found);
    }
    return found;
}

/* Whether nodes in the same state wait for the same ranks, or for those in
 * the same direction: by what more of them have in common. */
static void choose_relations(struct fold *fold)
{
    struct popular *all = NULL, *one, *next;
    uint32_t i, k;

    for (i = 0; i < fold->raw->node_count; i++)
        for (k = 0; k < fold->nodes[i].part_count; k++) {
            const struct part *part = &fold->nodes[i].parts[k];

            popular_of(&all, &fold->nodes[i], part, false)->count++;
            popular_of(&all, &fold->nodes[i], part, true)->count++;
        }
    for (i = 0; i < fold->raw->node_count; i++)
        for (k = 0; k < fold->nodes[i].part_count; k++) {
            struct part *part = &fold->nodes[i].parts[k];

            part->by_offset =
                popular_of(&all, &fold->nodes[i], part, true)->count >
                popular_of(&all, &fold->nodes[i], part, false)->count;
        }
    HASH_ITER(hh, all, one, next) {
        HASH_DEL(all, one);
        free(one);
    }
}

static void choose_classes(struct fold *fold, uint32_t unfolded)
{
    uint32_t i, count = fold->raw->node_count;

    if (count <= unfolded) {
        for (i = 0; i < count; i++)
            fold->nodes[i].class = i;
        fold->class_count = count;
        return;
    }
    (void)classify(fold, LEVEL_SITE);
    for (i = 0; i < count; i++)
        fold->nodes[i].base = fold->nodes[i].class;
    choose_relations(fold);
    for (fold->level = LEVEL_TARGETS;; fold->level++) {
        fold->class_count = classify(fold, fold->level);
        if (fold->class_count <= WAIT_GRAPH_CLASSES ||
            fold->level == LEVEL_FUNCTION)
            return;
    }
}

void wait_graph_fold(struct wait_graph *graph, uint32_t unfolded)
{
    struct fold fold = {.graph = graph, .raw = graph->raw};
    uint32_t i, k;

    fold.nodes =
        xcalloc((size_t)graph->raw->node_count + 1, sizeof fold.nodes[0]);
    make_parts(&fold);
    choose_classes(&fold, unfolded);
    wait_classes_make(&fold);
    for (i = 0; i < graph->raw->node_count; i++) {
        for (k = 0; k < fold.nodes[i].part_count; k++) {
            struct part *part = &fold.nodes[i].parts[k];

            if (part->list_count > 1)
                free(part->targets);
            free(part->lists);
            free(part->key);
        }
        free(fold.nodes[i].parts);
    }
    free(fold.nodes);
    wait_raw_free(graph->raw);
    graph->raw = NULL;
}
