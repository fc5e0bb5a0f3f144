/*
 * p2p.c - the protocols.
 *
 * EAGER      head and data in one record; complete for the sender once it is
 *            in the ring (with FLAG_ACK: once the receiver has matched it)
 * RTS        head of a long message; its data stay with the sender
 *   HELP     the receiver copies it out of the sender's memory, who may copy
 *   HELPED   a part, and says so
 *   FIN      it is copied
 *   CTS      the receiver cannot do that: send it as a stream of
 *   DATA     pieces (tag of the record: none; id: the receive)
 * ACK        a synchronous eager message was matched
 * CANCEL     take back that message if it is not matched yet
 *   GONE     it is taken back
 * ACTIVE     an active message (RMA)
 */
#include "choice.h"
#include "match.h"
#include "outbox.h"
#include "p2p_copy.h"
#include "replay.h"
#include <stdlib.h>
#include <string.h>

enum record_kind {
    RECORD_PADDING = 0,
    RECORD_EAGER,
    RECORD_RTS,
    RECORD_HELP,
    RECORD_HELPED,
    RECORD_FIN,
    RECORD_CTS,
    RECORD_DATA,
    RECORD_ACK,
    RECORD_CANCEL,
    RECORD_GONE,
    RECORD_ACTIVE
};

#define FLAG_ACK  1 /* tell the sender of the match */
#define FLAG_RUN  2 /* RTS: the data are one run of the sender's memory */
#define EAGER_MAX (16 * 1024)

/* A short record of the protocol. */
static void send_control(int dest, enum record_kind kind, uint64_t id,
                         uint64_t partner)
{
    struct record head = {.kind = (uint16_t)kind,
                          .origin = refmpi.rank,
                          .id = id,
                          .size = partner};
    refmpi_record_post(dest, &head, NULL, 0);
}

/* --------------------------------------------------------------- sending */

static int dest_of(const struct p2p *p)
{
    return refmpi_comm_peer(p->request.comm, p->peer);
}

static void complete(struct p2p *p, int error)
{
    refmpi_request_complete(&p->request, error);
}

/* Packs all of a small message into a record and sends it. */
static bool send_eager(const struct record *head, int dest, const void *buffer,
                       MPI_Count count, const struct refmpi_datatype *datatype)
{
    size_t payload = (size_t)head->size;
    struct record *record = refmpi_ring_reserve(dest, payload);
    if (!record)
        return false;
    refmpi_record_fill(record, head);
    void *start;
    if (refmpi_datatype_run(datatype, count, buffer, &start)) {
        if (payload)
            memcpy(record + 1, start, payload);
    } else {
        refmpi_datatype_pack(datatype, count, buffer, 0, record + 1,
                             (MPI_Count)payload);
    }
    refmpi_ring_publish(dest, record, payload);
    return true;
}

bool refmpi_p2p_send_now(const void *buffer, MPI_Count count,
                         const struct refmpi_datatype *datatype, int dest,
                         int tag, const struct comm *comm, uint32_t context)
{
    MPI_Count bytes = count * datatype->size;
    int world = refmpi_comm_peer(comm, dest);
    if (bytes > EAGER_MAX || refmpi_outbox_first(world))
        return false;
    struct record head = {.kind = RECORD_EAGER,
                          .context = context,
                          .source = comm->rank,
                          .tag = tag,
                          .origin = refmpi.rank,
                          .size = (uint64_t)bytes};
    return send_eager(&head, world, buffer, count, datatype);
}

/* The first record of a send: true if it is out. */
static bool send_first(struct p2p *p)
{
    bool is_eager = p->bytes <= EAGER_MAX;
    struct record head = {.kind = is_eager ? RECORD_EAGER : RECORD_RTS,
                          .flags = p->mode == P2P_SYNCHRONOUS ? FLAG_ACK : 0,
                          .context = p->context,
                          .source = p->request.comm->rank,
                          .tag = p->tag,
                          .origin = refmpi.rank,
                          .size = (uint64_t)p->bytes,
                          .id = (uint64_t)(uintptr_t)p};
    int dest = dest_of(p);
    if (is_eager) {
        if (!send_eager(&head, dest, p->buffer, p->count, p->datatype))
            return false;
        p->is_announced = head.flags & FLAG_ACK;
        if (!p->is_announced)
            complete(p, MPI_SUCCESS);
        return true;
    }
    void *start = NULL;
    if (refmpi_datatype_run(p->datatype, p->count, p->buffer, &start))
        head.flags |= FLAG_RUN;
    uint64_t address = (uint64_t)(uintptr_t)start;
    p->is_announced = refmpi_record_send(dest, &head, &address, sizeof address);
    return p->is_announced;
}

