/* buffer_attach.c - attaching, detaching and flushing the three kinds of
 * buffers (MPI-4.1, 3.6). */
#include "buffer.h"
#include "session.h"
#include <limits.h>

static struct buffer **of_comm(struct comm *comm)
{
    return comm ? &comm->buffer : NULL;
}

/* place NULL: the handle was invalid, bad says how. */
static int attach(struct buffer **place, void *base, MPI_Count size, int bad)
{
    return place ? refmpi_buffer_attach(place, base, size) : bad;
}

static int detach(struct buffer **place, void *address, MPI_Count *size,
                  int bad)
{
    if (!place)
        return bad;
    if (!address || !size)
        return MPI_ERR_ARG;
    return refmpi_buffer_detach(*place, address, size);
}

/* The same for a size that is an int. */
static int detach_int(struct buffer **place, void *address, int *size, int bad)
{
    MPI_Count wide = 0;
    int rc = detach(place, address, size ? &wide : NULL, bad);
    if (rc == MPI_SUCCESS)
        *size = wide > INT_MAX ? MPI_UNDEFINED : (int)wide;
    return rc;
}

static int flush(struct buffer **place, int bad)
{
    if (!place)
        return bad;
    refmpi_buffer_flush(*place);
    return MPI_SUCCESS;
}

static int iflush(struct buffer **place, MPI_Request *request, int bad)
{
    if (!place)
        return bad;
    return request ? refmpi_buffer_iflush(*place, request) : MPI_ERR_ARG;
}

/* --- of the process */

int PMPI_Buffer_attach(void *buffer, int size)
{
    refmpi_enter("MPI_Buffer_attach");
    return refmpi_leave_comm(
        NULL, attach(refmpi_buffer_of_process(), buffer, size, MPI_ERR_OTHER));
}
REFMPI_ALIAS(Buffer_attach)

int PMPI_Buffer_attach_c(void *buffer, MPI_Count size)
{
    refmpi_enter("MPI_Buffer_attach_c");
    return refmpi_leave_comm(
        NULL, attach(refmpi_buffer_of_process(), buffer, size, MPI_ERR_OTHER));
}
REFMPI_ALIAS(Buffer_attach_c)

int PMPI_Buffer_detach(void *buffer_addr, int *size)
{
    refmpi_enter("MPI_Buffer_detach");
    return refmpi_leave_comm(NULL,
                             detach_int(refmpi_buffer_of_process(), buffer_addr,
                                        size, MPI_ERR_OTHER));
}
REFMPI_ALIAS(Buffer_detach)

int PMPI_Buffer_detach_c(void *buffer_addr, MPI_Count *size)
{
    refmpi_enter("MPI_Buffer_detach_c");
    return refmpi_leave_comm(NULL, detach(refmpi_buffer_of_process(),
                                          buffer_addr, size, MPI_ERR_OTHER));
}
REFMPI_ALIAS(Buffer_detach_c)

int PMPI_Buffer_flush(void)
{
    refmpi_enter("MPI_Buffer_flush");
    return refmpi_leave_comm(NULL,
                             flush(refmpi_buffer_of_process(), MPI_ERR_OTHER));
}
REFMPI_ALIAS(Buffer_flush)

int PMPI_Buffer_iflush(MPI_Request *request)
{
    refmpi_enter("MPI_Buffer_iflush");
    return refmpi_leave_comm(
        NULL, iflush(refmpi_buffer_of_process(), request, MPI_ERR_OTHER));
}
REFMPI_ALIAS(Buffer_iflush)

/* --- of a communicator */

int PMPI_Comm_attach_buffer(MPI_Comm comm, void *buffer, int size)
{
    refmpi_enter("MPI_Comm_attach_buffer");
    struct comm *object = refmpi_comm_from(comm);
    return refmpi_leave_comm(
        object, attach(of_comm(object), buffer, size, MPI_ERR_COMM));
}
REFMPI_ALIAS(Comm_attach_buffer)

int PMPI_Comm_attach_buffer_c(MPI_Comm comm, void *buffer, MPI_Count size)
{
    refmpi_enter("MPI_Comm_attach_buffer_c");
    struct comm *object = refmpi_comm_from(comm);
    return refmpi_leave_comm(
        object, attach(of_comm(object), buffer, size, MPI_ERR_COMM));
}
REFMPI_ALIAS(Comm_attach_buffer_c)

