/* Type maps as trees, and the walks over them. */
#include "datatype_layout.h"
#include "datatype_predefined.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct refmpi_layout *refmpi_layout_retain(struct refmpi_layout *layout)
{
    atomic_fetch_add_explicit(&layout->references, 1, memory_order_relaxed);
    return layout;
}

void refmpi_layout_release(struct refmpi_layout *layout)
{
    if (layout == NULL || atomic_fetch_sub(&layout->references, 1) != 1)
        return;
    if (layout->kind == REFMPI_LAYOUT_REPEAT)
        refmpi_layout_release(layout->child);
    if (layout->kind == REFMPI_LAYOUT_LIST) {
        for (MPI_Count i = 0; i < layout->count; i++)
            refmpi_layout_release(layout->entries[i].child);
        free(layout->entries);
    }
    free(layout);
}

static struct refmpi_layout *new_layout(enum refmpi_layout_kind kind)
{
    struct refmpi_layout *layout = calloc(1, sizeof(*layout));

    if (layout == NULL)
        return NULL;
    atomic_init(&layout->references, 1);
    layout->kind = kind;
    return layout;
}

#define TOO_LARGE ((MPI_Count)-1) /* as the size */

bool refmpi_layout_is_too_large(const struct refmpi_layout *layout)
{
    return layout != NULL && layout->size == TOO_LARGE;
}

static struct refmpi_layout *new_too_large(void)
{
    struct refmpi_layout *layout = new_layout(REFMPI_LAYOUT_RUN);

    if (layout != NULL)
        layout->size = TOO_LARGE;
    return layout;
}

/* Whether `count` copies, each of `size` bytes within [low, high), are within
 * what MPI_Count can tell. */
static bool fits(MPI_Count size, MPI_Count low, MPI_Count high, MPI_Count count,
                 MPI_Count stride)
{
    MPI_Count last, sum;

    return !__builtin_mul_overflow(size, count, &sum) &&
           !__builtin_mul_overflow(count - 1, stride, &last) &&
           !__builtin_add_overflow(low, last, &sum) &&
           !__builtin_add_overflow(high, last, &sum);
}

/* The lowest and highest byte of `count` copies of [low, high). */
static void span_copies(struct refmpi_layout *layout, MPI_Count low,
                        MPI_Count high, MPI_Count count, MPI_Count stride)
{
    MPI_Count last = (count - 1) * stride;

    layout->lowest = last < 0 ? low + last : low;
    layout->highest = last > 0 ? high + last : high;
}

struct refmpi_layout *refmpi_layout_run(unsigned basic, MPI_Count length,
                                        MPI_Count blocks, MPI_Count stride)
{
    struct refmpi_layout *layout = new_layout(REFMPI_LAYOUT_RUN);

    if (layout == NULL)
        return NULL;
    layout->basic = basic;
    if (length == 0 || blocks == 0) {
        layout->solid = true;
        return layout;
    }
    if (!fits(length, 0, length, blocks, stride)) {
        refmpi_layout_release(layout);
        return new_too_large();
    }
    if (blocks > 1 && stride == length) {
        length *= blocks;
        blocks = 1;
    }
    layout->length = length;
    layout->count = blocks;
    layout->stride = blocks == 1 ? length : stride;
    layout->size = length * blocks;
    layout->elements = layout->size / refmpi_datatype_predefined(basic)->size;
    layout->solid = blocks == 1;
    span_copies(layout, 0, length, blocks, stride);
    return layout;
}

struct refmpi_layout *refmpi_layout_repeat(struct refmpi_layout *child,
                                           MPI_Count count, MPI_Count stride)
{
    struct refmpi_layout *layout;

    if (count == 1 || refmpi_layout_is_too_large(child))
        return refmpi_layout_retain(child);
    if (count == 0 || child->size == 0)
        return refmpi_layout_run(0, 0, 0, 0);
    if (!fits(child->size, child->lowest, child->highest, count, stride))
        return new_too_large();
    if (child->kind == REFMPI_LAYOUT_RUN &&
        (child->count == 1 || child->count * child->stride == stride)) {
        return refmpi_layout_run(child->basic, child->length,
                                 child->count * count,
                                 child->count == 1 ? stride : child->stride);
    }
    layout = new_layout(REFMPI_LAYOUT_REPEAT);
    if (layout == NULL)
        return NULL;
    layout->child = refmpi_layout_retain(child);
    layout->count = count;
    layout->stride = stride;
    layout->size = child->size * count;
    layout->elements = child->elements * count;
    layout->first = child->first;
    layout->solid = child->solid && child->size == stride;
    span_copies(layout, child->lowest, child->highest, count, stride);
    return layout;
}

