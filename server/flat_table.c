/*
 * flat_table.c - from a number to an object.
 */
#include "flat_table.h"

#include "memory.h"

#include <stdlib.h>

#define FIRST_BITS 2

static void put(struct flat_table *table, struct flat_slot slot)
{
    uint32_t place = flat_table_place(table, slot.key);

    while (table->slots[place].object != NULL)
        place = (place + 1) & ((1u << table->bits) - 1);
    table->slots[place] = slot;
}

static void grow(struct flat_table *table)
{
    struct flat_table old = *table;
    size_t i;

    table->bits = old.slots == NULL ? FIRST_BITS : old.bits + 1;
    table->slots = xcalloc((size_t)1 << table->bits, sizeof table->slots[0]);
    for (i = 0; old.slots != NULL && i < (size_t)1 << old.bits; i++)
        if (old.slots[i].object != NULL)
            put(table, old.slots[i]);
    free(old.slots);
}

void flat_table_add(struct flat_table *table, uint64_t key, void *object)
{
    if (table->slots == NULL || (table->count + 1) << 1 > 1u << table->bits)
        grow(table);
    put(table, (struct flat_slot){key, object});
    table->count++;
}

void flat_table_remove(struct flat_table *table, uint64_t key)
{
    uint32_t mask = (1u << table->bits) - 1;
    uint32_t gap = flat_table_place(table, key), place;

    while (table->slots[gap].key != key || table->slots[gap].object == NULL)
        gap = (gap + 1) & mask;
    /* What stands behind the gap, and would be sought from it or before it,
     * moves into it. */
    for (place = (gap + 1) & mask; table->slots[place].object != NULL;
         place = (place + 1) & mask) {
        uint32_t wanted = flat_table_place(table, table->slots[place].key);

        if (((place - wanted) & mask) < ((place - gap) & mask))
            continue;
        table->slots[gap] = table->slots[place];
        gap = place;
    }
    table->slots[gap].object = NULL;
    table->count--;
}

void flat_table_free(struct flat_table *table)
{
    free(table->slots);
    *table = (struct flat_table){0};
}
