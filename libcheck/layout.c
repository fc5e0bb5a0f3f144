#include "layout_build.h"

#include "arena.h"
#include "calls.h"
#include "handle_table.h"
#include "neutral.h"
#include "neutral_constants.h"

#include <string.h>

struct known_type {
    uint64_t handle;
    struct layout *layout;
    UT_hash_handle hh;
};

static struct known_type *types;

static size_t bytes_of(uint32_t run_count)
{
    return sizeof(struct layout) + run_count * sizeof(struct layout_run);
}

struct layout *layout_hold(struct layout *layout)
{
    layout->references++;
    return layout;
}

void layout_drop(struct layout *layout)
{
    if (layout != NULL && --layout->references == 0)
        arena_give(layout, bytes_of(layout->run_count));
}

struct layout *layout_find(uint64_t handle)
{
    struct known_type *type;

    HASH_FIND(hh, types, &handle, sizeof handle, type);
    return type == NULL ? NULL : type->layout;
}

void layout_bind(uint64_t handle, struct layout *layout)
{
    struct known_type *type;

    HASH_FIND(hh, types, &handle, sizeof handle, type);
    if (type != NULL) {
        HASH_DEL(types, type);
        layout_drop(type->layout);
        arena_give(type, sizeof *type);
    }
    if (layout == NULL)
        return;
    type = arena_take(sizeof *type);
    if (type == NULL) {
        layout_drop(layout);
        return;
    }
    memset(type, 0, sizeof *type);
    type->handle = handle;
    type->layout = layout;
    HASH_ADD(hh, types, handle, sizeof type->handle, type);
    if (type->hh.tbl == NULL) {
        layout_drop(layout);
        arena_give(type, sizeof *type);
    }
}

/* ------------------------------------------------------------- building */

struct builder layout_begin(void)
{
    struct builder builder = {.layout = arena_take(bytes_of(LAYOUT_RUNS_MAX))};

    builder.failed = builder.layout == NULL;
    if (!builder.failed)
        *builder.layout = (struct layout){.references = 1,
                                          .extent_known = true,
                                          .low = INT64_MAX,
                                          .high = INT64_MIN,
                                          .alignment = 1};
    return builder;
}

static int64_t same_length(const struct layout *layout)
{
    uint32_t i;

    for (i = 1; i < layout->run_count; i++)
        if (layout->runs[i].length != layout->runs[0].length)
            return 0;
    return layout->run_count == 0 ? 0 : layout->runs[0].length;
}

/*
 * Where the next item begins an MPI says: it rounds up what is between the
 * bounds, or does not, if these were not set; and of items of which some had
 * bounds set it takes these, or all (MPI-4.1 5.1).  The alignment may be less
 * than is thought here.
 */
static void doubt_extent(struct layout *layout, bool unbounded)
{
    if (layout->bounded ? unbounded
                        : (layout->ub - layout->lb) % layout->alignment != 0)
        layout->extent_known = false;
}

struct layout *layout_end(struct builder *builder)
{
    struct layout *layout = NULL;

    if (!builder->failed)
        layout = arena_take(bytes_of(builder->layout->run_count));
    if (layout != NULL) {
        memcpy(layout, builder->layout, bytes_of(builder->layout->run_count));
        layout->run_length = same_length(layout);
    }
    arena_give(builder->layout, bytes_of(LAYOUT_RUNS_MAX));
    return layout;
}

static bool is_far(int64_t offset)
{
    return offset > LAYOUT_FAR || offset < -LAYOUT_FAR;
}

int64_t layout_product(int64_t left, int64_t right)
{
    int64_t result;

    return __builtin_mul_overflow(left, right, &result) ? INT64_MAX : result;
}