static void start_send(struct p2p *p)
{
    int dest = dest_of(p);
    if (!refmpi_outbox_first(dest) && send_first(p))
        return;
    struct record none = {.kind = RECORD_EAGER};
    p->is_queued = true;
    refmpi_outbox_add(dest, &none, NULL, 0, p);
}

/* Sends pieces of a long message while there is room; true if it is done. */
static bool send_stream(struct p2p *p, int dest, bool *moved)
{
    while (p->moved < p->bytes) {
        MPI_Count piece = p->bytes - p->moved;
        if (piece > EAGER_MAX)
            piece = EAGER_MAX;
        struct record *record = refmpi_ring_reserve(dest, (size_t)piece);
        if (!record)
            return false;
        struct record head = {.kind = RECORD_DATA,
                              .origin = refmpi.rank,
                              .size = (uint64_t)p->moved,
                              .id = p->remote_id};
        refmpi_record_fill(record, &head);
        refmpi_datatype_pack(p->datatype, p->count, p->buffer, p->moved,
                             record + 1, piece);
        refmpi_ring_publish(dest, record, (size_t)piece);
        p->moved += piece;
        *moved = true;
    }
    complete(p, MPI_SUCCESS);
    return true;
}

/* Sends the first thing in an outbox; true if it is out as a whole. */
static bool flush_one(int dest, bool *moved)
{
    struct outgoing *outgoing = refmpi_outbox_first(dest);
    struct p2p *p = outgoing->send;
    bool is_out;
    if (!p)
        is_out = refmpi_record_send(dest, &outgoing->head, outgoing->data,
                                    outgoing->payload);
    else if (outgoing->head.kind == RECORD_DATA)
        is_out = send_stream(p, dest, moved);
    else {
        /* It may be gone once it is out. */
        p->is_queued = false;
        is_out = send_first(p);
        if (!is_out)
            p->is_queued = true;
    }
    if (!is_out)
        return false;
    *moved = true;
    refmpi_outbox_remove_first(dest);
    return true;
}

bool refmpi_p2p_flush(void)
{
    bool moved = false;
    for (int dest = 0; refmpi_p2p_has_unsent() && dest < refmpi.size; dest++)
        while (refmpi_outbox_first(dest) && flush_one(dest, &moved))
            ;
    return moved;
}

/* ------------------------------------------------------------- receiving */

static void deliver(struct p2p *p, const void *data, MPI_Count bytes)
{
    MPI_Count fits = bytes < p->bytes ? bytes : p->bytes;
    void *start;
    if (refmpi_datatype_run(p->datatype, p->count, p->buffer, &start)) {
        if (fits)
            memcpy(start, data, (size_t)fits);
    } else {
        refmpi_datatype_unpack(p->datatype, p->count, p->buffer, 0, data, fits);
    }
}

/* The sender may copy, too. */
static void ask_for_help(int origin, struct p2p *p,
                         const struct copy_task *task)
{
    struct record head = {.kind = RECORD_HELP,
                          .origin = refmpi.rank,
                          .id = (uint64_t)(uintptr_t)p};
    refmpi_record_post(origin, &head, task, sizeof *task);
}

/* A long message is copied, or has to come as a stream. */
static void copied(struct p2p *p, enum copy_result result, int origin,
                   uint64_t send)
{
    if (result == COPY_DONE) {
        send_control(origin, RECORD_FIN, send, 0);
        complete(p, p->request.status.MPI_ERROR);
    } else if (result == COPY_FAILED) {
        p->moved = 0;
        send_control(origin, RECORD_CTS, send, (uint64_t)(uintptr_t)p);
    }
}

