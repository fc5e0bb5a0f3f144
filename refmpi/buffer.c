/*
 * buffer.c - buffered sends. The message is packed into the attached buffer
 * and sent from there; its slot is free again when the send is complete.
 */
#include "buffer.h"
#include "p2p.h"
#include "session.h"
#include <stdlib.h>

/* A piece of an attached buffer in use. */
struct slot {
    struct slot *next; /* by offset */
    MPI_Count offset;
    MPI_Count bytes;
    bool is_own; /* the memory is the slot's */
    struct p2p send;
};

struct buffer {
    struct buffer *next; /* in the list of all */
    char *base;
    MPI_Count size;
    bool is_attached;
    bool is_automatic; /* MPI_BUFFER_AUTOMATIC: slots come from the heap */
    bool is_dropped;   /* nobody has it any more */
    int flushes;       /* requests that wait for it */
    struct slot *slots;
};

static struct buffer *buffers;
static struct buffer *of_process; /* NULL: none was attached so far */
static struct buffer *of_library; /* for standard sends that never wait */

/* Weak progress: the last message, not sent yet; there is one at most, since
 * every call begins with sending it, and so does every further message of
 * MPI_Startall, which must not overtake it. */
static struct slot *waiting;

/* Takes back the slots whose messages are on their way. */
static void collect(struct buffer *buffer)
{
    for (struct slot **link = &buffer->slots; *link;) {
        struct slot *slot = *link;
        if (!slot->send.request.complete) {
            link = &slot->next;
            continue;
        }
        *link = slot->next;
        refmpi_p2p_clear(&slot->send);
        if (slot->is_own)
            free(slot->send.buffer);
        free(slot);
    }
}

/* Frees the buffers that nobody has and whose messages are sent. */
static void sweep(void)
{
    for (struct buffer **link = &buffers; *link;) {
        struct buffer *buffer = *link;
        collect(buffer);
        if (!buffer->is_dropped || buffer->slots || buffer->flushes > 0) {
            link = &buffer->next;
            continue;
        }
        *link = buffer->next;
        free(buffer);
    }
}

static bool all_sent(void *buffer)
{
    collect(buffer);
    return !((struct buffer *)buffer)->slots;
}

/* First gap of the buffer which is large enough: where to link a slot. */
static struct slot **find_gap(struct buffer *buffer, MPI_Count bytes,
                              MPI_Count *offset)
{
    MPI_Count at = 0;
    struct slot **link = &buffer->slots;
    for (; *link; link = &(*link)->next) {
        if ((*link)->offset - at >= bytes)
            break;
        at = (*link)->offset + (*link)->bytes;
    }
    if (!buffer->is_automatic && !*link && buffer->size - at < bytes)
        return NULL;
    *offset = at;
    return link;
}

/* That of the communicator, else of its session, else of the process
 * (MPI-4.1, 3.6); NULL: none is attached. */
static struct buffer *buffer_for(const struct comm *comm)
{
    struct buffer *of_session = refmpi_session_buffer(comm->session);
    if (comm->buffer && comm->buffer->is_attached)
        return comm->buffer;
    if (of_session && of_session->is_attached)
        return of_session;
    return of_process && of_process->is_attached ? of_process : NULL;
}

static int send_from(struct buffer *attached, const void *buffer,
                     MPI_Count count, struct refmpi_datatype *datatype,
                     int dest, int tag, struct comm *comm)
{
    MPI_Count bytes = count * datatype->size;
    MPI_Count offset = 0;
    sweep();
    struct slot **link =
        find_gap(attached, bytes + MPI_BSEND_OVERHEAD, &offset);
    if (!link) {
        refmpi_progress();
        collect(attached);
        link = find_gap(attached, bytes + MPI_BSEND_OVERHEAD, &offset);
    }
    if (!link)
        return MPI_ERR_BUFFER;
    struct slot *slot = malloc(sizeof *slot);
    void *copy = attached->is_automatic ? malloc(bytes ? (size_t)bytes : 1)
                                        : attached->base + offset;
    if (!slot || !copy) {
        free(slot);
        return MPI_ERR_BUFFER;
    }
    refmpi_datatype_pack(datatype, count, buffer, 0, copy, bytes);
    slot->is_own = attached->is_automatic;
    slot->offset = offset;
    slot->bytes = bytes + MPI_BSEND_OVERHEAD;
    slot->next = *link;
    *link = slot;
    refmpi_p2p_prepare(&slot->send, REFMPI_REQUEST_SEND, copy, bytes,
                       refmpi_datatype_get(MPI_BYTE), dest, tag, comm,
                       comm->context);
    refmpi_buffer_start();
    waiting = slot;
    if (refmpi.progress == REFMPI_PROGRESS_STRONG)
        refmpi_buffer_start();
    return MPI_SUCCESS;
}