static void add_run(struct builder *builder, int64_t offset, int64_t length)
{
    struct layout *layout = builder->layout;
    struct layout_run *last =
        layout->run_count == 0 ? NULL : &layout->runs[layout->run_count - 1];

    layout->size += length;
    if (is_far(layout->size))
        builder->failed = true;
    if (offset < layout->low)
        layout->low = offset;
    if (offset + length > layout->high)
        layout->high = offset + length;
    if (last != NULL && last->offset + last->length == offset)
        last->length += length;
    else if (layout->run_count < LAYOUT_RUNS_MAX)
        layout->runs[layout->run_count++] = (struct layout_run){offset, length};
    else
        builder->failed = true;
}

static void add_bounds(struct builder *builder, int64_t lb, int64_t ub)
{
    struct layout *layout = builder->layout;

    if (!builder->has_bounds || lb < layout->lb)
        layout->lb = lb;
    if (!builder->has_bounds || ub > layout->ub)
        layout->ub = ub;
    builder->has_bounds = true;
}

bool layout_is_dense(const struct layout *layout)
{
    return layout->extent_known && layout->run_count == 1 &&
           layout->ub - layout->lb == layout->runs[0].length;
}

bool layout_span(const struct layout *layout, int64_t count, int64_t *low,
                 int64_t *high)
{
    int64_t last;

    if (count <= 0 || (count > 1 && !layout->extent_known) ||
        __builtin_mul_overflow(count - 1, layout->ub - layout->lb, &last))
        return false;
    *low = layout->low;
    *high = layout->high;
    return *high > *low &&
           !(last < 0 ? __builtin_add_overflow(*low, last, low)
                      : __builtin_add_overflow(*high, last, high));
}

void layout_add_block(struct builder *builder, const struct layout *child,
                      int64_t offset, int64_t count)
{
    int64_t extent, last, bytes, i;
    uint32_t run;

    if (builder->failed || count == 0)
        return;
    if (child == NULL || count < 0 || is_far(offset) || is_far(child->lb) ||
        is_far(child->ub) ||
        (child->run_count > 0 && (is_far(child->low) || is_far(child->high))) ||
        (count > 1 && !child->extent_known) ||
        is_far(bytes = layout_product(count, child->ub - child->lb))) {
        builder->failed = true;
        return;
    }
    extent = child->ub - child->lb;
    last = offset + (count - 1) * extent;
    if (builder->layout->alignment < child->alignment)
        builder->layout->alignment = child->alignment;
    /* Nothing may have no bounds, wherever it stands. */
    if (!child->extent_known || (child->run_count == 0 && !child->bounded))
        builder->layout->extent_known = false;
    builder->layout->bounded = builder->layout->bounded || child->bounded;
    builder->unbounded = builder->unbounded || !child->bounded;
    add_bounds(builder, offset + child->lb, offset + child->ub);
    add_bounds(builder, last + child->lb, last + child->ub);
    if (layout_is_dense(child)) {
        add_run(builder, offset + child->runs[0].offset, bytes);
        return;
    }
    for (i = 0; child->run_count > 0 && i < count && !builder->failed; i++)
        for (run = 0; run < child->run_count; run++)
            add_run(builder, offset + i * extent + child->runs[run].offset,
                    child->runs[run].length);
}

/* ----------------------------------------------------------- predefined */

#define INT_BYTES ((int64_t)sizeof(int32_t))

#define ROW(name, value) OF_##name = value,
enum { CONSTANTS_DATATYPE(ROW) };
#undef ROW

static bool is_pair_with_int(uint64_t datatype)
{
    switch (datatype) {
    case OF_MPI_FLOAT_INT:
    case OF_MPI_DOUBLE_INT:
    case OF_MPI_LONG_INT:
    case OF_MPI_SHORT_INT:
    case OF_MPI_LONG_DOUBLE_INT:
        return true;
    default:
        return false;
    }
}

/* As the struct of C: of two numbers of which the second is an int, there may
 * be bytes between them and behind them (MPI-4.1 6.9.4). */
