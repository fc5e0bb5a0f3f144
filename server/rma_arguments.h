/*
 * rma_arguments.h - what an RMA communication call says (MPI-4.1 12.3).
 */
#ifndef MURMEL_RMA_ARGUMENTS_H
#define MURMEL_RMA_ARGUMENTS_H

#include "signature.h"

struct window_rank;

enum rma_kind {
    RMA_PUT,
    RMA_GET,
    RMA_ACCUMULATE,
    RMA_GET_ACCUMULATE,
    RMA_FETCH_AND_OP,
    RMA_COMPARE_AND_SWAP
};

/* Payloads: the types are not held; the type is NULL where the call has no
 * such buffer, or ignores it, or the type is not known. */
struct rma_arguments {
    enum rma_kind kind;
    bool requested;      /* MPI_Rput and the like */
    bool reads, writes;  /* the target's memory */
    int64_t target_rank; /* as given: maybe no rank at all */
    int64_t target_disp; /* in the target's disp_unit */
    uint64_t op;         /* NEUTRAL_OP_NULL where the call has none */
    struct payload origin, result, target;
};

/*
 * Bytes of the target's window that the call touches: *low is the first, the
 * last is before *high (addresses in a dynamic window).  False: it touches
 * none, or that is not known.  What is beyond all numbers is told as
 * INT64_MIN or INT64_MAX.
 */
bool rma_bounds(const struct rma_arguments *arguments,
                const struct window_rank *target, int64_t *low, int64_t *high);

#endif
