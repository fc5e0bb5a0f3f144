/*
 * sendrecv.c - combined send and receive. The nonblocking forms are a request
 * which starts both halves and completes with the second of them.
 */
#include "p2p.h"
#include <stdlib.h>

/* One call's arguments; the replacing form packs its data first. */
struct exchange {
    const void *sendbuf;
    MPI_Count sendcount;
    struct refmpi_datatype *sendtype;
    int dest;
    int sendtag;
    void *recvbuf;
    MPI_Count recvcount;
    struct refmpi_datatype *recvtype;
    int source;
    int recvtag;
    struct comm *comm;
    void *packed; /* owned copy of the data to send, or NULL */
};

static int check(struct exchange *e, MPI_Comm comm, MPI_Datatype sendtype,
                 MPI_Datatype recvtype)
{
    e->comm = refmpi_comm_from(comm);
    if (!e->comm)
        return MPI_ERR_COMM;
    int peers = refmpi_comm_peers(e->comm);
    int rc = refmpi_datatype_check(e->sendcount, sendtype, &e->sendtype);
    if (rc == MPI_SUCCESS)
        rc = refmpi_datatype_check(e->recvcount, recvtype, &e->recvtype);
    if (rc != MPI_SUCCESS)
        return rc;
    if (e->sendtag < 0 || (e->recvtag < 0 && e->recvtag != MPI_ANY_TAG))
        return MPI_ERR_TAG;
    if ((e->dest != MPI_PROC_NULL && (e->dest < 0 || e->dest >= peers)) ||
        (e->source != MPI_PROC_NULL && e->source != MPI_ANY_SOURCE &&
         (e->source < 0 || e->source >= peers)))
        return MPI_ERR_RANK;
    if ((e->dest != MPI_PROC_NULL &&
         refmpi_datatype_lacks_buffer(e->sendbuf, e->sendcount, e->sendtype)) ||
        (e->source != MPI_PROC_NULL &&
         refmpi_datatype_lacks_buffer(e->recvbuf, e->recvcount, e->recvtype)))
        return MPI_ERR_BUFFER;
    return MPI_SUCCESS;
}

/* For the replacing form: the data leave the buffer before any arrive. */
static int pack(struct exchange *e)
{
    if (e->dest == MPI_PROC_NULL)
        return MPI_SUCCESS;
    MPI_Count bytes = e->sendcount * e->sendtype->size;
    e->packed = malloc(bytes > 0 ? (size_t)bytes : 1);
    if (!e->packed)
        return MPI_ERR_NO_MEM;
    refmpi_datatype_pack(e->sendtype, e->sendcount, e->sendbuf, 0, e->packed,
                         bytes);
    e->sendbuf = e->packed;
    e->sendcount = bytes;
    e->sendtype = refmpi_datatype_get(MPI_BYTE);
    return MPI_SUCCESS;
}

static void prepare(struct exchange *e, struct p2p *send, struct p2p *receive)
{
    refmpi_p2p_prepare(receive, REFMPI_REQUEST_RECV, e->recvbuf, e->recvcount,
                       e->recvtype, e->source, e->recvtag, e->comm,
                       e->comm->context);
    refmpi_p2p_prepare(send, REFMPI_REQUEST_SEND, e->sendbuf, e->sendcount,
                       e->sendtype, e->dest, e->sendtag, e->comm,
                       e->comm->context);
    send->mode = refmpi_p2p_mode(P2P_STANDARD, refmpi_p2p_sends());
}

static int exchange_blocking(struct exchange *e, MPI_Status *status)
{
    struct p2p send, receive;
    prepare(e, &send, &receive);
    refmpi_p2p_start(&receive);
    refmpi_p2p_start(&send);
    int rc = refmpi_p2p_finish(&send, MPI_STATUS_IGNORE);
    int received = refmpi_p2p_finish(&receive, status);
    free(e->packed);
    return refmpi_leave_comm(e->comm, rc == MPI_SUCCESS ? received : rc);
}

struct pair {
    struct p2p send, receive;
    void *packed;
};

static bool pair_advance(struct request *request)
{
    struct pair *pair = request->state;
    if (!pair->send.request.complete || !pair->receive.request.complete)
        return false;
    request->status = pair->receive.request.status;
    refmpi_request_complete(request, pair->receive.request.status.MPI_ERROR);
    return true;
}

static void pair_release(struct request *request)
{
    struct pair *pair = request->state;
    refmpi_p2p_clear(&pair->send);
    refmpi_p2p_clear(&pair->receive);
    free(pair->packed);
    free(pair);
}