static struct layout *predefined(uint64_t datatype, int64_t size,
                                 int64_t extent)
{
    struct builder builder;
    bool pair = is_pair_with_int(datatype);
    int64_t first = pair ? size - INT_BYTES : size;

    if (first <= 0 || extent < size || (!pair && extent != size))
        return NULL;
    builder = layout_begin();
    if (builder.failed)
        return NULL;
    add_run(&builder, 0, first);
    if (pair)
        add_run(&builder, (first + INT_BYTES - 1) / INT_BYTES * INT_BYTES,
                INT_BYTES);
    builder.layout->ub = extent;
    builder.layout->one_array = true;
    builder.layout->alignment = first < INT_BYTES ? INT_BYTES : first;
    return layout_end(&builder);
}

void layout_predefined(const struct record_world *world)
{
    uint32_t i;

    for (i = 0; i < world->type_count; i++) {
        struct layout *layout =
            world->types[i].lb != 0
                ? NULL
                : predefined(world->types[i].datatype, world->types[i].size,
                             world->types[i].extent);

        if (layout != NULL)
            layout_bind(world->types[i].datatype, layout);
    }
}

/* --------------------------------------------------------- constructors */

const int64_t *layout_items(const struct record *record,
                            const struct array_number *array, int64_t count)
{
    if (array->special != ARRAY_PRESENT || array->count != count)
        return NULL;
    return (const int64_t *)(const void *)((const char *)record +
                                           array->offset);
}

/* As so many items of one block, whose extent is the stride: there may be
 * thousands of millions of blocks, without gaps between them. */
static struct layout *vector(const struct layout *child, int64_t count,
                             int64_t blocklength, int64_t stride)
{
    struct builder builder = layout_begin();
    struct layout *block, *all;
    int64_t lb, ub, last = 0;
    bool extent_known, bounded;

    layout_add_block(&builder, child, 0, blocklength);
    block = layout_end(&builder);
    if (block == NULL)
        return NULL;
    lb = block->lb;
    ub = block->ub;
    extent_known = block->extent_known;
    bounded = block->bounded;
    block->lb = 0;
    block->ub = stride;
    block->extent_known = true;
    builder = layout_begin();
    layout_add_block(&builder, block, 0, count);
    layout_drop(block);
    all = layout_end(&builder);
    if (all == NULL)
        return NULL;
    if (count > 0 && blocklength > 0)
        last = (count - 1) * stride;
    all->lb = count == 0 ? 0 : last < 0 ? lb + last : lb;
    all->ub = count == 0 ? 0 : last > 0 ? ub + last : ub;
    all->extent_known = extent_known;
    all->bounded = bounded;
    doubt_extent(all, !bounded);
    return all;
}

/* blocklengths NULL: all are `blocklength`; unit: bytes of a displacement. */
static struct layout *indexed(const struct layout *child, int64_t count,
                              const int64_t *blocklengths, int64_t blocklength,
                              const int64_t *displacements, int64_t unit)
{
    struct builder builder = layout_begin();
    int64_t i;

    if (displacements == NULL)
        builder.failed = true;
    for (i = 0; i < count && !builder.failed; i++)
        layout_add_block(&builder, child,
                         layout_product(displacements[i], unit),
                         blocklengths != NULL ? blocklengths[i] : blocklength);
    if (!builder.failed)
        doubt_extent(builder.layout, builder.unbounded);
    return layout_end(&builder);
}

/* MPI_LB and MPI_UB, which MPI-3.0 has removed, bring no data (MPI-2.2 4.1.6).
 * How many there are. */
static int64_t set_bounds(struct layout *layout, int64_t count,
                          const int64_t *displacements,
                          const uint64_t *children)
{
    bool lb = false, ub = false;
    int64_t markers = 0, i;

    for (i = 0; i < count; i++)
        if (children[i] == NEUTRAL_DATATYPE_LB) {
            layout->lb = !lb || displacements[i] < layout->lb ? displacements[i]
                                                              : layout->lb;
            lb = true;
            markers++;
        } else if (children[i] == NEUTRAL_DATATYPE_UB) {
            layout->ub = !ub || displacements[i] > layout->ub ? displacements[i]
                                                              : layout->ub;
            ub = true;
            markers++;
        }
    if (markers > 0) {
        /* which of two is not looked at */
        layout->extent_known = layout->extent_known && ub && !layout->bounded;
        layout->bounded = true;
    }
    return markers;
}

