/*
 * race.c - receives from any source that take what a later one waits for
 * (MPI-4.1 3.5).
 *
 * A receive is kept after its end, with what it took, for as long as the
 * program goes on in one way, whichever message it took: it has not asked for
 * the status, so that its next calls are the same, and it has told nobody of
 * anything.  A message is one that it could have taken, too, if it fits, was
 * not sent after the end of the receive, is the first of its sender that was
 * there, and belongs to no receive that was posted before.  If a later receive
 * has taken that one, and nothing else comes for it, it is told.
 *
 * What else comes of such a choice is told by race_choice.c.
 */
#include "race.h"

#include "model_channel.h"
#include "model_match.h"

#include <stdlib.h>
#include <string.h>

/* Receives that are kept for one receiver. */
#define KEPT 64
/* Receives that may wait for ever, and are not yet proved to. */
#define PUT_OFF 64

/* A receive from any source that is over, and what it took. */
struct past_receive {
    struct receive *receive; /* held */
    struct message *took;    /* held */
    uint8_t *taken; /* a bit for each sender of whom a later receive has taken
                     * a message that fits; NULL: none */
};

/* A receive that has taken what another could have taken before. */
struct late_receive {
    struct agent *agent;
    struct endpoint *endpoint;
    struct comm *comm;                 /* held */
    struct receive *receive, *starves; /* held */
    struct message *took, *other;      /* held */
    struct late_receive *next, *prev;
};

static void late_free(struct model *model, struct late_receive *late)
{
    DL_DELETE(model->late_receives, late);
    receive_drop(late->receive);
    receive_drop(late->starves);
    message_drop(late->took);
    message_drop(late->other);
    comm_drop(late->comm);
    free(late);
}

/* Bytes; -1: not known. */
static int64_t size_of(const struct message *message)
{
    return payload_bytes(&message->transfer.payload);
}

static bool is_unsure(const struct model *model)
{
    return model->order_unsure || model->matches_unsure;
}

/* ... or what the process learns is not all known. */
static bool is_unsure_of(const struct agent *agent)
{
    return is_unsure(agent->model) || agent->clock.partial;
}

/* ------------------------------------------------------ what could match */

static bool was_there_first(const struct past_receive *past,
                            const struct message *message)
{
    const struct message *other;
    const struct receive *receive;

    if (past->taken != NULL &&
        (past->taken[message->sender / 8] >> message->sender % 8 & 1) != 0)
        return false;
    for (other = message->lane->messages; other != message; other = other->next)
        if (receive_fits(past->receive, other))
            return false;
    DL_FOREACH(message->endpoint->receives, receive) {
        if (receive->number > past->receive->number)
            break;
        if (receive_fits(receive, message))
            return false;
    }
    return true;
}

/* Whether the receive could have taken that message, which waits in its
 * lane. */
static bool could_match(const struct past_receive *past,
                        const struct message *message)
{
    return receive_fits(past->receive, message) &&
           message->sender != past->took->sender &&
           !clock_knows(message->clock, past->receive->end) &&
           (past->took->mode != MESSAGE_SYNCHRONOUS ||
            !clock_knows(message->clock, past->receive->begin)) &&
           agent_of(message->call->process) != NULL &&
           was_there_first(past, message);
}

/* ------------------------------------------------------- receives kept */

static void past_free(struct past_receive *past)
{
    receive_drop(past->receive);
    message_drop(past->took);
    free(past->taken);
}

static void past_remove(struct endpoint *endpoint, size_t at, size_t count)
{
    size_t i;

    for (i = at; i < at + count; i++)
        past_free(&endpoint->past[i]);
    endpoint->past_count -= count;
    if (endpoint->past_count == at)
        return;
    memmove(&endpoint->past[at], &endpoint->past[at + count],
            (endpoint->past_count - at) * sizeof endpoint->past[0]);
}

