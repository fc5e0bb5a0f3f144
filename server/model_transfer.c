/*
 * model_transfer.c - what calls send and receive, and whether it goes together
 * (MPI-4.1 3.2.4, 3.3.1, 5.1.11).
 */
#include "model_match.h"

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

void transfer_matched(struct model *model, const struct receive *receive,
                      const struct message *message)
{
    const struct transfer *sent = &message->transfer;
    const struct transfer *received = &receive->transfer;
    struct payload_difference difference;
    struct model_event event;

    if (sent->call == NULL || received->call == NULL || message->unsure ||
        receive->unsure ||
        !payload_compare(&sent->payload, &received->payload, &difference) ||
        (difference.relation == RELATION_EQUAL &&
         difference.bytes[0] <= difference.bytes[1]))
        return;
    event = model_event_new(agent_of(received->call->process), EVENT_TRANSFER,
                            received->call);
    event.transfer.comm = receive->comm;
    event.transfer.sent = sent;
    event.transfer.received = received;
    event.transfer.differs = &difference;
    model_raise(model, &event);
}
