/* inventory.c - see inventory.h.  There is one model. */
#include "inventory.h"

#include "memory.h"
#include "stack.h"

#include <stdlib.h>
#include <string.h>

#include <utlist.h>

static struct inventory_item *items;
static struct inventory_row *gone; /* what has ended, by function and place */
static size_t gone_count;

void inventory_add(struct inventory_item *item, struct call *const *made_by,
                   uint32_t size)
{
    item->made_by = made_by;
    item->size = size;
    DL_APPEND(items, item);
}

static struct inventory_row *row_of(struct inventory_row **rows, size_t *count,
                                    struct call *made_by)
{
    struct inventory_row *row;
    size_t i;

    for (i = 0; i < *count; i++) {
        row = &(*rows)[i];
        if (row->made_by->info == made_by->info &&
            row->made_by->stack == made_by->stack)
            return row;
    }
    *rows = xrealloc(*rows, ++*count, sizeof **rows);
    row = &(*rows)[i];
    *row = (struct inventory_row){.made_by = call_hold(made_by)};
    return row;
}

static void count(struct inventory_row *row, const struct inventory_item *item)
{
    if (row->made == 0 || item->size < row->smallest)
        row->smallest = item->size;
    if (item->size > row->largest)
        row->largest = item->size;
    row->made++;
}

/* Those that the MPI makes itself have nobody who made them. */
void inventory_remove(struct inventory_item *item)
{
    if (item->made_by == NULL)
        return;
    if (*item->made_by != NULL)
        count(row_of(&gone, &gone_count, *item->made_by), item);
    DL_DELETE(items, item);
    item->made_by = NULL;
}

void inventory_clear(void)
{
    inventory_rows_free(gone, gone_count);
    gone = NULL;
    gone_count = 0;
    items = NULL;
}

static int compare(const void *left, const void *right)
{
    const struct inventory_row *a = left, *b = right;
    const struct stack *one = a->made_by->stack, *other = b->made_by->stack;
    int order = strcmp(a->made_by->info->name, b->made_by->info->name);

    if (order != 0 || one == other)
        return order;
    return one == NULL || (other != NULL && one->number < other->number) ? -1
                                                                         : 1;
}

size_t inventory_rows(struct inventory_row **rows)
{
    const struct inventory_item *item;
    size_t total = gone_count, i;

    *rows = xcalloc(gone_count + 1, sizeof **rows);
    for (i = 0; i < gone_count; i++) {
        (*rows)[i] = gone[i];
        call_hold(gone[i].made_by);
    }
    DL_FOREACH(items, item)
        if (*item->made_by != NULL) {
            struct inventory_row *row = row_of(rows, &total, *item->made_by);

            count(row, item);
            row->left++;
        }
    qsort(*rows, total, sizeof **rows, compare);
    return total;
}

void inventory_rows_free(struct inventory_row *rows, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        call_drop(rows[i].made_by);
    free(rows);
}
