/*
 * The datatype constructors, but for arrays. Each has one implementation on
 * MPI_Count; the int functions widen their arguments.
 */
#include "datatype_build.h"

#include <stdlib.h>

/* Gives the new type to the caller or the error to its handler. */
static int answer(int rc, struct refmpi_datatype *made, MPI_Datatype *newtype)
{
    if (rc == MPI_SUCCESS)
        *newtype = refmpi_datatype_handle(made);
    return refmpi_leave_comm(NULL, rc);
}

static int check_old(MPI_Count count, MPI_Datatype oldtype,
                     const MPI_Datatype *newtype, struct refmpi_datatype **old)
{
    *old = refmpi_datatype_get(oldtype);
    if (count < 0)
        return MPI_ERR_COUNT;
    if (*old == NULL)
        return MPI_ERR_TYPE;
    return newtype == NULL ? MPI_ERR_ARG : MPI_SUCCESS;
}

static int create_contiguous(MPI_Count count, MPI_Datatype oldtype, bool large,
                             MPI_Datatype *newtype)
{
    struct refmpi_datatype *old, *made = NULL;
    struct refmpi_contents contents;
    int rc = check_old(count, oldtype, newtype, &old);

    if (rc == MPI_SUCCESS)
        rc = refmpi_contents_start(&contents, MPI_COMBINER_CONTIGUOUS, 1, 0, 1,
                                   1);
    if (rc == MPI_SUCCESS) {
        struct refmpi_block block = {count, 0, old};

        refmpi_contents_count(&contents, large, count);
        refmpi_contents_type(&contents, old);
        rc = refmpi_datatype_from_blocks(1, &block, &contents, &made);
    }
    return answer(rc, made, newtype);
}

int PMPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    refmpi_enter("MPI_Type_contiguous");
    return create_contiguous(count, oldtype, false, newtype);
}
REFMPI_ALIAS(Type_contiguous)

int PMPI_Type_contiguous_c(MPI_Count count, MPI_Datatype oldtype,
                           MPI_Datatype *newtype)
{
    refmpi_enter("MPI_Type_contiguous_c");
    return create_contiguous(count, oldtype, true, newtype);
}
REFMPI_ALIAS(Type_contiguous_c)

/* Where so many elements end, in bytes: where nothing can lie, if MPI_Count
 * cannot tell that. */
static MPI_Count in_bytes(MPI_Count elements,
                          const struct refmpi_datatype *type)
{
    MPI_Count bytes;

    return __builtin_mul_overflow(elements, type->extent, &bytes) ? INT64_MAX
                                                                  : bytes;
}

/* The layout and bounds of count blocks at a stride in bytes. */
static int make_vector(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                       struct refmpi_datatype *old,
                       struct refmpi_contents *contents,
                       struct refmpi_datatype **made)
{
    struct refmpi_bounds bounds = {0};
    struct refmpi_layout *block, *layout = NULL;

    bounds.leaf = MPI_DATATYPE_NULL;
    block = refmpi_layout_repeat(old->layout, blocklength, old->extent);
    if (block != NULL)
        layout = refmpi_layout_repeat(block, count, stride);
    refmpi_layout_release(block);
    if (count > 0 && blocklength > 0 && !refmpi_layout_is_too_large(layout)) {
        MPI_Count last = (count - 1) * stride;
        MPI_Count inner = (blocklength - 1) * old->extent;

        refmpi_bounds_add(&bounds, old,
                          (last < 0 ? last : 0) + (inner < 0 ? inner : 0),
                          (last > 0 ? last : 0) + (inner > 0 ? inner : 0));
    }
    return refmpi_datatype_make(layout, &bounds, contents, made);
}

