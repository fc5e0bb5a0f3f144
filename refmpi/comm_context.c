/*
 * comm_context.c - context ids come from one counter of the job; who takes
 * them tells the others in the parent's private context.
 */
#include "comm.h"
#include "segment.h"

uint32_t refmpi_comm_take_contexts(int pairs)
{
    return atomic_fetch_add(&refmpi_segment()->next_context,
                            2 * (uint32_t)pairs);
}

int refmpi_comm_contexts(struct comm *comm, uint32_t *base)
{
    uint32_t first = 0;
    if (comm->rank == 0)
        first = refmpi_comm_take_contexts(comm->size);
    int rc = refmpi_agree_bcast(&first, sizeof first, 0, comm);
    if (rc == MPI_SUCCESS)
        *base = first;
    return rc;
}

int refmpi_comm_duplicate_context(struct comm *comm, uint32_t *context)
{
    if (!comm->remote) {
        if (comm->rank == 0)
            *context = refmpi_comm_take_contexts(1);
        return refmpi_agree_bcast(context, sizeof *context, 0, comm);
    }
    int rc = MPI_SUCCESS;
    if (comm->rank == 0 && comm->group->world[0] < comm->remote->world[0]) {
        *context = refmpi_comm_take_contexts(1);
        rc = refmpi_send_bytes(context, sizeof *context, 0, REFMPI_TAG_CONTEXT,
                               comm);
    } else if (comm->rank == 0) {
        rc = refmpi_recv_bytes(context, sizeof *context, 0, REFMPI_TAG_CONTEXT,
                               comm);
    }
    if (rc != MPI_SUCCESS)
        return rc;
    return refmpi_agree_bcast(context, sizeof *context, 0, comm->local);
}
