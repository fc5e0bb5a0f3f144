/*
 * wait_class.c - what the classes of a folded graph look like.
 */
#include "process.h"
#include "rank_list.h"
#include "wait_raw.h"

#include <stdlib.h>
#include <string.h>

/* So many offsets are told one by one, */
#define MOST_OFFSETS 4
/* and so many ranges of ranks. */
#define MOST_RANGES 6

/* While the needs of a class are made. */
struct class_need {
    char *key;
    const struct part *first; /* of the lowest rank, node: */
    uint32_t node;
    bool same_ranks, same_offsets;
    bool wraps;                  /* an offset leads around the ring */
    const struct raw_edge *last; /* targets of the part that joined last */
    struct wait_target *targets; /* by class */
    bool *is_target;
};

static void join(const struct fold *fold, struct class_need *need,
                 struct wait_reason *reason, uint32_t node,
                 const struct part *part)
{
    uint32_t i;
    bool wraps;

    need->same_ranks = need->same_ranks && part->ranks == need->first->ranks;
    need->same_offsets =
        need->same_offsets && part->offsets == need->first->offsets;
    if (reason->tag != part->reason.tag)
        reason->tag = WAIT_TAGS_DIFFER;
    if (reason->bytes != part->reason.bytes)
        reason->bytes = -1;
    if (reason->partition != part->reason.partition ||
        reason->partitions != part->reason.partitions)
        reason->partitions = 0;
    reason->unstarted = reason->unstarted && part->reason.unstarted;
    if (reason->comm != part->reason.comm)
        reason->comm = NULL;
    if (reason->window != part->reason.window)
        reason->window = NULL;
    if (need->last == part->targets)
        return; /* the same list: its ranks, not its offsets, are told */
    need->last = part->targets;
    for (i = 0; i < part->count; i++) {
        uint32_t class = fold->nodes[part->targets[i].target].class;

        (void)wait_fold_offset(fold, node, part->targets[i].target, &wraps);
        need->wraps = need->wraps || wraps;
        need->is_target[class] = true;
        need->targets[class].class = class;
        need->targets[class].in_knot |= part->targets[i].in_knot;
    }
}

/* "ranks 0-3, 7", or "2047 of ranks 2-4094" where there are many ranges.
 * Sorts the ranks. */
static char *ranks_name(int *ranks, uint32_t count)
{
    struct rank_range *ranges;
    size_t range_count = rank_list_ranges(ranks, count, &ranges);

    free(ranges);
    return range_count > MOST_RANGES ? xasprintf("%u of ranks %d-%d", count,
                                                 ranks[0], ranks[count - 1])
                                     : rank_list_text(ranks, count);
}

/* Of sorted numbers each once; how many are left.  Threads have that of their
 * process. */
static uint32_t unique(int *numbers, uint32_t count)
{
    uint32_t kept = 0, i;

    for (i = 0; i < count; i++)
        if (i == 0 || numbers[i] != numbers[i - 1])
            numbers[kept++] = numbers[i];
    return kept;
}

/* "rank 1", "any of ranks 0-3", from the targets of one node. */
static char *ranks_text(const struct fold *fold, const struct class_need *need)
{
    const struct part *part = need->first;
    char *list, *text;
    uint32_t i, count;
    int *ranks;

    if (part->count == 0)
        return xstrdup("a process that is not there");
    if (part->count == 1 && wait_fold_process(fold, part->targets[0].target) ==
                                wait_fold_process(fold, need->node))
        return xstrdup("itself");
    ranks = xcalloc(part->count, sizeof ranks[0]);
    for (i = 0; i < part->count; i++)
        ranks[i] = wait_fold_process(fold, part->targets[i].target)->rank;
    qsort(ranks, part->count, sizeof ranks[0], wait_compare_numbers);
    count = unique(ranks, part->count);
    list = ranks_name(ranks, count);
    text = xasprintf("%s%s", part->any && count > 1 ? "any of " : "", list);
    free(ranks);
    free(list);
    return text;
}

/* "rank+1", "rank-1 and rank+1" */
static char *offsets_text(const struct fold *fold,
                          const struct class_need *need)
{
    const struct part *part = need->first;
    int *offsets = xcalloc((size_t)part->count + 1, sizeof offsets[0]);
    struct text text = {0};
    uint32_t i, count;
    bool wraps;

    for (i = 0; i < part->count; i++)
        offsets[i] =
            wait_fold_offset(fold, need->node, part->targets[i].target, &wraps);
    qsort(offsets, part->count, sizeof offsets[0], wait_compare_numbers);
    count = unique(offsets, part->count);
    if (count > MOST_OFFSETS)
        text_printf(&text, "%u other ranks", count);
    else if (part->any && count > 1)
        text_printf(&text, "any of ");
    for (i = 0; i < count && count <= MOST_OFFSETS; i++) {
        const char *between = i == 0 ? "" : i + 1 == count ? " and " : ", ";

        if (offsets[i] == 0)
            text_printf(&text, "%sitself", between);
        else
            text_printf(&text, "%srank%+d", between, offsets[i]);
    }
    free(offsets);
    return text.bytes;
}

