/*
 * buffer.c - buffered sends. The message is packed into the attached buffer
 * and sent from there; its slot is free again when the send is complete.
 */
#include "p2p.h"
#include <limits.h>
#include <stdlib.h>

/* A piece of the attached buffer in use. */
struct slot {
    struct slot *next; /* by offset */
    MPI_Count offset;
    MPI_Count bytes;
    struct p2p send;
};

static struct {
    char *base;
    MPI_Count size;
    bool is_attached;
    bool is_automatic; /* MPI_BUFFER_AUTOMATIC: slots come from the heap */
    struct slot *slots;
} attached;

/* Takes back the slots whose messages are on their way. */
static void collect(void)
{
    for (struct slot **link = &attached.slots; *link;) {
        struct slot *slot = *link;
        if (!slot->send.request.complete) {
            link = &slot->next;
            continue;
        }
        *link = slot->next;
        refmpi_p2p_clear(&slot->send);
        if (attached.is_automatic)
            free(slot->send.buffer);
        free(slot);
    }
}

static bool all_sent(void *unused)
{
    (void)unused;
    collect();
    return !attached.slots;
}

/* First gap of the buffer which is large enough: where to link a slot. */
static struct slot **find_gap(MPI_Count bytes, MPI_Count *offset)
{
    MPI_Count at = 0;
    struct slot **link = &attached.slots;
    for (; *link; link = &(*link)->next) {
        if ((*link)->offset - at >= bytes)
            break;
        at = (*link)->offset + (*link)->bytes;
    }
    if (!attached.is_automatic && !*link && attached.size - at < bytes)
        return NULL;
    *offset = at;
    return link;
}

int refmpi_bsend(const void *buffer, MPI_Count count,
                 struct refmpi_datatype *datatype, int dest, int tag,
                 struct comm *comm)
{
    MPI_Count bytes = count * datatype->size;
    MPI_Count offset = 0;
    if (!attached.is_attached)
        return MPI_ERR_BUFFER;
    collect();
    struct slot **link = find_gap(bytes + MPI_BSEND_OVERHEAD, &offset);
    if (!link) {
        refmpi_progress();
        collect();
        link = find_gap(bytes + MPI_BSEND_OVERHEAD, &offset);
    }
    if (!link)
        return MPI_ERR_BUFFER;
    struct slot *slot = malloc(sizeof *slot);
    void *copy = attached.is_automatic ? malloc(bytes ? (size_t)bytes : 1)
                                       : attached.base + offset;
    if (!slot || !copy) {
        free(slot);
        return MPI_ERR_BUFFER;
    }
    refmpi_datatype_pack(datatype, count, buffer, 0, copy, bytes);
    slot->offset = offset;
    slot->bytes = bytes + MPI_BSEND_OVERHEAD;
    slot->next = *link;
    *link = slot;
    refmpi_p2p_prepare(&slot->send, REFMPI_REQUEST_SEND, copy, bytes,
                       refmpi_datatype_get(MPI_BYTE), dest, tag, comm,
                       comm->context);
    refmpi_p2p_start(&slot->send);
    return MPI_SUCCESS;
}

static int attach(void *buffer, MPI_Count size)
{
    if (attached.is_attached || (!buffer && size > 0))
        return MPI_ERR_BUFFER;
    if (size < 0)
        return MPI_ERR_ARG;
    attached.base = buffer;
    attached.size = size;
    attached.is_automatic = buffer == MPI_BUFFER_AUTOMATIC;
    attached.is_attached = true;
    return MPI_SUCCESS;
}

/* Waits until the buffer's messages are sent, then gives it back. */
static int detach(void *address, MPI_Count *size)
{
    if (!attached.is_attached)
        return MPI_ERR_BUFFER;
    refmpi_wait_until(all_sent, NULL);
    *(void **)address = attached.base;
    *size = attached.is_automatic ? 0 : attached.size;
    attached.is_attached = false;
    attached.is_automatic = false;
    return MPI_SUCCESS;
}

void refmpi_buffer_finalize(void)
{
    refmpi_wait_until(all_sent, NULL);
    attached.is_attached = false;
}

int PMPI_Buffer_attach(void *buffer, int size)
{
    refmpi_enter("MPI_Buffer_attach");
    return refmpi_leave_comm(NULL, attach(buffer, size));
}
REFMPI_ALIAS(Buffer_attach)

int PMPI_Buffer_attach_c(void *buffer, MPI_Count size)
{
    refmpi_enter("MPI_Buffer_attach_c");
    return refmpi_leave_comm(NULL, attach(buffer, size));
}
REFMPI_ALIAS(Buffer_attach_c)

int PMPI_Buffer_detach(void *buffer_addr, int *size)
{
    refmpi_enter("MPI_Buffer_detach");
    if (!buffer_addr || !size)
        return refmpi_leave_comm(NULL, MPI_ERR_ARG);
    MPI_Count bytes = 0;
    int rc = detach(buffer_addr, &bytes);
    if (rc == MPI_SUCCESS)
        *size = bytes > INT_MAX ? MPI_UNDEFINED : (int)bytes;
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Buffer_detach)

int PMPI_Buffer_detach_c(void *buffer_addr, MPI_Count *size)
{
    refmpi_enter("MPI_Buffer_detach_c");
    if (!buffer_addr || !size)
        return refmpi_leave_comm(NULL, MPI_ERR_ARG);
    return refmpi_leave_comm(NULL, detach(buffer_addr, size));
}
REFMPI_ALIAS(Buffer_detach_c)

int PMPI_Buffer_flush(void)
{
    refmpi_enter("MPI_Buffer_flush");
    refmpi_wait_until(all_sent, NULL);
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Buffer_flush)

static bool flush_advance(struct request *request)
{
    if (!all_sent(NULL))
        return false;
    refmpi_request_complete(request, MPI_SUCCESS);
    return true;
}

int PMPI_Buffer_iflush(MPI_Request *request)
{
    refmpi_enter("MPI_Buffer_iflush");
    struct request *flush = request ? refmpi_request_new(NULL) : NULL;
    if (!flush)
        return refmpi_leave_comm(NULL, request ? MPI_ERR_NO_MEM : MPI_ERR_ARG);
    flush->advance = flush_advance;
    refmpi_request_schedule(flush);
    flush_advance(flush);
    *request = refmpi_request_handle(flush);
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Buffer_iflush)