static struct layout *structure(const struct record *enter,
                                const struct call_MPI_Type_create_struct *view)
{
    const int64_t *lengths =
        layout_items(enter, &view->array_of_blocklengths, view->count);
    const int64_t *displacements =
        layout_items(enter, &view->array_of_displacements, view->count);
    const struct array_handle *types_array = &view->array_of_types;
    const uint64_t *children =
        (const void *)((const char *)enter + types_array->offset);
    struct builder builder = layout_begin();
    int64_t i;

    if (lengths == NULL || displacements == NULL ||
        types_array->special != ARRAY_PRESENT ||
        types_array->count != view->count)
        builder.failed = true;
    for (i = 0; i < view->count && !builder.failed; i++)
        if (children[i] != NEUTRAL_DATATYPE_LB &&
            children[i] != NEUTRAL_DATATYPE_UB)
            layout_add_block(&builder, layout_find(children[i]),
                             displacements[i], lengths[i]);
    if (!builder.failed &&
        set_bounds(builder.layout, view->count, displacements, children) == 0) {
        doubt_extent(builder.layout, builder.unbounded);
        /* MPICH pads a struct that has bounds, too. */
        if ((builder.layout->ub - builder.layout->lb) %
                builder.layout->alignment !=
            0)
            builder.layout->extent_known = false;
    }
    return layout_end(&builder);
}

static struct layout *resized(const struct layout *child, int64_t lb,
                              int64_t extent)
{
    struct builder builder = layout_begin();

    layout_add_block(&builder, child, 0, 1);
    if (builder.failed)
        return layout_end(&builder);
    builder.layout->lb = lb;
    builder.layout->bounded = true;
    builder.layout->extent_known =
        !__builtin_add_overflow(lb, extent, &builder.layout->ub);
    /* Bytes lead from one item to the next, but not far. */
    builder.layout->one_array =
        child->one_array && extent >= 0 && extent <= child->high - child->low;
    return layout_end(&builder);
}

bool layout_is_constructor(unsigned id)
{
    switch (call_table[id].base) {
    case CALL_MPI_Type_contiguous:
    case CALL_MPI_Type_vector:
    case CALL_MPI_Type_create_hvector:
    case CALL_MPI_Type_hvector:
    case CALL_MPI_Type_indexed:
    case CALL_MPI_Type_create_hindexed:
    case CALL_MPI_Type_hindexed:
    case CALL_MPI_Type_create_indexed_block:
    case CALL_MPI_Type_create_hindexed_block:
    case CALL_MPI_Type_create_struct:
    case CALL_MPI_Type_struct:
    case CALL_MPI_Type_create_darray:
    case CALL_MPI_Type_create_subarray:
    case CALL_MPI_Type_create_resized:
    case CALL_MPI_Type_dup:
        return true;
    default:
        return false;
    }
}

struct layout *layout_of_blocks(uint32_t count, const int64_t *lengths,
                                const int64_t *displacements,
                                const uint64_t *handles, bool each_its_type)
{
    const struct layout *type = each_its_type ? NULL : layout_find(handles[0]);
    struct builder builder = layout_begin();
    uint32_t i;

    if (!each_its_type && (type == NULL || !type->extent_known))
        builder.failed = true;
    for (i = 0; i < count && !builder.failed; i++)
        layout_add_block(
            &builder, each_its_type ? layout_find(handles[i]) : type,
            layout_product(displacements[i],
                           each_its_type ? 1 : type->ub - type->lb),
            lengths[i]);
    return layout_end(&builder);
}

