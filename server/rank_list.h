/*
 * rank_list.h - ranks as ranges and in words.
 */
#ifndef MURMEL_RANK_LIST_H
#define MURMEL_RANK_LIST_H

#include <stddef.h>

struct group;
struct text;

struct rank_range {
    int first, last;
};

/* Sorts the ranks and makes ranges of them, rising and apart; returns how
 * many.  *ranges is malloc'd. */
size_t rank_list_ranges(int *ranks, size_t count, struct rank_range **ranges);
/* Ranks in words: "rank 3", "ranks 0-3, 7".  Sorts them; count > 0.
 * malloc'd, the caller frees it. */
char *rank_list_text(int *ranks, size_t count);
/* Appends of whom a group consists, in its order: "a group of ranks 2, 0", in
 * ranks of MPI_COMM_WORLD. */
void rank_list_group(struct text *text, const struct group *group);

#endif
