/* send.c - the public sends, in both count widths. */
#include "p2p.h"
#include <stdlib.h>

/* Arguments every send has; on success comm and datatype are set. */
static int check_send(const void *buffer, MPI_Count count, MPI_Datatype type,
                      int dest, int tag, MPI_Comm handle, struct comm **comm,
                      struct refmpi_datatype **datatype)
{
    *comm = refmpi_comm_from(handle);
    if (!*comm)
        return MPI_ERR_COMM;
    int rc = refmpi_datatype_check(count, type, datatype);
    if (rc != MPI_SUCCESS)
        return rc;
    if (tag < 0)
        return MPI_ERR_TAG;
    if (dest != MPI_PROC_NULL && (dest < 0 || dest >= refmpi_comm_peers(*comm)))
        return MPI_ERR_RANK;
    if (refmpi_datatype_lacks_buffer(buffer, count, *datatype) &&
        dest != MPI_PROC_NULL)
        return MPI_ERR_BUFFER;
    return MPI_SUCCESS;
}

static int send_blocking(const void *buffer, MPI_Count count, MPI_Datatype type,
                         int dest, int tag, MPI_Comm handle, enum p2p_mode mode)
{
    struct comm *comm;
    struct refmpi_datatype *datatype;
    int rc =
        check_send(buffer, count, type, dest, tag, handle, &comm, &datatype);
    if (rc != MPI_SUCCESS || dest == MPI_PROC_NULL)
        return refmpi_leave_comm(comm, rc);
    if (mode == P2P_BUFFERED) {
        rc = refmpi_bsend(buffer, count, datatype, dest, tag, comm);
        return refmpi_leave_comm(comm, rc);
    }
    enum refmpi_sends sends = refmpi_p2p_sends();
    if (mode == P2P_STANDARD && sends == REFMPI_SENDS_EAGER) {
        rc = refmpi_send_eagerly(buffer, count, datatype, dest, tag, comm);
        return refmpi_leave_comm(comm, rc);
    }
    mode = refmpi_p2p_mode(mode, sends);
    if (mode != P2P_SYNCHRONOUS &&
        refmpi_p2p_send_now(buffer, count, datatype, dest, tag, comm,
                            comm->context))
        return refmpi_leave_comm(comm, MPI_SUCCESS);
    struct p2p p;
    refmpi_p2p_prepare(&p, REFMPI_REQUEST_SEND, buffer, count, datatype, dest,
                       tag, comm, comm->context);
    p.mode = mode;
    refmpi_p2p_start(&p);
    rc = refmpi_p2p_finish(&p, MPI_STATUS_IGNORE);
    return refmpi_leave_comm(comm, rc);
}

/* Start of a persistent buffered send: copied, hence complete at once. */
static int start_buffered(struct request *request)
{
    struct p2p *p = (struct p2p *)request;
    refmpi_request_begin(request, true);
    refmpi_status_empty(&request->status);
    int rc = MPI_SUCCESS;
    if (p->peer != MPI_PROC_NULL)
        rc = refmpi_bsend(p->buffer, p->count, p->datatype, p->peer, p->tag,
                          request->comm);
    refmpi_request_complete(request, rc);
    return rc;
}

static int send_nonblocking(const void *buffer, MPI_Count count,
                            MPI_Datatype type, int dest, int tag,
                            MPI_Comm handle, enum p2p_mode mode,
                            bool is_persistent, MPI_Request *request)
{
    struct comm *comm;
    struct refmpi_datatype *datatype;
    int rc =
        check_send(buffer, count, type, dest, tag, handle, &comm, &datatype);
    if (rc == MPI_SUCCESS && !request)
        rc = MPI_ERR_ARG;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(comm, rc);
    struct p2p *p = refmpi_p2p_new();
    if (!p)
        return refmpi_leave_comm(comm, MPI_ERR_NO_MEM);
    enum p2p_mode kind = refmpi_p2p_mode(mode, refmpi_p2p_sends());
    if (!is_persistent && kind != P2P_SYNCHRONOUS && kind != P2P_BUFFERED &&
        dest != MPI_PROC_NULL &&
        refmpi_p2p_send_now(buffer, count, datatype, dest, tag, comm,
                            comm->context)) {
        refmpi_p2p_sent(p);
        *request = refmpi_request_handle(&p->request);
        return refmpi_leave_comm(comm, MPI_SUCCESS);
    }
    refmpi_p2p_prepare(p, REFMPI_REQUEST_SEND, buffer, count, datatype, dest,
                       tag, comm, comm->context);
    p->mode = kind;
    if (mode == P2P_BUFFERED)
        p->request.start = start_buffered;
    p->request.is_persistent = is_persistent;
    if (!is_persistent && mode == P2P_BUFFERED)
        rc = start_buffered(&p->request);
    else if (!is_persistent)
        refmpi_p2p_start(p);
    if (rc != MPI_SUCCESS)
        refmpi_request_release(&p->request);
    else
        *request = refmpi_request_handle(&p->request);
    return refmpi_leave_comm(comm, rc);
}

