/*
 * model_argument_array.c - arguments whose parts do not go together: ranks and
 * ranges of groups, pieces of a receive buffer, parts of an array.
 */
#include "model_argument.h"

#include "access.h"
#include "darray.h"

#include <stdlib.h>

/* ----------------------------------------------------------------- groups */

static const struct array_number *array_of(const struct look *look, int index)
{
    const uint64_t *words =
        &look->call->words[look->call->info->parameters[index].word];
    const struct array_number *array = (const void *)words;

    return array->special == ARRAY_PRESENT ? array : NULL;
}

/* Marks the rank; false: it is marked already. */
static bool mark(bool *there, int64_t size, int64_t rank)
{
    if (rank < 0 || rank >= size)
        return true; /* ARG-RANK tells */
    if (there[rank])
        return false;
    there[rank] = true;
    return true;
}

/* The first range of which a rank is there already, or none is; -1: none.
 * What is no rank is found, too: *no_rank. */
static int64_t bad_range(const struct array_number *ranges, bool *there,
                         int64_t size, bool *no_rank)
{
    uint32_t i;
    int64_t rank;

    *no_rank = false;
    for (i = 0; i + 2 < ranges->count; i += 3) {
        int64_t first = ranges->items[i], last = ranges->items[i + 1];
        int64_t stride = ranges->items[i + 2];

        if (stride == 0)
            return i + 2;
        if ((last - first) / stride < 0)
            continue; /* an empty one */
        *no_rank = first < 0 || first >= size;
        if (*no_rank)
            return i;
        last = first + (last - first) / stride * stride;
        *no_rank = last < 0 || last >= size;
        if (*no_rank)
            return i + 1;
        for (rank = first;; rank += stride) {
            if (!mark(there, size, rank))
                return i;
            if (rank == last)
                break;
        }
    }
    return -1;
}

/* MPI-4.1 7.3.2: all ranks are there, and distinct. */
static void look_at_group(const struct look *look)
{
    const struct call *call = look->call;
    const struct group *group = agent_group(look->agent, call_word(call, 0));
    const struct array_number *array = array_of(look, 2);
    bool ranges = call->info->base == CALL_MPI_Group_range_incl ||
                  call->info->base == CALL_MPI_Group_range_excl;
    bool *there, no_rank = false;
    int64_t item = -1;
    uint32_t i;

    if (array == NULL || group == NULL || group->size < 0)
        return;
    there = xcalloc((size_t)group->size + 1, sizeof *there);
    if (ranges)
        item = bad_range(array, there, group->size, &no_rank);
    else
        for (i = 0; item < 0 && i < array->count; i++)
            if (!mark(there, group->size, array->items[i]))
                item = i;
    free(there);
    if (item < 0)
        return;
    argument_raise(look,
                   no_rank ? ARGUMENT_NO_RANK
                   : ranges && array->items[item] == 0 && item % 3 == 2
                       ? ARGUMENT_VALUE
                       : ARGUMENT_TWICE,
                   &call->info->parameters[2], item, NULL, group->size);
}

/* ------------------------------------------------- buffers in pieces */

/* A buffer in pieces that are stored to, or loaded. */
static const struct call_parameter *pieces(const struct call_info *info,
                                           enum call_direction direction)
{
    int i;

    for (i = 0; i < info->parameter_count; i++) {
        const struct call_parameter *buffer = &info->parameters[i];

        if (buffer->kind == KIND_BUFFER &&
            (buffer->direction & direction) != 0 && buffer->count >= 0 &&
            info->parameters[(int)buffer->count].wire == WIRE_NUMBERS)
            return buffer;
    }
    return NULL;
}

static void look_at_pieces(const struct look *look,
                           enum call_direction direction,
                           enum argument_fault fault)
{
    const struct call_parameter *buffer = pieces(look->call->info, direction);
    struct access_ranges ranges;

    if (buffer == NULL || argument_talks_to_nobody(look, buffer))
        return;
    ranges = access_buffers_of(look->agent, look->call, direction);
    if (argument_ranges_overlap(&ranges))
        argument_raise(look, fault, buffer, -1, NULL, -1);
    access_ranges_free(&ranges);
}

/* ------------------------------------------------------------ subarrays */

/* Of each dimension a part that there is (5.1.3); what is negative was told. */
static void look_at_subarray(const struct look *look)
{
    const struct call_MPI_Type_create_subarray *view =
        CALL_VIEW(look->call, MPI_Type_create_subarray);
    const struct array_number *sizes = &view->array_of_sizes;
    const struct array_number *subsizes = &view->array_of_subsizes;
    const struct array_number *starts = &view->array_of_starts;
    const struct call_parameter *parameters = look->call->info->parameters;
    uint32_t i;

    if (sizes->count != subsizes->count || sizes->count != starts->count)
        return;
    for (i = 0; i < sizes->count; i++) {
        int64_t size = sizes->items[i], part = subsizes->items[i];

        if (size < 0 || part < 0 || starts->items[i] < 0)
            continue;
        if (part < 1 || part > size) {
            argument_raise(look, ARGUMENT_VALUE, &parameters[2], i, NULL, -1);
            return;
        }
        if (starts->items[i] > size - part) {
            argument_raise(look, ARGUMENT_VALUE, &parameters[3], i, NULL, -1);
            return;
        }
    }
}

/* --------------------------------------------------- distributed arrays */

