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
    int64_t left; /* bytes of data */
};

static bool is_over(const struct walk *walk)
{
    return walk->left <= 0 || walk->ranges->count >= ACCESS_RANGES_KEPT;
}

static void append(struct access_ranges *ranges, struct access_range range)
{
    if (ranges->room == 0 && spare.room > 0) {
        *ranges = spare;
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

    if (last != NULL && last->high == address &&
        size <= ACCESS_RANGE_MOST - (last->high - last->low)) {
        last->high += size;
        return;
    }
    while (size > 0 && ranges->count < ACCESS_RANGES_KEPT) {
        uint64_t part = size < ACCESS_RANGE_MOST ? size : ACCESS_RANGE_MOST;

        append(ranges, (struct access_range){address, address + part});
        address += part;
        size -= part;
    }
}

static void add_range(struct walk *walk, uint64_t address, int64_t size)
{
    if (size > walk->left)
        size = walk->left;
    if (size <= 0)
        return;
    walk->left -= size;
    access_ranges_add_bytes(walk->ranges, address, (uint64_t)size);
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

static void add_item(struct walk *walk, uint64_t address,
                     const struct type *type)
{
    int64_t i;

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
        for (i = 0; i < type->counts[0] && !is_over(walk); i++)
            add_items(walk, address + (uint64_t)(i * type->displs[0]),
                      type->counts[1], type->children[0]);
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
    bool dense = type->size == type->true_ub - type->true_lb &&
                 (type->maker != TYPE_PREDEFINED || type->child_count == 0);
    int64_t i;

    if (type->size <= 0)
        return;
    if (dense && type->size == extent_of(type) &&
        count <= INT64_MAX / type->size) {
        add_range(walk, address + (uint64_t)type->true_lb, count * type->size);
        return;
    }
    for (i = 0; i < count && !is_over(walk); i++) {
        uint64_t place = address + (uint64_t)(i * extent_of(type));

        if (dense)
            add_range(walk, place + (uint64_t)type->true_lb, type->size);
        else
            add_item(walk, place, type);
    }
}

void access_ranges_add(struct access_ranges *ranges, uint64_t address,
                       int64_t count, const struct type *type, int64_t bytes)
{
    struct walk walk = {ranges, bytes};

    if (type != NULL && type->known && count > 0)
        add_items(&walk, address, count, type);
}

void access_ranges_free(struct access_ranges *ranges)
{
    if (spare.room == 0 && ranges->room <= SPARE_ROOM) {
        spare = *ranges;
        spare.count = 0;
    } else {
        free(ranges->items);
    }
    *ranges = (struct access_ranges){.items = NULL};
}
