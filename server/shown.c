#include "shown.h"

#include "memory.h"
#include "stack.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

/* Calls of a finding that are compared. */
#define CALLS 4

/* So many in the same places are shown in full, and as many again in brief; of
 * one rule not more than: */
#define IN_ONE_PLACE 3
#define IN_FULL      10
#define IN_BRIEF     20

/* No padding: it is hashed. */
struct places {
    const struct rule *rule;
    uint64_t count;
    uint64_t modules[CALLS], addresses[CALLS];
};

struct row {
    struct places places; /* none: of all of the rule */
    unsigned full, brief; /* findings that were shown so */
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

static struct row *row_of(struct shown *shown, const struct places *places)
{
    struct row *row;

    HASH_FIND(hh, shown->rows, places, sizeof *places, row);
    if (row != NULL)
        return row;
    row = xcalloc(1, sizeof *row);
    row->places = *places;
    HASH_ADD(hh, shown->rows, places, sizeof row->places, row);
    return row;
}

enum shown_how shown_next(struct shown *shown, const struct finding *finding,
                          bool *last)
{
    struct places places = {.rule = finding->rule};
    struct row *rule = row_of(shown, &places), *place = NULL;
    bool is_alike, is_more;

    if (places_of(finding, &places))
        place = row_of(shown, &places);
    is_alike = place != NULL && place->full == IN_ONE_PLACE;
    is_more = rule->full == IN_FULL;
    if (!is_alike && !is_more) {
        rule->full++;
        if (place != NULL)
            place->full++;
        return SHOWN_IN_FULL;
    }
    if (rule->brief == IN_BRIEF ||
        (place != NULL && place->brief == IN_ONE_PLACE))
        return SHOWN_NOT;
    *last = ++rule->brief == IN_BRIEF;
    if (place != NULL && ++place->brief == IN_ONE_PLACE)
        *last = true;
    return is_alike ? SHOWN_ALIKE : SHOWN_MORE;
}
