/* recv.c - the public receives, probes and send-receives. */
#include "p2p.h"
#include <stdlib.h>

/* A message taken by a matching probe, waiting for its receive. */
struct message {
    struct object object;
    struct comm *comm;
    struct unexpected *unexpected;
};

/* Who and what may be received from; *comm is set on success. */
static int check_envelope(int source, int tag, MPI_Comm handle,
                          struct comm **comm)
{
    *comm = refmpi_comm_from(handle);
    if (!*comm)
        return MPI_ERR_COMM;
    if (tag < 0 && tag != MPI_ANY_TAG)
        return MPI_ERR_TAG;
    if (source != MPI_PROC_NULL && source != MPI_ANY_SOURCE &&
        (source < 0 || source >= refmpi_comm_peers(*comm)))
        return MPI_ERR_RANK;
    return MPI_SUCCESS;
}

/* is_nobody: nothing comes, and so no buffer is needed (3.10). */
static int check_buffer(const void *buffer, MPI_Count count, MPI_Datatype type,
                        bool is_nobody, struct refmpi_datatype **datatype)
{
    int rc = refmpi_datatype_check(count, type, datatype);
    if (rc == MPI_SUCCESS && !is_nobody &&
        refmpi_datatype_lacks_buffer(buffer, count, *datatype))
        rc = MPI_ERR_BUFFER;
    return rc;
}

static int receive_blocking(void *buffer, MPI_Count count, MPI_Datatype type,
                            int source, int tag, MPI_Comm handle,
                            MPI_Status *status)
{
    struct comm *comm;
    struct refmpi_datatype *datatype;
    int rc = check_envelope(source, tag, handle, &comm);
    if (rc == MPI_SUCCESS)
        rc = check_buffer(buffer, count, type, source == MPI_PROC_NULL,
                          &datatype);
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(comm, rc);
    struct p2p p;
    refmpi_p2p_prepare(&p, REFMPI_REQUEST_RECV, buffer, count, datatype, source,
                       tag, comm, comm->context);
    refmpi_p2p_start(&p);
    rc = refmpi_p2p_finish(&p, status);
    return refmpi_leave_comm(comm, rc);
}

static int receive_nonblocking(void *buffer, MPI_Count count, MPI_Datatype type,
                               int source, int tag, MPI_Comm handle,
                               bool is_persistent, MPI_Request *request)
{
    struct comm *comm;
    struct refmpi_datatype *datatype;
    int rc = check_envelope(source, tag, handle, &comm);
    if (rc == MPI_SUCCESS)
        rc = check_buffer(buffer, count, type, source == MPI_PROC_NULL,
                          &datatype);
    if (rc == MPI_SUCCESS && !request)
        rc = MPI_ERR_ARG;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(comm, rc);
    struct p2p *p = refmpi_p2p_new();
    if (!p)
        return refmpi_leave_comm(comm, MPI_ERR_NO_MEM);
    refmpi_p2p_prepare(p, REFMPI_REQUEST_RECV, buffer, count, datatype, source,
                       tag, comm, comm->context);
    p->request.is_persistent = is_persistent;
    if (!is_persistent)
        refmpi_p2p_start(p);
    *request = refmpi_request_handle(&p->request);
    return refmpi_leave_comm(comm, MPI_SUCCESS);
}

