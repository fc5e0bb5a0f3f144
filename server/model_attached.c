/*
 * model_attached.c - see model_attached.h.
 */
#include "model_attached.h"

#include "model_argument.h"
#include "model_buffer.h"
#include "model_request.h"
#include "signature.h"

#include <stdlib.h>

/* Addresses below, and in the upper half, are MPI_BUFFER_AUTOMATIC. */
#define LOWEST_ADDRESS 4096

/* Where it is attached. */
enum level { LEVEL_COMM, LEVEL_SESSION, LEVEL_PROCESS };

struct attached {
    enum level level;
    struct comm *comm;           /* LEVEL_COMM; held */
    uint64_t session;            /* LEVEL_SESSION */
    uint64_t base;               /* ... */
    int64_t size;                /* ... and bytes */
    bool automatic;              /* neither counts */
    struct call *going;          /* detaches it, and has not returned */
    struct call *made_by;        /* held */
    struct operation *operation; /* which uses its memory; held, or NULL */
    struct attached *next;
};

/* Buffered sends one after the other, with nothing between them by which the
 * process could know that one of them has left the buffer. */
struct attached_row {
    const struct attached *buffer;
    int64_t bytes; /* that their entries need, at most */
};

struct attached_memory {
    struct attached *buffers;
    struct attached_row row;
};

/* ---------------------------------------------------------- which buffer */

static bool level_of(unsigned base, enum level *level)
{
    switch (base) {
    case CALL_MPI_Comm_attach_buffer:
    case CALL_MPI_Comm_detach_buffer:
    case CALL_MPI_Comm_flush_buffer:
    case CALL_MPI_Comm_iflush_buffer:
        *level = LEVEL_COMM;
        return true;
    case CALL_MPI_Session_attach_buffer:
    case CALL_MPI_Session_detach_buffer:
    case CALL_MPI_Session_flush_buffer:
    case CALL_MPI_Session_iflush_buffer:
        *level = LEVEL_SESSION;
        return true;
    case CALL_MPI_Buffer_attach:
    case CALL_MPI_Buffer_detach:
    case CALL_MPI_Buffer_flush:
    case CALL_MPI_Buffer_iflush:
        *level = LEVEL_PROCESS;
        return true;
    default:
        return false;
    }
}

static bool attaches(unsigned base)
{
    return base == CALL_MPI_Comm_attach_buffer ||
           base == CALL_MPI_Session_attach_buffer ||
           base == CALL_MPI_Buffer_attach;
}

static bool detaches(unsigned base)
{
    return base == CALL_MPI_Comm_detach_buffer ||
           base == CALL_MPI_Session_detach_buffer ||
           base == CALL_MPI_Buffer_detach;
}

static struct attached *find(const struct agent *agent, enum level level,
                             const struct comm *comm, uint64_t session)
{
    struct attached *buffer;

    if (agent->attached == NULL)
        return NULL;
    LL_FOREACH(agent->attached->buffers, buffer)
        if (buffer->level == level &&
            (level != LEVEL_COMM || buffer->comm == comm) &&
            (level != LEVEL_SESSION || buffer->session == session))
            return buffer;
    return NULL;
}

/* That of a call which attaches, detaches or flushes. */
static struct attached *find_of(const struct agent *agent,
                                const struct call *call, enum level level)
{
    const struct comm *comm =
        level == LEVEL_COMM ? agent_comm(agent, call_word(call, 0)) : NULL;

    return find(agent, level, comm,
                level == LEVEL_SESSION ? call_word(call, 0) : 0);
}

/* ------------------------------------------------------ attach and detach */

/* The new buffer, as the call says. */
static struct attached described(const struct agent *agent,
                                 const struct call *call, enum level level)
{
    int first = level == LEVEL_PROCESS ? 0 : 1;
    struct attached buffer = {.level = level};

    if (level == LEVEL_COMM)
        buffer.comm = agent_comm(agent, call_word(call, 0));
    if (level == LEVEL_SESSION)
        buffer.session = call_word(call, 0);
    buffer.base = call_word(call, first);
    buffer.size = (int64_t)call_word(call, first + 1);
    buffer.automatic = buffer.base != 0 && (buffer.base < LOWEST_ADDRESS ||
                                            (int64_t)buffer.base < 0);
    return buffer;
}

static bool overlap(const struct attached *one, const struct attached *other)
{
    return !one->automatic && !other->automatic && one->size > 0 &&
           other->size > 0 && one->base < other->base + (uint64_t)other->size &&
           other->base < one->base + (uint64_t)one->size;
}

