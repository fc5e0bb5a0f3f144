/*
 * model_transfer.c - what calls send and receive, and whether it goes together
 * (MPI-4.1 3.2.4, 3.3.1, 5.1.11).
 */
#include "model_info.h"
#include "model_match.h"

#include "race.h"

/* The value of a parameter that is one number or handle. */
static bool scalar(const struct call *call, int parameter, uint64_t *value)
{
    const struct call_parameter *of;

    if (parameter < 0)
        return false;
    of = &call->info->parameters[parameter];
    if (of->word < 0 || (of->wire != WIRE_NUMBER && of->wire != WIRE_HANDLE))
        return false;
    *value = call->words[of->word];
    return true;
}

const struct call_parameter *transfer_buffer(const struct call *call, int n)
{
    const struct call_info *info = call->info;
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == KIND_BUFFER && n-- == 0)
            return &info->parameters[i];
    return NULL;
}

struct transfer transfer_of(struct agent *agent, struct call *call, int buffer)
{
    const struct call_parameter *of = transfer_buffer(call, buffer);
    struct transfer transfer = {.call = call_hold(call)};
    uint64_t count, datatype;

    if (of == NULL || !scalar(call, of->count, &count) ||
        !scalar(call, of->type, &datatype))
        return transfer;
    transfer.payload.count = (int64_t)count;
    transfer.payload.type = type_hold(agent_type(agent, datatype));
    return transfer;
}

struct transfer transfer_hold(const struct transfer *transfer)
{
    if (transfer->call != NULL)
        call_hold(transfer->call);
    type_hold(transfer->payload.type);
    return *transfer;
}

void transfer_drop(struct transfer *transfer)
{
    call_drop(transfer->call);
    type_drop(transfer->payload.type);
    *transfer = (struct transfer){.call = NULL};
}

/* The basic type of which all of it is; 0: there is none. */
static uint64_t basic_of(const struct transfer *transfer)
{
    return transfer->payload.type == NULL
               ? 0
               : transfer->payload.type->signature.basic;
}

/* What nearly all do, at a glance: all of one basic type, and no more of it. */
static bool fits_plainly(const struct transfer *sent,
                         const struct transfer *received)
{
    uint64_t basic = basic_of(sent);

    return basic != 0 && basic == basic_of(received) &&
           payload_bytes(&sent->payload) <= payload_bytes(&received->payload);
}

/* Whether there is anything to be told of it. */
static bool differs(const struct receive *receive,
                    const struct message *message,
                    struct payload_difference *difference)
{
    const struct transfer *sent = &message->transfer;
    const struct transfer *received = &receive->transfer;

    return !fits_plainly(sent, received) && sent->call != NULL &&
           received->call != NULL && !message->unsure && !receive->unsure &&
           payload_compare(&sent->payload, &received->payload, difference) &&
           (difference->relation != RELATION_EQUAL ||
            difference->bytes[0] > difference->bytes[1]);
}

enum transfer_fault transfer_fault(const struct receive *receive,
                                   const struct message *message)
{
    struct payload_difference difference;

    if (!differs(receive, message, &difference))
        return TRANSFER_FITS;
    if (difference.relation == RELATION_UNLIKE)
        return TRANSFER_UNLIKE;
    return difference.bytes[0] > difference.bytes[1] ? TRANSFER_TOO_LONG
                                                     : TRANSFER_FITS;
}

static void raise_transfer(const struct receive *receive,
                           const struct message *message,
                           const struct comm *comm, bool is_one)
{
    struct payload_difference difference;
    struct model_event event;
    struct call *call = receive->transfer.call;

    if (!differs(receive, message, &difference))
        return;
    event = model_event_new(agent_of(call->process), EVENT_TRANSFER, call);
    event.transfer.comm = comm;
    event.transfer.sent = &message->transfer;
    event.transfer.received = &receive->transfer;
    event.transfer.differs = &difference;
    event.transfer.is_one = is_one;
    model_raise(agent_of(call->process)->model, &event);
}

void transfer_tell(const struct receive *receive, const struct message *message,
                   const struct comm *comm)
{
    raise_transfer(receive, message, comm, false);
}

void transfer_tell_one(const struct receive *receive,
                       const struct message *message, const struct comm *comm)
{
    raise_transfer(receive, message, comm, true);
}

void transfer_matched(struct receive *receive, struct message *message)
{
    hints_matched(receive, message);
    overrun_matched(receive, message);
    if (!outcome_put_off(receive, message))
        transfer_tell(receive, message, receive->comm);
}