#define RECV(name, count_type)                                                 \
    int PMPI_##name(void *buf, count_type count, MPI_Datatype datatype,        \
                    int source, int tag, MPI_Comm comm, MPI_Status *status)    \
    {                                                                          \
        refmpi_enter("MPI_" #name);                                            \
        return receive_blocking(buf, count, datatype, source, tag, comm,       \
                                status);                                       \
    }

#define IRECV(name, count_type, is_persistent)                                 \
    int PMPI_##name(void *buf, count_type count, MPI_Datatype datatype,        \
                    int source, int tag, MPI_Comm comm, MPI_Request *request)  \
    {                                                                          \
        refmpi_enter("MPI_" #name);                                            \
        return receive_nonblocking(buf, count, datatype, source, tag, comm,    \
                                   is_persistent, request);                    \
    }

RECV(Recv, int)
REFMPI_ALIAS(Recv)
RECV(Recv_c, MPI_Count)
REFMPI_ALIAS(Recv_c)
IRECV(Irecv, int, false)
REFMPI_ALIAS(Irecv)
IRECV(Irecv_c, MPI_Count, false)
REFMPI_ALIAS(Irecv_c)
IRECV(Recv_init, int, true)
REFMPI_ALIAS(Recv_init)
IRECV(Recv_init_c, MPI_Count, true)
REFMPI_ALIAS(Recv_init_c)

/* ---------------------------------------------------------------- probes */

struct probe {
    struct comm *comm;
    int source;
    int tag;
    bool extract;
    bool is_blocking;
    struct unexpected *found;
};

static bool probe_succeeds(void *argument)
{
    struct probe *probe = argument;
    probe->found = refmpi_p2p_probe(probe->comm, probe->source, probe->tag,
                                    probe->extract, probe->is_blocking);
    return probe->found;
}

/* A probe of nobody finds a message of no data from MPI_PROC_NULL. */
static void set_no_process(MPI_Status *status)
{
    if (status == MPI_STATUS_IGNORE)
        return;
    MPI_Status none;
    refmpi_status_empty(&none);
    none.MPI_SOURCE = MPI_PROC_NULL;
    refmpi_status_copy(status, &none);
}

static void set_found(const struct unexpected *found, MPI_Status *status)
{
    if (status == MPI_STATUS_IGNORE)
        return;
    MPI_Status filled;
    refmpi_p2p_status(found, &filled);
    refmpi_status_copy(status, &filled);
}

int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status)
{
    refmpi_enter("MPI_Probe");
    struct probe probe = {.source = source, .tag = tag, .is_blocking = true};
    int rc = check_envelope(source, tag, comm, &probe.comm);
    if (rc == MPI_SUCCESS && source == MPI_PROC_NULL) {
        set_no_process(status);
    } else if (rc == MPI_SUCCESS) {
        refmpi_wait_until(probe_succeeds, &probe);
        set_found(probe.found, status);
    }
    return refmpi_leave_comm(probe.comm, rc);
}
REFMPI_ALIAS(Probe)

int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag,
                MPI_Status *status)
{
    refmpi_enter("MPI_Iprobe");
    struct probe probe = {.source = source, .tag = tag};
    int rc = check_envelope(source, tag, comm, &probe.comm);
    if (rc == MPI_SUCCESS && !flag)
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS && source == MPI_PROC_NULL) {
        *flag = 1;
        set_no_process(status);
    } else if (rc == MPI_SUCCESS) {
        refmpi_progress();
        *flag = probe_succeeds(&probe);
        if (*flag)
            set_found(probe.found, status);
    }
    return refmpi_leave_comm(probe.comm, rc);
}
REFMPI_ALIAS(Iprobe)

static int message_new(struct probe *probe, MPI_Message *handle)
{
    struct message *message = malloc(sizeof *message);
    if (!message)
        refmpi_fatal(NULL, "out of memory for a matched message");
    message->object = (struct object){REFMPI_MAGIC_MESSAGE, 1};
    message->comm = probe->comm;
    message->unexpected = probe->found;
    refmpi_comm_retain(probe->comm);
    *handle = (MPI_Message)(void *)message;
    return MPI_SUCCESS;
}

int PMPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message,
                MPI_Status *status)
{
    refmpi_enter("MPI_Mprobe");
    struct probe probe = {
        .source = source, .tag = tag, .extract = true, .is_blocking = true};
    int rc = check_envelope(source, tag, comm, &probe.comm);
    if (rc == MPI_SUCCESS && !message)
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS && source == MPI_PROC_NULL) {
        set_no_process(status);
        *message = MPI_MESSAGE_NO_PROC;
    } else if (rc == MPI_SUCCESS) {
        refmpi_wait_until(probe_succeeds, &probe);
        set_found(probe.found, status);
        rc = message_new(&probe, message);
    }
    return refmpi_leave_comm(probe.comm, rc);
}
REFMPI_ALIAS(Mprobe)

