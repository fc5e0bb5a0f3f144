#include "shown.h"

#include "memory.h"
#include "stack.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

/* Calls of a finding that are compared. */
#define CALLS 4

/* No padding: it is hashed. */
struct places {
    const struct rule *rule;
    uint64_t count;
    uint64_t modules[CALLS], addresses[CALLS];
};

struct row {
    struct places places;
    unsigned findings;
    UT_hash_handle hh;
};

struct shown {
    struct row *rows;
};

struct shown *shown_new(void)
{
    return xcalloc(1, sizeof(struct shown));
}

void shown_free(struct shown *shown)
{
    struct row *row, *next;

    HASH_ITER(hh, shown->rows, row, next) {
        HASH_DEL(shown->rows, row);
        free(row);
    }
    free(shown);
}

/* The innermost places of its calls; false: they are not known. */
static bool places_of(const struct finding *finding, struct places *places)
{
    size_t i;

    *places = (struct places){finding->rule, finding->call_count, {0}, {0}};
    for (i = 0; i < finding->call_count && i < CALLS; i++) {
        const struct stack *stack = finding->calls[i].call->stack;

        if (stack == NULL)
            return false;
        places->modules[i] = stack->frames[0].module;
        places->addresses[i] = stack->frames[0].address;
    }
    return finding->call_count > 0 && finding->crashed == NULL;
}

unsigned shown_before(struct shown *shown, const struct finding *finding)
{
    struct places places;
    struct row *row;

    if (!places_of(finding, &places))
        return 0;
    HASH_FIND(hh, shown->rows, &places, sizeof places, row);
    if (row == NULL) {
        row = xcalloc(1, sizeof *row);
        row->places = places;
        HASH_ADD(hh, shown->rows, places, sizeof row->places, row);
    }
    return row->findings++;
}
