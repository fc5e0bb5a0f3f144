/*
 * argument_value.c - what a parameter takes in place of the value it was given.
 */
#include "argument.h"

#include "call_text.h"
#include "calls.h"
#include "memory.h"

#include <inttypes.h>
#include <stdlib.h>

/* Of a part of an array (5.1.3). */
static char *subarray_text(const struct call *call, const char *name,
                           int64_t item)
{
    const struct call_MPI_Type_create_subarray *view =
        CALL_VIEW(call, MPI_Type_create_subarray);
    int64_t size = view->array_of_sizes.items[item];
    int64_t part = view->array_of_subsizes.items[item];

    if (name == call->info->parameters[2].name)
        return xasprintf(", but of %" PRId64 " items a part has 1 to %" PRId64,
                         size, size);
    return xasprintf(", but of %" PRId64 " items a part of %" PRId64
                     " starts at 0 to %" PRId64,
                     size, part, size - part);
}

static char *item_text(const struct model_event *event)
{
    const struct call *call = event->call;

    if (call->info->base == CALL_MPI_Type_create_subarray)
        return subarray_text(call, event->argument.parameter->name,
                             event->argument.item);
    if (call->info->base == CALL_MPI_Type_create_darray)
        return xstrdup(", but it is 1 or more");
    return xstrdup(", but a stride is not 0");
}

char *argument_value_text(const struct model_event *event)
{
    enum call_kind kind = (enum call_kind)event->argument.parameter->kind;
    char *values, *text;

    switch (kind) {
    case KIND_DISP_UNIT:
        return xstrdup(", but a displacement unit is 1 or more");
    case KIND_KEYVAL:
        return xstrdup(", which stands for no key");
    case KIND_LENGTH:
        return xstrdup(", but an array has a dimension");
    default:
        break;
    }
    values = call_text_values(kind);
    if (values == NULL)
        return event->argument.item >= 0 ? item_text(event) : xstrdup("");
    text = xasprintf(", but it takes %s", values);
    free(values);
    return text;
}