int PMPI_Comm_detach_buffer(MPI_Comm comm, void *buffer_addr, int *size)
{
    refmpi_enter("MPI_Comm_detach_buffer");
    struct comm *object = refmpi_comm_from(comm);
    return refmpi_leave_comm(
        object, detach_int(of_comm(object), buffer_addr, size, MPI_ERR_COMM));
}
REFMPI_ALIAS(Comm_detach_buffer)

int PMPI_Comm_detach_buffer_c(MPI_Comm comm, void *buffer_addr, MPI_Count *size)
{
    refmpi_enter("MPI_Comm_detach_buffer_c");
    struct comm *object = refmpi_comm_from(comm);
    return refmpi_leave_comm(
        object, detach(of_comm(object), buffer_addr, size, MPI_ERR_COMM));
}
REFMPI_ALIAS(Comm_detach_buffer_c)

int PMPI_Comm_flush_buffer(MPI_Comm comm)
{
    refmpi_enter("MPI_Comm_flush_buffer");
    struct comm *object = refmpi_comm_from(comm);
    return refmpi_leave_comm(object, flush(of_comm(object), MPI_ERR_COMM));
}
REFMPI_ALIAS(Comm_flush_buffer)

int PMPI_Comm_iflush_buffer(MPI_Comm comm, MPI_Request *request)
{
    refmpi_enter("MPI_Comm_iflush_buffer");
    struct comm *object = refmpi_comm_from(comm);
    return refmpi_leave_comm(object,
                             iflush(of_comm(object), request, MPI_ERR_COMM));
}
REFMPI_ALIAS(Comm_iflush_buffer)

/* --- of a session */

int PMPI_Session_attach_buffer(MPI_Session session, void *buffer, int size)
{
    refmpi_enter("MPI_Session_attach_buffer");
    struct session *object = refmpi_session_from(session);
    return refmpi_session_leave(object, attach(refmpi_session_place(object),
                                               buffer, size, MPI_ERR_SESSION));
}
REFMPI_ALIAS(Session_attach_buffer)

int PMPI_Session_attach_buffer_c(MPI_Session session, void *buffer,
                                 MPI_Count size)
{
    refmpi_enter("MPI_Session_attach_buffer_c");
    struct session *object = refmpi_session_from(session);
    return refmpi_session_leave(object, attach(refmpi_session_place(object),
                                               buffer, size, MPI_ERR_SESSION));
}
REFMPI_ALIAS(Session_attach_buffer_c)

int PMPI_Session_detach_buffer(MPI_Session session, void *buffer_addr,
                               int *size)
{
    refmpi_enter("MPI_Session_detach_buffer");
    struct session *object = refmpi_session_from(session);
    return refmpi_session_leave(object,
                                detach_int(refmpi_session_place(object),
                                           buffer_addr, size, MPI_ERR_SESSION));
}
REFMPI_ALIAS(Session_detach_buffer)

int PMPI_Session_detach_buffer_c(MPI_Session session, void *buffer_addr,
                                 MPI_Count *size)
{
    refmpi_enter("MPI_Session_detach_buffer_c");
    struct session *object = refmpi_session_from(session);
    return refmpi_session_leave(object,
                                detach(refmpi_session_place(object),
                                       buffer_addr, size, MPI_ERR_SESSION));
}
REFMPI_ALIAS(Session_detach_buffer_c)

int PMPI_Session_flush_buffer(MPI_Session session)
{
    refmpi_enter("MPI_Session_flush_buffer");
    struct session *object = refmpi_session_from(session);
    return refmpi_session_leave(
        object, flush(refmpi_session_place(object), MPI_ERR_SESSION));
}
REFMPI_ALIAS(Session_flush_buffer)

int PMPI_Session_iflush_buffer(MPI_Session session, MPI_Request *request)
{
    refmpi_enter("MPI_Session_iflush_buffer");
    struct session *object = refmpi_session_from(session);
    return refmpi_session_leave(
        object, iflush(refmpi_session_place(object), request, MPI_ERR_SESSION));
}
REFMPI_ALIAS(Session_iflush_buffer)
