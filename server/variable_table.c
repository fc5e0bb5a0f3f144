/*
 * variable_table.c - variables by where they begin.
 */
#include "memory.h"
#include "variable_private.h"

#include <dwarf.h>
#include <stdlib.h>

void variable_table_add(struct variable_table *table, Dwarf_Die *die,
                        int64_t low)
{
    struct variable variable = {.low = low, .die = *die};
    Dwarf_Attribute attribute;

    if (dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute),
                          &variable.type) == NULL ||
        dwarf_peel_type(&variable.type, &variable.type) != 0)
        return;
    variable.size = variable_type_size(&variable.type);
    if (variable.size == 0 || variable.size > INT64_MAX / 2)
        return;
    table->items =
        xrealloc(table->items, table->count + 1, sizeof table->items[0]);
    table->items[table->count++] = variable;
}

int64_t variable_past(const struct variable *variable)
{
    return variable->low + (int64_t)variable->size;
}

static int by_place(const void *left, const void *right)
{
    const struct variable *one = left, *other = right;

    return (one->low > other->low) - (one->low < other->low);
}

void variable_table_complete(struct variable_table *table)
{
    int64_t reach = INT64_MIN;
    size_t i;

    if (table->count == 0)
        return;
    qsort(table->items, table->count, sizeof table->items[0], by_place);
    table->reach = xcalloc(table->count, sizeof table->reach[0]);
    for (i = 0; i < table->count; i++) {
        const struct variable *variable = &table->items[i];

        if (variable_past(variable) > reach)
            reach = variable_past(variable);
        table->reach[i] = reach;
    }
}

void variable_table_empty(struct variable_table *table)
{
    free(table->items);
    free(table->reach);
}

size_t variable_table_begun(const struct variable_table *table, int64_t place)
{
    size_t low = 0, high = table->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (table->items[middle].low <= place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