/* A receive and a message have met. Both views of the message are alike. */
static void receive(struct p2p *p, const struct record *head, const void *data)
{
    MPI_Count bytes = (MPI_Count)head->size;
    MPI_Status *status = &p->request.status;
    bool is_cut = bytes > p->bytes;
    refmpi_replay_took(p, head->source);
    int error = is_cut ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
    status->MPI_SOURCE = head->source;
    status->MPI_TAG = head->tag;
    status->MPI_ERROR = error;
    refmpi_status_set_bytes(status, is_cut ? p->bytes : bytes);
    if (head->kind == RECORD_EAGER) {
        deliver(p, data, bytes);
        if (head->flags & FLAG_ACK)
            send_control(head->origin, RECORD_ACK, head->id, 0);
        complete(p, error);
        return;
    }
    enum copy_result result = COPY_FAILED;
    p->remote_id = head->size; /* how much will come */
    if (head->flags & FLAG_RUN) {
        uint64_t address;
        memcpy(&address, data, sizeof address);
        result = refmpi_copy_receive(p, head->origin, address,
                                     (size_t)(is_cut ? p->bytes : bytes),
                                     head->id, ask_for_help);
    }
    copied(p, result, head->origin, head->id);
}

static void message_arrived(const struct record *record)
{
    if (refmpi_chooses(record->context) &&
        refmpi_choice_is_open(record->context)) {
        refmpi_match_keep(record);
        refmpi_choice_match(record->context);
        return;
    }
    struct p2p *p = refmpi_match_posted(record);
    if (p)
        receive(p, record, record + 1);
    else
        refmpi_match_keep(record);
}

static void data_arrived(const struct record *record)
{
    struct p2p *p = (struct p2p *)(uintptr_t)record->id;
    MPI_Count at = (MPI_Count)record->size;
    MPI_Count bytes = (MPI_Count)(record->length - sizeof *record);
    if (at < p->bytes) {
        MPI_Count fits = p->bytes - at < bytes ? p->bytes - at : bytes;
        refmpi_datatype_unpack(p->datatype, p->count, p->buffer, at, record + 1,
                               fits);
    }
    p->moved += bytes;
    if (p->moved == (MPI_Count)p->remote_id)
        complete(p, p->request.status.MPI_ERROR);
}

static void stream_wanted(const struct record *record)
{
    struct p2p *p = (struct p2p *)(uintptr_t)record->id;
    struct record head = {.kind = RECORD_DATA};
    p->is_announced = false;
    p->remote_id = record->size;
    p->moved = 0;
    refmpi_outbox_add(record->origin, &head, NULL, 0, p);
}

static void help_wanted(const struct record *record)
{
    struct copy_task task;
    bool has_failed;
    memcpy(&task, record + 1, sizeof task);
    if (!refmpi_copy_help(record->origin, &task, &has_failed))
        return;
    struct record head = {.kind = RECORD_HELPED,
                          .flags = has_failed,
                          .origin = refmpi.rank,
                          .id = record->id,
                          .size = task.send};
    refmpi_record_post(record->origin, &head, NULL, 0);
}

static void help_arrived(const struct record *record)
{
    struct p2p *p = (struct p2p *)(uintptr_t)record->id;
    copied(p, refmpi_copy_helped(p, record->flags), record->origin,
           record->size);
}

static void answer_arrived(const struct record *record)
{
    struct p2p *p = (struct p2p *)(uintptr_t)record->id;
    p->is_announced = false;
    if (record->kind == RECORD_GONE)
        p->request.cancelled = true;
    complete(p, MPI_SUCCESS);
}

/* The sender wants an unmatched message back. */
static void cancel_wanted(const struct record *record)
{
    /* Once matched it will complete as any other. */
    if (!refmpi_match_drop(record))
        return;
    send_control(record->origin, RECORD_GONE, record->id, 0);
    if (refmpi_chooses(record->context))
        refmpi_choice_match(record->context);
}

static refmpi_active_handler *active_handler;

void refmpi_active_register(refmpi_active_handler *handler)
{
    active_handler = handler;
}

void refmpi_active_send(int world_rank, const void *data, size_t bytes)
{
    struct record head = {.kind = RECORD_ACTIVE, .origin = refmpi.rank};
    refmpi_record_post(world_rank, &head, data, bytes);
}