/* stride is in elements (vector) or bytes (hvector), as the combiner says. */
static int create_vector(int combiner, MPI_Count count, MPI_Count blocklength,
                         MPI_Count stride, MPI_Datatype oldtype, bool large,
                         MPI_Datatype *newtype)
{
    struct refmpi_datatype *old, *made = NULL;
    struct refmpi_contents contents;
    int rc = check_old(count, oldtype, newtype, &old);

    if (rc == MPI_SUCCESS && blocklength < 0)
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS)
        rc = refmpi_contents_start(&contents, combiner, 3, 1, 3, 1);
    if (rc == MPI_SUCCESS) {
        refmpi_contents_count(&contents, large, count);
        refmpi_contents_count(&contents, large, blocklength);
        refmpi_contents_type(&contents, old);
        if (combiner == MPI_COMBINER_VECTOR) {
            refmpi_contents_count(&contents, large, stride);
            stride = in_bytes(stride, old);
        } else {
            refmpi_contents_displacement(&contents, large, stride);
        }
        rc = make_vector(count, blocklength, stride, old, &contents, &made);
    }
    return answer(rc, made, newtype);
}

int PMPI_Type_vector(int count, int blocklength, int stride,
                     MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    refmpi_enter("MPI_Type_vector");
    return create_vector(MPI_COMBINER_VECTOR, count, blocklength, stride,
                         oldtype, false, newtype);
}
REFMPI_ALIAS(Type_vector)

int PMPI_Type_vector_c(MPI_Count count, MPI_Count blocklength, MPI_Count stride,
                       MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    refmpi_enter("MPI_Type_vector_c");
    return create_vector(MPI_COMBINER_VECTOR, count, blocklength, stride,
                         oldtype, true, newtype);
}
REFMPI_ALIAS(Type_vector_c)

int PMPI_Type_create_hvector(int count, int blocklength, MPI_Aint stride,
                             MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    refmpi_enter("MPI_Type_create_hvector");
    return create_vector(MPI_COMBINER_HVECTOR, count, blocklength, stride,
                         oldtype, false, newtype);
}
REFMPI_ALIAS(Type_create_hvector)

int PMPI_Type_create_hvector_c(MPI_Count count, MPI_Count blocklength,
                               MPI_Count stride, MPI_Datatype oldtype,
                               MPI_Datatype *newtype)
{
    refmpi_enter("MPI_Type_create_hvector_c");
    return create_vector(MPI_COMBINER_HVECTOR, count, blocklength, stride,
                         oldtype, true, newtype);
}
REFMPI_ALIAS(Type_create_hvector_c)

/*
 * The arguments of the indexed family and of struct. Of each pair of arrays
 * at most one is given; with neither blocklength array all blocks have
 * `blocklength` elements; without `types` all are of `oldtype`.
 */
struct indexed_call {
    int combiner;
    bool large;
    bool bytes; /* displacements are in bytes, not elements */
    MPI_Count count;
    MPI_Count blocklength;
    const int *blocklengths;
    const MPI_Count *blocklengths_c;
    const int *displacements;
    const MPI_Aint *displacements_h;
    const MPI_Count *displacements_c;
    MPI_Datatype oldtype;
    const MPI_Datatype *types;
};

static MPI_Count length_at(const struct indexed_call *call, MPI_Count i)
{
    if (call->blocklengths != NULL)
        return call->blocklengths[i];
    return call->blocklengths_c != NULL ? call->blocklengths_c[i]
                                        : call->blocklength;
}

static MPI_Count displacement_at(const struct indexed_call *call, MPI_Count i)
{
    if (call->displacements != NULL)
        return call->displacements[i];
    return call->displacements_h != NULL ? call->displacements_h[i]
                                         : call->displacements_c[i];
}

static int fill_blocks(const struct indexed_call *call,
                       struct refmpi_block *blocks)
{
    for (MPI_Count i = 0; i < call->count; i++) {
        MPI_Datatype handle =
            call->types != NULL ? call->types[i] : call->oldtype;

        blocks[i].type = refmpi_datatype_get(handle);
        if (blocks[i].type == NULL)
            return MPI_ERR_TYPE;
        blocks[i].length = length_at(call, i);
        if (blocks[i].length < 0)
            return MPI_ERR_ARG;
        blocks[i].displacement = displacement_at(call, i);
        if (!call->bytes)
            blocks[i].displacement =
                in_bytes(blocks[i].displacement, blocks[i].type);
    }
    return MPI_SUCCESS;
}

static bool has_blocklengths(const struct indexed_call *call)
{
    return call->combiner != MPI_COMBINER_INDEXED_BLOCK &&
           call->combiner != MPI_COMBINER_HINDEXED_BLOCK;
}

