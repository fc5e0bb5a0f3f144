/*
 * watch_place.c - which bytes of its buffers an operation reads, or stores
 * into.
 */
#include "watch_private.h"

enum coverage { COVERS_NOTHING, COVERS_THIS, COVERS_UNKNOWN };

static const struct array_number *numbers_of(const struct record *enter,
                                             int parameter)
{
    const struct call_info *info = &call_table[enter->call];
    const struct array_number *numbers;

    if (parameter >= info->parameter_count ||
        info->parameters[parameter].wire != WIRE_NUMBERS ||
        info->parameters[parameter].word < 0)
        return NULL;
    numbers = (const void *)&enter->words[info->parameters[parameter].word];
    return numbers->special == ARRAY_PRESENT ? numbers : NULL;
}

static const int64_t *items_of(const struct record *enter,
                               const struct array_number *numbers)
{
    return (const void *)((const char *)enter + numbers->offset);
}

/* The lengths that are not for nobody; those given, where all are. */
static const int64_t *lengths_of(const int64_t *lengths, uint32_t count,
                                 uint64_t nobody, int64_t space[64])
{
    uint32_t i;

    if (nobody == 0 || count > 64)
        return lengths;
    for (i = 0; i < count; i++)
        space[i] = (nobody >> i & 1) == 0 ? lengths[i] : 0;
    return space;
}

/* A count for each process: MPI_Reduce_scatter reads them all, and stores one;
 * others have a displacement for each, too, in extents of the one type, or in
 * bytes where each has a type. */
static enum coverage cover_each(const struct record *enter,
                                const struct call_parameter *parameter,
                                const struct member *member,
                                struct place *place)
{
    const struct call_info *info = &call_table[enter->call];
    const struct call_parameter *type = &info->parameters[parameter->type];
    const struct array_number *counts = numbers_of(enter, parameter->count);
    const struct array_number *displs = numbers_of(enter, parameter->count + 1);
    struct watch_blocks blocks =
        watch_member_blocks(enter, member, place->stored);
    const uint64_t *types = &enter->words[type->word];
    int64_t space[64];
    uint32_t i;

    if (counts == NULL || type->word < 0)
        return COVERS_UNKNOWN;
    if (info->base == CALL_MPI_Ireduce_scatter ||
        info->base == CALL_MPI_Reduce_scatter_init) {
        for (i = 0; i < counts->count; i++)
            if (!place->stored || (int64_t)i == member->made.rank)
                place->count += items_of(enter, counts)[i];
        place->layout = layout_find(types[0]);
        if (place->layout != NULL)
            layout_hold(place->layout);
    } else if (displs != NULL && displs->count == counts->count &&
               blocks.count >= 0) {
        if (type->wire == WIRE_HANDLES) {
            const struct array_handle *array = (const void *)types;

            if (array->special != ARRAY_PRESENT ||
                array->count != counts->count)
                return COVERS_UNKNOWN;
            types = (const void *)((const char *)enter + array->offset);
        }
        place->count = 1;
        place->layout = layout_of_blocks(
            counts->count,
            lengths_of(items_of(enter, counts), counts->count, blocks.nobody,
                       space),
            items_of(enter, displs), types, type->wire == WIRE_HANDLES);
    }
    return place->layout == NULL                         ? COVERS_UNKNOWN
           : place->count > 0 && place->layout->size > 0 ? COVERS_THIS
                                                         : COVERS_NOTHING;
}

/* Blocks of so many items, some of which are for nobody. */
static struct layout *layout_of_some(struct watch_blocks blocks, int64_t items,
                                     uint64_t type)
{
    int64_t lengths[64], displs[64], i;

    if (items >= NEUTRAL_SPECIAL)
        return NULL;
    for (i = 0; i < blocks.count && i < 64; i++) {
        lengths[i] = (blocks.nobody >> i & 1) == 0 ? items : 0;
        displs[i] = i * items;
    }
    return layout_of_blocks((uint32_t)i, lengths, displs, &type, false);
}

/* Of an intercommunicator: the root has that buffer, or all of the other group
 * (AT_ALL); the rest of the root's group has none (MPI-4.1 6.2.3). */
static enum coverage touches_between(int64_t root, enum call_at at)
{
    return root == NEUTRAL_PROC_NULL                   ? COVERS_NOTHING
           : (root == NEUTRAL_ROOT) == (at == AT_ROOT) ? COVERS_THIS
                                                       : COVERS_NOTHING;
}

