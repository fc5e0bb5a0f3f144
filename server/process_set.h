/*
 * process_set.h - sets of processes, as findings have them, and their ranks in
 * words.
 */
#ifndef MURMEL_PROCESS_SET_H
#define MURMEL_PROCESS_SET_H

#include "rank_list.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct process;

/* A bit each by the processes' index in the job; {0} is empty.  `words` is
 * the owner's to free. */
struct process_set {
    uint64_t *words;
    size_t word_count;
};

/* The processes of all sets, by index; {0} is empty. */
struct process_table {
    const struct process **items;
    size_t room;
};
void process_table_free(struct process_table *table);

void process_set_add(struct process_table *table, struct process_set *set,
                     const struct process *process);
/* Adds all that are in the other one. */
void process_set_join(struct process_set *set, const struct process_set *other);
/* Whether all that are in the other one are in this. */
bool process_set_includes(const struct process_set *set,
                          const struct process_set *other);
bool process_set_has(const struct process_set *set, uint32_t index);
/* Whether more than one is in it. */
bool process_set_has_several(const struct process_set *set);
/* index < 64 * word_count; NULL: not in it. */
const struct process *process_set_member(const struct process_table *table,
                                         const struct process_set *set,
                                         size_t index);

/*
 * The processes of a set in words: "rank 3", "ranks 0-3, 7", "process 4711"
 * where the rank in MPI_COMM_WORLD is not known, "" for an empty set.
 * malloc'd, the caller frees it.
 */
char *process_set_text(const struct process_table *table,
                       const struct process_set *set);
/*
 * The ranks of a set as ranges, rising and apart; returns how many (unknown
 * ranks are left out).  *ranges is malloc'd, or NULL where there are none.
 */
size_t process_set_ranges(const struct process_table *table,
                          const struct process_set *set,
                          struct rank_range **ranges);

#endif