static int record_indexed(const struct indexed_call *call,
                          const struct refmpi_block *blocks,
                          struct refmpi_contents *contents)
{
    MPI_Count n = call->count;
    bool large = call->large;
    int rc = refmpi_contents_start(
        contents, call->combiner, large ? 0 : 2 + 2 * n, large ? 0 : n,
        large ? 2 + 2 * n : 0, call->types != NULL ? n : 1);

    if (rc != MPI_SUCCESS)
        return rc;
    refmpi_contents_count(contents, large, n);
    if (!has_blocklengths(call))
        refmpi_contents_count(contents, large, call->blocklength);
    for (MPI_Count i = 0; i < n && has_blocklengths(call); i++)
        refmpi_contents_count(contents, large, blocks[i].length);
    for (MPI_Count i = 0; i < n; i++) {
        if (call->bytes)
            refmpi_contents_displacement(contents, large,
                                         blocks[i].displacement);
        else
            refmpi_contents_count(contents, large, displacement_at(call, i));
    }
    if (call->combiner != MPI_COMBINER_STRUCT)
        refmpi_contents_type(contents, refmpi_datatype_get(call->oldtype));
    for (MPI_Count i = 0; i < n && call->types != NULL; i++)
        refmpi_contents_type(contents, blocks[i].type);
    return MPI_SUCCESS;
}

static int check_indexed(const struct indexed_call *call,
                         const MPI_Datatype *newtype)
{
    bool no_displacements = call->displacements == NULL &&
                            call->displacements_h == NULL &&
                            call->displacements_c == NULL;
    bool no_lengths = has_blocklengths(call) && call->blocklengths == NULL &&
                      call->blocklengths_c == NULL;

    if (call->count < 0)
        return MPI_ERR_COUNT;
    if (newtype == NULL || call->blocklength < 0)
        return MPI_ERR_ARG;
    if (call->combiner == MPI_COMBINER_STRUCT) {
        if (call->count > 0 && call->types == NULL)
            return MPI_ERR_ARG;
    } else if (refmpi_datatype_get(call->oldtype) == NULL) {
        return MPI_ERR_TYPE;
    }
    return call->count > 0 && (no_displacements || no_lengths) ? MPI_ERR_ARG
                                                               : MPI_SUCCESS;
}

static int create_indexed(const struct indexed_call *call,
                          MPI_Datatype *newtype)
{
    struct refmpi_datatype *made = NULL;
    struct refmpi_contents contents;
    struct refmpi_block *blocks = NULL;
    int rc = check_indexed(call, newtype);

    if (rc == MPI_SUCCESS) {
        blocks = calloc((size_t)call->count + 1, sizeof(*blocks));
        rc = blocks == NULL ? MPI_ERR_NO_MEM : fill_blocks(call, blocks);
    }
    if (rc == MPI_SUCCESS)
        rc = record_indexed(call, blocks, &contents);
    if (rc == MPI_SUCCESS)
        rc = refmpi_datatype_from_blocks(call->count, blocks, &contents, &made);
    free(blocks);
    return answer(rc, made, newtype);
}

int PMPI_Type_indexed(int count, const int array_of_blocklengths[],
                      const int array_of_displacements[], MPI_Datatype oldtype,
                      MPI_Datatype *newtype)
{
    struct indexed_call call = {.combiner = MPI_COMBINER_INDEXED,
                                .count = count,
                                .blocklengths = array_of_blocklengths,
                                .displacements = array_of_displacements,
                                .oldtype = oldtype};

    refmpi_enter("MPI_Type_indexed");
    return create_indexed(&call, newtype);
}
REFMPI_ALIAS(Type_indexed)

int PMPI_Type_indexed_c(MPI_Count count,
                        const MPI_Count array_of_blocklengths[],
                        const MPI_Count array_of_displacements[],
                        MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    struct indexed_call call = {.combiner = MPI_COMBINER_INDEXED,
                                .large = true,
                                .count = count,
                                .blocklengths_c = array_of_blocklengths,
                                .displacements_c = array_of_displacements,
                                .oldtype = oldtype};

    refmpi_enter("MPI_Type_indexed_c");
    return create_indexed(&call, newtype);
}
REFMPI_ALIAS(Type_indexed_c)

