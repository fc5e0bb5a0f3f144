/* message.c - the library's own messages: for collectives and set-up. */
#include "p2p.h"
#include <stdlib.h>
#include <string.h>

#define TAG_BCAST  (REFMPI_TAG_SETUP + 0)
#define TAG_GATHER (REFMPI_TAG_SETUP + 1)
#define TAG_SWAP   (REFMPI_TAG_SETUP + 3)

static int start_internal(enum refmpi_request_kind kind, const void *buf,
                          MPI_Count count, struct refmpi_datatype *datatype,
                          int peer, int tag, struct comm *comm,
                          struct request **request)
{
    struct p2p *p = refmpi_p2p_new();
    if (!p)
        return MPI_ERR_NO_MEM;
    refmpi_p2p_prepare(p, kind, buf, count, datatype, peer, tag, comm,
                       comm->context + 1);
    refmpi_p2p_start(p);
    *request = &p->request;
    return MPI_SUCCESS;
}

int refmpi_isend(const void *buf, MPI_Count count,
                 struct refmpi_datatype *datatype, int dest, int tag,
                 struct comm *comm, struct request **request)
{
    return start_internal(REFMPI_REQUEST_SEND, buf, count, datatype, dest, tag,
                          comm, request);
}

int refmpi_irecv(void *buf, MPI_Count count, struct refmpi_datatype *datatype,
                 int source, int tag, struct comm *comm,
                 struct request **request)
{
    return start_internal(REFMPI_REQUEST_RECV, buf, count, datatype, source,
                          tag, comm, request);
}

int refmpi_send_bytes(const void *buf, size_t bytes, int dest, int tag,
                      struct comm *comm)
{
    struct request *request;
    int rc = refmpi_isend(buf, (MPI_Count)bytes, refmpi_datatype_get(MPI_BYTE),
                          dest, tag, comm, &request);
    return rc == MPI_SUCCESS ? refmpi_request_finish(request) : rc;
}

int refmpi_recv_bytes(void *buf, size_t bytes, int source, int tag,
                      struct comm *comm)
{
    struct request *request;
    int rc = refmpi_irecv(buf, (MPI_Count)bytes, refmpi_datatype_get(MPI_BYTE),
                          source, tag, comm, &request);
    return rc == MPI_SUCCESS ? refmpi_request_finish(request) : rc;
}

/*
 * The agreements go through one rank instead of a tree: with more ranks than
 * cores each step of a tree costs a change of process, a send costs none.
 */
int refmpi_agree_bcast(void *buf, size_t bytes, int root, struct comm *comm)
{
    if (comm->rank != root)
        return refmpi_recv_bytes(buf, bytes, root, TAG_BCAST, comm);
    int rc = MPI_SUCCESS;
    for (int rank = 0; rank < comm->size && rc == MPI_SUCCESS; rank++)
        if (rank != root)
            rc = refmpi_send_bytes(buf, bytes, rank, TAG_BCAST, comm);
    return rc;
}

int refmpi_agree_allgather(const void *send, void *recv, size_t bytes,
                           struct comm *comm)
{
    int rc = MPI_SUCCESS;
    char *all = recv;
    if (comm->rank != 0)
        rc = refmpi_send_bytes(send, bytes, 0, TAG_GATHER, comm);
    else if (bytes > 0)
        memmove(all, send, bytes);
    for (int rank = 1; comm->rank == 0 && rank < comm->size; rank++)
        if (rc == MPI_SUCCESS)
            rc = refmpi_recv_bytes(all + (size_t)rank * bytes, bytes, rank,
                                   TAG_GATHER, comm);
    if (rc != MPI_SUCCESS)
        return rc;
    return refmpi_agree_bcast(recv, bytes * (size_t)comm->size, 0, comm);
}

int refmpi_agree_barrier(struct comm *comm)
{
    char nothing = 0;
    return refmpi_agree_allgather(&nothing, &nothing, 0, comm);
}

int refmpi_agree_swap(const void *own, size_t bytes, void *theirs,
                      size_t their_bytes, struct comm *comm)
{
    int rc = MPI_SUCCESS;
    if (comm->rank == 0) {
        struct request *send;
        rc = refmpi_isend(own, (MPI_Count)bytes, refmpi_datatype_get(MPI_BYTE),
                          0, TAG_SWAP, comm, &send);
        if (rc != MPI_SUCCESS)
            return rc;
        rc = refmpi_recv_bytes(theirs, their_bytes, 0, TAG_SWAP, comm);
        refmpi_request_finish(send);
    }
    if (rc == MPI_SUCCESS)
        rc = refmpi_agree_bcast(theirs, their_bytes, 0, comm->local);
    return rc;
}
