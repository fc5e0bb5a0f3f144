/* Subarrays and distributed arrays. */
#include "datatype_build.h"

#include <stdlib.h>

/*
 * The index of the caller's dimension that varies `i`-th fastest: C order has
 * the last one fastest, Fortran order the first.
 */
static int caller_dimension(int order, int ndims, int i)
{
    return order == MPI_ORDER_C ? ndims - 1 - i : i;
}

/* A layout with one entry at an offset; takes over the child. */
static struct refmpi_layout *shifted(struct refmpi_layout *child,
                                     MPI_Count offset)
{
    struct refmpi_layout_entry entry = {offset, 0, child};
    struct refmpi_layout *list;

    if (child == NULL || offset == 0)
        return child;
    list = refmpi_layout_list(1, &entry);
    refmpi_layout_release(child);
    return list;
}

/* The same, repeated. */
static struct refmpi_layout *repeated(struct refmpi_layout *child,
                                      MPI_Count count, MPI_Count stride)
{
    struct refmpi_layout *layout;

    if (child == NULL)
        return NULL;
    layout = refmpi_layout_repeat(child, count, stride);
    refmpi_layout_release(child);
    return layout;
}

/* An array type spans the whole array, wherever its data is. */
static struct refmpi_bounds whole_array(const struct refmpi_datatype *old,
                                        MPI_Count elements)
{
    return (struct refmpi_bounds){.any = true,
                                  .any_marked_lb = true,
                                  .any_marked_ub = true,
                                  .ub = elements * old->extent,
                                  .alignment = old->alignment,
                                  .leaf = old->leaf};
}

struct subarray_call {
    int ndims;
    const MPI_Count *sizes;
    const MPI_Count *subsizes;
    const MPI_Count *starts;
    int order;
    bool large;
};

static int check_subarray(const struct subarray_call *call,
                          const struct refmpi_datatype *old,
                          const MPI_Datatype *newtype)
{
    if (old == NULL)
        return MPI_ERR_TYPE;
    if (call->ndims < 1 || newtype == NULL || call->sizes == NULL ||
        call->subsizes == NULL || call->starts == NULL ||
        (call->order != MPI_ORDER_C && call->order != MPI_ORDER_FORTRAN))
        return MPI_ERR_ARG;
    for (int i = 0; i < call->ndims; i++) {
        if (call->sizes[i] < 1 || call->subsizes[i] < 1 ||
            call->subsizes[i] > call->sizes[i] || call->starts[i] < 0 ||
            call->starts[i] > call->sizes[i] - call->subsizes[i])
            return MPI_ERR_ARG;
    }
    return MPI_SUCCESS;
}

static int record_subarray(const struct subarray_call *call,
                           struct refmpi_datatype *old,
                           struct refmpi_contents *contents)
{
    int rc = refmpi_contents_start(contents, MPI_COMBINER_SUBARRAY,
                                   2 + 3 * call->ndims, 0, 3 * call->ndims, 1);

    if (rc != MPI_SUCCESS)
        return rc;
    refmpi_contents_integer(contents, call->ndims);
    for (int i = 0; i < call->ndims; i++)
        refmpi_contents_count(contents, call->large, call->sizes[i]);
    for (int i = 0; i < call->ndims; i++)
        refmpi_contents_count(contents, call->large, call->subsizes[i]);
    for (int i = 0; i < call->ndims; i++)
        refmpi_contents_count(contents, call->large, call->starts[i]);
    refmpi_contents_integer(contents, call->order);
    refmpi_contents_type(contents, old);
    return MPI_SUCCESS;
}

static int create_subarray(const struct subarray_call *call,
                           MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    struct refmpi_datatype *made, *old = refmpi_datatype_get(oldtype);
    struct refmpi_contents contents;
    struct refmpi_layout *layout;
    struct refmpi_bounds bounds;
    MPI_Count elements = 1, offset = 0;
    int rc = check_subarray(call, old, newtype);

    if (rc == MPI_SUCCESS)
        rc = record_subarray(call, old, &contents);
    if (rc != MPI_SUCCESS)
        return rc;
    layout = refmpi_layout_retain(old->layout);
    for (int i = 0; i < call->ndims; i++) {
        int d = caller_dimension(call->order, call->ndims, i);
        MPI_Count stride = elements * old->extent;

        layout = repeated(layout, call->subsizes[d], stride);
        offset += call->starts[d] * stride;
        elements *= call->sizes[d];
    }
    bounds = whole_array(old, elements);
    rc = refmpi_datatype_make(shifted(layout, offset), &bounds, &contents,
                              &made);
    if (rc == MPI_SUCCESS)
        *newtype = refmpi_datatype_handle(made);
    return rc;
}

