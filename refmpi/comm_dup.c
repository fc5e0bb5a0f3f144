/* comm_dup.c - duplicates of communicators, at once or begun and waited for. */
#include "comm.h"
#include "datatype.h"
#include <stdlib.h>

/* A communicator of the same groups, its contexts still to be found. */
static struct comm *like(struct comm *comm)
{
    refmpi_group_retain(comm->group);
    struct comm *twin = refmpi_comm_new(comm->group, REFMPI_CONTEXT_NONE, comm);
    if (!twin)
        return NULL;
    if (comm->remote) {
        refmpi_group_retain(comm->remote);
        twin->remote = comm->remote;
        twin->local = like(comm->local);
        if (!twin->local) {
            refmpi_comm_release(twin);
            return NULL;
        }
    }
    return twin;
}

/* How many pairs of context ids it takes; the second one is that of the local
 * communicator, whose collectives are not the original's. */
static int pairs_of(const struct comm *comm)
{
    return comm->remote ? 2 : 1;
}

static void settle_context(struct comm *made)
{
    if (made->local)
        made->local->context = made->context + 2;
}

int refmpi_comm_twin(struct comm *comm, struct comm **twin)
{
    struct comm *made = like(comm);
    if (!made)
        return MPI_ERR_NO_MEM;
    int rc = refmpi_comm_contexts(comm, pairs_of(comm), &made->context);
    if (rc != MPI_SUCCESS) {
        refmpi_comm_release(made);
        return rc;
    }
    settle_context(made);
    *twin = made;
    return MPI_SUCCESS;
}

/* ------------------------------------------------------------- duplicates */

/* What a duplicate has besides the groups. */
static int copy_extras(struct comm *comm, struct comm *duplicate,
                       struct info *info)
{
    duplicate->topology = refmpi_topology_copy(comm->topology);
    if (comm->topology && !duplicate->topology)
        return MPI_ERR_NO_MEM;
    if (info && !(duplicate->info = refmpi_info_copy(info)))
        return MPI_ERR_NO_MEM;
    return refmpi_attributes_copy(refmpi_comm_handle(comm), &comm->attributes,
                                  &duplicate->attributes);
}

/* Hints are those of `info` alone: MPI_Comm_dup and MPI_Comm_idup hand none on
 * since MPI-4.0. */
static int duplicate(MPI_Comm handle, MPI_Info info, MPI_Comm *newcomm)
{
    struct comm *comm = refmpi_comm_from(handle);
    if (!comm || !newcomm)
        return refmpi_leave_comm(comm, comm ? MPI_ERR_ARG : MPI_ERR_COMM);
    if (refmpi_info_check(info) != MPI_SUCCESS)
        return refmpi_leave_comm(comm, MPI_ERR_INFO);
    struct comm *made;
    int rc = refmpi_comm_twin(comm, &made);
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(comm, rc);
    rc = copy_extras(comm, made, refmpi_info_from(info));
    if (rc == MPI_SUCCESS)
        *newcomm = refmpi_comm_handle(made);
    else
        refmpi_comm_release(made);
    return refmpi_leave_comm(comm, rc);
}

int PMPI_Comm_dup(MPI_Comm comm, MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Comm_dup");
    return duplicate(comm, MPI_INFO_NULL, newcomm);
}
REFMPI_ALIAS(Comm_dup)

int PMPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Comm_dup_with_info");
    return duplicate(comm, info, newcomm);
}
REFMPI_ALIAS(Comm_dup_with_info)

/* The context of a duplicate under way: rank 0 of the first group sends it, all
 * others receive it. */
struct idup {
    struct comm *made;
    int messages;
    struct request *requests[];
};

static bool idup_advance(struct request *request)
{
    struct idup *idup = request->state;
    for (int i = 0; i < idup->messages; i++)
        if (!idup->requests[i]->complete)
            return false;
    settle_context(idup->made);
    refmpi_request_complete(request, MPI_SUCCESS);
    return true;
}

