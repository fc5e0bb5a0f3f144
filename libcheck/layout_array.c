/*
 * layout_array.c - which bytes parts of arrays cover, dimension by dimension,
 * that whose neighbours lie closest first.
 */
#include "layout_build.h"

#include "darray.h"

/* The part of one dimension of that size as an item of the whole; `stride`:
 * bytes from one index to the next.  Takes the part, and returns it; NULL: it
 * was none, or goes too far. */
static struct layout *in_whole(struct layout *part, int64_t stride,
                               int64_t size)
{
    if (part == NULL || size <= 0 || stride > LAYOUT_FAR / size) {
        layout_drop(part);
        return NULL;
    }
    part->lb = 0;
    part->ub = stride * size;
    part->bounded = true;
    return part;
}

struct layout *layout_subarray(const struct record *enter,
                               const struct call_MPI_Type_create_subarray *view)
{
    const int64_t *sizes =
        layout_items(enter, &view->array_of_sizes, view->ndims);
    const int64_t *subsizes =
        layout_items(enter, &view->array_of_subsizes, view->ndims);
    const int64_t *starts =
        layout_items(enter, &view->array_of_starts, view->ndims);
    struct layout *child = layout_find(view->oldtype), *inner, *outer;
    int64_t stride, i;

    if (sizes == NULL || subsizes == NULL || starts == NULL || child == NULL ||
        view->ndims < 1 || !child->extent_known || child->ub < child->lb ||
        (view->order != OF_MPI_ORDER_C && view->order != OF_MPI_ORDER_FORTRAN))
        return NULL;
    stride = child->ub - child->lb;
    inner = layout_hold(child);
    for (i = 0; i < view->ndims && inner != NULL; i++, inner = outer) {
        int64_t at =
            view->order == OF_MPI_ORDER_FORTRAN ? i : view->ndims - 1 - i;
        struct builder builder = layout_begin();

        layout_add_block(&builder, inner, layout_product(starts[at], stride),
                         subsizes[at]);
        outer = in_whole(layout_end(&builder), stride, sizes[at]);
        layout_drop(inner);
        stride = outer == NULL ? 0 : outer->ub;
    }
    return inner;
}

static struct layout *dealt_out(const struct layout *inner,
                                const struct darray_share *share,
                                int64_t stride)
{
    struct builder builder = layout_begin();
    int64_t i;

    for (i = 0; i < share->full; i++)
        layout_add_block(
            &builder, inner,
            layout_product(share->start + i * share->period, stride),
            share->block);
    layout_add_block(&builder, inner,
                     layout_product(share->start + i * share->period, stride),
                     share->rest);
    return layout_end(&builder);
}

struct layout *layout_darray(const struct record *enter,
                             const struct call_MPI_Type_create_darray *view)
{
    const int64_t *sizes =
        layout_items(enter, &view->array_of_gsizes, view->ndims);
    const int64_t *grid =
        layout_items(enter, &view->array_of_psizes, view->ndims);
    const int64_t *distributions =
        layout_items(enter, &view->array_of_distribs, view->ndims);
    const int64_t *arguments =
        layout_items(enter, &view->array_of_dargs, view->ndims);
    struct layout *child = layout_find(view->oldtype), *inner, *outer;
    uint32_t count = (uint32_t)view->ndims, i, at;
    int64_t stride;

    if (sizes == NULL || grid == NULL || distributions == NULL ||
        arguments == NULL || child == NULL || view->ndims < 1 ||
        !child->extent_known || child->ub < child->lb)
        return NULL;
    stride = child->ub - child->lb;
    inner = layout_hold(child);
    for (i = 0; i < count && inner != NULL; i++, inner = outer) {
        struct darray_share share;

        at = view->order == OF_MPI_ORDER_FORTRAN ? i : count - 1 - i;
        outer = NULL;
        if (darray_share_of(
                sizes[at], grid[at], distributions[at], arguments[at],
                darray_coordinate(grid, count, at, view->rank), &share) &&
            share.full <= LAYOUT_RUNS_MAX)
            outer =
                in_whole(dealt_out(inner, &share, stride), stride, sizes[at]);
        layout_drop(inner);
        stride = outer == NULL ? 0 : outer->ub;
    }
    return inner;
}
