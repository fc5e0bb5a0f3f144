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

bool refmpi_comm_is_first(const struct comm *comm)
{
    return !comm->remote || comm->group->world[0] < comm->remote->world[0];
}

int refmpi_comm_contexts(struct comm *comm, int pairs, uint32_t *base)
{
    uint32_t own = 0, theirs = 0;
    bool is_first = refmpi_comm_is_first(comm);
    if (comm->rank == 0 && is_first)
        own = refmpi_comm_take_contexts(pairs);
    int rc = refmpi_agree_bcast(&own, sizeof own, 0,
                                comm->remote ? comm->local : comm);
    if (rc == MPI_SUCCESS && comm->remote)
        rc = refmpi_agree_swap(&own, sizeof own, &theirs, sizeof theirs, comm);
    if (rc == MPI_SUCCESS)
        *base = is_first ? own : theirs;
    return rc;
}
