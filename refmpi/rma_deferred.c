/* RMA operations between their call and their completion. */
#include "rma_deferred.h"

#include <stdlib.h>
#include <string.h>

/* One that is kept; its datatypes and operation are retained. */
struct rma_deferred {
    struct rma_deferred *next;
    bool is_due;
    void *packed; /* the origin's data, if its buffer is the user's again */
    struct rma_operation operation;
};

static int execute(const struct rma_operation *o)
{
    switch (o->kind) {
    case RMA_PUT:
        return refmpi_rma_put(&o->origin, &o->target);
    case RMA_GET:
        return refmpi_rma_get(&o->result, &o->target);
    case RMA_ACCUMULATE:
        return refmpi_rma_accumulate(&o->origin,
                                     o->has_result ? &o->result : NULL,
                                     &o->target, o->operation);
    case RMA_COMPARE_AND_SWAP:
        break;
    }
    return refmpi_rma_compare_and_swap(o->origin.buffer, o->compare,
                                       o->result.buffer, &o->target);
}

static bool gives_data(const struct rma_operation *o)
{
    return o->kind == RMA_GET || o->kind == RMA_COMPARE_AND_SWAP ||
           o->has_result;
}

static bool is_kept_for(const struct rma_deferred *deferred, int rank)
{
    return rank == REFMPI_RMA_ALL || deferred->operation.target.rank == rank;
}

static bool has_kept(const struct window *window, int rank)
{
    struct rma_deferred *deferred = window->deferred;

    while (deferred != NULL && !is_kept_for(deferred, rank))
        deferred = deferred->next;
    return deferred != NULL;
}

/* By the seed; but accumulates on one rank stay in order (MPI-4.1, 12.7.2). */
static bool may_wait(const struct rma_operation *o)
{
    static uint64_t calls;

    if (refmpi.rma == REFMPI_RMA_EAGER || (o->is_request && gives_data(o)))
        return false;
    if (refmpi.rma == REFMPI_RMA_LATE)
        return true;
    return refmpi_choice(REFMPI_CHOICE_RMA,
                         ++calls * 1024 + (unsigned)refmpi.rank) %
                   2 ==
               0 ||
           (o->kind >= RMA_ACCUMULATE &&
            has_kept(o->target.window, o->target.rank));
}

static void retain(const struct rma_data *data)
{
    if (data->type != NULL)
        refmpi_datatype_retain(data->type);
}

static void release(struct rma_data *data)
{
    if (data->type != NULL)
        refmpi_datatype_release(data->type);
}

/* The origin's data are kept, too: its buffer is free. */
static int keep_origin(struct rma_deferred *deferred)
{
    struct rma_data *origin = &deferred->operation.origin;
    MPI_Count bytes;

    if (!deferred->operation.needs_origin || deferred->packed != NULL)
        return MPI_SUCCESS;
    bytes = origin->count * origin->type->size;
    deferred->packed = malloc(bytes > 0 ? (size_t)bytes : 1);
    if (deferred->packed == NULL)
        return MPI_ERR_NO_MEM;
    refmpi_datatype_pack(origin->type, origin->count, origin->buffer, 0,
                         deferred->packed, bytes);
    release(origin);
    *origin = (struct rma_data){deferred->packed, bytes,
                                refmpi_datatype_get(MPI_BYTE)};
    retain(origin);
    return MPI_SUCCESS;
}

static void drop(struct rma_deferred *deferred)
{
    struct rma_operation *o = &deferred->operation;

    release(&o->origin);
    release(&o->result);
    release(&o->target.data);
    if (o->operation != NULL)
        refmpi_operation_release(o->operation);
    free(deferred->packed);
    free(deferred);
}

