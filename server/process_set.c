#include "process_set.h"

#include "memory.h"
#include "process.h"

#include <stdlib.h>
#include <string.h>

void process_set_add(struct process_table *table, struct process_set *set,
                     const struct process *process)
{
    size_t word = process->index / 64, room;

    if (word >= set->word_count) {
        set->words = xrealloc(set->words, word + 1, sizeof *set->words);
        memset(set->words + set->word_count, 0,
               (word + 1 - set->word_count) * sizeof *set->words);
        set->word_count = word + 1;
    }
    set->words[word] |= UINT64_C(1) << process->index % 64;
    if (process->index >= table->room) {
        room = ((size_t)process->index + 1) * 2;
        table->items = xrealloc(table->items, room, sizeof *table->items);
        memset(table->items + table->room, 0,
               (room - table->room) * sizeof *table->items);
        table->room = room;
    }
    table->items[process->index] = process;
}

void process_table_free(struct process_table *table)
{
    free(table->items);
}

bool process_set_has(const struct process_set *set, uint32_t index)
{
    return index / 64 < set->word_count &&
           (set->words[index / 64] >> index % 64 & 1) != 0;
}

bool process_set_has_several(const struct process_set *set)
{
    int count = 0;

    for (size_t i = 0; i < set->word_count && count < 2; i++)
        count += __builtin_popcountll(set->words[i]);
    return count > 1;
}

bool process_set_includes(const struct process_set *set,
                          const struct process_set *other)
{
    for (size_t i = 0; i < other->word_count; i++) {
        uint64_t mine = i < set->word_count ? set->words[i] : 0;

        if ((other->words[i] & ~mine) != 0)
            return false;
    }
    return true;
}

void process_set_join(struct process_set *set, const struct process_set *other)
{
    if (other->word_count > set->word_count) {
        set->words =
            xrealloc(set->words, other->word_count, sizeof *set->words);
        memset(set->words + set->word_count, 0,
               (other->word_count - set->word_count) * sizeof *set->words);
        set->word_count = other->word_count;
    }
    for (size_t i = 0; i < other->word_count; i++)
        set->words[i] |= other->words[i];
}

const struct process *process_set_member(const struct process_table *table,
                                         const struct process_set *set,
                                         size_t index)
{
    if ((set->words[index / 64] >> index % 64 & 1) == 0)
        return NULL;
    return table->items[index];
}

/* The ranks of a set; without: how many members have none.  *ranks is malloc'd.
 */
static size_t set_ranks(const struct process_table *table,
                        const struct process_set *set, int **ranks,
                        size_t *without)
{
    size_t count = 0, members = 0, i;

    for (i = 0; i < set->word_count; i++)
        members += (size_t)__builtin_popcountll(set->words[i]);
    *ranks = xmalloc((members + 1) * sizeof **ranks);
    for (i = 0; i < set->word_count; i++) {
        uint64_t word;

        for (word = set->words[i]; word != 0; word &= word - 1) {
            int rank =
                table->items[i * 64 + (size_t)__builtin_ctzll(word)]->rank;

            if (rank >= 0)
                (*ranks)[count++] = rank;
        }
    }
    *without = members - count;
    return count;
}

size_t process_set_ranges(const struct process_table *table,
                          const struct process_set *set,
                          struct rank_range **ranges)
{
    int *ranks;
    size_t without, count = set_ranks(table, set, &ranks, &without);

    count = rank_list_ranges(ranks, count, ranges);
    free(ranks);
    return count;
}

char *process_set_text(const struct process_table *table,
                       const struct process_set *set)
{
    struct text text = {0};
    int *ranks;
    size_t without, count = set_ranks(table, set, &ranks, &without);

    if (count > 0) {
        char *list = rank_list_text(ranks, count);

        text_append(&text, list, strlen(list));
        free(list);
    }
    free(ranks);
    for (size_t i = 0; without > 0 && i < set->word_count * 64; i++) {
        const struct process *process = process_set_member(table, set, i);

        if (process != NULL && process->rank < 0)
            text_printf(&text, "%sprocess %d", text.length > 0 ? ", " : "",
                        process->pid);
    }
    return text.bytes != NULL ? text.bytes : xstrdup("");
}