static struct class_need *class_need_of(const struct fold *fold,
                                        struct wait_class *class,
                                        struct class_need **needs,
                                        uint32_t node, const struct part *part)
{
    char *key = fold->level == LEVEL_FUNCTION
                    ? wait_part_key(part, LEVEL_FUNCTION)
                    : xstrdup(part->key);
    struct class_need *need;
    uint32_t i;

    for (i = 0; i < class->need_count; i++)
        if (strcmp((*needs)[i].key, key) == 0) {
            free(key);
            return &(*needs)[i];
        }
    *needs = xrealloc(*needs, class->need_count + 1, sizeof **needs);
    need = &(*needs)[class->need_count];
    *need = (struct class_need){
        .key = key,
        .first = part,
        .node = node,
        .same_ranks = true,
        .same_offsets = true,
        .targets = xcalloc(fold->class_count, sizeof need->targets[0]),
        .is_target = xcalloc(fold->class_count, sizeof need->is_target[0])};
    class->needs =
        xrealloc(class->needs, class->need_count + 1, sizeof class->needs[0]);
    class->needs[class->need_count++] =
        (struct wait_need){.reason = part->reason, .any = part->any};
    return need;
}

static void finish_need(const struct fold *fold, const struct wait_class *class,
                        struct class_need *from, struct wait_need *need)
{
    uint32_t i;

    if (need->reason.call != NULL && need->reason.call != class->call)
        need->begun_by = call_hold(need->reason.call);
    if (class->count == 1 || (from->same_ranks && from->first->count > 0)) {
        need->peer = ranks_text(fold, from);
    } else if (from->same_offsets) {
        need->peer = offsets_text(fold, from);
        fold->graph->ring = fold->graph->ring || from->wraps;
    } else
        need->peer = xstrdup(need->any ? "any of other ranks" : "other ranks");
    need->targets =
        xcalloc((size_t)fold->class_count + 1, sizeof need->targets[0]);
    for (i = 0; i < fold->class_count; i++)
        if (from->is_target[i])
            need->targets[need->target_count++] = from->targets[i];
    free(from->key);
    free(from->targets);
    free(from->is_target);
}

static char *class_name(const struct wait_class *class)
{
    char *list, *name;

    if (class->ranks[0] < 0)
        return xasprintf("process %d", class->process->pid);
    list = ranks_name(class->ranks, class->count);
    if (class->call == NULL || class->call->thread == 0)
        return list;
    name = xasprintf(class->count == 1 ? "%s, thread %u" : "%s (thread %u)",
                     list, class->call->thread);
    free(list);
    return name;
}

/* Its nodes are nodes[0..count-1], the lowest first. */
static void make_class(const struct fold *fold, struct wait_class *class,
                       const uint32_t *nodes, uint32_t count)
{
    const struct raw_node *lowest = &fold->raw->nodes[nodes[0]];
    struct class_need *needs = NULL;
    uint32_t i, k;

    class->process = lowest->node.process;
    class->call =
        lowest->node.call == NULL ? NULL : call_hold(lowest->node.call);
    class->state = lowest->node.state;
    class->in_knot = lowest->in_knot;
    class->any = fold->nodes[nodes[0]].any;
    class->ranks = xcalloc(count, sizeof class->ranks[0]);
    class->count = count;
    for (i = 0; i < count; i++)
        class->ranks[i] = wait_fold_process(fold, nodes[i])->rank;
    class->name = class_name(class);
    for (i = 0; i < count; i++)
        for (k = 0; k < fold->nodes[nodes[i]].part_count; k++) {
            const struct part *part = &fold->nodes[nodes[i]].parts[k];
            struct class_need *need =
                class_need_of(fold, class, &needs, nodes[i], part);

            join(fold, need, &class->needs[need - needs].reason, nodes[i],
                 part);
        }
    for (k = 0; k < class->need_count; k++)
        finish_need(fold, class, &needs[k], &class->needs[k]);
    free(needs);
}

/* A node by its rank. */
struct ranked {
    int rank;
    uint32_t node;
};

static int compare_ranked(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;

    if (a->rank != b->rank)
        return (a->rank > b->rank) - (a->rank < b->rank);
    return (a->node > b->node) - (a->node < b->node);
}

static struct ranked *by_rank(const struct fold *fold)
{
    uint32_t count = fold->raw->node_count, i;
    struct ranked *ranked = xcalloc((size_t)count + 1, sizeof ranked[0]);

    for (i = 0; i < count; i++)
        ranked[i] = (struct ranked){wait_fold_process(fold, i)->rank, i};
    qsort(ranked, count, sizeof ranked[0], compare_ranked);
    return ranked;
}

void wait_classes_make(struct fold *fold)
{
    uint32_t total = fold->raw->node_count, class, i;
    uint32_t *ends = xcalloc((size_t)fold->class_count + 1, sizeof ends[0]);
    uint32_t *nodes = xcalloc((size_t)total + 1, sizeof nodes[0]);
    struct ranked *ranked = by_rank(fold);

    for (i = 0; i < total; i++)
        ends[fold->nodes[i].class + 1]++;
    for (class = 1; class <= fold->class_count; class ++)
        ends[class] += ends[class - 1];
    /* Now where each class begins; when its nodes are there, where it ends. */
    for (i = 0; i < total; i++)
        nodes[ends[fold->nodes[ranked[i].node].class]++] = ranked[i].node;
    fold->graph->class_count = fold->class_count;
    fold->graph->classes =
        xcalloc((size_t)fold->class_count + 1, sizeof(struct wait_class));
    for (class = 0; class < fold->class_count; class ++) {
        uint32_t start = class == 0 ? 0 : ends[class - 1];

        make_class(fold, &fold->graph->classes[class], nodes + start,
                   ends[class] - start);
    }
    fold->graph->folded = fold->class_count < total;
    free(ranked);
    free(ends);
    free(nodes);
}