int PMPI_Type_create_hindexed(int count, const int array_of_blocklengths[],
                              const MPI_Aint array_of_displacements[],
                              MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    struct indexed_call call = {.combiner = MPI_COMBINER_HINDEXED,
                                .bytes = true,
                                .count = count,
                                .blocklengths = array_of_blocklengths,
                                .displacements_h = array_of_displacements,
                                .oldtype = oldtype};

    refmpi_enter("MPI_Type_create_hindexed");
    return create_indexed(&call, newtype);
}
REFMPI_ALIAS(Type_create_hindexed)

int PMPI_Type_create_hindexed_c(MPI_Count count,
                                const MPI_Count array_of_blocklengths[],
                                const MPI_Count array_of_displacements[],
                                MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    struct indexed_call call = {.combiner = MPI_COMBINER_HINDEXED,
                                .large = true,
                                .bytes = true,
                                .count = count,
                                .blocklengths_c = array_of_blocklengths,
                                .displacements_c = array_of_displacements,
                                .oldtype = oldtype};

    refmpi_enter("MPI_Type_create_hindexed_c");
    return create_indexed(&call, newtype);
}
REFMPI_ALIAS(Type_create_hindexed_c)

int PMPI_Type_create_indexed_block(int count, int blocklength,
                                   const int array_of_displacements[],
                                   MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    struct indexed_call call = {.combiner = MPI_COMBINER_INDEXED_BLOCK,
                                .count = count,
                                .blocklength = blocklength,
                                .displacements = array_of_displacements,
                                .oldtype = oldtype};

    refmpi_enter("MPI_Type_create_indexed_block");
    return create_indexed(&call, newtype);
}
REFMPI_ALIAS(Type_create_indexed_block)

int PMPI_Type_create_indexed_block_c(MPI_Count count, MPI_Count blocklength,
                                     const MPI_Count array_of_displacements[],
                                     MPI_Datatype oldtype,
                                     MPI_Datatype *newtype)
{
    struct indexed_call call = {.combiner = MPI_COMBINER_INDEXED_BLOCK,
                                .large = true,
                                .count = count,
                                .blocklength = blocklength,
                                .displacements_c = array_of_displacements,
                                .oldtype = oldtype};

    refmpi_enter("MPI_Type_create_indexed_block_c");
    return create_indexed(&call, newtype);
}
REFMPI_ALIAS(Type_create_indexed_block_c)

int PMPI_Type_create_hindexed_block(int count, int blocklength,
                                    const MPI_Aint array_of_displacements[],
                                    MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    struct indexed_call call = {.combiner = MPI_COMBINER_HINDEXED_BLOCK,
                                .bytes = true,
                                .count = count,
                                .blocklength = blocklength,
                                .displacements_h = array_of_displacements,
                                .oldtype = oldtype};

    refmpi_enter("MPI_Type_create_hindexed_block");
    return create_indexed(&call, newtype);
}
REFMPI_ALIAS(Type_create_hindexed_block)

int PMPI_Type_create_hindexed_block_c(MPI_Count count, MPI_Count blocklength,
                                      const MPI_Count array_of_displacements[],
                                      MPI_Datatype oldtype,
                                      MPI_Datatype *newtype)
{
    struct indexed_call call = {.combiner = MPI_COMBINER_HINDEXED_BLOCK,
                                .large = true,
                                .bytes = true,
                                .count = count,
                                .blocklength = blocklength,
                                .displacements_c = array_of_displacements,
                                .oldtype = oldtype};

    refmpi_enter("MPI_Type_create_hindexed_block_c");
    return create_indexed(&call, newtype);
}
REFMPI_ALIAS(Type_create_hindexed_block_c)

int PMPI_Type_create_struct(int count, const int array_of_blocklengths[],
                            const MPI_Aint array_of_displacements[],
                            const MPI_Datatype array_of_types[],
                            MPI_Datatype *newtype)
{
    struct indexed_call call = {.combiner = MPI_COMBINER_STRUCT,
                                .bytes = true,
                                .count = count,
                                .blocklengths = array_of_blocklengths,
                                .displacements_h = array_of_displacements,
                                .types = array_of_types};

    refmpi_enter("MPI_Type_create_struct");
    return create_indexed(&call, newtype);
}
REFMPI_ALIAS(Type_create_struct)

