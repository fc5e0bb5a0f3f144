/*
 * model_ready.c - ready sends and whether their receives are posted
 * (MPI-4.1 3.4).
 *
 * By order, not by luck: what counts is whether the beginning of the receive
 * surely comes before the beginning of the send.
 */
#include "model_match.h"

/* Whether another run might match it otherwise, or the order is not known. */
static bool is_doubtful(const struct receive *receive,
                        const struct message *message)
{
    const struct agent *receiver = agent_of(receive->call->process);
    const struct agent *sender = agent_of(message->call->process);

    return message->unsure || receive->unsure || receiver->threads > 1 ||
           sender->threads > 1 || receiver->model->order_unsure ||
           receiver->clock.partial || clock_is_partial(message->clock) ||
           receiver->model->matches_unsure ||
           ((receive->source == SOURCE_ANY || receive->behind_wildcard) &&
            comm_size(receive->comm) > 2);
}

static void raise_ready(struct agent *receiver, struct call *receive,
                        const struct comm *comm, const struct message *message,
                        bool early)
{
    struct model_event event = model_event_new(receiver, EVENT_READY, receive);

    event.ready.comm = comm;
    event.ready.send = message->call;
    event.ready.early = early;
    model_raise(receiver->model, &event);
}

void ready_probed(struct agent *receiver, struct call *probe,
                  const struct comm *comm, struct message *message)
{
    if (message->mode != MESSAGE_READY || message->unsure || message->early ||
        receiver->threads != 1 || receiver->model->matches_unsure)
        return;
    message->early = true;
    raise_ready(receiver, probe, comm, message, true);
}

void ready_matched(const struct receive *receive, const struct message *message)
{
    struct agent *receiver = agent_of(receive->call->process);
    struct clock_moment sent;
    bool early;

    if (message->early || message->clock == NULL ||
        is_doubtful(receive, message) || !clock_owner(message->clock, &sent) ||
        clock_knows(message->clock, receive->begin))
        return;
    early = receive->start != NULL &&
            clock_sure(receive->start, sent.process) >= sent.at;
    /* It may have learnt of the receive where the sure order does not show
     * it; or before the clocks began, or by memory. */
    if (!early && (clock_has_chance(message->clock) || receive->start == NULL ||
                   receiver->model->chances_run))
        return;
    raise_ready(receiver, receive->call, receive->comm, message, early);
}
