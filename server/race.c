/*
 * race.c - receives from any source that could have taken another message
 * (MPI-4.1 3.5).
 *
 * A receive is kept after its end, with what it took, until all know of its
 * end.  A message is one that it could have taken, too, if it fits, was not
 * sent after the end of the receive, is the first of its sender that was
 * there, and belongs to no receive that was posted before.  What comes of the
 * other choice is told where it does not depend on what the program would have
 * done then:
 *
 * - one of the two messages was sent after a collective operation that the
 *   receiver had not begun: only if it synchronizes, the choice is none;
 * - one of the two messages does not fit the receive (race_outcome.c);
 * - the program has not asked for the status, so that its next calls are the
 *   same, it has told nobody of anything until a receive that has taken the
 *   other message, and nothing else comes for that one.
 *
 * In all other cases it is a note.
 */
#include "race.h"

#include "model_channel.h"
#include "model_match.h"

#include <stdlib.h>
#include <string.h>

/* Receives that are kept for one receiver, and lanes that are looked at. */
#define KEPT 64
/* Receives that may wait for ever, and are not yet proved to. */
#define PUT_OFF 64

/* A receive from any source that is over, and what it took. */
struct past_receive {
    struct receive *receive; /* held */
    struct message *took;    /* held */
    uint64_t entered;        /* collective operations begun until its end */
    bool status_ignored;
    bool noted, crossed, differs;
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

static int64_t room_of(const struct receive *receive)
{
    return payload_bytes(&receive->transfer.payload);
}

static bool is_threaded(const struct process *process)
{
    return agent_of(process) == NULL || agent_of(process)->threads > 1;
}

static bool is_unsure(const struct model *model)
{
    return model->order_unsure || model->matches_unsure;
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
    DL_FOREACH(message->endpoint->receives, receive)
    {
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
           !is_threaded(message->call->process) &&
           was_there_first(past, message);
}

static void raise_race(const struct past_receive *past,
                       const struct message *other, enum race_effect effect)
{
    struct call *receive = past->receive->call;
    const struct agent *agent = agent_of(receive->process);
    struct model_event event = model_event_new(agent, EVENT_RACE, receive);
    bool later = past->took->passed > past->entered;

    event.race.effect = effect;
    event.race.comm = past->receive->comm;
    event.race.took = past->took->call;
    event.race.other = other->call;
    event.race.took_later = later;
    if (effect == RACE_COLLECTIVE)
        event.race.collective =
            later ? past->took->passed_by : other->passed_by;
    model_raise(agent->model, &event);
}

static void raise_budget(struct call *receive)
{
    const struct agent *agent = agent_of(receive->process);
    struct model_event event = model_event_new(agent, EVENT_RACE, receive);

    event.race.effect = RACE_BUDGET;
    model_raise(agent->model, &event);
}

/* The message may be the first that shows what the other choice does. */
static void consider(struct past_receive *past, struct message *message)
{
    bool crosses = (past->took->passed > past->entered) !=
                   (message->passed > past->entered);
    bool differs = outcome_differs(past->receive, past->took, message);

    if ((!crosses || past->crossed) && (!differs || past->differs) &&
        (crosses || differs || past->noted))
        return;
    if (!could_match(past, message))
        return;
    if (differs && !past->differs &&
        !outcome_race(past->receive, past->took, NULL, message, crosses))
        raise_budget(past->receive->call);
    if (crosses && !past->crossed)
        raise_race(past, message, RACE_COLLECTIVE);
    else if (!crosses && !differs)
        raise_race(past, message, RACE_ONLY);
    past->differs = past->differs || differs;
    past->crossed = past->crossed || crosses;
    past->noted = past->noted || (!crosses && !differs);
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
    memmove(&endpoint->past[at], &endpoint->past[at + count],
            (endpoint->past_count - at) * sizeof endpoint->past[0]);
}

void race_endpoint_free(struct endpoint *endpoint)
{
    past_remove(endpoint, 0, endpoint->past_count);
    type_drop(endpoint->first);
    free(endpoint->past);
}

static bool all_know(const struct past_receive *past)
{
    const struct comm *comm = past->receive->comm;
    uint32_t i;

    for (i = 0; i < comm_size(comm); i++) {
        const struct seat *seat = comm_seat(comm, i);
        const struct agent *agent = seat == NULL || seat->process == NULL
                                        ? NULL
                                        : agent_of(seat->process);

        if (agent == NULL || (agent->finalize == NULL &&
                              !clock_after(&agent->clock, past->receive->end)))
            return false;
    }
    return true;
}

/* Room for one more.  Of the oldest, those go whose end all know. */
static void make_room(struct endpoint *endpoint)
{
    size_t count = 0;

    if (endpoint->past_count < KEPT)
        return;
    while (count < endpoint->past_count && all_know(&endpoint->past[count]))
        count++;
    if (count == 0) {
        raise_budget(endpoint->past[0].receive->call);
        count = 1;
    }
    past_remove(endpoint, 0, count);
}

/* A receive from the same place in the program that ended later could have
 * taken whatever this one could. */
static bool is_like(const struct past_receive *past,
                    const struct past_receive *other)
{
    return past->receive->call->stack == other->receive->call->stack &&
           past->receive->tag == other->receive->tag;
}

static struct past_receive *past_add(struct endpoint *endpoint,
                                     struct past_receive past)
{
    size_t i = endpoint->past_count;

    while (i-- > 0) {
        struct past_receive *other = &endpoint->past[i];

        if (!is_like(other, &past))
            continue;
        past.noted = past.noted || other->noted;
        if (other->entered != past.entered ||
            room_of(other->receive) != room_of(past.receive))
            continue;
        past.crossed = other->crossed;
        past.differs = past.differs || other->differs;
        past_remove(endpoint, i, 1);
    }
    make_room(endpoint);
    endpoint->past = xrealloc(endpoint->past, endpoint->past_count + 1,
                              sizeof endpoint->past[0]);
    past.receive->references++;
    past.took->references++;
    endpoint->past[endpoint->past_count] = past;
    return &endpoint->past[endpoint->past_count++];
}

/* Whether a message that is there could show anything new. */
static bool is_worth_a_look(const struct endpoint *endpoint,
                            const struct past_receive *past)
{
    return !past->noted ||
           (!past->crossed && (past->took->passed > past->entered ||
                               endpoint->passed > past->entered)) ||
           (!past->differs &&
            (endpoint->mixed || (room_of(past->receive) >= 0 &&
                                 endpoint->bytes > room_of(past->receive))));
}

static void look_at_lanes(const struct endpoint *endpoint,
                          struct past_receive *past)
{
    const struct lane *lane, *next;
    struct message *message;
    unsigned looked = 0;

    HASH_ITER(hh, endpoint->lanes, lane, next)
    {
        if (!is_worth_a_look(endpoint, past))
            return;
        if (looked++ == KEPT) {
            raise_budget(past->receive->call);
            return;
        }
        DL_FOREACH(lane->messages, message)
        if (receive_fits(past->receive, message)) {
            consider(past, message);
            break;
        }
    }
}

void race_ended(struct agent *agent, struct receive *receive,
                struct message *message, const struct status_value *status)
{
    struct model *model = agent->model;
    struct past_receive past = {.receive = receive};
    struct endpoint *endpoint;

    receive->end = clock_moment(&agent->clock);
    receive->ended = true;
    receive->told_others = agent->told;
    if (message == NULL || is_unsure(model) || agent->threads > 1) {
        outcome_ended(receive, NULL);
        return;
    }
    outcome_ended(receive, message);
    endpoint = message->endpoint;
    past.took = message;
    past.entered = receive->comm->channel->next[receive->receiver];
    past.status_ignored = status != NULL && status_has(status, STATUS_IGNORED);
    look_at_lanes(endpoint, past_add(endpoint, past));
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
    size_t i = endpoint->past_count;

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
    if (late->endpoint == endpoint && receive_fits(late->starves, message) &&
        !(late->starves->ended &&
          clock_knows(message->clock, late->starves->end)))
        late_free(sender->model, late);
    while (i-- > 0) {
        struct past_receive *past = &endpoint->past[i];

        /* Those before ended before. */
        if (clock_knows(message->clock, past->receive->end))
            break;
        if (is_worth_a_look(endpoint, past))
            consider(past, message);
    }
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

    return agent != NULL && (agent == late->agent || agent->finalize != NULL ||
                             clock_after(&agent->clock, late->starves->end));
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

static void raise_starves(const struct late_receive *late)
{
    struct model_event event =
        model_event_new(late->agent, EVENT_RACE, late->receive->call);

    event.race.effect = RACE_STARVATION;
    event.race.comm = late->comm;
    event.race.took = late->took->call;
    event.race.other = late->other->call;
    event.race.starves = late->starves->call;
    model_raise(late->agent->model, &event);
}

void race_settle(struct model *model)
{
    struct late_receive *late, *next;

    DL_FOREACH_SAFE(model->late_receives, late, next)
    {
        if (!is_proved(late))
            continue;
        if (!is_unsure(model))
            raise_starves(late);
        late_free(model, late);
    }
}

/* Another message that the receive could take in place of that one. */
static bool has_another(const struct receive *receive,
                        const struct message *message)
{
    const struct lane *lane, *next;
    const struct message *other;

    HASH_ITER(hh, message->endpoint->lanes, lane, next)
    DL_FOREACH(lane->messages, other)
    if (other != message && receive_fits(receive, other))
        return true;
    return false;
}

/* Whether the program goes on in one way, whichever message the receive takes:
 * it has not looked, and since then it has told nobody of anything. */
static bool is_unseen(const struct past_receive *past)
{
    const struct agent *agent = agent_of(past->receive->call->process);

    return past->status_ignored && !past->receive->is_told &&
           agent->told == past->receive->told_others;
}

/* The later receive takes what this one could have taken, and could take what
 * this one took: only one of the two may fit it. */
static void exchange(const struct past_receive *past, struct receive *later,
                     struct message *other)
{
    if (receive_fits(later, past->took) &&
        (later->begin.at < past->receive->end.at || is_unseen(past)) &&
        transfer_fault(past->receive, past->took) == TRANSFER_FITS &&
        transfer_fault(past->receive, other) == TRANSFER_FITS &&
        outcome_differs(later, other, past->took) && could_match(past, other) &&
        !outcome_race(past->receive, past->took, later, other,
                      (past->took->passed > past->entered) !=
                          (other->passed > past->entered)))
        raise_budget(past->receive->call);
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
        raise_budget(past->receive->call);
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

    if (receive != NULL)
        outcome_matched(message, receive);
    for (i = 0; i < endpoint->past_count; i++) {
        struct past_receive *past = &endpoint->past[i];

        if (past->receive->number >= number ||
            !receive_fits(past->receive, message))
            continue;
        if (receive != NULL) {
            put_off(past, receive, message);
            exchange(past, receive, message);
        }
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