static void look_at_attach(struct look *look, enum level level)
{
    const struct call_info *info = look->call->info;
    const struct call_parameter *parameter =
        &info->parameters[level == LEVEL_PROCESS ? 0 : 1];
    struct attached new = described(look->agent, look->call, level);
    struct attached *other = find_of(look->agent, look->call, level);

    if (other == NULL && look->agent->attached != NULL)
        LL_FOREACH(look->agent->attached->buffers, other)
            if (overlap(&new, other))
                break;
    if (other == NULL || other->going != NULL)
        return;
    look->attached = other->made_by;
    argument_raise(look,
                   overlap(&new, other) ? ARGUMENT_ATTACHED
                                        : ARGUMENT_ATTACHED_OTHER,
                   parameter, -1, NULL, -1);
}

static void keep(struct agent *agent, struct call *call, enum level level)
{
    struct attached *buffer;

    if (level == LEVEL_COMM && agent_comm(agent, call_word(call, 0)) == NULL)
        return;
    if (agent->attached == NULL)
        agent->attached = xcalloc(1, sizeof *agent->attached);
    buffer = xcalloc(1, sizeof *buffer);
    *buffer = described(agent, call, level);
    if (buffer->comm != NULL)
        comm_hold(buffer->comm);
    buffer->made_by = call_hold(call);
    if (!buffer->automatic && buffer->size > 0) {
        buffer->operation = operation_new(OPERATION_OTHER, call);
        buffer_taken(agent, buffer->operation, true, buffer->base,
                     buffer->base + (uint64_t)buffer->size);
    }
    LL_PREPEND(agent->attached->buffers, buffer);
}

static void drop(struct agent *agent, struct attached *buffer)
{
    LL_DELETE(agent->attached->buffers, buffer);
    if (agent->attached->row.buffer == buffer)
        agent->attached->row.buffer = NULL;
    comm_drop(buffer->comm);
    call_drop(buffer->made_by);
    operation_drop(buffer->operation);
    free(buffer);
}

/* ------------------------------------------------------------------ sends */

/* Bytes of the message that the call, of MPI_Bsend's parameters, sends; -1: it
 * sends none, or they are not known. */
static int64_t bytes_of(struct agent *agent, const struct call *made)
{
    const struct call_MPI_Bsend *view = CALL_VIEW(made, MPI_Bsend);
    struct payload payload;
    int64_t bytes;

    payload.count = view->count;
    payload.type = agent_type(agent, view->datatype);
    if (view->dest == NEUTRAL_PROC_NULL || view->count < 0 ||
        payload.type == NULL || !payload.type->known)
        return -1;
    bytes = payload_bytes(&payload);
    return bytes < 0 ? -1 : bytes;
}

/* The buffer that a send on that communicator takes; *known: it, or that there
 * is none. */
static const struct attached *taken(const struct agent *agent,
                                    const struct comm *comm, bool *known)
{
    const struct attached *buffer = find(agent, LEVEL_COMM, comm, 0);

    *known = true;
    if (buffer != NULL || agent->attached == NULL)
        return buffer;
    /* which communicator is derived from which session is not followed */
    LL_FOREACH(agent->attached->buffers, buffer)
        if (buffer->level == LEVEL_SESSION)
            *known = false;
    return find(agent, LEVEL_PROCESS, NULL, 0);
}

bool attached_serves(const struct agent *agent, const struct call *call,
                     const struct comm *comm)
{
    const struct attached *buffer;
    enum level level;
    bool known;

    if (!level_of(call->info->base, &level) || level == LEVEL_SESSION)
        return false;
    buffer = find_of(agent, call, level);
    return buffer != NULL && taken(agent, comm, &known) == buffer && known;
}

/* The bytes that the sends need that came one after the other, and this one.
 */
static int64_t row_needs(struct agent *agent, const struct attached *buffer,
                         int64_t bytes)
{
    struct attached_row *row = &agent->attached->row;

    if (row->buffer != buffer)
        *row = (struct attached_row){buffer, 0};
    row->bytes += bytes + agent->process->bsend_overhead;
    return row->bytes;
}

