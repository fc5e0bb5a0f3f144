/*
 * merge_rows.h - lists of report.json, added to each other.
 */
#ifndef MURMEL_MERGE_ROWS_H
#define MURMEL_MERGE_ROWS_H

#include <jansson.h>

/* Rows of a list are the same where they have the same values of `keys`, and
 * then their `sums` are added; both end with NULL. */
struct merge_rows {
    const char *const *keys, *const *sums;
    json_t *list;  /* the rows */
    json_t *index; /* the rows by their key */
};

struct merge_rows merge_rows_new(const char *const *keys,
                                 const char *const *sums);
/* Frees the index; the list is the caller's. */
json_t *merge_rows_end(struct merge_rows *rows);
/* The row that is the same as this one, which is added or becomes it. */
json_t *merge_row(struct merge_rows *rows, json_t *row);
/* All rows of a list. */
void merge_rows(struct merge_rows *rows, const json_t *list);

/* into[name] += from[name] */
void merge_sum(json_t *into, const json_t *from, const char *name);
/* into[name], ranges of ranks, has those of from[name], too. */
void merge_ranks(json_t *into, const json_t *from, const char *name);
/* Sorts by the comparison; what is equal stays in its order. */
void merge_sort(json_t *list,
                int (*compare)(const json_t *left, const json_t *right));

#endif
