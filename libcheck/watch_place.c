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

/* Of these it is not followed which neighbours are MPI_PROC_NULL: what would go
 * to them is not read (MPI-4.1 8.6). */
static bool is_neighborhood(unsigned base)
{
    return base == CALL_MPI_Ineighbor_alltoallv ||
           base == CALL_MPI_Neighbor_alltoallv_init ||
           base == CALL_MPI_Ineighbor_alltoallw ||
           base == CALL_MPI_Neighbor_alltoallw_init ||
           base == CALL_MPI_Ineighbor_allgatherv ||
           base == CALL_MPI_Neighbor_allgatherv_init;
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
    const uint64_t *types = &enter->words[type->word];
    uint32_t i;

    if (counts == NULL || type->word < 0)
        return COVERS_UNKNOWN;
    if (info->base == CALL_MPI_Ireduce_scatter ||
        info->base == CALL_MPI_Reduce_scatter_init) {
        for (i = 0; i < counts->count; i++)
            if (!place->stored || (int64_t)i == member->rank)
                place->count += items_of(enter, counts)[i];
        place->layout = layout_find(types[0]);
        if (place->layout != NULL)
            layout_hold(place->layout);
    } else if (displs != NULL && displs->count == counts->count &&
               !is_neighborhood(info->base)) {
        if (type->wire == WIRE_HANDLES) {
            const struct array_handle *array = (const void *)types;

            if (array->special != ARRAY_PRESENT ||
                array->count != counts->count)
                return COVERS_UNKNOWN;
            types = (const void *)((const char *)enter + array->offset);
        }
        place->count = 1;
        place->layout = layout_of_blocks(counts->count, items_of(enter, counts),
                                         items_of(enter, displs), types,
                                         type->wire == WIRE_HANDLES);
    }
    return place->layout == NULL                         ? COVERS_UNKNOWN
           : place->count > 0 && place->layout->size > 0 ? COVERS_THIS
                                                         : COVERS_NOTHING;
}

/* Both calls have it in one place. */
#define PARTITIONS(enter)                                                      \
    ((int64_t)(enter)                                                          \
         ->words[offsetof(struct call_MPI_Psend_init, partitions) /            \
                 sizeof(uint64_t)])
_Static_assert(offsetof(struct call_MPI_Psend_init, partitions) ==
                   offsetof(struct call_MPI_Precv_init, partitions),
               "one place");

/* How often a count that is one number holds: for each process? 0: that is not
 * followed. */
static int64_t multiplicity(const struct record *enter,
                            const struct member *member, bool stored)
{
    unsigned base = call_table[enter->call].base;

    switch (base) {
    case CALL_MPI_Ialltoall:
    case CALL_MPI_Alltoall_init:
        return member->size;
    case CALL_MPI_Iscatter:
    case CALL_MPI_Scatter_init:
    case CALL_MPI_Ireduce_scatter_block:
    case CALL_MPI_Reduce_scatter_block_init:
        return stored ? 1 : member->size;
    case CALL_MPI_Igather:
    case CALL_MPI_Gather_init:
    case CALL_MPI_Iallgather:
    case CALL_MPI_Allgather_init:
        return stored ? member->size : 1;
    case CALL_MPI_Ineighbor_alltoall:
    case CALL_MPI_Neighbor_alltoall_init:
        return 0;
    case CALL_MPI_Psend_init:
    case CALL_MPI_Precv_init:
        return PARTITIONS(enter);
    case CALL_MPI_Ineighbor_allgather:
    case CALL_MPI_Neighbor_allgather_init:
        return stored ? 0 : 1;
    default:
        return 1;
    }
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
        return member->rank > 0 ? COVERS_THIS : COVERS_NOTHING;
    if (parameter->at == AT_ALL && !broadcast)
        return COVERS_THIS;
    is_root = (int64_t)enter->words[info->root_word] == member->rank;
    return is_root != (broadcast && stored) ? COVERS_THIS : COVERS_NOTHING;
}

/* What of the buffer the operation reads, or stores into (place->stored); the
 * layout is held. */
static enum coverage cover(const struct record *enter,
                           const struct call_parameter *parameter,
                           const struct member *member, struct place *place)
{
    const struct call_info *info = &call_table[enter->call];
    enum coverage coverage = touches(enter, parameter, member, place->stored);
    const struct call_parameter *of;

    if (coverage != COVERS_THIS)
        return coverage;
    place->address = enter->words[parameter->word];
    place->count = multiplicity(enter, member, place->stored);
    if (parameter->count >= 0) {
        of = &info->parameters[parameter->count];
        if (of->wire != WIRE_NUMBER) {
            place->count = 0;
            return cover_each(enter, parameter, member, place);
        }
        if ((int64_t)enter->words[of->word] <= 0)
            return COVERS_NOTHING;
        if ((int64_t)enter->words[of->word] >= NEUTRAL_SPECIAL)
            return COVERS_UNKNOWN;
        if (__builtin_mul_overflow(
                place->count, (int64_t)enter->words[of->word], &place->count))
            return COVERS_UNKNOWN;
    }
    if (place->count > 0 &&
        info->parameters[parameter->type].wire == WIRE_HANDLE)
        place->layout =
            layout_find(enter->words[info->parameters[parameter->type].word]);
    if (place->layout == NULL)
        return COVERS_UNKNOWN;
    layout_hold(place->layout);
    return COVERS_THIS;
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
        place = (struct place){.parameter = i, .stored = stored};
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