void race_forget(struct model *model, struct endpoint *endpoint)
{
    struct late_receive *late, *next;

    DL_FOREACH_SAFE(model->late_receives, late, next)
        if (late->endpoint == endpoint)
            late_free(model, late);
    past_remove(endpoint, 0, endpoint->past_count);
    choices_lose(endpoint);
}

void race_endpoint_free(struct endpoint *endpoint)
{
    past_remove(endpoint, 0, endpoint->past_count);
    choices_end(endpoint);
    type_drop(endpoint->first);
    free(endpoint->past);
}

/* Whether the program goes on in one way, whichever message the receive takes:
 * it has not looked, and since then it has told nobody of anything. */
static bool is_unseen(const struct past_receive *past)
{
    const struct agent *agent = agent_of(past->receive->call->process);

    return agent->told == past->receive->told_others;
}

/* A receive from the same place in the program that ended later could have
 * taken whatever this one could. */
static bool is_like(const struct past_receive *past,
                    const struct receive *receive)
{
    return past->receive->call->stack == receive->call->stack &&
           past->receive->tag == receive->tag;
}

static void past_add(struct endpoint *endpoint, struct receive *receive,
                     struct message *took)
{
    size_t i;

    for (i = endpoint->past_count; i-- > 0;)
        if (!is_unseen(&endpoint->past[i]) ||
            is_like(&endpoint->past[i], receive))
            past_remove(endpoint, i, 1);
    if (endpoint->past_count == KEPT) {
        race_raise_budget(endpoint->past[0].receive->call);
        past_remove(endpoint, 0, 1);
    }
    endpoint->past = xrealloc(endpoint->past, endpoint->past_count + 1,
                              sizeof endpoint->past[0]);
    receive->references++;
    took->references++;
    endpoint->past[endpoint->past_count++] =
        (struct past_receive){receive, took, NULL};
}

void race_ended(struct agent *agent, struct receive *receive,
                struct message *message, const struct status_value *status)
{
    receive->end = clock_moment(&agent->clock);
    receive->ended = true;
    receive->ignored = status != NULL && status_has(status, STATUS_IGNORED);
    receive->told_others = agent->told;
    receive->named_others = agent->named;
    if (receive->comm != NULL)
        receive->entered = receive->comm->channel->next[receive->receiver];
    if (message != NULL && !is_unsure_of(agent) &&
        !message->endpoint->by_threads && !receive->is_told && receive->ignored)
        past_add(message->endpoint, receive, message);
}

/* Whether its types are not simply those of the other. */
static bool is_of_other(const struct message *message, const struct type *type)
{
    const struct type *own = message->transfer.payload.type;

    return own != type && own != NULL &&
           (own->signature.basic == 0 ||
            own->signature.basic != type->signature.basic);
}

void race_sent(struct agent *sender, struct message *message)
{
    struct endpoint *endpoint = message->endpoint;
    struct late_receive *late, *next;

    if (endpoint->passed < message->passed)
        endpoint->passed = message->passed;
    if (endpoint->bytes < size_of(message))
        endpoint->bytes = size_of(message);
    if (endpoint->first == NULL)
        endpoint->first = type_hold(message->transfer.payload.type);
    endpoint->mixed = endpoint->mixed || is_of_other(message, endpoint->first);
    if (is_unsure(sender->model))
        return;
    DL_FOREACH_SAFE(sender->model->late_receives, late, next)
        if (late->endpoint == endpoint &&
            receive_fits(late->starves, message) &&
            !(late->starves->ended &&
              clock_knows(message->clock, late->starves->end)))
            late_free(sender->model, late);
}

/* ------------------------------------------- receives that may wait for ever
 */

/* Whether no message that does not come after the end of the receive will be
 * sent by that member. */
static bool is_done(const struct late_receive *late, uint32_t member)
{
    const struct seat *seat = comm_seat(late->comm, member);
    const struct agent *agent =
        seat == NULL || seat->process == NULL ? NULL : agent_of(seat->process);

    return agent != NULL && (agent->finalize != NULL ||
                             (agent->threads <= 1 &&
                              clock_after(&agent->clock, late->starves->end)));
}