int PMPI_Type_create_struct_c(MPI_Count count,
                              const MPI_Count array_of_blocklengths[],
                              const MPI_Count array_of_displacements[],
                              const MPI_Datatype array_of_types[],
                              MPI_Datatype *newtype)
{
    struct indexed_call call = {.combiner = MPI_COMBINER_STRUCT,
                                .large = true,
                                .bytes = true,
                                .count = count,
                                .blocklengths_c = array_of_blocklengths,
                                .displacements_c = array_of_displacements,
                                .types = array_of_types};

    refmpi_enter("MPI_Type_create_struct_c");
    return create_indexed(&call, newtype);
}
REFMPI_ALIAS(Type_create_struct_c)

static int create_resized(MPI_Datatype oldtype, MPI_Count lb, MPI_Count extent,
                          bool large, MPI_Datatype *newtype)
{
    struct refmpi_datatype *old, *made = NULL;
    struct refmpi_contents contents;
    int rc = check_old(0, oldtype, newtype, &old);

    if (rc == MPI_SUCCESS)
        rc = refmpi_contents_start(&contents, MPI_COMBINER_RESIZED, 0, 2, 2, 1);
    if (rc == MPI_SUCCESS) {
        struct refmpi_bounds bounds = {.any = true,
                                       .any_marked_lb = true,
                                       .any_marked_ub = true,
                                       .lb = lb,
                                       .ub = lb + extent,
                                       .alignment = old->alignment,
                                       .leaf = old->leaf};

        refmpi_contents_displacement(&contents, large, lb);
        refmpi_contents_displacement(&contents, large, extent);
        refmpi_contents_type(&contents, old);
        rc = refmpi_datatype_make(refmpi_layout_retain(old->layout), &bounds,
                                  &contents, &made);
    }
    return answer(rc, made, newtype);
}

int PMPI_Type_create_resized(MPI_Datatype oldtype, MPI_Aint lb, MPI_Aint extent,
                             MPI_Datatype *newtype)
{
    refmpi_enter("MPI_Type_create_resized");
    return create_resized(oldtype, lb, extent, false, newtype);
}
REFMPI_ALIAS(Type_create_resized)

int PMPI_Type_create_resized_c(MPI_Datatype oldtype, MPI_Count lb,
                               MPI_Count extent, MPI_Datatype *newtype)
{
    refmpi_enter("MPI_Type_create_resized_c");
    return create_resized(oldtype, lb, extent, true, newtype);
}
REFMPI_ALIAS(Type_create_resized_c)

/* The same type map and bounds; the copy is committed if the old one is. */
static int duplicate(struct refmpi_datatype *old, struct refmpi_datatype **made)
{
    struct refmpi_bounds bounds = {.any = true,
                                   .any_marked_lb = old->marked_lb,
                                   .any_marked_ub = old->marked_ub,
                                   .lb = old->lb,
                                   .ub = old->lb + old->extent,
                                   .alignment = old->alignment,
                                   .leaf = old->leaf};
    struct refmpi_contents contents;
    int rc = refmpi_contents_start(&contents, MPI_COMBINER_DUP, 0, 0, 0, 1);

    if (rc != MPI_SUCCESS)
        return rc;
    refmpi_contents_type(&contents, old);
    rc = refmpi_datatype_make(refmpi_layout_retain(old->layout), &bounds,
                              &contents, made);
    if (rc == MPI_SUCCESS)
        (*made)->committed = old->committed;
    return rc;
}

int PMPI_Type_dup(MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    struct refmpi_datatype *old, *made = NULL;
    int rc;

    refmpi_enter("MPI_Type_dup");
    rc = check_old(0, oldtype, newtype, &old);
    if (rc == MPI_SUCCESS)
        rc = duplicate(old, &made);
    if (rc == MPI_SUCCESS) {
        rc = refmpi_attributes_copy(oldtype, &old->attributes,
                                    &made->attributes);
        if (rc != MPI_SUCCESS)
            refmpi_datatype_release(made);
    }
    return answer(rc, made, newtype);
}
REFMPI_ALIAS(Type_dup)