int PMPI_Type_create_subarray_c(int ndims, const MPI_Count array_of_sizes[],
                                const MPI_Count array_of_subsizes[],
                                const MPI_Count array_of_starts[], int order,
                                MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    struct subarray_call call = {
        ndims, array_of_sizes, array_of_subsizes, array_of_starts, order, true};

    refmpi_enter("MPI_Type_create_subarray_c");
    return refmpi_leave_comm(NULL, create_subarray(&call, oldtype, newtype));
}
REFMPI_ALIAS(Type_create_subarray_c)

int PMPI_Type_create_subarray(int ndims, const int array_of_sizes[],
                              const int array_of_subsizes[],
                              const int array_of_starts[], int order,
                              MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    MPI_Count *sizes, *subsizes, *starts;
    int rc = MPI_ERR_ARG;

    refmpi_enter("MPI_Type_create_subarray");
    if (ndims > 0 && array_of_sizes != NULL && array_of_subsizes != NULL &&
        array_of_starts != NULL) {
        struct subarray_call call;

        sizes = refmpi_widen(array_of_sizes, ndims);
        subsizes = refmpi_widen(array_of_subsizes, ndims);
        starts = refmpi_widen(array_of_starts, ndims);
        call = (struct subarray_call){ndims,  sizes, subsizes,
                                      starts, order, false};
        rc = sizes == NULL || subsizes == NULL || starts == NULL
                 ? MPI_ERR_NO_MEM
                 : create_subarray(&call, oldtype, newtype);
        free(sizes);
        free(subsizes);
        free(starts);
    }
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Type_create_subarray)

struct darray_call {
    int size;
    int rank;
    int ndims;
    const MPI_Count *gsizes;
    const int *distribs;
    const int *dargs;
    const int *psizes;
    int order;
    bool large;
};

static int check_distribution(const struct darray_call *call, int d)
{
    int distrib = call->distribs[d];
    int darg = call->dargs[d];

    if (call->gsizes[d] < 1 || call->psizes[d] < 1)
        return MPI_ERR_ARG;
    if (distrib == MPI_DISTRIBUTE_NONE)
        return call->psizes[d] == 1 ? MPI_SUCCESS : MPI_ERR_ARG;
    if (distrib != MPI_DISTRIBUTE_BLOCK && distrib != MPI_DISTRIBUTE_CYCLIC)
        return MPI_ERR_ARG;
    if (darg == MPI_DISTRIBUTE_DFLT_DARG)
        return MPI_SUCCESS;
    if (darg < 1)
        return MPI_ERR_ARG;
    if (distrib == MPI_DISTRIBUTE_BLOCK &&
        (MPI_Count)darg * call->psizes[d] < call->gsizes[d])
        return MPI_ERR_ARG;
    return MPI_SUCCESS;
}

static int check_darray(const struct darray_call *call,
                        const struct refmpi_datatype *old,
                        const MPI_Datatype *newtype)
{
    MPI_Count processes = 1;

    if (old == NULL)
        return MPI_ERR_TYPE;
    if (call->ndims < 1 || newtype == NULL || call->gsizes == NULL ||
        call->distribs == NULL || call->dargs == NULL || call->psizes == NULL ||
        call->rank < 0 || call->rank >= call->size ||
        (call->order != MPI_ORDER_C && call->order != MPI_ORDER_FORTRAN))
        return MPI_ERR_ARG;
    for (int d = 0; d < call->ndims; d++) {
        if (check_distribution(call, d) != MPI_SUCCESS)
            return MPI_ERR_ARG;
        processes *= call->psizes[d];
    }
    return processes == call->size ? MPI_SUCCESS : MPI_ERR_ARG;
}

static int record_darray(const struct darray_call *call,
                         struct refmpi_datatype *old,
                         struct refmpi_contents *contents)
{
    int rc = refmpi_contents_start(contents, MPI_COMBINER_DARRAY,
                                   4 + 4 * call->ndims, 0, call->ndims, 1);

    if (rc != MPI_SUCCESS)
        return rc;
    refmpi_contents_integer(contents, call->size);
    refmpi_contents_integer(contents, call->rank);
    refmpi_contents_integer(contents, call->ndims);
    for (int i = 0; i < call->ndims; i++)
        refmpi_contents_count(contents, call->large, call->gsizes[i]);
    for (int i = 0; i < call->ndims; i++)
        refmpi_contents_integer(contents, call->distribs[i]);
    for (int i = 0; i < call->ndims; i++)
        refmpi_contents_integer(contents, call->dargs[i]);
    for (int i = 0; i < call->ndims; i++)
        refmpi_contents_integer(contents, call->psizes[i]);
    refmpi_contents_integer(contents, call->order);
    refmpi_contents_type(contents, old);
    return MPI_SUCCESS;
}

