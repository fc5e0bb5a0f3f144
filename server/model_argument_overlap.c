/*
 * model_argument_overlap.c - datatypes that describe bytes twice where the call
 * stores data by them (MPI-4.1 5.1.11, 12.3, 14.3, 14.4.1).
 */
#include "model_argument.h"

#include "access.h"
#include "model_file.h"

#include <stdlib.h>
#include <string.h>

static int by_address(const void *left, const void *right)
{
    const struct access_range *one = left, *other = right;

    return (one->low > other->low) - (one->low < other->low);
}

static bool is_in_order(const struct access_ranges *ranges)
{
    size_t i;

    for (i = 1; i < ranges->count; i++)
        if (ranges->items[i].low < ranges->items[i - 1].high)
            return false;
    return true;
}

bool argument_ranges_overlap(struct access_ranges *ranges)
{
    if (is_in_order(ranges))
        return false;
    qsort(ranges->items, ranges->count, sizeof ranges->items[0], by_address);
    return !is_in_order(ranges);
}

/* Whether so many items of the type have a byte twice. */
static bool items_overlap(const struct type *type, int64_t count)
{
    struct access_ranges ranges = {.items = NULL};
    bool overlap;

    access_ranges_add(&ranges, UINT64_C(1) << 62, count, type, INT64_MAX);
    overlap = argument_ranges_overlap(&ranges);
    access_ranges_free(&ranges);
    return overlap;
}

/* Whether a single one has; it is looked at once. */
static bool type_overlaps(struct type *type)
{
    if (type->overlap == TYPE_OVERLAP_UNKNOWN)
        type->overlap =
            items_overlap(type, 1) ? TYPE_OVERLAPS : TYPE_OVERLAPS_NOT;
    return type->overlap == TYPE_OVERLAPS;
}

/* No item begins before the one in front of it has ended. */
static bool is_one_by_one(const struct type *type)
{
    return type->ub - type->lb >= type->true_ub - type->true_lb;
}

static int64_t number_at(const struct look *look, int index)
{
    const struct call_parameter *parameter =
        &look->call->info->parameters[index];

    return parameter->wire == WIRE_NUMBER
               ? (int64_t)call_word(look->call, parameter->word)
               : -1;
}

/* A buffer that the call stores to, in this process; or none. */
static bool is_stored_to(const struct look *look, int index)
{
    const struct call_info *info = look->call->info;
    const struct call_parameter *buffer = &info->parameters[index];

    if (buffer->kind != KIND_BUFFER ||
        (buffer->direction & DIRECTION_OUT) == 0 ||
        !argument_is_significant(look, index) ||
        argument_talks_to_nobody(look, buffer) ||
        call_word(look->call, buffer->word) == NEUTRAL_IN_PLACE)
        return false;
    /* the root of a broadcast sends */
    return (buffer->direction & DIRECTION_IN) == 0 || info->root_word < 0 ||
           !look->at_root;
}

static bool buffer_overlaps(const struct look *look,
                            const struct call_parameter *buffer,
                            struct type *type)
{
    struct access_ranges ranges;
    bool overlap;

    if (buffer->count >= 0 && number_at(look, buffer->count) <= 0)
        return false;
    if (type_overlaps(type))
        return true;
    if (is_one_by_one(type))
        return false;
    ranges = access_buffers_of(look->agent, look->call, DIRECTION_OUT);
    overlap = argument_ranges_overlap(&ranges);
    access_ranges_free(&ranges);
    return overlap;
}

/* The type by which an RMA call stores at its target. */
static bool target_overlaps(const struct look *look, int index,
                            struct type *type)
{
    const struct call_info *info = look->call->info;
    int64_t count;

    if (strcmp(info->parameters[index].name, "target_datatype") != 0 ||
        info->base == CALL_MPI_Get || info->base == CALL_MPI_Rget)
        return false;
    count = number_at(look, index - 1);
    return count > 0 && (type_overlaps(type) ||
                         (!is_one_by_one(type) && items_overlap(type, count)));
}

/* A view of a file that may be written to. */
static bool view_overlaps(const struct look *look, struct type *type)
{
    const struct file *file;

    if (look->call->info->base != CALL_MPI_File_set_view)
        return false;
    file = file_of(look->agent, look->call);
    return file != NULL && (file->amode & NEUTRAL_MODE_RDONLY) == 0 &&
           type_overlaps(type);
}

static bool is_unpacked(const struct call_info *info)
{
    return info->base == CALL_MPI_Unpack ||
           info->base == CALL_MPI_Unpack_external;
}

static bool overlaps(const struct look *look, int index, struct type *type)
{
    const struct call_info *info = look->call->info;
    int i;

    if (target_overlaps(look, index, type) || view_overlaps(look, type))
        return true;
    if (is_unpacked(info))
        return false;
    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].type == index && is_stored_to(look, i) &&
            buffer_overlaps(look, &info->parameters[i], type))
            return true;
    return false;
}

void argument_overlap(const struct look *look, int index)
{
    const struct call_parameter *parameter =
        &look->call->info->parameters[index];
    struct type *type =
        agent_type(look->agent, call_word(look->call, parameter->word));

    if (type != NULL && type->known && type->maker != TYPE_PREDEFINED &&
        overlaps(look, index, type))
        argument_raise(look, ARGUMENT_TYPE_OVERLAP, parameter, -1, type, -1);
}
