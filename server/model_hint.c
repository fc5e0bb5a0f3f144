/*
 * model_hint.c - what a process has asserted by info of what it does with a
 * communicator, and does all the same (MPI-4.1 7.4.4).
 *
 * A program must comply with the hints that its MPI uses, which
 * MPI_Comm_get_info tells.  So nothing is said of one that has asked.
 */
#include "model_info.h"

#include "model_channel.h"
#include "model_match.h"

#include <stdlib.h>

struct hints {
    bool given[INFO_KEY_COUNT];         /* as true */
    struct call *calls[INFO_KEY_COUNT]; /* held: that have given them */
};

static const enum info_key followed[] = {INFO_NO_ANY_SOURCE, INFO_NO_ANY_TAG,
                                         INFO_EXACT_LENGTH};

#define FOLLOWED_COUNT (sizeof followed / sizeof followed[0])

void hints_end(struct binding *binding)
{
    struct hints *hints = binding->object;
    int i;

    for (i = 0; i < INFO_KEY_COUNT; i++)
        call_drop(hints->calls[i]);
    free(hints);
}

void hints_forget(struct agent *agent, uint64_t comm)
{
    struct binding *binding =
        agent->hinted == 0 ? NULL : binding_get(agent, BINDING_HINTS, comm);

    if (binding == NULL)
        return;
    agent->hinted--;
    hints_end(binding);
    binding_remove(agent, binding);
}

void hints_given(struct agent *agent, uint64_t comm, const struct info *info,
                 struct call *call)
{
    struct hints *hints = binding_find(agent, BINDING_HINTS, comm);
    struct comm *known = agent_comm(agent, comm);
    size_t i;

    if (info == NULL || known == NULL)
        return;
    for (i = 0; i < FOLLOWED_COUNT; i++) {
        enum info_key key = followed[i];

        if (info->values[key] == NULL)
            continue;
        if (hints == NULL) {
            hints = xcalloc(1, sizeof *hints);
            binding_add(agent, BINDING_HINTS, comm, hints);
            agent->hinted++;
        }
        known->hinted = true;
        call_drop(hints->calls[key]);
        hints->calls[key] = call_hold(call);
        hints->given[key] = info_says(info, key, "true");
    }
}

enum model_step comm_info_exit(struct agent *agent, struct open_call *open)
{
    const struct call_MPI_Comm_set_info *view =
        CALL_VIEW(open->call, MPI_Comm_set_info);
    enum model_step step = collective_exit(agent, open);

    if (step == MODEL_DONE && succeeded(open->call, call_result(open->call)))
        hints_given(agent, view->comm, agent_info(agent, view->info),
                    open->call);
    return step;
}

enum model_step comm_asked_exit(struct agent *agent, struct open_call *open)
{
    hints_forget(agent, CALL_VIEW(open->call, MPI_Comm_get_info)->comm);
    return MODEL_DONE;
}

/* ---------------------------------------------------------- what is done */

/* The call that has given that; NULL: it is not asserted. */
static struct call *asserted(const struct agent *agent, const struct call *call,
                             enum info_key key)
{
    const struct hints *hints =
        agent->hinted == 0 || call->info->comm_word < 0
            ? NULL
            : binding_find(agent, BINDING_HINTS,
                           call_word(call, call->info->comm_word));

    return hints != NULL && hints->given[key] ? hints->calls[key] : NULL;
}

static void raise_hint(struct agent *agent, struct call *call,
                       enum info_key key, const int64_t bytes[2],
                       struct call *sent)
{
    struct model_event event = model_event_new(agent, EVENT_HINT, call);
    struct comm *comm =
        agent_comm(agent, call_word(call, call->info->comm_word));

    if (comm == NULL)
        return;
    event.hint.comm = comm;
    event.hint.key = info_key_name(key);
    event.hint.given = asserted(agent, call, key);
    event.hint.sent = sent;
    if (sent != NULL) {
        event.hint.bytes[0] = bytes[0];
        event.hint.bytes[1] = bytes[1];
    }
    model_raise(agent->model, &event);
}

/* A parameter of that kind that the call is given; NULL: it has none. */
static const struct call_parameter *
given_parameter(const struct call *call, unsigned char kind, int64_t value)
{
    unsigned i;

    for (i = 0; i < call->info->parameter_count; i++) {
        const struct call_parameter *parameter = &call->info->parameters[i];

        if (parameter->kind == kind && parameter->word >= 0 &&
            parameter->wire == WIRE_NUMBER &&
            parameter->direction == DIRECTION_IN &&
            (int64_t)call->words[parameter->word] == value)
            return parameter;
    }
    return NULL;
}

void hints_enter(struct agent *agent, struct call *call)
{
    if (agent->hinted == 0)
        return;
    if (asserted(agent, call, INFO_NO_ANY_SOURCE) != NULL &&
        given_parameter(call, KIND_SOURCE, NEUTRAL_ANY_SOURCE) != NULL)
        raise_hint(agent, call, INFO_NO_ANY_SOURCE, NULL, NULL);
    /* What comes from nobody matches nothing. */
    if (asserted(agent, call, INFO_NO_ANY_TAG) != NULL &&
        given_parameter(call, KIND_TAG, NEUTRAL_ANY_TAG) != NULL &&
        given_parameter(call, KIND_SOURCE, NEUTRAL_PROC_NULL) == NULL)
        raise_hint(agent, call, INFO_NO_ANY_TAG, NULL, NULL);
}

void hints_matched(const struct receive *receive, const struct message *message)
{
    struct call *call = receive->transfer.call;
    const struct payload *room = &receive->transfer.payload;
    const struct payload *sent = &message->transfer.payload;
    struct agent *agent;
    int64_t bytes[2];

    if (call == NULL || (receive->comm != NULL && !receive->comm->hinted))
        return;
    agent = agent_of(call->process);
    if (agent == NULL || receive->unsure || message->unsure ||
        room->type == NULL || sent->type == NULL || !room->type->known ||
        !sent->type->known || asserted(agent, call, INFO_EXACT_LENGTH) == NULL)
        return;
    bytes[0] = payload_bytes(sent);
    bytes[1] = payload_bytes(room);
    /* What is longer is truncated, and told as that. */
    if (bytes[0] < bytes[1])
        raise_hint(agent, call, INFO_EXACT_LENGTH, bytes,
                   message->transfer.call);
}