int PMPI_Improbe(int source, int tag, MPI_Comm comm, int *flag,
                 MPI_Message *message, MPI_Status *status)
{
    refmpi_enter("MPI_Improbe");
    struct probe probe = {.source = source, .tag = tag, .extract = true};
    int rc = check_envelope(source, tag, comm, &probe.comm);
    if (rc == MPI_SUCCESS && (!message || !flag))
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS && source == MPI_PROC_NULL) {
        *flag = 1;
        set_no_process(status);
        *message = MPI_MESSAGE_NO_PROC;
    } else if (rc == MPI_SUCCESS) {
        refmpi_progress();
        *flag = probe_succeeds(&probe);
        *message = MPI_MESSAGE_NULL;
        if (*flag) {
            set_found(probe.found, status);
            rc = message_new(&probe, message);
        }
    }
    return refmpi_leave_comm(probe.comm, rc);
}
REFMPI_ALIAS(Improbe)

/*
 * Prepares and starts the receive of a matched message. The message is used
 * up; *comm is set if it belongs to one.
 */
static int start_matched(struct p2p *p, void *buffer, MPI_Count count,
                         MPI_Datatype type, MPI_Message *handle)
{
    struct refmpi_datatype *datatype;
    bool is_nobody = *handle == MPI_MESSAGE_NO_PROC;
    int rc = check_buffer(buffer, count, type, is_nobody, &datatype);
    if (rc != MPI_SUCCESS)
        return rc;
    if (!is_nobody && !refmpi_is_object(*handle, REFMPI_MAGIC_MESSAGE))
        return MPI_ERR_REQUEST;
    struct message *message = is_nobody ? NULL : (void *)*handle;
    struct comm *comm = message ? message->comm : refmpi.self;
    refmpi_p2p_prepare(p, REFMPI_REQUEST_RECV, buffer, count, datatype,
                       MPI_PROC_NULL, MPI_ANY_TAG, comm, comm->context);
    *handle = MPI_MESSAGE_NULL;
    if (is_nobody) {
        refmpi_p2p_start(p);
        return MPI_SUCCESS;
    }
    refmpi_request_begin(&p->request, true);
    refmpi_status_empty(&p->request.status);
    refmpi_p2p_receive_message(p, message->unexpected);
    refmpi_comm_release(message->comm);
    message->object.magic = 0;
    free(message);
    return MPI_SUCCESS;
}

static int receive_matched(void *buffer, MPI_Count count, MPI_Datatype type,
                           MPI_Message *message, MPI_Status *status)
{
    struct p2p p;
    int rc =
        message ? start_matched(&p, buffer, count, type, message) : MPI_ERR_ARG;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(NULL, rc);
    struct comm *comm = p.request.comm;
    refmpi_comm_retain(comm);
    rc = refmpi_p2p_finish(&p, status);
    return refmpi_leave_held(comm, rc);
}

static int ireceive_matched(void *buffer, MPI_Count count, MPI_Datatype type,
                            MPI_Message *message, MPI_Request *request)
{
    if (!message || !request)
        return refmpi_leave_comm(NULL, MPI_ERR_ARG);
    struct p2p *p = refmpi_p2p_new();
    if (!p)
        return refmpi_leave_comm(NULL, MPI_ERR_NO_MEM);
    int rc = start_matched(p, buffer, count, type, message);
    if (rc == MPI_SUCCESS)
        *request = refmpi_request_handle(&p->request);
    else
        refmpi_p2p_free(p);
    return refmpi_leave_comm(NULL, rc);
}

#define MRECV(name, count_type)                                                \
    int PMPI_##name(void *buf, count_type count, MPI_Datatype datatype,        \
                    MPI_Message *message, MPI_Status *status)                  \
    {                                                                          \
        refmpi_enter("MPI_" #name);                                            \
        return receive_matched(buf, count, datatype, message, status);         \
    }

#define IMRECV(name, count_type)                                               \
    int PMPI_##name(void *buf, count_type count, MPI_Datatype datatype,        \
                    MPI_Message *message, MPI_Request *request)                \
    {                                                                          \
        refmpi_enter("MPI_" #name);                                            \
        return ireceive_matched(buf, count, datatype, message, request);       \
    }

MRECV(Mrecv, int)
REFMPI_ALIAS(Mrecv)
MRECV(Mrecv_c, MPI_Count)
REFMPI_ALIAS(Mrecv_c)
IMRECV(Imrecv, int)
REFMPI_ALIAS(Imrecv)
IMRECV(Imrecv_c, MPI_Count)
REFMPI_ALIAS(Imrecv_c)
