/* Putting new datatypes together. */
#include "datatype_build.h"

#include <stdlib.h>
#include <string.h>

/* Marked bounds replace unmarked ones; among equals the outermost wins. */
static void add_lower(struct refmpi_bounds *bounds, bool marked, MPI_Count lb)
{
    if (bounds->any && bounds->any_marked_lb != marked) {
        if (marked) {
            bounds->lb = lb;
            bounds->any_marked_lb = true;
        }
        return;
    }
    if (!bounds->any || lb < bounds->lb)
        bounds->lb = lb;
    bounds->any_marked_lb = marked;
}

static void add_upper(struct refmpi_bounds *bounds, bool marked, MPI_Count ub)
{
    if (bounds->any && bounds->any_marked_ub != marked) {
        if (marked) {
            bounds->ub = ub;
            bounds->any_marked_ub = true;
        }
        return;
    }
    if (!bounds->any || ub > bounds->ub)
        bounds->ub = ub;
    bounds->any_marked_ub = marked;
}

void refmpi_bounds_add(struct refmpi_bounds *bounds,
                       const struct refmpi_datatype *type, MPI_Count low,
                       MPI_Count high)
{
    if (type->size > 0) {
        if (bounds->leaf == MPI_DATATYPE_NULL && !bounds->mixed)
            bounds->leaf = type->leaf;
        if (type->leaf == MPI_DATATYPE_NULL || type->leaf != bounds->leaf) {
            bounds->mixed = true;
            bounds->leaf = MPI_DATATYPE_NULL;
        }
    }
    if (type->size == 0 && !type->marked_lb && !type->marked_ub)
        return; /* an empty type map has no bounds */
    add_lower(bounds, type->marked_lb, low + type->lb);
    add_upper(bounds, type->marked_ub, high + type->lb + type->extent);
    bounds->any = true;
    if (type->alignment > bounds->alignment)
        bounds->alignment = type->alignment;
}

int refmpi_contents_start(struct refmpi_contents *contents, int combiner,
                          MPI_Count integers, MPI_Count addresses,
                          MPI_Count large_counts, MPI_Count types)
{
    *contents = (struct refmpi_contents){.combiner = combiner};
    /* One more than needed, so that 0 is not a special case. */
    contents->integers = calloc((size_t)integers + 1, sizeof(int));
    contents->addresses = calloc((size_t)addresses + 1, sizeof(MPI_Aint));
    contents->counts = calloc((size_t)large_counts + 1, sizeof(MPI_Count));
    contents->types = calloc((size_t)types + 1, sizeof(MPI_Datatype));
    if (contents->integers == NULL || contents->addresses == NULL ||
        contents->counts == NULL || contents->types == NULL) {
        refmpi_contents_free(contents);
        return MPI_ERR_NO_MEM;
    }
    return MPI_SUCCESS;
}

void refmpi_contents_integer(struct refmpi_contents *contents, int value)
{
    contents->integers[contents->integer_count++] = value;
}

void refmpi_contents_count(struct refmpi_contents *contents, bool large,
                           MPI_Count value)
{
    if (large)
        contents->counts[contents->large_count++] = value;
    else
        refmpi_contents_integer(contents, (int)value);
}

void refmpi_contents_displacement(struct refmpi_contents *contents, bool large,
                                  MPI_Count value)
{
    if (large)
        contents->counts[contents->large_count++] = value;
    else
        contents->addresses[contents->address_count++] = (MPI_Aint)value;
}

void refmpi_contents_type(struct refmpi_contents *contents,
                          struct refmpi_datatype *type)
{
    refmpi_datatype_retain(type);
    contents->types[contents->type_count++] = refmpi_datatype_handle(type);
}

/* The standard's epsilon: the extent is rounded up to the alignment. */
static void round_extent(struct refmpi_datatype *type)
{
    MPI_Count over;

    if (type->marked_ub || type->alignment < 2)
        return;
    over = type->extent % type->alignment;
    if (over != 0)
        type->extent += type->alignment - over;
}

