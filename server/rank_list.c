#include "rank_list.h"

#include "memory.h"
#include "model_object.h"

#include <stdbool.h>
#include <stdlib.h>

/* Members of a group that are named. */
#define RANKS_SHOWN 8

static int compare_ranks(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;

    return (a > b) - (a < b);
}

size_t rank_list_ranges(int *ranks, size_t rank_count,
                        struct rank_range **ranges)
{
    struct rank_range *made = xmalloc((rank_count + 1) * sizeof *made);
    size_t count = 0, sorted = 1;

    /* Mostly they are, and a report of many findings asks often. */
    while (sorted < rank_count && ranks[sorted - 1] <= ranks[sorted])
        sorted++;
    if (sorted < rank_count)
        qsort(ranks, rank_count, sizeof *ranks, compare_ranks);
    for (size_t i = 0; i < rank_count; i++) {
        if (count > 0 && ranks[i] <= made[count - 1].last + 1)
            made[count - 1].last = ranks[i];
        else
            made[count++] = (struct rank_range){ranks[i], ranks[i]};
    }
    *ranges = made;
    return count;
}

char *rank_list_text(int *ranks, size_t rank_count)
{
    struct rank_range *ranges;
    size_t count = rank_list_ranges(ranks, rank_count, &ranges);
    bool one = count == 1 && ranges[0].first == ranges[0].last;
    struct text text = {0};

    text_printf(&text, one ? "rank " : "ranks ");
    for (size_t i = 0; i < count; i++) {
        text_printf(&text, "%s%d", i > 0 ? ", " : "", ranges[i].first);
        if (ranges[i].last > ranges[i].first)
            text_printf(&text, "%s%d",
                        ranges[i].last == ranges[i].first + 1 ? ", " : "-",
                        ranges[i].last);
    }
    free(ranges);
    return text.bytes;
}

void rank_list_group(struct text *text, const struct group *group)
{
    int i;

    text_printf(text, group->size == 0   ? "an empty group"
                      : group->size == 1 ? "a group of rank "
                                         : "a group of ranks ");
    for (i = 0; i < group->size && i < RANKS_SHOWN; i++)
        text_printf(text, "%s%d", i > 0 ? ", " : "", group->seats[i]->rank);
    if (i < group->size)
        text_printf(text, ", ... %d in all", group->size);
}