/* The layout, of which every item is one of the child's array; NULL is passed
 * on.  Of no items there may be one without that of the child. */
static struct layout *in_items_of(struct layout *layout,
                                  const struct layout *child)
{
    if (layout != NULL)
        layout->one_array = child != NULL && child->one_array;
    return layout;
}

#define VIEW(enter, function)                                                  \
    ((const struct call_##function *)(const void *)(enter)->words)

static struct layout *of_blocks(const struct record *enter, unsigned base)
{
    const struct call_MPI_Type_indexed *list = VIEW(enter, MPI_Type_indexed);
    const struct call_MPI_Type_create_indexed_block *block =
        VIEW(enter, MPI_Type_create_indexed_block);
    bool has_lengths = base == CALL_MPI_Type_indexed ||
                       base == CALL_MPI_Type_create_hindexed ||
                       base == CALL_MPI_Type_hindexed;
    bool in_items = base == CALL_MPI_Type_indexed ||
                    base == CALL_MPI_Type_create_indexed_block;
    const int64_t *lengths =
        has_lengths
            ? layout_items(enter, &list->array_of_blocklengths, list->count)
            : NULL;
    const int64_t *displacements =
        has_lengths
            ? layout_items(enter, &list->array_of_displacements, list->count)
            : layout_items(enter, &block->array_of_displacements, block->count);
    const struct layout *child =
        layout_find(has_lengths ? list->oldtype : block->oldtype);
    struct layout *all;

    if (child == NULL || (has_lengths && lengths == NULL) ||
        (in_items && !child->extent_known))
        return NULL;
    all = indexed(child, list->count, lengths,
                  has_lengths ? 0 : block->blocklength, displacements,
                  in_items ? child->ub - child->lb : 1);
    return in_items ? in_items_of(all, child) : all;
}

struct layout *layout_of_call(const struct record *enter)
{
    const struct call_MPI_Type_vector *of = VIEW(enter, MPI_Type_vector);
    const struct call_MPI_Type_contiguous *row =
        VIEW(enter, MPI_Type_contiguous);
    const struct call_MPI_Type_create_resized *resize =
        VIEW(enter, MPI_Type_create_resized);
    unsigned base = call_table[enter->call].base;
    struct layout *child;

    switch (base) {
    case CALL_MPI_Type_contiguous:
        child = layout_find(row->oldtype);
        return in_items_of(vector(child, 1, row->count, 0), child);
    case CALL_MPI_Type_vector:
        child = layout_find(of->oldtype);
        if (child == NULL || !child->extent_known)
            return NULL;
        return in_items_of(
            vector(child, of->count, of->blocklength,
                   layout_product(of->stride, child->ub - child->lb)),
            child);
    case CALL_MPI_Type_create_hvector:
    case CALL_MPI_Type_hvector:
        return vector(layout_find(of->oldtype), of->count, of->blocklength,
                      of->stride);
    case CALL_MPI_Type_create_struct:
    case CALL_MPI_Type_struct:
        return structure(enter, VIEW(enter, MPI_Type_create_struct));
    case CALL_MPI_Type_create_subarray:
        child = layout_find(VIEW(enter, MPI_Type_create_subarray)->oldtype);
        return in_items_of(
            layout_subarray(enter, VIEW(enter, MPI_Type_create_subarray)),
            child);
    case CALL_MPI_Type_create_darray:
        child = layout_find(VIEW(enter, MPI_Type_create_darray)->oldtype);
        return in_items_of(
            layout_darray(enter, VIEW(enter, MPI_Type_create_darray)), child);
    case CALL_MPI_Type_create_resized:
        return resized(layout_find(resize->oldtype), resize->lb,
                       resize->extent);
    case CALL_MPI_Type_dup:
        child = layout_find(VIEW(enter, MPI_Type_dup)->oldtype);
        return child == NULL ? NULL : layout_hold(child);
    default:
        return of_blocks(enter, base);
    }
}
