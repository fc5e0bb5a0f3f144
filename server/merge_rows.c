#include "merge_rows.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

struct merge_rows merge_rows_new(const char *const *keys,
                                 const char *const *sums)
{
    return (struct merge_rows){keys, sums, json_array(), json_object()};
}

json_t *merge_rows_end(struct merge_rows *rows)
{
    json_decref(rows->index);
    return rows->list;
}

void merge_sum(json_t *into, const json_t *from, const char *name)
{
    json_int_t sum = json_integer_value(json_object_get(into, name)) +
                     json_integer_value(json_object_get(from, name));

    json_object_set_new(into, name, json_integer(sum));
}

json_t *merge_row(struct merge_rows *rows, json_t *row)
{
    json_t *parts = json_array(), *same;
    char *key;

    for (const char *const *name = rows->keys; *name != NULL; name++)
        json_array_append(parts, json_object_get(row, *name));
    key = json_dumps(parts, JSON_COMPACT);
    same = json_object_get(rows->index, key);
    if (same == NULL) {
        json_array_append(rows->list, row);
        json_object_set(rows->index, key, row);
        same = row;
    } else {
        for (const char *const *name = rows->sums; *name != NULL; name++)
            merge_sum(same, row, *name);
    }
    free(key);
    json_decref(parts);
    return same;
}

void merge_rows(struct merge_rows *rows, const json_t *list)
{
    json_t *row;
    size_t i;

    json_array_foreach(list, i, row) if (json_is_object(row))
        merge_row(rows, row);
}

/* ------------------------------------------------------------------- ranks */

struct range {
    json_int_t first, last;
};

static int compare_ranges(const void *left, const void *right)
{
    const struct range *a = left, *b = right;

    return (a->first > b->first) - (a->first < b->first);
}

static size_t read_ranges(const json_t *list, struct range *ranges)
{
    size_t count = 0, i;
    json_t *pair;

    json_array_foreach(list, i, pair) ranges[count++] =
        (struct range){json_integer_value(json_array_get(pair, 0)),
                       json_integer_value(json_array_get(pair, 1))};
    return count;
}

void merge_ranks(json_t *into, const json_t *from, const char *name)
{
    const json_t *ours = json_object_get(into, name);
    const json_t *others = json_object_get(from, name);
    struct range *ranges = xcalloc(
        json_array_size(ours) + json_array_size(others) + 1, sizeof *ranges);
    size_t count = read_ranges(ours, ranges), last = 0, i;
    json_t *both = json_array();

    count += read_ranges(others, ranges + count);
    if (count > 1)
        qsort(ranges, count, sizeof *ranges, compare_ranges);
    for (i = 1; i < count; i++) {
        if (ranges[i].first > ranges[last].last + 1)
            ranges[++last] = ranges[i];
        else if (ranges[i].last > ranges[last].last)
            ranges[last].last = ranges[i].last;
    }
    for (i = 0; i < count && i <= last; i++)
        json_array_append_new(
            both, json_pack("[I,I]", ranges[i].first, ranges[i].last));
    json_object_set_new(into, name, both);
    free(ranges);
}

/* -------------------------------------------------------------------- sort */

struct place {
    json_t *item;
    size_t number;
    int (*compare)(const json_t *left, const json_t *right);
};

static int compare_places(const void *left, const void *right)
{
    const struct place *a = left, *b = right;
    int order = a->compare(a->item, b->item);

    return order != 0 ? order
                      : (a->number > b->number) - (a->number < b->number);
}

void merge_sort(json_t *list,
                int (*compare)(const json_t *left, const json_t *right))
{
    size_t count = json_array_size(list), i;
    struct place *places = xcalloc(count + 1, sizeof *places);

    for (i = 0; i < count; i++)
        places[i] =
            (struct place){json_incref(json_array_get(list, i)), i, compare};
    if (count > 1)
        qsort(places, count, sizeof *places, compare_places);
    for (i = 0; i < count; i++)
        json_array_set_new(list, i, places[i].item);
    free(places);
}