void refmpi_buffer_start(void)
{
    struct slot *slot = waiting;

    waiting = NULL;
    if (slot)
        refmpi_p2p_start(&slot->send);
}

int refmpi_bsend(const void *buffer, MPI_Count count,
                 struct refmpi_datatype *datatype, int dest, int tag,
                 struct comm *comm)
{
    struct buffer *attached = buffer_for(comm);

    if (!attached)
        return MPI_ERR_BUFFER;
    return send_from(attached, buffer, count, datatype, dest, tag, comm);
}

int refmpi_send_eagerly(const void *buffer, MPI_Count count,
                        struct refmpi_datatype *datatype, int dest, int tag,
                        struct comm *comm)
{
    int rc = of_library
                 ? MPI_SUCCESS
                 : refmpi_buffer_attach(&of_library, MPI_BUFFER_AUTOMATIC, 0);

    if (rc != MPI_SUCCESS)
        return rc;
    rc = send_from(of_library, buffer, count, datatype, dest, tag, comm);
    refmpi_buffer_start();
    return rc;
}

int refmpi_buffer_attach(struct buffer **place, void *base, MPI_Count size)
{
    struct buffer *buffer = *place;
    if ((buffer && buffer->is_attached) || (!base && size > 0))
        return MPI_ERR_BUFFER;
    if (size < 0)
        return MPI_ERR_ARG;
    if (!buffer) {
        buffer = calloc(1, sizeof *buffer);
        if (!buffer)
            return MPI_ERR_NO_MEM;
        buffer->next = buffers;
        *place = buffers = buffer;
    }
    buffer->base = base;
    buffer->size = size;
    buffer->is_automatic = base == MPI_BUFFER_AUTOMATIC;
    buffer->is_attached = true;
    return MPI_SUCCESS;
}

int refmpi_buffer_detach(struct buffer *buffer, void *address, MPI_Count *size)
{
    if (!buffer || !buffer->is_attached)
        return MPI_ERR_BUFFER;
    refmpi_wait_until(all_sent, buffer);
    *(void **)address = buffer->base;
    *size = buffer->is_automatic ? 0 : buffer->size;
    buffer->is_attached = false;
    return MPI_SUCCESS;
}

void refmpi_buffer_flush(struct buffer *buffer)
{
    if (buffer)
        refmpi_wait_until(all_sent, buffer);
}

static bool flush_advance(struct request *request)
{
    struct buffer *buffer = request->state;
    if (buffer && !all_sent(buffer))
        return false;
    if (buffer)
        buffer->flushes--;
    refmpi_request_complete(request, MPI_SUCCESS);
    return true;
}

int refmpi_buffer_iflush(struct buffer *buffer, MPI_Request *request)
{
    struct request *flush = refmpi_request_new(NULL);
    if (!flush)
        return MPI_ERR_NO_MEM;
    if (buffer)
        buffer->flushes++;
    flush->state = buffer;
    flush->advance = flush_advance;
    refmpi_request_schedule(flush);
    flush_advance(flush);
    *request = refmpi_request_handle(flush);
    return MPI_SUCCESS;
}

void refmpi_buffer_drop(struct buffer *buffer)
{
    if (!buffer)
        return;
    /* The user's memory is his again. */
    if (buffer->is_attached && !buffer->is_automatic)
        refmpi_wait_until(all_sent, buffer);
    buffer->is_attached = false;
    buffer->is_dropped = true;
}

void refmpi_buffer_finalize(void)
{
    refmpi_buffer_drop(of_process);
    refmpi_buffer_drop(of_library);
    of_process = of_library = NULL;
    for (struct buffer *buffer = buffers; buffer; buffer = buffer->next)
        refmpi_wait_until(all_sent, buffer);
    sweep();
}

struct buffer **refmpi_buffer_of_process(void)
{
    return &of_process;
}
