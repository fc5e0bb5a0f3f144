/*
 * inventory.h - the communicators, files and windows that the program has made:
 * where, how many, and how many of them are still there.
 */
#ifndef MURMEL_INVENTORY_H
#define MURMEL_INVENTORY_H

#include "observed.h"

#include <stddef.h>
#include <stdint.h>

/* One object, a part of it. */
struct inventory_item {
    struct call *const *made_by; /* the object's: it may change */
    uint32_t size;               /* its processes */
    struct inventory_item *next, *prev;
};

/* All that were made by one function at one place. */
struct inventory_row {
    struct call *made_by; /* one of them; held */
    uint64_t made, left;  /* left: still there */
    uint32_t smallest, largest;
};

/* An object begins, and ends. */
void inventory_add(struct inventory_item *item, struct call *const *made_by,
                   uint32_t size);
void inventory_remove(struct inventory_item *item);
/* The model goes: forgets all. */
void inventory_clear(void);

/* By function, then place; *rows goes to inventory_rows_free.  Returns how
 * many. */
size_t inventory_rows(struct inventory_row **rows);
void inventory_rows_free(struct inventory_row *rows, size_t count);

#endif
