/* Moving data between an origin's buffers and a target's window memory. */
#ifndef REFMPI_RMA_TRANSFER_H
#define REFMPI_RMA_TRANSFER_H

#include "datatype.h"
#include "op.h"
#include "window.h"

/* Elements of a type at a buffer of the origin, or in a target's memory. */
struct rma_data {
    void *buffer; /* for a target: in its address space, unless mapped */
    MPI_Count count;
    struct refmpi_datatype *type;
};

/* A place in a window: where, and by which way it is reached. */
struct rma_place {
    struct window *window;
    int rank;
    bool is_mapped; /* data.buffer is an address of this process */
    struct rma_data data;
};

/* All return MPI_SUCCESS or an error class. */
int refmpi_rma_put(const struct rma_data *origin,
                   const struct rma_place *target);
int refmpi_rma_get(const struct rma_data *origin,
                   const struct rma_place *target);

/*
 * target = origin op target, atomic against other such calls on the rank;
 * with a result, what was there before is put into it. With MPI_NO_OP origin
 * is not looked at.
 */
int refmpi_rma_accumulate(const struct rma_data *origin,
                          const struct rma_data *result,
                          const struct rma_place *target,
                          struct operation *operation);

/* If the one element equals *compare it becomes *origin; the old in *result. */
int refmpi_rma_compare_and_swap(const void *origin, const void *compare,
                                void *result, const struct rma_place *target);

#endif