/* Whether b continues a without a gap; both have data. */
static bool joins(const struct refmpi_layout_entry *a,
                  const struct refmpi_layout_entry *b)
{
    return a->child->solid && b->child->solid &&
           a->offset + a->child->first + a->child->size ==
               b->offset + b->child->first;
}

/* Takes one more entry into the sums of a list. */
static void list_append(struct refmpi_layout *list,
                        const struct refmpi_layout_entry *entry)
{
    struct refmpi_layout_entry *slot = &list->entries[list->count];
    MPI_Count low = entry->offset + entry->child->lowest;
    MPI_Count high = entry->offset + entry->child->highest;

    *slot = *entry;
    slot->before = list->size;
    refmpi_layout_retain(slot->child);
    if (list->count == 0) {
        list->solid = entry->child->solid;
        list->first = entry->offset + entry->child->first;
        list->lowest = low;
        list->highest = high;
    } else {
        list->solid = list->solid && joins(slot - 1, slot);
        list->lowest = low < list->lowest ? low : list->lowest;
        list->highest = high > list->highest ? high : list->highest;
    }
    list->size += entry->child->size;
    list->elements += entry->child->elements;
    list->count++;
}

/* Whether all of them together are within what MPI_Count can tell. */
static bool all_fit(MPI_Count count, const struct refmpi_layout_entry *entries)
{
    MPI_Count size = 0, edge;

    for (MPI_Count i = 0; i < count; i++) {
        const struct refmpi_layout *child = entries[i].child;

        if (refmpi_layout_is_too_large(child) ||
            __builtin_add_overflow(size, child->size, &size) ||
            __builtin_add_overflow(entries[i].offset, child->lowest, &edge) ||
            __builtin_add_overflow(entries[i].offset, child->highest, &edge))
            return false;
    }
    return true;
}

/* A list whose one entry starts at 0 is that entry. */
static struct refmpi_layout *unwrap(struct refmpi_layout *list)
{
    struct refmpi_layout *child;

    if (list->count != 1 || list->entries[0].offset != 0)
        return list;
    child = refmpi_layout_retain(list->entries[0].child);
    refmpi_layout_release(list);
    return child;
}

struct refmpi_layout *
refmpi_layout_list(MPI_Count count, const struct refmpi_layout_entry *entries)
{
    struct refmpi_layout *list;
    MPI_Count used = 0;

    if (!all_fit(count, entries))
        return new_too_large();
    list = new_layout(REFMPI_LAYOUT_LIST);
    if (list == NULL)
        return NULL;
    for (MPI_Count i = 0; i < count; i++)
        used += entries[i].child->size > 0;
    if (used == 0) {
        refmpi_layout_release(list);
        return refmpi_layout_run(0, 0, 0, 0);
    }
    list->entries = calloc((size_t)used, sizeof(*list->entries));
    if (list->entries == NULL) {
        refmpi_layout_release(list);
        return NULL;
    }
    for (MPI_Count i = 0; i < count; i++) {
        if (entries[i].child->size > 0)
            list_append(list, &entries[i]);
    }
    return unwrap(list);
}

/* One walk: what it is to skip, what is left, and whom it calls. */
struct walk {
    MPI_Count skip;
    MPI_Count left;
    bool basics;
    refmpi_segment_visitor *visitor;
    void *argument;
};

static bool emit(struct walk *walk, char *address, MPI_Count length,
                 MPI_Count blocks, MPI_Count stride, unsigned basic)
{
    struct refmpi_segment segment = {address, length, blocks, stride,
                                     walk->basics ? basic : 0};

    walk->left -= length * blocks;
    return walk->visitor(&segment, walk->argument);
}

