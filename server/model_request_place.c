/*
 * model_request_place.c - which of several operations with one handle value a
 * call means: that which was started into the variable it is given; and which
 * lost its variable to another.
 *
 * The program may have copied the handle, and may have used the variable for
 * another: a variable of which two operations are pending was copied from; and
 * one on the stack counts only for calls from the same function, called by the
 * same ones, since another function's variables may lie there.
 */
#include "model_request.h"
#include "observed.h"
#include "record.h"
#include "stack.h"

#include <string.h>

/* Of longer lists nothing is known. */
#define PLACES_LOOKED_AT 64

/* Of item i of the requests the call is given; 0: not known. */
static uint64_t place_of(const struct call *call, uint32_t item)
{
    uint64_t place;

    /* Bindings may have a variable of their own. */
    if (call->info->place_word < 0 || (call->flags & RECORD_FORTRAN) != 0)
        return 0;
    place = call_word(call, call->info->place_word);
    return place == 0 ? 0 : place + item;
}

static bool same_function(const struct stack *one, const struct stack *other)
{
    if (one == NULL || other == NULL)
        return false;
    return one == other ||
           (one->function != 0 && one->function == other->function &&
            one->frame_count == other->frame_count &&
            one->frames[0].module == other->frames[0].module &&
            memcmp(&one->frames[1], &other->frames[1],
                   (one->frame_count - 1) * sizeof one->frames[0]) == 0);
}

static bool same_variable(const struct call *made_by, const struct call *call,
                          uint64_t place)
{
    return (place & PLACE_ON_STACK) == 0 ||
           (made_by->thread == call->thread &&
            same_function(made_by->stack, call->stack));
}

void request_place_bind(struct operation *list, struct operation *operation)
{
    uint64_t place = place_of(operation->made_by, 0);
    struct operation *other = list;
    unsigned i;

    /* list->prev is the last one. */
    for (i = 0; other != NULL && i < PLACES_LOOKED_AT; i++) {
        other = other->prev;
        if (other->active && place_of(other->made_by, 0) == place)
            other->place_shared = operation->place_shared = true;
        if (other == list)
            return;
    }
    if (other != NULL)
        operation->place_shared = true;
}

void request_place_take(struct agent *agent, struct operation *operation)
{
    uint64_t place = place_of(operation->made_by, 0);
    struct operation *before;

    if (place == 0)
        return;
    before = flat_table_find(&agent->by_place, place);
    if (before != NULL) {
        if (before->overwritten_by == NULL &&
            same_variable(before->made_by, operation->made_by, place))
            before->overwritten_by = call_hold(operation->made_by);
        flat_table_remove(&agent->by_place, place);
    }
    flat_table_add(&agent->by_place, place, operation);
}

/* Whether it is one of the newest with the handle. */
static bool has_handle(const struct agent *agent, uint64_t handle,
                       const struct operation *operation)
{
    const struct operation *list = binding_find(agent, BINDING_REQUEST, handle);
    const struct operation *other = list;
    unsigned i;

    for (i = 0; other != NULL && i < PLACES_LOOKED_AT; i++) {
        other = other->prev;
        if (other == operation)
            return true;
        if (other == list)
            return false;
    }
    return false;
}

void request_place_complete(const struct agent *agent,
                            const struct operation *operation,
                            const struct call *call, uint32_t item,
                            uint64_t handle)
{
    uint64_t place = place_of(call, item);
    struct operation *newest;

    if (operation->overwritten_by == NULL || place == 0 ||
        place_of(operation->made_by, 0) != place)
        return;
    newest = flat_table_find(&agent->by_place, place);
    if (newest == NULL || newest == operation || newest->instead_of != NULL ||
        newest->overwritten_by != NULL ||
        !same_variable(newest->made_by, call, place) ||
        !has_handle(agent, handle, newest))
        return;
    newest->instead_of = call_hold(operation->made_by);
    newest->overwritten_by = call_hold(operation->overwritten_by);
}

void request_place_leave(struct agent *agent, const struct operation *operation)
{
    uint64_t place = place_of(operation->made_by, 0);

    if (place != 0 && flat_table_find(&agent->by_place, place) == operation)
        flat_table_remove(&agent->by_place, place);
}

struct operation *request_place_find(struct operation *list,
                                     struct operation *hint,
                                     const struct call *call, uint32_t item)
{
    uint64_t place = place_of(call, item);
    struct operation *found = NULL, *other = list;
    unsigned i;

    if (place == 0 || list == NULL)
        return NULL;
    if (hint != NULL && hint->active && place_of(hint->made_by, 0) == place)
        found = hint;
    for (i = 0; found == NULL && i < PLACES_LOOKED_AT; i++) {
        other = other->prev;
        if (other->active && place_of(other->made_by, 0) == place)
            found = other;
        else if (other == list)
            return NULL;
    }
    return found != NULL && !found->place_shared && !found->persistent &&
                   same_variable(found->made_by, call, place)
               ? found
               : NULL;
}
