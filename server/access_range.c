/*
 * access_range.c - type maps as byte ranges (MPI-4.1 5.1).
 */
#include "access_range.h"

#include "memory.h"
#include "model_object.h"

#include <stdbool.h>
#include <stdlib.h>

/* Of the last list that was freed, for the next: mostly they are short. */
static struct access_ranges spare;
#define SPARE_ROOM 64

/* While ranges are added. */
struct walk {
    struct access_ranges *ranges;
    int64_t left;    /* bytes of data */
    uint32_t pieces; /* that were added; many may have become one range */
};

/* What lies behind so many is not judged. */
#define PIECES_MOST (1 << 20)

static bool is_over(const struct walk *walk)
{
    return walk->left <= 0 || walk->pieces >= PIECES_MOST ||
           walk->ranges->count >= ACCESS_RANGES_KEPT;
}

static void append(struct access_ranges *ranges, struct access_range range)
{
    if (ranges->room == 0 && spare.room > 0) {
        ranges->items = spare.items;
        ranges->room = spare.room;
        spare = (struct access_ranges){.items = NULL};
    }
    if (ranges->count == ranges->room) {
        ranges->room = ranges->room * 2 + 4;
        ranges->items =
            xrealloc(ranges->items, ranges->room, sizeof ranges->items[0]);
    }
    ranges->items[ranges->count++] = range;
}

void access_ranges_add_bytes(struct access_ranges *ranges, uint64_t address,
                             uint64_t size)
{
    struct access_range *last =
        ranges->count == 0 ? NULL : &ranges->items[ranges->count - 1];

    if (last != NULL && last->stride == 0 && last->high == address &&
        size <= ACCESS_RANGE_MOST - (last->high - last->low)) {
        last->high += size;
        return;
    }
    while (size > 0 && ranges->count < ACCESS_RANGES_KEPT) {
        uint64_t part = size < ACCESS_RANGE_MOST ? size : ACCESS_RANGE_MOST;

        append(ranges,
               (struct access_range){.low = address, .high = address + part});
        address += part;
        size -= part;
    }
}

static void add_range(struct walk *walk, uint64_t address, int64_t size)
{
    walk->pieces++;
    if (size > walk->left)
        size = walk->left;
    if (size <= 0)
        return;
    walk->left -= size;
    access_ranges_add_bytes(walk->ranges, address, (uint64_t)size);
}

/* So many blocks of that size, each `stride` bytes behind the one before it. */
static void add_blocks_at(struct walk *walk, uint64_t address, int64_t block,
                          int64_t stride, int64_t count)
{
    int64_t i;

    if (walk->ranges->strides && count > 1 && block > 0 && stride > block &&
        stride <= (int64_t)(ACCESS_RANGE_MOST / (uint64_t)count) &&
        count * block <= walk->left) {
        append(walk->ranges,
               (struct access_range){
                   .low = address,
                   .high = address + (uint64_t)((count - 1) * stride + block),
                   .stride = (uint32_t)stride,
                   .block = (uint32_t)block});
        walk->left -= count * block;
        return;
    }
    for (i = 0; i < count && !is_over(walk); i++)
        add_range(walk, address + (uint64_t)i * (uint64_t)stride, block);
}

static int64_t extent_of(const struct type *type)
{
    return type->ub - type->lb;
}

static void add_items(struct walk *walk, uint64_t address, int64_t count,
                      const struct type *type);

/* A pair is laid out as a struct of its two types (MPI-4.1 6.9.4). */
static void add_pair(struct walk *walk, uint64_t address,
                     const struct type *type)
{
    const struct type *first = type->children[0], *second = type->children[1];
    int64_t place = first->size;

    if (second->alignment > 0)
        place +=
            (second->alignment - place % second->alignment) % second->alignment;
    add_range(walk, address, first->size);
    add_range(walk, address + (uint64_t)place, second->size);
}

static void add_blocks(struct walk *walk, uint64_t address,
                       const struct type *type)
{
    size_t i;

    for (i = 0; i < type->item_count && !is_over(walk); i++)
        add_items(walk, address + (uint64_t)type->displs[i], type->counts[i],
                  type->children[type->maker == TYPE_STRUCT ? i : 0]);
}

