/*
 * model_argument_pack.c - MPI_Pack, MPI_Unpack and their kin: what is packed
 * lies in the buffer (MPI-4.1 5.2, 5.3).
 */
#include "model_argument.h"

#include "access.h"
#include "access_range.h"
#include "signature.h"

/* Bytes of an item in external32. */
static int64_t external_bytes(const struct type *type)
{
    int64_t bytes = 0;
    size_t i;

    if (type->maker == TYPE_PREDEFINED && type->child_count == 0)
        return signature_external_bytes(type->handle, type->size);
    if (type->child_count == 1) {
        const struct type *child = type->children[0];

        return child->size > 0
                   ? type->size / child->size * external_bytes(child)
                   : 0;
    }
    for (i = 0; i < type->child_count; i++)
        bytes += type->counts[i] * external_bytes(type->children[i]);
    return bytes;
}

/* Bytes at a position of a buffer of so many. */
struct packed {
    uint64_t buffer;
    bool packs;
    int64_t position, size;
    const struct call_parameter *of_size;
    int64_t count;
    uint64_t type;
    bool external;
};

static bool read_packed(const struct call *call, struct packed *packed)
{
#define PACKED(function, buffer, packs, size, parameter, count, external)      \
    *packed = (struct packed){                                                 \
        CALL_VIEW(call, function)->buffer,   packs,                            \
        CALL_VIEW(call, function)->position, CALL_VIEW(call, function)->size,  \
        &call->info->parameters[parameter],  CALL_VIEW(call, function)->count, \
        CALL_VIEW(call, function)->datatype, external};
    switch (call->info->base) {
    case CALL_MPI_Pack:
        PACKED(MPI_Pack, outbuf, true, outsize, 4, incount, false)
        return true;
    case CALL_MPI_Pack_external:
        PACKED(MPI_Pack_external, outbuf, true, outsize, 5, incount, true)
        return true;
    case CALL_MPI_Unpack:
        PACKED(MPI_Unpack, inbuf, false, insize, 1, outcount, false)
        return true;
    case CALL_MPI_Unpack_external:
        PACKED(MPI_Unpack_external, inbuf, false, insize, 2, outcount, true)
        return true;
    default:
        return false;
    }
#undef PACKED
}

/* Where in the buffer the data end: an MPI may pack more (5.2), but not less.
 * False: not known, or there are none. */
static bool packed_end(struct agent *agent, const struct packed *packed,
                       int64_t *end)
{
    const struct type *type = agent_type(agent, packed->type);
    int64_t bytes;

    if (packed->count <= 0 || packed->position < 0 ||
        packed->position == NEUTRAL_UNREAD || packed->size < 0 ||
        type == NULL || !type->known)
        return false;
    bytes = packed->external ? external_bytes(type) : type->size;
    if (bytes <= 0)
        return false;
    if (__builtin_mul_overflow(bytes, packed->count, end) ||
        __builtin_add_overflow(*end, packed->position, end))
        *end = INT64_MAX;
    return true;
}

/* Whether data are packed into, or out of, themselves (2.3). */
static bool meets_other(const struct look *look, const struct packed *packed,
                        int64_t end)
{
    struct access_ranges other = access_buffers_of(
        look->agent, look->call, packed->packs ? DIRECTION_IN : DIRECTION_OUT);
    uint64_t low = packed->buffer + (uint64_t)packed->position;
    uint64_t high = packed->buffer + (uint64_t)end;
    bool meets = false;
    size_t i;

    for (i = 0; i < other.count; i++)
        meets |= other.items[i].low < high && low < other.items[i].high;
    access_ranges_free(&other);
    return meets;
}

void argument_packed(const struct look *look)
{
    const struct call_info *info = look->call->info;
    struct packed packed;
    int64_t end;
    int i;

    if (!read_packed(look->call, &packed) ||
        !packed_end(look->agent, &packed, &end))
        return;
    if (end > packed.size)
        argument_raise(look, ARGUMENT_PACKED, packed.of_size, -1, NULL, end);
    else if (meets_other(look, &packed, end))
        for (i = 0; i < info->parameter_count; i++)
            if (info->parameters[i].kind == KIND_BUFFER &&
                info->parameters[i].direction == DIRECTION_OUT)
                argument_raise(look, ARGUMENT_ALIASED, &info->parameters[i], -1,
                               NULL, -1);
}

void argument_packed_bytes(struct agent *agent, const struct call *call,
                           bool stores, struct access_ranges *ranges)
{
    struct packed packed;
    int64_t end;

    if (read_packed(call, &packed) && packed.packs == stores &&
        packed_end(agent, &packed, &end) && end <= packed.size)
        access_ranges_add_bytes(ranges,
                                packed.buffer + (uint64_t)packed.position,
                                (uint64_t)(end - packed.position));
}
