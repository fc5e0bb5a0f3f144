/* The data movement of RMA. */
#include "rma_transfer.h"
#include "datatype_predefined.h"
#include "rma_remote.h"
#include "window_attached.h"

#include <stdlib.h>
#include <string.h>

#define SMALL 512 /* bytes of temporary data that need no malloc */

static MPI_Count bytes_of(const struct rma_data *data)
{
    return data->count * data->type->size;
}

static int world_rank(const struct rma_place *place)
{
    return place->window->comm->group->world[place->rank];
}

/* The walk over a target's memory that is not mapped here. */
struct remote_walk {
    const struct rma_place *target;
    bool is_write;
    char *packed; /* next byte of the packed stream */
    int error;
};

static int move_run(const struct remote_walk *walk, char *remote, size_t bytes)
{
    const struct rma_place *target = walk->target;

    if (target->rank == target->window->comm->rank) {
        memcpy(walk->is_write ? remote : walk->packed,
               walk->is_write ? walk->packed : remote, bytes);
        return MPI_SUCCESS;
    }
    return walk->is_write ? refmpi_remote_write(world_rank(target),
                                                walk->packed, remote, bytes)
                          : refmpi_remote_read(world_rank(target), walk->packed,
                                               remote, bytes);
}

/* A run of bytes at the target; in a dynamic window, of attached memory. */
static bool move_block(struct remote_walk *walk, char *remote, MPI_Count bytes)
{
    const struct window *window = walk->target->window;

    while (bytes > 0 && walk->error == MPI_SUCCESS) {
        char *place = remote;
        MPI_Count piece = bytes;

        if (window->flavor == MPI_WIN_FLAVOR_DYNAMIC)
            piece = refmpi_attached_find(window, walk->target->rank, remote,
                                         &place);
        if (piece > bytes)
            piece = bytes;
        walk->error = piece == 0 ? MPI_ERR_RMA_RANGE
                                 : move_run(walk, place, (size_t)piece);
        walk->packed += piece;
        remote += piece;
        bytes -= piece;
    }
    return walk->error == MPI_SUCCESS;
}

static bool move_segment(const struct refmpi_segment *segment, void *argument)
{
    MPI_Count i = 0;

    while (i < segment->blocks &&
           move_block(argument, segment->address + i * segment->stride,
                      segment->length))
        i++;
    return i == segment->blocks;
}

/* The first bytes of the target's packed stream, to or from `packed`. */
static int move_packed(const struct rma_place *target, void *packed,
                       MPI_Count bytes, bool is_write)
{
    const struct rma_data *data = &target->data;
    struct remote_walk walk = {target, is_write, packed, MPI_SUCCESS};

    if (target->is_mapped) {
        if (is_write)
            refmpi_datatype_unpack(data->type, data->count, data->buffer, 0,
                                   packed, bytes);
        else
            refmpi_datatype_pack(data->type, data->count, data->buffer, 0,
                                 packed, bytes);
        return MPI_SUCCESS;
    }
    refmpi_datatype_visit(data->type, data->count, data->buffer, 0, bytes,
                          false, move_segment, &walk);
    return walk.error;
}

/* A packed copy in `small` if it fits, else in new memory. */
static char *temporary(char *small, MPI_Count bytes)
{
    return bytes <= SMALL ? small : malloc((size_t)bytes);
}

static void drop(const char *small, char *memory)
{
    if (memory != small)
        free(memory);
}

int refmpi_rma_put(const struct rma_data *origin,
                   const struct rma_place *target)
{
    MPI_Count bytes = bytes_of(origin);
    char small[SMALL], *packed;
    void *run;
    int rc;

    if (target->is_mapped)
        return refmpi_datatype_copy(origin->buffer, origin->count, origin->type,
                                    target->data.buffer, target->data.count,
                                    target->data.type);
    if (refmpi_datatype_run(origin->type, origin->count, origin->buffer, &run))
        return move_packed(target, run, bytes, true);
    packed = temporary(small, bytes);
    if (packed == NULL)
        return MPI_ERR_NO_MEM;
    refmpi_datatype_pack(origin->type, origin->count, origin->buffer, 0, packed,
                         bytes);
    rc = move_packed(target, packed, bytes, true);
    drop(small, packed);
    return rc;
}

int refmpi_rma_get(const struct rma_data *origin,
                   const struct rma_place *target)
{
    MPI_Count bytes = bytes_of(&target->data);
    char small[SMALL], *packed;
    void *run;
    int rc;

    if (target->is_mapped)
        return refmpi_datatype_copy(target->data.buffer, target->data.count,
                                    target->data.type, origin->buffer,
                                    origin->count, origin->type);
    if (refmpi_datatype_run(origin->type, origin->count, origin->buffer, &run))
        return move_packed(target, run, bytes, false);
    packed = temporary(small, bytes);
    if (packed == NULL)
        return MPI_ERR_NO_MEM;
    rc = move_packed(target, packed, bytes, false);
    if (rc == MPI_SUCCESS)
        refmpi_datatype_unpack(origin->type, origin->count, origin->buffer, 0,
                               packed, bytes);
    drop(small, packed);
    return rc;
}