void refmpi_p2p_dispatch(const struct record *record)
{
    switch ((enum record_kind)record->kind) {
    case RECORD_EAGER:
    case RECORD_RTS:
        message_arrived(record);
        break;
    case RECORD_HELP:
        help_wanted(record);
        break;
    case RECORD_HELPED:
        help_arrived(record);
        break;
    case RECORD_FIN:
    case RECORD_ACK:
    case RECORD_GONE:
        answer_arrived(record);
        break;
    case RECORD_CTS:
        stream_wanted(record);
        break;
    case RECORD_DATA:
        data_arrived(record);
        break;
    case RECORD_CANCEL:
        cancel_wanted(record);
        break;
    case RECORD_ACTIVE:
        if (active_handler)
            active_handler(record->origin, record + 1,
                           record->length - sizeof *record);
        break;
    case RECORD_PADDING:
        break;
    }
}

/* -------------------------------------------------------- start and stop */

static void start_receive(struct p2p *p)
{
    if (refmpi_chooses(p->context) &&
        (p->peer == MPI_ANY_SOURCE || refmpi_choice_is_open(p->context))) {
        refmpi_match_post(p);
        refmpi_choice_match(p->context);
        return;
    }
    struct unexpected *u = refmpi_match_kept(p->context, p->peer, p->tag, true);
    if (u)
        refmpi_p2p_receive_message(p, u);
    else
        refmpi_match_post(p);
}

void refmpi_p2p_receive_message(struct p2p *p, struct unexpected *message)
{
    receive(p, &message->head, message->data);
    free(message);
}

void refmpi_p2p_start(struct p2p *p)
{
    refmpi_buffer_start(); /* which came before it */
    /* A partitioned receive's announcement comes when it comes. */
    refmpi_request_begin(&p->request,
                         !(p->context & REFMPI_CONTEXT_ANNOUNCEMENTS));
    p->request.cancelled = false;
    refmpi_status_empty(&p->request.status);
    if (p->peer == MPI_PROC_NULL) {
        /* A receive from nobody completes at once. */
        if (p->request.kind == REFMPI_REQUEST_RECV)
            p->request.status.MPI_SOURCE = MPI_PROC_NULL;
        complete(p, MPI_SUCCESS);
    } else if (p->request.kind == REFMPI_REQUEST_SEND) {
        start_send(p);
    } else {
        refmpi_replay_begin(p);
        start_receive(p);
    }
}

/* Takes a send whose first record waits for room out of the outbox. */
static void cancel_queued(struct p2p *p)
{
    refmpi_outbox_withdraw(dest_of(p), p);
    p->is_queued = false;
    p->request.cancelled = true;
    complete(p, MPI_SUCCESS);
}

void refmpi_p2p_cancel(struct p2p *p)
{
    if (p->request.complete)
        return;
    if (p->is_posted) {
        refmpi_match_withdraw(p);
        p->request.cancelled = true;
        if (refmpi_chooses(p->context))
            refmpi_choice_match(p->context);
        complete(p, MPI_SUCCESS);
    } else if (p->is_queued) {
        cancel_queued(p);
    } else if (p->is_announced) {
        struct record head = {.kind = RECORD_CANCEL,
                              .context = p->context,
                              .origin = refmpi.rank,
                              .id = (uint64_t)(uintptr_t)p};
        refmpi_record_post(dest_of(p), &head, NULL, 0);
    }
}

struct unexpected *refmpi_p2p_probe(const struct comm *comm, int source,
                                    int tag, bool extract, bool is_blocking)
{
    int wanted = source == MPI_ANY_SOURCE ? refmpi_replay_probe() : source;
    struct unexpected *found =
        refmpi_chooses(comm->context)
            ? refmpi_choice_probe(comm->context, wanted, tag, extract,
                                  is_blocking)
            : refmpi_match_kept(comm->context, wanted, tag, extract);
    if (found && source == MPI_ANY_SOURCE)
        refmpi_replay_found(found->head.source);
    return found;
}

void refmpi_p2p_status(const struct unexpected *message, MPI_Status *status)
{
    refmpi_status_empty(status);
    status->MPI_SOURCE = message->head.source;
    status->MPI_TAG = message->head.tag;
    refmpi_status_set_bytes(status, (MPI_Count)message->head.size);
}