static bool is_proved(const struct late_receive *late)
{
    const struct receive *starves = late->starves;
    uint32_t i;

    if (!starves->ended || starves->told_others != late->receive->told_others)
        return false;
    if (starves->source != SOURCE_ANY)
        return is_done(late, (uint32_t)starves->source);
    for (i = 0; i < comm_size(late->comm); i++)
        if (!is_done(late, i))
            return false;
    return true;
}

/* Whether neither what they bring tells one message from the other, nor the end
 * of their sends, which others may hear of. */
static bool are_alike(const struct late_receive *late)
{
    uint64_t data = late->receive->call->received;

    return size_of(late->took) == size_of(late->other) &&
           (size_of(late->took) == 0 ||
            (data != 0 && data == late->starves->call->received)) &&
           late->took->mode != MESSAGE_SYNCHRONOUS &&
           late->other->mode != MESSAGE_SYNCHRONOUS;
}

static void raise_starves(const struct late_receive *late)
{
    struct model_event event =
        model_event_new(late->agent, EVENT_RACE, late->receive->call);

    event.race.effect = are_alike(late) ? RACE_STARVATION : RACE_DEPENDENCE;
    event.race.comm = late->comm;
    event.race.took = late->took->call;
    event.race.one = late->other->call;
    event.race.other = late->took->call;
    event.race.starves = late->starves->call;
    model_raise(late->agent->model, &event);
}

void race_settle(struct model *model)
{
    struct late_receive *late, *next;

    DL_FOREACH_SAFE(model->late_receives, late, next) {
        if (!is_proved(late))
            continue;
        if (!is_unsure_of(late->agent))
            raise_starves(late);
        late_free(model, late);
    }
}

/* Another message that the receive could take in place of that one. */
static bool has_another(const struct receive *receive,
                        const struct message *message)
{
    const struct lane *lane;
    const struct message *other;

    DL_FOREACH(message->endpoint->lanes, lane)
        DL_FOREACH(lane->messages, other)
            if (other != message && receive_fits(receive, other))
                return true;
    return false;
}

/* The receive takes what the one before could have taken, too. */
static void put_off(const struct past_receive *past, struct receive *starves,
                    struct message *other)
{
    struct agent *agent = agent_of(past->receive->call->process);
    struct model *model = agent->model;
    struct late_receive *late;
    unsigned count;

    if (!is_unseen(past) || starves->call->info->base != CALL_MPI_Recv ||
        receive_fits(starves, past->took) ||
        (starves->source == SOURCE_ANY &&
         starves->number != past->receive->number + 1) ||
        !could_match(past, other) || has_another(starves, other))
        return;
    race_settle(model);
    DL_COUNT(model->late_receives, late, count);
    if (count >= PUT_OFF) {
        race_raise_budget(past->receive->call);
        return;
    }
    late = xcalloc(1, sizeof *late);
    late->agent = agent;
    late->endpoint = other->endpoint;
    late->comm = comm_hold(past->receive->comm);
    late->receive = past->receive;
    late->starves = starves;
    late->took = past->took;
    late->other = other;
    late->receive->references++;
    late->starves->references++;
    late->took->references++;
    late->other->references++;
    DL_APPEND(model->late_receives, late);
}

void race_matched(struct message *message, struct receive *receive,
                  uint64_t number)
{
    struct endpoint *endpoint = message->endpoint;
    size_t i;

    choice_matched(message, receive, number);
    for (i = 0; i < endpoint->past_count; i++) {
        struct past_receive *past = &endpoint->past[i];

        if (past->receive->number >= number ||
            !receive_fits(past->receive, message))
            continue;
        if (receive != NULL)
            put_off(past, receive, message);
        if (past->taken == NULL)
            past->taken = xcalloc(comm_size(past->receive->comm) / 8 + 1, 1);
        past->taken[message->sender / 8] |=
            (uint8_t)(1U << message->sender % 8);
    }
}

void races_free(struct model *model)
{
    while (model->late_receives != NULL)
        late_free(model, model->late_receives);
}