/* The first item below 1; -1: there is none. */
static int64_t first_not_positive(const struct array_number *array)
{
    uint32_t i;

    for (i = 0; i < array->count; i++)
        if (array->items[i] < 1)
            return i;
    return -1;
}

/* How one dimension is distributed (5.1.4): blocks of a positive length, which
 * cover the array where each process has one. */
static bool look_at_blocks(const struct look *look, uint32_t i)
{
    const struct call_MPI_Type_create_darray *view =
        CALL_VIEW(look->call, MPI_Type_create_darray);
    int64_t distribution = view->array_of_distribs.items[i];
    int64_t block = view->array_of_dargs.items[i], covered;
    enum argument_fault fault = ARGUMENT_VALUE;

    if (block == NEUTRAL_DFLT_DARG ||
        (distribution != OF_MPI_DISTRIBUTE_BLOCK &&
         distribution != OF_MPI_DISTRIBUTE_CYCLIC))
        return true;
    if (block > 0) {
        fault = ARGUMENT_BLOCKS;
        if (distribution == OF_MPI_DISTRIBUTE_CYCLIC ||
            __builtin_mul_overflow(block, view->array_of_psizes.items[i],
                                   &covered) ||
            covered >= view->array_of_gsizes.items[i])
            return true;
    }
    argument_raise(look, fault, &look->call->info->parameters[5], i, NULL, -1);
    return false;
}

/* What is negative was told. */
static void look_at_darray(const struct look *look)
{
    const struct call_MPI_Type_create_darray *view =
        CALL_VIEW(look->call, MPI_Type_create_darray);
    const struct call_parameter *parameters = look->call->info->parameters;
    const struct array_number *arrays[] = {&view->array_of_gsizes,
                                           &view->array_of_psizes};
    static const int at[] = {3, 6};
    int64_t processes = 1, item;
    uint32_t i;

    for (i = 0; i < 2; i++) {
        item = first_not_positive(arrays[i]);
        if (item >= 0 && arrays[i]->items[item] == 0)
            argument_raise(look, ARGUMENT_VALUE, &parameters[at[i]], item, NULL,
                           -1);
        if (item >= 0)
            return;
    }
    for (i = 0; i < view->array_of_psizes.count; i++)
        if (__builtin_mul_overflow(processes, view->array_of_psizes.items[i],
                                   &processes))
            processes = INT64_MAX;
    if (view->ndims > 0 && view->size > 0 && processes != view->size)
        argument_raise(look, ARGUMENT_DISTRIBUTION, &parameters[0], -1, NULL,
                       processes);
    if (view->array_of_distribs.count == view->array_of_psizes.count &&
        view->array_of_dargs.count == view->array_of_psizes.count &&
        view->array_of_gsizes.count == view->array_of_psizes.count)
        for (i = 0; i < view->array_of_psizes.count; i++)
            if (!look_at_blocks(look, i))
                return;
}

/* An array has a dimension (5.1.3, 5.1.4). */
static void look_at_dimensions(const struct look *look, int index)
{
    const struct call_parameter *ndims = &look->call->info->parameters[index];

    if (call_word(look->call, ndims->word) == 0)
        argument_raise(look, ARGUMENT_VALUE, ndims, -1, NULL, -1);
}

/* ------------------------------------------------------------- subgroups */

/* MPI-4.1 7.4.2: each of the group is in that of the communicator, in an
 * intercommunicator the local one. */
static void look_at_subgroup(const struct look *look)
{
    const struct call_MPI_Comm_create *view =
        CALL_VIEW(look->call, MPI_Comm_create);
    const struct group *group = agent_group(look->agent, view->group), *all;
    int i;

    if (look->comm == NULL || look->comm->opaque || group == NULL)
        return;
    all = look->comm
              ->groups[look->comm->groups[1] != NULL &&
                       look->member >= (uint32_t)look->comm->groups[0]->size];
    if (all == group || !group_complete(all) || !group_complete(group))
        return;
    i = group_first_outside(group, all);
    if (i >= 0)
        argument_raise(look, ARGUMENT_NO_SUBGROUP,
                       &look->call->info->parameters[1], -1, NULL, i);
}

void argument_arrays(const struct look *look)
{
    switch (look->call->info->base) {
    case CALL_MPI_Group_incl:
    case CALL_MPI_Group_excl:
    case CALL_MPI_Group_range_incl:
    case CALL_MPI_Group_range_excl:
        look_at_group(look);
        break;
    case CALL_MPI_Type_create_subarray:
        look_at_dimensions(look, 0);
        look_at_subarray(look);
        break;
    case CALL_MPI_Type_create_darray:
        look_at_dimensions(look, 2);
        look_at_darray(look);
        break;
    case CALL_MPI_Comm_create:
    case CALL_MPI_Comm_create_group:
        look_at_subgroup(look);
        break;
    case CALL_MPI_Scatterv: /* no byte is read twice (6.6) */
    case CALL_MPI_Iscatterv:
    case CALL_MPI_Scatterv_init:
        if (argument_is_significant(look, 0))
            look_at_pieces(look, DIRECTION_IN, ARGUMENT_READ_OVERLAP);
        break;
    default: /* no byte is stored to twice (6.5, 6.8, 5.1.11) */
        if ((look->call->info->classes & CLASS_COLLECTIVE) != 0)
            look_at_pieces(look, DIRECTION_OUT, ARGUMENT_OVERLAP);
    }
}