/* `made` describes the message that look->call sends. */
static void look_at_send(struct look *look, const struct call *made)
{
    const struct call_MPI_Bsend *view = CALL_VIEW(made, MPI_Bsend);
    const struct call_parameter *count =
        made == look->call ? &made->info->parameters[1] : NULL;
    struct agent *agent = look->agent;
    int64_t bytes = bytes_of(agent, made), needs;
    const struct attached *buffer;
    bool known;

    look->comm = agent_comm(agent, view->comm);
    if (look->comm == NULL || bytes < 0)
        return;
    buffer = taken(agent, look->comm, &known);
    if (!known || (buffer != NULL && (buffer->automatic || buffer->going)))
        return;
    if (buffer == NULL) {
        argument_raise(look, ARGUMENT_NO_BUFFER, count, -1, NULL, 0);
        return;
    }
    if (bytes == 0) /* it takes MPI_BSEND_OVERHEAD, which may be little */
        return;
    look->attached = buffer->made_by;
    if (bytes > buffer->size)
        argument_raise(look, ARGUMENT_NO_BUFFER, count, -1, NULL, buffer->size);
    /* What another thread is in may tell it that a message has left. */
    if (open_beside(agent, look->call->thread)) {
        agent->attached->row.buffer = NULL;
        return;
    }
    needs = row_needs(agent, buffer, bytes);
    if (bytes <= buffer->size && needs > buffer->size &&
        needs - bytes - agent->process->bsend_overhead <= buffer->size)
        argument_raise(look, ARGUMENT_LESS_BUFFER, count, -1, NULL,
                       buffer->size);
}

static void look_at_start(struct look *look, uint64_t handle)
{
    const struct operation *operation =
        binding_find(look->agent, BINDING_REQUEST, handle);

    /* of several with that handle it is not known which */
    if (operation != NULL && operation->next == NULL && operation->persistent &&
        operation->made_by->info->base == CALL_MPI_Bsend_init)
        look_at_send(look, operation->made_by);
}

static void look_at_starts(struct look *look)
{
    const struct call_MPI_Startall *view = CALL_VIEW(look->call, MPI_Startall);
    uint32_t i;

    if (view->array_of_requests.special == ARRAY_PRESENT)
        for (i = 0; i < view->array_of_requests.count; i++)
            look_at_start(look, view->array_of_requests.items[i]);
}

/* ------------------------------------------------------------------ calls */

void attached_enter(struct agent *agent, struct call *call)
{
    struct look look = {.agent = agent, .call = call};
    struct attached *buffer;
    enum level level;

    if (agent->process->mpi != PROCESS_INITIALIZED && !agent->had_sessions)
        return;
    switch (call->info->base) {
    case CALL_MPI_Bsend:
    case CALL_MPI_Ibsend:
        look_at_send(&look, call);
        return;
    case CALL_MPI_Start:
        look_at_start(&look, call_word(call, 0));
        return;
    case CALL_MPI_Startall:
        look_at_starts(&look);
        return;
    default:
        break;
    }
    if (agent->attached != NULL && (call->info->classes & CLASS_QUERY) == 0)
        agent->attached->row.buffer = NULL;
    if (!level_of(call->info->base, &level))
        return;
    if (level == LEVEL_COMM) {
        look.comm = agent_comm(agent, call_word(call, 0));
        if (look.comm == NULL)
            return;
    }
    if (attaches(call->info->base)) {
        look_at_attach(&look, level);
        return;
    }
    buffer = find_of(agent, call, level);
    if (buffer == NULL)
        argument_raise(&look, ARGUMENT_NOT_ATTACHED, NULL, -1, NULL, -1);
    else if (detaches(call->info->base))
        buffer->going = call;
}

void attached_exit(struct agent *agent, struct call *call)
{
    struct attached *buffer, *next;
    enum level level;

    if (!level_of(call->info->base, &level))
        return;
    if (attaches(call->info->base)) {
        if (succeeded(call, call_result(call)))
            keep(agent, call, level);
        return;
    }
    if (agent->attached == NULL)
        return;
    LL_FOREACH_SAFE(agent->attached->buffers, buffer, next)
        if (buffer->going == call) {
            buffer->going = NULL;
            if (succeeded(call, call_result(call)))
                drop(agent, buffer);
        }
}

void attached_left(struct agent *agent, struct call *call)
{
    const struct attached *buffer;

    if (agent->attached == NULL)
        return;
    LL_FOREACH(agent->attached->buffers, buffer) {
        struct model_event event = model_event_new(agent, EVENT_LEFT, call);

        if (buffer->automatic || buffer->going != NULL)
            continue;
        event.left.kind = LEFT_BUFFER;
        event.left.made_by = buffer->made_by;
        model_raise(agent->model, &event);
    }
}

void attached_free(struct agent *agent)
{
    if (agent->attached == NULL)
        return;
    while (agent->attached->buffers != NULL)
        drop(agent, agent->attached->buffers);
    free(agent->attached);
    agent->attached = NULL;
}