/* A gapless stretch: its part between skip and left is one piece. */
static bool walk_solid(struct walk *walk, char *address, MPI_Count length,
                       unsigned basic)
{
    address = refmpi_address(address, walk->skip);
    length -= walk->skip;
    walk->skip = 0;
    if (length > walk->left)
        length = walk->left;
    return emit(walk, address, length, 1, length, basic);
}

static bool walk_run(struct walk *walk, const struct refmpi_layout *layout,
                     char *base)
{
    MPI_Count block = walk->skip / layout->length;
    MPI_Count whole;

    walk->skip %= layout->length;
    if (walk->skip != 0) {
        if (!walk_solid(walk, refmpi_address(base, block * layout->stride),
                        layout->length, layout->basic))
            return false;
        block++;
    }
    whole = walk->left / layout->length;
    if (whole > layout->count - block)
        whole = layout->count - block;
    if (whole > 0 &&
        !emit(walk, refmpi_address(base, block * layout->stride),
              layout->length, whole, layout->stride, layout->basic))
        return false;
    block += whole;
    if (block < layout->count && walk->left > 0)
        return walk_solid(walk, refmpi_address(base, block * layout->stride),
                          layout->length, layout->basic);
    return true;
}

static bool walk_layout(struct walk *walk, const struct refmpi_layout *layout,
                        char *base);

static bool walk_repeat(struct walk *walk, const struct refmpi_layout *child,
                        MPI_Count count, MPI_Count stride, char *base)
{
    MPI_Count i = walk->skip / child->size;

    walk->skip %= child->size;
    for (; i < count && walk->left > 0; i++) {
        if (!walk_layout(walk, child, refmpi_address(base, i * stride)))
            return false;
    }
    return true;
}