static int keep(const struct rma_operation *operation)
{
    struct window *window = operation->target.window;
    struct rma_deferred *deferred = calloc(1, sizeof *deferred);
    struct rma_deferred **end = &window->deferred;

    if (deferred == NULL)
        return MPI_ERR_NO_MEM;
    deferred->operation = *operation;
    retain(&operation->origin);
    retain(&operation->result);
    retain(&operation->target.data);
    if (operation->operation != NULL)
        refmpi_operation_retain(operation->operation);
    if (operation->is_request && keep_origin(deferred) != MPI_SUCCESS) {
        drop(deferred);
        return MPI_ERR_NO_MEM;
    }
    if (window->deferred != NULL)
        end = &window->last_deferred->next;
    *end = window->last_deferred = deferred;
    return MPI_SUCCESS;
}

/* Takes the first that is due out of the list. */
static struct rma_deferred *take_due(struct window *window)
{
    struct rma_deferred **link = &window->deferred, *deferred, *last = NULL;

    for (; *link != NULL && !(*link)->is_due; link = &last->next)
        last = *link;
    deferred = *link;
    if (deferred == NULL)
        return NULL;
    *link = deferred->next;
    if (window->last_deferred == deferred)
        window->last_deferred = last;
    return deferred;
}

static bool nobody_does_due(void *window)
{
    return !((struct window *)window)->does_due;
}

/* Does those of the window that are due, in order. An operation may wait, and
 * let other threads in: one of them does them at a time. */
static int do_due(struct window *window)
{
    struct rma_deferred *deferred;
    int rc = MPI_SUCCESS, error;

    refmpi_wait_until(nobody_does_due, window);
    window->does_due = true;
    while ((deferred = take_due(window)) != NULL) {
        error = execute(&deferred->operation);
        drop(deferred);
        if (rc == MPI_SUCCESS)
            rc = error;
    }
    window->does_due = false;
    return rc;
}

/* Accumulates on the rank, up to the last one. */
static void accumulates_are_due(struct window *window, int rank,
                                const struct rma_deferred *last)
{
    struct rma_deferred *deferred = window->deferred;

    for (; deferred != NULL; deferred = deferred->next) {
        if (deferred->operation.kind >= RMA_ACCUMULATE &&
            is_kept_for(deferred, rank))
            deferred->is_due = true;
        if (deferred == last)
            break;
    }
}

int refmpi_rma_issue(const struct rma_operation *operation)
{
    struct window *window = operation->target.window;
    int rc;

    if (may_wait(operation))
        return keep(operation);
    if (operation->kind >= RMA_ACCUMULATE && window->deferred != NULL) {
        accumulates_are_due(window, operation->target.rank, NULL);
        rc = do_due(window);
        if (rc != MPI_SUCCESS)
            return rc;
    }
    return execute(operation);
}

int refmpi_rma_complete(struct window *window, int rank)
{
    struct rma_deferred *deferred = window->deferred;

    for (; deferred != NULL; deferred = deferred->next)
        if (is_kept_for(deferred, rank))
            deferred->is_due = true;
    return do_due(window);
}

/* What has a result must be done, and the accumulates before it. */
static void results_are_due(struct window *window, int rank)
{
    struct rma_deferred *deferred = window->deferred, *last = NULL;

    for (; deferred != NULL; deferred = deferred->next) {
        if (!is_kept_for(deferred, rank) || !gives_data(&deferred->operation))
            continue;
        deferred->is_due = true;
        if (deferred->operation.kind >= RMA_ACCUMULATE)
            last = deferred;
    }
    if (last != NULL)
        accumulates_are_due(window, rank, last);
}

int refmpi_rma_complete_local(struct window *window, int rank)
{
    struct rma_deferred *deferred;
    int rc;

    if (window->deferred == NULL)
        return MPI_SUCCESS;
    if (rank != REFMPI_RMA_ALL)
        results_are_due(window, rank);
    else
        for (int each = 0; each < window->comm->size; each++)
            results_are_due(window, each);
    rc = do_due(window);
    for (deferred = window->deferred; rc == MPI_SUCCESS && deferred != NULL;
         deferred = deferred->next)
        if (is_kept_for(deferred, rank))
            rc = keep_origin(deferred);
    return rc;
}