/* Elements in a block dealt out at a time along dimension d. */
static MPI_Count block_of(const struct darray_call *call, int d)
{
    if (call->distribs[d] == MPI_DISTRIBUTE_NONE)
        return call->gsizes[d];
    if (call->dargs[d] != MPI_DISTRIBUTE_DFLT_DARG)
        return call->dargs[d];
    if (call->distribs[d] == MPI_DISTRIBUTE_CYCLIC)
        return 1;
    return (call->gsizes[d] + call->psizes[d] - 1) / call->psizes[d];
}

/*
 * What the process at `coordinate` owns along dimension d: blocks of `block`
 * indices, every psizes[d]-th one, the last perhaps cut short. Takes over the
 * child; block distribution is the case of at most one block.
 */
static struct refmpi_layout *distribute(const struct darray_call *call, int d,
                                        int coordinate, MPI_Count stride,
                                        struct refmpi_layout *child)
{
    MPI_Count block = block_of(call, d);
    MPI_Count start = coordinate * block;
    MPI_Count period = block * call->psizes[d];
    MPI_Count left = call->gsizes[d] - start;
    MPI_Count full, rest;
    struct refmpi_layout *cells, *last, *list = NULL;

    if (child == NULL || left <= 0) {
        refmpi_layout_release(child);
        return refmpi_layout_run(0, 0, 0, 0);
    }
    full = left / period;
    rest = left % period;
    if (rest >= block) {
        full++;
        rest = 0;
    }
    cells = repeated(refmpi_layout_repeat(child, block, stride), full,
                     period * stride);
    last = refmpi_layout_repeat(child, rest, stride);
    if (cells != NULL && last != NULL) {
        struct refmpi_layout_entry entries[2] = {
            {start * stride, 0, cells},
            {(start + full * period) * stride, 0, last}};

        list = refmpi_layout_list(2, entries);
    }
    refmpi_layout_release(cells);
    refmpi_layout_release(last);
    refmpi_layout_release(child);
    return list;
}

/* This process's place in the process grid, which is always row-major. */
static int grid_coordinate(const struct darray_call *call, int d)
{
    int rank = call->rank;

    for (int i = call->ndims - 1; i > d; i--)
        rank /= call->psizes[i];
    return rank % call->psizes[d];
}

static int create_darray(const struct darray_call *call, MPI_Datatype oldtype,
                         MPI_Datatype *newtype)
{
    struct refmpi_datatype *made, *old = refmpi_datatype_get(oldtype);
    struct refmpi_contents contents;
    struct refmpi_layout *layout;
    struct refmpi_bounds bounds;
    MPI_Count elements = 1;
    int rc = check_darray(call, old, newtype);

    if (rc == MPI_SUCCESS)
        rc = record_darray(call, old, &contents);
    if (rc != MPI_SUCCESS)
        return rc;
    layout = refmpi_layout_retain(old->layout);
    for (int i = 0; i < call->ndims; i++) {
        int d = caller_dimension(call->order, call->ndims, i);

        layout = distribute(call, d, grid_coordinate(call, d),
                            elements * old->extent, layout);
        elements *= call->gsizes[d];
    }
    bounds = whole_array(old, elements);
    rc = refmpi_datatype_make(layout, &bounds, &contents, &made);
    if (rc == MPI_SUCCESS)
        *newtype = refmpi_datatype_handle(made);
    return rc;
}

int PMPI_Type_create_darray_c(int size, int rank, int ndims,
                              const MPI_Count array_of_gsizes[],
                              const int array_of_distribs[],
                              const int array_of_dargs[],
                              const int array_of_psizes[], int order,
                              MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    struct darray_call call = {size,
                               rank,
                               ndims,
                               array_of_gsizes,
                               array_of_distribs,
                               array_of_dargs,
                               array_of_psizes,
                               order,
                               true};

    refmpi_enter("MPI_Type_create_darray_c");
    return refmpi_leave_comm(NULL, create_darray(&call, oldtype, newtype));
}
REFMPI_ALIAS(Type_create_darray_c)

int PMPI_Type_create_darray(int size, int rank, int ndims,
                            const int array_of_gsizes[],
                            const int array_of_distribs[],
                            const int array_of_dargs[],
                            const int array_of_psizes[], int order,
                            MPI_Datatype oldtype, MPI_Datatype *newtype)
{
    int rc = MPI_ERR_ARG;

    refmpi_enter("MPI_Type_create_darray");
    if (ndims > 0 && array_of_gsizes != NULL) {
        MPI_Count *gsizes = refmpi_widen(array_of_gsizes, ndims);
        struct darray_call call = {size,
                                   rank,
                                   ndims,
                                   gsizes,
                                   array_of_distribs,
                                   array_of_dargs,
                                   array_of_psizes,
                                   order,
                                   false};

        rc = gsizes == NULL ? MPI_ERR_NO_MEM
                            : create_darray(&call, oldtype, newtype);
        free(gsizes);
    }
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Type_create_darray)