/* The entry of a list in which byte `skip` of its stream lies. */
static MPI_Count find_entry(const struct refmpi_layout *list, MPI_Count skip)
{
    MPI_Count low = 0;
    MPI_Count high = list->count - 1;

    while (low < high) {
        MPI_Count middle = low + (high - low + 1) / 2;

        if (list->entries[middle].before <= skip)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static bool walk_list(struct walk *walk, const struct refmpi_layout *list,
                      char *base)
{
    MPI_Count i = find_entry(list, walk->skip);

    walk->skip -= list->entries[i].before;
    for (; i < list->count && walk->left > 0; i++) {
        const struct refmpi_layout_entry *entry = &list->entries[i];

        if (!walk_layout(walk, entry->child,
                         refmpi_address(base, entry->offset)))
            return false;
    }
    return true;
}

/* Invariant: walk->skip < layout->size and walk->left > 0. */
static bool walk_layout(struct walk *walk, const struct refmpi_layout *layout,
                        char *base)
{
    if (layout->solid && (!walk->basics || layout->kind == REFMPI_LAYOUT_RUN))
        return walk_solid(walk, refmpi_address(base, layout->first),
                          layout->size, layout->basic);
    switch (layout->kind) {
    case REFMPI_LAYOUT_RUN:
        return walk_run(walk, layout, base);
    case REFMPI_LAYOUT_REPEAT:
        return walk_repeat(walk, layout->child, layout->count, layout->stride,
                           base);
    case REFMPI_LAYOUT_LIST:
        return walk_list(walk, layout, base);
    }
    return true;
}

bool refmpi_datatype_visit(const struct refmpi_datatype *type, MPI_Count count,
                           const void *buffer, MPI_Count position,
                           MPI_Count length, bool basics,
                           refmpi_segment_visitor *visitor, void *argument)
{
    struct walk walk = {position, length, basics, visitor, argument};
    const struct refmpi_layout *layout = type->layout;
    char *base = refmpi_address(buffer, 0);

    if (layout->size == 0 || position >= layout->size * count)
        return true;
    if (walk.left > layout->size * count - position)
        walk.left = layout->size * count - position;
    if (walk.left <= 0)
        return true;
    if (layout->solid && layout->size == type->extent &&
        (!basics || layout->kind == REFMPI_LAYOUT_RUN))
        return walk_solid(&walk, refmpi_address(base, layout->first),
                          layout->size * count, layout->basic);
    if (layout->kind == REFMPI_LAYOUT_RUN && layout->count == 1) {
        /* Elements with gaps between them: one strided piece, not many. */
        struct refmpi_layout all = *layout;

        all.count = count;
        all.stride = type->extent;
        return walk_run(&walk, &all, base);
    }
    return walk_repeat(&walk, layout, count, type->extent, base);
}

bool refmpi_datatype_run(const struct refmpi_datatype *type, MPI_Count count,
                         const void *buffer, void **start)
{
    const struct refmpi_layout *layout = type->layout;

    if (!layout->solid || (count > 1 && layout->size != type->extent))
        return false;
    *start = refmpi_address(buffer, layout->first);
    return true;
}

/* Block copies of the sizes that matter, so that the compiler inlines them. */
static inline void copy_block(char *to, const char *from, MPI_Count length)
{
    switch (length) {
    case 4:
        memcpy(to, from, 4);
        break;
    case 8:
        memcpy(to, from, 8);
        break;
    case 16:
        memcpy(to, from, 16);
        break;
    default:
        memcpy(to, from, (size_t)length);
    }
}

static bool pack_segment(const struct refmpi_segment *segment, void *argument)
{
    char **packed = argument;
    char *to = *packed;

    for (MPI_Count i = 0; i < segment->blocks; i++) {
        copy_block(to, segment->address + i * segment->stride, segment->length);
        to += segment->length;
    }
    *packed = to;
    return true;
}

static bool unpack_segment(const struct refmpi_segment *segment, void *argument)
{
    const char **packed = argument;
    const char *from = *packed;

    for (MPI_Count i = 0; i < segment->blocks; i++) {
        copy_block(segment->address + i * segment->stride, from,
                   segment->length);
        from += segment->length;
    }
    *packed = from;
    return true;
}

MPI_Count refmpi_datatype_pack(const struct refmpi_datatype *type,
                               MPI_Count count, const void *buffer,
                               MPI_Count position, void *packed,
                               MPI_Count length)
{
    char *end = packed;

    refmpi_datatype_visit(type, count, buffer, position, length, false,
                          pack_segment, &end);
    return end - (char *)packed;
}

MPI_Count refmpi_datatype_unpack(const struct refmpi_datatype *type,
                                 MPI_Count count, void *buffer,
                                 MPI_Count position, const void *packed,
                                 MPI_Count length)
{
    const char *end = packed;

    refmpi_datatype_visit(type, count, buffer, position, length, false,
                          unpack_segment, &end);
    return end - (const char *)packed;
}

struct copy_state {
    const struct refmpi_datatype *type;
    MPI_Count count;
    const void *buffer;
    MPI_Count position;
};

/* Packs from the source straight into each piece of the target. */
static bool copy_segment(const struct refmpi_segment *segment, void *argument)
{
    struct copy_state *source = argument;

    for (MPI_Count i = 0; i < segment->blocks; i++) {
        refmpi_datatype_pack(
            source->type, source->count, source->buffer, source->position,
            segment->address + i * segment->stride, segment->length);
        source->position += segment->length;
    }
    return true;
}

int refmpi_datatype_copy(const void *source, MPI_Count source_count,
                         const struct refmpi_datatype *source_type,
                         void *target, MPI_Count target_count,
                         const struct refmpi_datatype *target_type)
{
    struct copy_state state = {source_type, source_count, source, 0};
    MPI_Count bytes = source_type->size * source_count;
    MPI_Count room = target_type->size * target_count;
    MPI_Count fits = bytes < room ? bytes : room;
    void *run;

    if (refmpi_datatype_run(source_type, source_count, source, &run))
        refmpi_datatype_unpack(target_type, target_count, target, 0, run, fits);
    else
        refmpi_datatype_visit(target_type, target_count, target, 0, fits, false,
                              copy_segment, &state);
    return bytes > room ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
}