static void idup_release(struct request *request)
{
    struct idup *idup = request->state;
    for (int i = 0; i < idup->messages; i++)
        refmpi_request_release(idup->requests[i]);
    refmpi_comm_release(idup->made);
    free(idup);
}

static int idup_send(struct idup *idup, int ranks, struct comm *comm)
{
    uint32_t *context = &idup->made->context;
    int rc = MPI_SUCCESS;
    for (int rank = 0; rank < ranks && rc == MPI_SUCCESS; rank++) {
        if (!comm->remote && rank == comm->rank)
            continue;
        rc = refmpi_isend(
            context, sizeof *context, refmpi_datatype_get(MPI_BYTE), rank,
            REFMPI_TAG_CONTEXT, comm, &idup->requests[idup->messages]);
        idup->messages += rc == MPI_SUCCESS;
    }
    return rc;
}

static int idup_start(struct comm *comm, struct idup *idup)
{
    uint32_t *context = &idup->made->context;
    bool is_first = refmpi_comm_is_first(comm);
    struct comm *local = comm->remote ? comm->local : comm;
    int rc;
    if (!is_first || comm->rank != 0) {
        rc = refmpi_irecv(context, sizeof *context,
                          refmpi_datatype_get(MPI_BYTE), 0, REFMPI_TAG_CONTEXT,
                          is_first ? local : comm, &idup->requests[0]);
        idup->messages = rc == MPI_SUCCESS;
        return rc;
    }
    *context = refmpi_comm_take_contexts(pairs_of(comm));
    rc = idup_send(idup, comm->size, local);
    if (rc == MPI_SUCCESS && comm->remote)
        rc = idup_send(idup, comm->remote->size, comm);
    return rc;
}

static int iduplicate(MPI_Comm handle, MPI_Info info, MPI_Comm *newcomm,
                      MPI_Request *request)
{
    struct comm *comm = refmpi_comm_from(handle);
    if (!comm || !newcomm || !request)
        return refmpi_leave_comm(comm, comm ? MPI_ERR_ARG : MPI_ERR_COMM);
    if (refmpi_info_check(info) != MPI_SUCCESS)
        return refmpi_leave_comm(comm, MPI_ERR_INFO);
    int ranks = comm->size + (comm->remote ? comm->remote->size : 0);
    struct comm *made = like(comm);
    struct request *r = refmpi_request_new(comm);
    struct idup *idup =
        calloc(1, sizeof *idup + (size_t)ranks * sizeof(void *));
    if (!made || !r || !idup)
        refmpi_fatal(NULL, "out of memory");
    int rc = copy_extras(comm, made, refmpi_info_from(info));
    refmpi_comm_retain(made);
    idup->made = made;
    r->state = idup;
    r->advance = idup_advance;
    r->release = idup_release;
    if (rc == MPI_SUCCESS)
        rc = idup_start(comm, idup);
    if (rc != MPI_SUCCESS) {
        refmpi_request_release(r);
        refmpi_comm_release(made);
        return refmpi_leave_comm(comm, rc);
    }
    refmpi_request_schedule(r);
    *newcomm = refmpi_comm_handle(made);
    *request = refmpi_request_handle(r);
    return refmpi_leave_comm(comm, MPI_SUCCESS);
}

int PMPI_Comm_idup(MPI_Comm comm, MPI_Comm *newcomm, MPI_Request *request)
{
    refmpi_enter("MPI_Comm_idup");
    return iduplicate(comm, MPI_INFO_NULL, newcomm, request);
}
REFMPI_ALIAS(Comm_idup)

int PMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm *newcomm,
                             MPI_Request *request)
{
    refmpi_enter("MPI_Comm_idup_with_info");
    return iduplicate(comm, info, newcomm, request);
}
REFMPI_ALIAS(Comm_idup_with_info)