#define SEND(name, count_type, mode)                                           \
    int PMPI_##name(const void *buf, count_type count, MPI_Datatype datatype,  \
                    int dest, int tag, MPI_Comm comm)                          \
    {                                                                          \
        refmpi_enter("MPI_" #name);                                            \
        return send_blocking(buf, count, datatype, dest, tag, comm, mode);     \
    }

#define ISEND(name, count_type, mode, is_persistent)                           \
    int PMPI_##name(const void *buf, count_type count, MPI_Datatype datatype,  \
                    int dest, int tag, MPI_Comm comm, MPI_Request *request)    \
    {                                                                          \
        refmpi_enter("MPI_" #name);                                            \
        return send_nonblocking(buf, count, datatype, dest, tag, comm, mode,   \
                                is_persistent, request);                       \
    }

SEND(Send, int, P2P_STANDARD)
REFMPI_ALIAS(Send)
SEND(Send_c, MPI_Count, P2P_STANDARD)
REFMPI_ALIAS(Send_c)
SEND(Ssend, int, P2P_SYNCHRONOUS)
REFMPI_ALIAS(Ssend)
SEND(Ssend_c, MPI_Count, P2P_SYNCHRONOUS)
REFMPI_ALIAS(Ssend_c)
SEND(Rsend, int, P2P_READY)
REFMPI_ALIAS(Rsend)
SEND(Rsend_c, MPI_Count, P2P_READY)
REFMPI_ALIAS(Rsend_c)
SEND(Bsend, int, P2P_BUFFERED)
REFMPI_ALIAS(Bsend)
SEND(Bsend_c, MPI_Count, P2P_BUFFERED)
REFMPI_ALIAS(Bsend_c)

ISEND(Isend, int, P2P_STANDARD, false)
REFMPI_ALIAS(Isend)
ISEND(Isend_c, MPI_Count, P2P_STANDARD, false)
REFMPI_ALIAS(Isend_c)
ISEND(Issend, int, P2P_SYNCHRONOUS, false)
REFMPI_ALIAS(Issend)
ISEND(Issend_c, MPI_Count, P2P_SYNCHRONOUS, false)
REFMPI_ALIAS(Issend_c)
ISEND(Irsend, int, P2P_READY, false)
REFMPI_ALIAS(Irsend)
ISEND(Irsend_c, MPI_Count, P2P_READY, false)
REFMPI_ALIAS(Irsend_c)
ISEND(Ibsend, int, P2P_BUFFERED, false)
REFMPI_ALIAS(Ibsend)
ISEND(Ibsend_c, MPI_Count, P2P_BUFFERED, false)
REFMPI_ALIAS(Ibsend_c)

ISEND(Send_init, int, P2P_STANDARD, true)
REFMPI_ALIAS(Send_init)
ISEND(Send_init_c, MPI_Count, P2P_STANDARD, true)
REFMPI_ALIAS(Send_init_c)
ISEND(Ssend_init, int, P2P_SYNCHRONOUS, true)
REFMPI_ALIAS(Ssend_init)
ISEND(Ssend_init_c, MPI_Count, P2P_SYNCHRONOUS, true)
REFMPI_ALIAS(Ssend_init_c)
ISEND(Rsend_init, int, P2P_READY, true)
REFMPI_ALIAS(Rsend_init)
ISEND(Rsend_init_c, MPI_Count, P2P_READY, true)
REFMPI_ALIAS(Rsend_init_c)
ISEND(Bsend_init, int, P2P_BUFFERED, true)
REFMPI_ALIAS(Bsend_init)
ISEND(Bsend_init_c, MPI_Count, P2P_BUFFERED, true)
REFMPI_ALIAS(Bsend_init_c)