/*
 * inout = in op inout on two packed streams of the leaf type. Pair types with
 * gaps are spread out first: the operations work on elements as C lays them
 * out.
 */
static int combine_packed(struct operation *operation, const void *in,
                          void *inout, MPI_Count bytes,
                          struct refmpi_datatype *leaf)
{
    MPI_Count n = bytes / leaf->size;
    char *spread;

    if (leaf->contiguous) {
        refmpi_operation_apply(operation, in, inout, n, leaf);
        return MPI_SUCCESS;
    }
    spread = calloc((size_t)n, 2 * (size_t)leaf->extent);
    if (spread == NULL)
        return MPI_ERR_NO_MEM;
    refmpi_datatype_unpack(leaf, n, spread, 0, in, bytes);
    refmpi_datatype_unpack(leaf, n, spread + n * leaf->extent, 0, inout, bytes);
    refmpi_operation_apply(operation, spread, spread + n * leaf->extent, n,
                           leaf);
    refmpi_datatype_pack(leaf, n, spread + n * leaf->extent, 0, inout, bytes);
    free(spread);
    return MPI_SUCCESS;
}

/* The common case: plain arrays on both sides, and no old value wanted. */
static bool combine_in_place(const struct rma_data *origin,
                             const struct rma_place *target,
                             struct operation *operation)
{
    struct refmpi_datatype *leaf = refmpi_datatype_get(target->data.type->leaf);
    void *in, *inout;

    if (!target->is_mapped || !leaf->contiguous ||
        !refmpi_datatype_run(origin->type, origin->count, origin->buffer,
                             &in) ||
        !refmpi_datatype_run(target->data.type, target->data.count,
                             target->data.buffer, &inout))
        return false;
    refmpi_operation_apply(operation, in, inout, bytes_of(origin) / leaf->size,
                           leaf);
    return true;
}

/* Old value out, new value in, both as packed streams; of the new one there may
 * be less. */
static int update(const struct rma_data *origin, const struct rma_data *result,
                  const struct rma_place *target, struct operation *operation,
                  char *old, char *new)
{
    MPI_Op op = refmpi_operation_handle(operation);
    MPI_Count bytes = bytes_of(&target->data), given;
    int rc = MPI_SUCCESS;

    if (op != MPI_REPLACE || result != NULL)
        rc = move_packed(target, old, bytes, false);
    given = op == MPI_NO_OP ? 0 : bytes_of(origin);
    if (rc == MPI_SUCCESS && op != MPI_NO_OP)
        refmpi_datatype_pack(origin->type, origin->count, origin->buffer, 0,
                             new, given);
    if (rc == MPI_SUCCESS && result != NULL)
        refmpi_datatype_unpack(result->type, result->count, result->buffer, 0,
                               old, bytes);
    if (rc != MPI_SUCCESS || op == MPI_NO_OP)
        return rc;
    if (op == MPI_REPLACE)
        return move_packed(target, new, given, true);
    rc = combine_packed(operation, new, old, given,
                        refmpi_datatype_get(target->data.type->leaf));
    return rc == MPI_SUCCESS ? move_packed(target, old, given, true) : rc;
}

int refmpi_rma_accumulate(const struct rma_data *origin,
                          const struct rma_data *result,
                          const struct rma_place *target,
                          struct operation *operation)
{
    MPI_Op op = refmpi_operation_handle(operation);
    MPI_Count bytes = bytes_of(&target->data);
    _Alignas(16) char small_old[SMALL];
    _Alignas(16) char small_new[SMALL];
    char *old, *new;
    int rc = MPI_ERR_NO_MEM;

    if (bytes == 0 || (result == NULL && op == MPI_NO_OP))
        return MPI_SUCCESS;
    old = temporary(small_old, bytes);
    new = temporary(small_new, bytes);
    if (old != NULL && new != NULL) {
        refmpi_atomic_lock(world_rank(target));
        if (result == NULL && op != MPI_REPLACE &&
            combine_in_place(origin, target, operation))
            rc = MPI_SUCCESS;
        else
            rc = update(origin, result, target, operation, old, new);
        refmpi_atomic_unlock(world_rank(target));
    }
    drop(small_old, old);
    drop(small_new, new);
    return rc;
}

int refmpi_rma_compare_and_swap(const void *origin, const void *compare,
                                void *result, const struct rma_place *target)
{
    size_t size = (size_t)target->data.type->size;
    char old[SMALL], new[SMALL];
    int rc;

    refmpi_atomic_lock(world_rank(target));
    rc = move_packed(target, old, (MPI_Count)size, false);
    if (rc == MPI_SUCCESS && memcmp(old, compare, size) == 0) {
        memcpy(new, origin, size);
        rc = move_packed(target, new, (MPI_Count)size, true);
    }
    refmpi_atomic_unlock(world_rank(target));
    if (rc == MPI_SUCCESS)
        memcpy(result, old, size);
    return rc;
}
