/*
 * What an RMA call does, now or, with rma=late, at the last moment that the
 * standard allows (MPI-4.1, 12.5): at the end of the epoch or a flush, when the
 * buffers of the origin are still as they were, since they may not be changed.
 */
#ifndef REFMPI_RMA_DEFERRED_H
#define REFMPI_RMA_DEFERRED_H

#include "rma_transfer.h"

enum rma_kind { RMA_PUT, RMA_GET, RMA_ACCUMULATE, RMA_COMPARE_AND_SWAP };

struct rma_operation {
    enum rma_kind kind;
    bool is_request;   /* its buffers are the user's again at once */
    bool needs_origin; /* false: MPI_GET and MPI_NO_OP */
    bool has_result;   /* get-accumulate */
    struct rma_data origin;
    struct rma_data result;
    struct rma_place target;
    struct operation *operation;
    const void *compare; /* of compare-and-swap: with origin and result */
};

/* Does it or, if it may wait, keeps it. An error class. */
int refmpi_rma_issue(const struct rma_operation *operation);

/* Does what is kept for the rank, or for all. An error class. */
#define REFMPI_RMA_ALL (-1)
int refmpi_rma_complete(struct window *window, int rank);

/* The same as far as the origin's buffers need it: MPI_Win_flush_local. */
int refmpi_rma_complete_local(struct window *window, int rank);

#endif