static void add_vector(struct walk *walk, uint64_t address,
                       const struct type *type)
{
    const struct type *item = type->children[0];
    int64_t i;

    if (item->dense && item->size > 0 &&
        (item->size == extent_of(item) || type->counts[1] == 1) &&
        type->counts[1] <= INT64_MAX / item->size) {
        add_blocks_at(walk, address + (uint64_t)item->true_lb,
                      type->counts[1] * item->size, type->displs[0],
                      type->counts[0]);
        return;
    }
    for (i = 0; i < type->counts[0] && !is_over(walk); i++)
        add_items(walk, address + (uint64_t)i * (uint64_t)type->displs[0],
                  type->counts[1], item);
}

static void add_item(struct walk *walk, uint64_t address,
                     const struct type *type)
{
    switch (type->maker) {
    case TYPE_PREDEFINED:
        if (type->child_count == 2)
            add_pair(walk, address, type);
        else
            add_range(walk, address + (uint64_t)type->true_lb, type->size);
        break;
    case TYPE_CONTIGUOUS:
        add_items(walk, address, type->counts[0], type->children[0]);
        break;
    case TYPE_VECTOR:
        add_vector(walk, address, type);
        break;
    case TYPE_INDEXED:
    case TYPE_STRUCT:
        add_blocks(walk, address, type);
        break;
    case TYPE_RESIZED:
        add_item(walk, address, type->children[0]);
        break;
    case TYPE_UNKNOWN:
        break;
    }
}

static void add_items(struct walk *walk, uint64_t address, int64_t count,
                      const struct type *type)
{
    int64_t i;

    if (type->size <= 0 || type->doubt == TYPE_PLACES_UNSURE ||
        (count > 1 && type->doubt != TYPE_SURE))
        return;
    if (type->dense) {
        address += (uint64_t)type->true_lb;
        if (type->size == extent_of(type))
            add_range(walk, address,
                      count <= INT64_MAX / type->size ? count * type->size
                                                      : INT64_MAX);
        else
            add_blocks_at(walk, address, type->size, extent_of(type), count);
        return;
    }
    for (i = 0; i < count && !is_over(walk); i++)
        add_item(walk, address + (uint64_t)i * (uint64_t)extent_of(type), type);
}

void access_ranges_add(struct access_ranges *ranges, uint64_t address,
                       int64_t count, const struct type *type, int64_t bytes)
{
    struct walk walk = {.ranges = ranges, .left = bytes};

    if (type != NULL && type->known && count > 0)
        add_items(&walk, address, count, type);
}

void access_ranges_free(struct access_ranges *ranges)
{
    if (spare.room == 0 && ranges->room <= SPARE_ROOM) {
        spare.items = ranges->items;
        spare.room = ranges->room;
    } else {
        free(ranges->items);
    }
    *ranges = (struct access_ranges){.items = NULL};
}

/* ------------------------------------------------------------- what meets */

static struct access_range block_at(const struct access_range *range,
                                    uint64_t low)
{
    uint64_t size =
        range->stride == 0 ? range->high - range->low : range->block;

    return (struct access_range){.low = low, .high = low + size};
}

/* The first block of the range that has bytes of the one block. */
static bool block_meets(const struct access_range *block,
                        const struct access_range *range,
                        struct access_range *found)
{
    uint64_t low = range->low;

    if (block->low >= range->high || range->low >= block->high)
        return false;
    if (range->stride > 0 && block->low > range->low)
        low = block->low - (block->low - range->low) % range->stride;
    *found = block_at(range, low);
    if (range->stride > 0 && found->high <= block->low &&
        low + range->stride < range->high)
        *found = block_at(range, low + range->stride);
    return found->low < block->high && block->low < found->high;
}

bool access_range_meets(const struct access_range *one,
                        const struct access_range *other,
                        struct access_range *in_one,
                        struct access_range *in_other)
{
    uint64_t low = one->low;

    if (one->stride == 0) {
        *in_one = block_at(one, one->low);
        return block_meets(in_one, other, in_other);
    }
    if (one->low < other->low) /* no later than what it could meet */
        low = other->low - (other->low - one->low) % one->stride;
    for (; low < one->high && low < other->high; low += one->stride) {
        *in_one = block_at(one, low);
        if (block_meets(in_one, other, in_other))
            return true;
        if (one->stride == other->stride && low >= other->low)
            return false; /* so it is with those behind */
    }
    return false;
}