/* Whether the operation reads (or stores into) the buffer at all. */
static enum coverage touches(const struct record *enter,
                             const struct call_parameter *parameter,
                             const struct member *member, bool stored)
{
    const struct call_info *info = &call_table[enter->call];
    bool broadcast =
        info->base == CALL_MPI_Ibcast || info->base == CALL_MPI_Bcast_init;
    bool is_root;

    if (parameter->word < 0 || parameter->type < 0 ||
        enter->words[parameter->word] == NEUTRAL_IN_PLACE ||
        (!broadcast && stored != (parameter->direction != DIRECTION_IN)))
        return COVERS_NOTHING;
    if ((info->classes & CLASS_COLLECTIVE) && !(info->classes & CLASS_IO) &&
        member == NULL)
        return COVERS_UNKNOWN;
    if (parameter->at == AT_BEHIND)
        return member->made.rank > 0 ? COVERS_THIS : COVERS_NOTHING;
    if (info->root_word >= 0 && member->made.remote_size > 0)
        return touches_between((int64_t)enter->words[info->root_word],
                               broadcast ? stored ? AT_ALL : AT_ROOT
                                         : parameter->at);
    if (parameter->at == AT_ALL && !broadcast)
        return COVERS_THIS;
    is_root = (int64_t)enter->words[info->root_word] == member->made.rank;
    return is_root != (broadcast && stored) ? COVERS_THIS : COVERS_NOTHING;
}

/* Blocks of one count, in which so many items are. */
static enum coverage cover_blocks(struct watch_blocks blocks, int64_t items,
                                  uint64_t type, struct place *place)
{
    if (items <= 0 || blocks.count == 0)
        return COVERS_NOTHING;
    if (items >= NEUTRAL_SPECIAL || blocks.count < 0 ||
        __builtin_mul_overflow(blocks.count, items, &place->count))
        return COVERS_UNKNOWN;
    if (blocks.nobody != 0) {
        place->layout = layout_of_some(blocks, items, type);
        place->count = 1;
        if (place->layout != NULL && place->layout->size == 0)
            return COVERS_NOTHING;
    } else {
        place->layout = layout_find(type);
        if (place->layout != NULL)
            layout_hold(place->layout);
    }
    return place->layout != NULL ? COVERS_THIS : COVERS_UNKNOWN;
}

/* What of the buffer the operation reads, or stores into (place->stored); the
 * layout is held. */
static enum coverage cover(const struct record *enter,
                           const struct call_parameter *parameter,
                           const struct member *member, struct place *place)
{
    const struct call_info *info = &call_table[enter->call];
    const struct call_parameter *type = &info->parameters[parameter->type];
    enum coverage coverage = touches(enter, parameter, member, place->stored);
    const struct call_parameter *of;
    int64_t items = 1;

    if (coverage != COVERS_THIS)
        return coverage;
    place->address = enter->words[parameter->word];
    if (parameter->count >= 0) {
        of = &info->parameters[parameter->count];
        if (of->wire != WIRE_NUMBER)
            return cover_each(enter, parameter, member, place);
        items = (int64_t)enter->words[of->word];
    }
    if (type->wire != WIRE_HANDLE)
        return COVERS_UNKNOWN;
    return cover_blocks(watch_member_blocks(enter, member, place->stored),
                        items, enter->words[type->word], place);
}

unsigned watch_place_add(struct place places[PLACES_MAX], unsigned count,
                         const struct record *enter, bool stored,
                         unsigned *unknown)
{
    const struct call_info *info = &call_table[enter->call];
    const struct member *member =
        info->classes & CLASS_COLLECTIVE ? watch_member_of(enter) : NULL;
    enum coverage coverage;
    unsigned i;

    for (i = 0; i < info->parameter_count; i++) {
        struct place place;

        if (info->parameters[i].kind != KIND_BUFFER)
            continue;
        place = (struct place){.parameter = i,
                               .stored = stored,
                               .in_parts = !stored &&
                                           info->base == CALL_MPI_Psend_init};
        coverage = cover(enter, &info->parameters[i], member, &place);
        if (coverage == COVERS_THIS && count < PLACES_MAX) {
            places[count++] = place;
            continue;
        }
        layout_drop(place.layout);
        *unknown += coverage != COVERS_NOTHING;
    }
    return count;
}

/* A binding of Fortran may have made arrays of its own of those that the
 * program gave, which go as it returns. */
unsigned watch_place_add_arrays(struct place places[PLACES_MAX], unsigned count,
                                const struct murmel_call *call)
{
    struct layout *bytes = layout_find(NEUTRAL_DATATYPE_BYTE);
    uint32_t i;

    if (bytes == NULL || (call->flags & RECORD_FORTRAN) != 0)
        return count;
    for (i = 0; i < call->array_count && count < PLACES_MAX; i++)
        if (call->arrays[i].address != NULL && call->arrays[i].bytes > 0)
            places[count++] =
                (struct place){.address = (uintptr_t)call->arrays[i].address,
                               .count = (int64_t)call->arrays[i].bytes,
                               .layout = layout_hold(bytes),
                               .parameter = call->arrays[i].parameter,
                               .argument = true};
    return count;
}

void watch_place_bytes(struct place *place)
{
    int64_t low, high;

    if (!layout_span(place->layout, place->count, &low, &high))
        return;
    place->low = place->address + (uint64_t)low;
    place->high = place->address + (uint64_t)high;
}
