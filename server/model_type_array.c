/*
 * model_type_array.c - type maps of parts of arrays, dimension by dimension,
 * that whose neighbours lie closest first.
 */
#include "model_type.h"

#include "darray.h"

/* Of `count` dimensions the i-th to be gone through. */
static uint32_t dimension_at(int64_t order, uint32_t count, uint32_t i)
{
    return order == OF_MPI_ORDER_C ? count - 1 - i : i;
}

/* The part moved, as one item of the whole array; takes the part over. */
static struct type *in_whole(struct type *part, int64_t offset, int64_t extent)
{
    struct type *moved = type_new(TYPE_INDEXED, 1, 1), *whole;

    moved->counts[0] = 1;
    moved->displs[0] = offset;
    moved->children[0] = part;
    type_measure_blocks(moved);
    whole = type_resized(moved, 0, extent);
    type_drop(moved);
    return whole;
}

struct type *type_subarray(const struct call_MPI_Type_create_subarray *view,
                           struct type *child)
{
    uint32_t count = view->array_of_sizes.count, i;
    int64_t stride = type_extent(child), offset = 0;
    struct type *part, *next;

    if (view->array_of_sizes.special != ARRAY_PRESENT ||
        view->array_of_subsizes.count != count ||
        view->array_of_starts.count != count)
        return type_unknown();
    part = type_hold(child);
    for (i = 0; i < count; i++) {
        uint32_t dimension = dimension_at(view->order, count, i);

        next = type_vector(view->array_of_subsizes.items[dimension], 1, stride,
                           1, part);
        type_drop(part);
        part = next;
        offset = type_sum(
            part, offset,
            type_product(part, view->array_of_starts.items[dimension], stride));
        stride =
            type_product(part, stride, view->array_of_sizes.items[dimension]);
    }
    return in_whole(part, offset, stride);
}

/* ---------------------------------------------------- distributed arrays */

/* The process's indices of a dimension; `stride`: bytes from one to the next.
 * Takes the part over. */
static struct type *dealt_out(struct type *part,
                              const struct darray_share *share, int64_t stride,
                              int64_t extent)
{
    struct type *block = type_vector(share->block, 1, stride, 1, part);
    struct type *blocks = type_new(TYPE_STRUCT, 2, 2), *whole;

    blocks->counts[0] = share->full > 0;
    blocks->displs[0] = type_product(blocks, share->start, stride);
    blocks->children[0] = type_vector(
        share->full, 1, type_product(blocks, share->period, stride), 1, block);
    blocks->counts[1] = share->rest > 0;
    blocks->displs[1] = type_sum(
        blocks, blocks->displs[0],
        type_product(blocks, type_product(blocks, share->full, share->period),
                     stride));
    blocks->children[1] = type_vector(share->rest, 1, stride, 1, part);
    type_measure_blocks(blocks);
    whole = type_resized(blocks, 0, extent);
    type_drop(blocks);
    type_drop(block);
    type_drop(part);
    return whole;
}

struct type *type_darray(const struct call_MPI_Type_create_darray *view,
                         struct type *child)
{
    uint32_t count = view->array_of_gsizes.count, i;
    const int64_t *grid = view->array_of_psizes.items;
    int64_t stride = type_extent(child), extent;
    struct type *part;

    if (view->array_of_gsizes.special != ARRAY_PRESENT ||
        view->array_of_distribs.count != count ||
        view->array_of_dargs.count != count ||
        view->array_of_psizes.count != count)
        return type_unknown();
    part = type_hold(child);
    for (i = 0; i < count; i++) {
        uint32_t at = dimension_at(view->order, count, i);
        int64_t size = view->array_of_gsizes.items[at];
        struct darray_share share;

        if (!darray_share_of(size, grid[at], view->array_of_distribs.items[at],
                             view->array_of_dargs.items[at],
                             darray_coordinate(grid, count, at, view->rank),
                             &share) ||
            __builtin_mul_overflow(stride, size, &extent)) {
            type_drop(part);
            return type_unknown();
        }
        part = dealt_out(part, &share, stride, extent);
        stride = extent;
    }
    return part;
}
