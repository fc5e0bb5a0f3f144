/*
 * model_argument_large.c - amounts that an int does not hold: results that are
 * MPI_UNDEFINED for it, and displacements that have overflowed.
 */
#include "model_argument.h"

/* Bytes that the call is asked for, and by which of its parameters; -1: it is
 * none of these, or it is not known. */
static int64_t bytes_asked(const struct look *look, int *parameter)
{
    const struct call *call = look->call;
    const struct type *type;
    int64_t count = 1, bytes;

    if (call->info->base == CALL_MPI_Pack_size)
        count = CALL_VIEW(call, MPI_Pack_size)->incount;
    else if (call->info->base != CALL_MPI_Type_size)
        return -1;
    *parameter = call->info->base == CALL_MPI_Pack_size;
    type = agent_type(look->agent,
                      call_word(call, call->info->parameters[*parameter].word));
    if (type == NULL || !type->known || count < 0)
        return -1;
    return __builtin_mul_overflow(count, type->size, &bytes) ? INT64_MAX
                                                             : bytes;
}

/* MPI-4.1 5.1.5, 5.2 */
static void look_at_result(const struct look *look)
{
    int parameter = 0;
    int64_t bytes = bytes_asked(look, &parameter);

    if (bytes > INT32_MAX)
        argument_raise(look, ARGUMENT_LARGE_RESULT,
                       &look->call->info->parameters[parameter], -1, NULL,
                       bytes);
}

/* MPI-4.1 3.2.5, 5.1.11: MPI_UNDEFINED, too, where part of an item was
 * received. */
void argument_large_count(struct agent *agent, struct call *call, int64_t bytes)
{
    struct look look = {.agent = agent, .call = call};
    const struct call_parameter *parameter = &call->info->parameters[1];
    const struct type *type =
        agent_type(agent, call_word(call, parameter->word));
    bool elements = call->info->base == CALL_MPI_Get_elements;
    int64_t count;

    if (call->info->id != call->info->base || type == NULL || !type->known ||
        type->size <= 0 || (!elements && bytes % type->size != 0) ||
        __builtin_mul_overflow(bytes / type->size,
                               elements ? (int64_t)type->signature.count : 1,
                               &count) ||
        count <= INT32_MAX)
        return;
    argument_raise(&look, ARGUMENT_LARGE_RESULT, parameter, -1, NULL, count);
}

/* A displacement that is the one before and its count, less 2 to the power of
 * 32, is no chance. */
static void look_at_displacements(const struct look *look, int index)
{
    const struct call_parameter *parameter =
        &look->call->info->parameters[index];
    const struct array_number *displs =
        (const void *)&look->call->words[parameter->word];
    const struct array_number *counts =
        (const void *)&look->call->words[parameter[-1].word];
    uint32_t i;

    if (displs->special != ARRAY_PRESENT || counts->special != ARRAY_PRESENT ||
        displs->count != counts->count)
        return;
    for (i = 1; i < displs->count; i++) {
        int64_t end = displs->items[i - 1] + counts->items[i - 1];

        if (counts->items[i] > 0 && end > INT32_MAX &&
            displs->items[i] == end - (INT64_C(1) << 32)) {
            argument_raise(look, ARGUMENT_OVERFLOWED, parameter, i, NULL, end);
            return;
        }
    }
}

void argument_large(const struct look *look)
{
    const struct call_info *info = look->call->info;
    int i;

    if (info->id != info->base) /* a twin with _c, which holds them */
        return;
    if ((info->classes & CLASS_QUERY) != 0)
        look_at_result(look);
    if ((info->classes & CLASS_COLLECTIVE) == 0 || info->in_arrays == 0)
        return;
    for (i = 1; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_DISPL &&
            info->parameters[i].wire == WIRE_NUMBERS &&
            info->parameters[i - 1].kind == KIND_COUNT &&
            info->parameters[i - 1].wire == WIRE_NUMBERS &&
            argument_is_significant(look, i))
            look_at_displacements(look, i);
}