int refmpi_datatype_make(struct refmpi_layout *layout,
                         const struct refmpi_bounds *bounds,
                         struct refmpi_contents *contents,
                         struct refmpi_datatype **type)
{
    struct refmpi_datatype *made = calloc(1, sizeof(*made));
    int rc = refmpi_layout_is_too_large(layout) ? MPI_ERR_COUNT : MPI_SUCCESS;

    if (layout == NULL || made == NULL)
        rc = MPI_ERR_NO_MEM;
    if (rc != MPI_SUCCESS) {
        refmpi_layout_release(layout);
        refmpi_contents_free(contents);
        free(made);
        return rc;
    }
    made->object.magic = REFMPI_MAGIC_DATATYPE;
    made->object.references = 1;
    made->layout = layout;
    made->contents = *contents;
    made->size = layout->size;
    made->true_lb = layout->lowest;
    made->true_extent = layout->highest - layout->lowest;
    made->lb = bounds->lb;
    made->extent = bounds->ub - bounds->lb;
    made->marked_lb = bounds->any_marked_lb;
    made->marked_ub = bounds->any_marked_ub;
    made->alignment = bounds->alignment;
    made->leaf = bounds->leaf;
    round_extent(made);
    made->contiguous =
        layout->solid && layout->first == 0 && made->extent == made->size;
    *type = made;
    return MPI_SUCCESS;
}

/* One entry per run of blocks; equal neighbours share one child. */
static MPI_Count fill_entries(MPI_Count count,
                              const struct refmpi_block *blocks,
                              struct refmpi_layout_entry *entries)
{
    MPI_Count used = 0;
    const struct refmpi_block *last = NULL;

    for (MPI_Count i = 0; i < count; i++) {
        struct refmpi_layout *child;

        if (blocks[i].length == 0)
            continue;
        if (last != NULL && last->length == blocks[i].length &&
            last->type == blocks[i].type)
            child = refmpi_layout_retain(entries[used - 1].child);
        else
            child =
                refmpi_layout_repeat(blocks[i].type->layout, blocks[i].length,
                                     blocks[i].type->extent);
        if (child == NULL) {
            while (used > 0)
                refmpi_layout_release(entries[--used].child);
            return -1;
        }
        last = &blocks[i];
        entries[used++] =
            (struct refmpi_layout_entry){blocks[i].displacement, 0, child};
    }
    return used;
}

static struct refmpi_layout *layout_of(MPI_Count count,
                                       const struct refmpi_block *blocks)
{
    struct refmpi_layout_entry *entries =
        calloc((size_t)count + 1, sizeof(*entries));
    struct refmpi_layout *layout = NULL;
    MPI_Count used;

    if (entries == NULL)
        return NULL;
    used = fill_entries(count, blocks, entries);
    if (used >= 0)
        layout = refmpi_layout_list(used, entries);
    for (MPI_Count i = 0; i < used; i++)
        refmpi_layout_release(entries[i].child);
    free(entries);
    return layout;
}

int refmpi_datatype_from_blocks(MPI_Count count,
                                const struct refmpi_block *blocks,
                                struct refmpi_contents *contents,
                                struct refmpi_datatype **type)
{
    struct refmpi_layout *layout = layout_of(count, blocks);
    struct refmpi_bounds bounds = {0};

    bounds.leaf = MPI_DATATYPE_NULL;
    if (refmpi_layout_is_too_large(layout))
        count = 0;
    for (MPI_Count i = 0; i < count; i++) {
        const struct refmpi_block *block = &blocks[i];
        MPI_Count last = (block->length - 1) * block->type->extent;

        if (block->length == 0)
            continue;
        refmpi_bounds_add(&bounds, block->type,
                          block->displacement + (last < 0 ? last : 0),
                          block->displacement + (last > 0 ? last : 0));
    }
    return refmpi_datatype_make(layout, &bounds, contents, type);
}

MPI_Count *refmpi_widen(const int *values, MPI_Count n)
{
    MPI_Count *wide;

    if (n <= 0)
        return NULL;
    wide = malloc((size_t)n * sizeof(*wide));
    if (wide != NULL) {
        for (MPI_Count i = 0; i < n; i++)
            wide[i] = values[i];
    }
    return wide;
}
