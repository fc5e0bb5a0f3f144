/*
 * flat_table.h - from a number to an object, for what every call looks up.
 *
 * One array, without a chain to follow: on the path of every message that is
 * what counts, since nothing of it is in the processor's cache when a rank's
 * turn comes.  (uthash.h is for all else: it keeps an order and any key.)
 */
#ifndef MURMEL_FLAT_TABLE_H
#define MURMEL_FLAT_TABLE_H

#include <stddef.h>
#include <stdint.h>

struct flat_slot {
    uint64_t key;
    void *object; /* NULL: the slot is free */
};

/* Begin with {0}. */
struct flat_table {
    struct flat_slot *slots; /* 1 << bits of them, at most half in use */
    uint32_t count;
    unsigned bits;
};

/* Where the search for a key begins: addresses and small numbers alike are
 * spread well. */
static inline uint32_t flat_table_place(const struct flat_table *table,
                                        uint64_t key)
{
    return (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - table->bits));
}

/* NULL: there is none. */
static inline void *flat_table_find(const struct flat_table *table,
                                    uint64_t key)
{
    uint32_t place;

    if (table->count == 0)
        return NULL;
    for (place = flat_table_place(table, key);
         table->slots[place].object != NULL;
         place = (place + 1) & ((1u << table->bits) - 1))
        if (table->slots[place].key == key)
            return table->slots[place].object;
    return NULL;
}

/* The key must not be there, the object not be NULL; it stays the caller's. */
void flat_table_add(struct flat_table *table, uint64_t key, void *object);
/* The key must be there. */
void flat_table_remove(struct flat_table *table, uint64_t key);
/* Empties it. */
void flat_table_free(struct flat_table *table);

#endif
