/*
 * model_argument_pack.c - MPI_Pack, MPI_Unpack and their kin: what is packed
 * lies in the buffer (MPI-4.1 5.2, 5.3).
 */
#include "model_argument.h"

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
    int64_t position, size;
    const struct call_parameter *of_size;
    int64_t count;
    uint64_t type;
    bool external;
};

static bool read_packed(const struct call *call, struct packed *packed)
{
#define PACKED(function, size, parameter, count, external)                     \
    *packed = (struct packed){                                                 \
        CALL_VIEW(call, function)->position, CALL_VIEW(call, function)->size,  \
        &call->info->parameters[parameter],  CALL_VIEW(call, function)->count, \
        CALL_VIEW(call, function)->datatype, external};
    switch (call->info->base) {
    case CALL_MPI_Pack:
        PACKED(MPI_Pack, outsize, 4, incount, false)
        return true;
    case CALL_MPI_Pack_external:
        PACKED(MPI_Pack_external, outsize, 5, incount, true)
        return true;
    case CALL_MPI_Unpack:
        PACKED(MPI_Unpack, insize, 1, outcount, false)
        return true;
    case CALL_MPI_Unpack_external:
        PACKED(MPI_Unpack_external, insize, 2, outcount, true)
        return true;
    default:
        return false;
    }
#undef PACKED
}

/* An MPI may pack more than the data (5.2), but not less. */
void argument_packed(const struct look *look)
{
    const struct type *type;
    struct packed packed;
    int64_t bytes, end;

    if (!read_packed(look->call, &packed) || packed.count <= 0 ||
        packed.position < 0 || packed.position == NEUTRAL_UNREAD ||
        packed.size < 0)
        return;
    type = agent_type(look->agent, packed.type);
    if (type == NULL || !type->known)
        return;
    bytes = packed.external ? external_bytes(type) : type->size;
    if (bytes <= 0)
        return;
    if (__builtin_mul_overflow(bytes, packed.count, &end) ||
        __builtin_add_overflow(end, packed.position, &end))
        end = INT64_MAX;
    if (end > packed.size)
        argument_raise(look, ARGUMENT_PACKED, packed.of_size, -1, NULL, end);
}