static int exchange_nonblocking(struct exchange *e, MPI_Request *handle)
{
    if (!handle) {
        free(e->packed);
        return refmpi_leave_comm(e->comm, MPI_ERR_ARG);
    }
    struct request *request = refmpi_request_new(e->comm);
    struct pair *pair = malloc(sizeof *pair);
    if (!request || !pair) {
        if (request)
            refmpi_request_release(request);
        free(pair);
        free(e->packed);
        return refmpi_leave_comm(e->comm, MPI_ERR_NO_MEM);
    }
    prepare(e, &pair->send, &pair->receive);
    pair->packed = e->packed;
    request->state = pair;
    request->advance = pair_advance;
    request->release = pair_release;
    refmpi_p2p_start(&pair->receive);
    refmpi_p2p_start(&pair->send);
    refmpi_request_schedule(request);
    pair_advance(request);
    *handle = refmpi_request_handle(request);
    return refmpi_leave_comm(e->comm, MPI_SUCCESS);
}

#define EXCHANGE                                                               \
    struct exchange e = {sendbuf, sendcount, NULL,      dest,                  \
                         sendtag, recvbuf,   recvcount, NULL,                  \
                         source,  recvtag,   NULL,      NULL};                 \
    int rc = check(&e, comm, sendtype, recvtype)

#define REPLACE                                                                \
    struct exchange e = {buf,   count, NULL,   dest,    sendtag, buf,          \
                         count, NULL,  source, recvtag, NULL,    NULL};        \
    int rc = check(&e, comm, datatype, datatype);                              \
    if (rc == MPI_SUCCESS)                                                     \
    rc = pack(&e)

#define SENDRECV(name, count_type)                                             \
    int PMPI_##name(const void *sendbuf, count_type sendcount,                 \
                    MPI_Datatype sendtype, int dest, int sendtag,              \
                    void *recvbuf, count_type recvcount,                       \
                    MPI_Datatype recvtype, int source, int recvtag,            \
                    MPI_Comm comm, MPI_Status *status)                         \
    {                                                                          \
        refmpi_enter("MPI_" #name);                                            \
        EXCHANGE;                                                              \
        return rc != MPI_SUCCESS ? refmpi_leave_comm(e.comm, rc)               \
                                 : exchange_blocking(&e, status);              \
    }

#define ISENDRECV(name, count_type)                                            \
    int PMPI_##name(const void *sendbuf, count_type sendcount,                 \
                    MPI_Datatype sendtype, int dest, int sendtag,              \
                    void *recvbuf, count_type recvcount,                       \
                    MPI_Datatype recvtype, int source, int recvtag,            \
                    MPI_Comm comm, MPI_Request *request)                       \
    {                                                                          \
        refmpi_enter("MPI_" #name);                                            \
        EXCHANGE;                                                              \
        return rc != MPI_SUCCESS ? refmpi_leave_comm(e.comm, rc)               \
                                 : exchange_nonblocking(&e, request);          \
    }

#define SENDRECV_REPLACE(name, count_type)                                     \
    int PMPI_##name(void *buf, count_type count, MPI_Datatype datatype,        \
                    int dest, int sendtag, int source, int recvtag,            \
                    MPI_Comm comm, MPI_Status *status)                         \
    {                                                                          \
        refmpi_enter("MPI_" #name);                                            \
        REPLACE;                                                               \
        return rc != MPI_SUCCESS ? refmpi_leave_comm(e.comm, rc)               \
                                 : exchange_blocking(&e, status);              \
    }

#define ISENDRECV_REPLACE(name, count_type)                                    \
    int PMPI_##name(void *buf, count_type count, MPI_Datatype datatype,        \
                    int dest, int sendtag, int source, int recvtag,            \
                    MPI_Comm comm, MPI_Request *request)                       \
    {                                                                          \
        refmpi_enter("MPI_" #name);                                            \
        REPLACE;                                                               \
        return rc != MPI_SUCCESS ? refmpi_leave_comm(e.comm, rc)               \
                                 : exchange_nonblocking(&e, request);          \
    }

SENDRECV(Sendrecv, int)
REFMPI_ALIAS(Sendrecv)
SENDRECV(Sendrecv_c, MPI_Count)
REFMPI_ALIAS(Sendrecv_c)
ISENDRECV(Isendrecv, int)
REFMPI_ALIAS(Isendrecv)
ISENDRECV(Isendrecv_c, MPI_Count)
REFMPI_ALIAS(Isendrecv_c)
SENDRECV_REPLACE(Sendrecv_replace, int)
REFMPI_ALIAS(Sendrecv_replace)
SENDRECV_REPLACE(Sendrecv_replace_c, MPI_Count)
REFMPI_ALIAS(Sendrecv_replace_c)
ISENDRECV_REPLACE(Isendrecv_replace, int)
REFMPI_ALIAS(Isendrecv_replace)
ISENDRECV_REPLACE(Isendrecv_replace_c, MPI_Count)
REFMPI_ALIAS(Isendrecv_replace_c)
