/*
 * race_matching.c - see race_matching.h.
 *
 * A bipartite matching of receives and messages, begun with that of this run
 * and changed along alternating paths.  A receive may take a message if, of
 * the receives before it, all that must have ended by then, or have the first
 * claim to that message, can take others, among these all that the same
 * sender has sent before it.
 */
#include "race_matching.h"

#include <stdlib.h>

/* For one set of receives. */
#define TRIALS 1024
/* Senders of messages that nobody took yet, such messages of all of them, and
 * of each, that are looked at. */
#define SENDERS          64
#define WAITING          1024
#define MATCHING_OF_LANE 64

bool matching_is_free(const struct receive *first, const struct receive *later)
{
    if (first == NULL || first->is_told)
        return false;
    if (!first->ended || later->begin.at < first->end.at)
        return true;
    return later->source == SOURCE_ANY &&
           later->told_before == first->told_others &&
           later->named_before == first->named_others;
}

static const struct receive *receive_at(const struct matching *matching,
                                        size_t taker)
{
    return matching->takers[taker]->receive;
}

static bool fits(const struct matching *matching, size_t taker, size_t message)
{
    const struct receive *receive = receive_at(matching, taker);

    return receive != NULL &&
           receive_fits(receive, matching->messages[message]);
}

static bool is_of_one_lane(const struct matching *matching, size_t one,
                           size_t other)
{
    return matching->messages[one]->sender == matching->messages[other]->sender;
}

/* Whether it was not sent after the end of the receive. */
static bool is_in_time(const struct matching *matching, size_t taker,
                       size_t message)
{
    const struct receive *receive = receive_at(matching, taker);

    return receive == NULL || !receive->ended ||
           matching->known[message] < receive->end.at;
}

/* Nor since a synchronous send has told that the receive had begun; nor by
 * threads, whose order is not known. */
static bool is_there(const struct matching *matching, size_t taker,
                     size_t message)
{
    const struct taker *at = matching->takers[taker];
    const struct agent *sender =
        agent_of(matching->messages[message]->call->process);

    return is_in_time(matching, taker, message) && sender != NULL &&
           sender->threads <= 1 &&
           !(at->took != NULL && at->took->mode == MESSAGE_SYNCHRONOUS &&
             matching->known[message] >= at->receive->begin.at);
}

/* ------------------------------------------------------ alternating paths */

/* Whether one before may take that message, while the one that is asked for
 * takes its own. */
static bool may_take(const struct matching *matching, size_t taker,
                     size_t message)
{
    if (message == matching->message ||
        (message > matching->message &&
         is_of_one_lane(matching, message, matching->message) &&
         fits(matching, taker, matching->message)))
        return false;
    return matching->took[taker] == message ||
           (matching->is_free[taker] && fits(matching, taker, message) &&
            is_there(matching, taker, message) &&
            is_in_time(matching, matching->asked, message));
}

static void put(struct matching *matching, size_t taker, size_t message)
{
    matching->takes[taker] = message;
    matching->taken_by[message] = taker;
}

/* Whether it is before the message, which can be taken only after it. */
static bool is_needed(const struct matching *matching, size_t message)
{
    return message < matching->message &&
           is_of_one_lane(matching, message, matching->message) &&
           fits(matching, matching->asked, message);
}

/* Whether it may stay where it is: none that takes one behind it would take it
 * instead. */
static bool can_be_left(const struct matching *matching, size_t message)
{
    size_t i;

    if (is_needed(matching, message))
        return false;
    for (i = message + 1;
         i < matching->message_count && is_of_one_lane(matching, message, i);
         i++)
        if (matching->taken_by[i] != MATCHING_NONE &&
            fits(matching, matching->taken_by[i], message))
            return false;
    return true;
}

/* Finds somebody who takes the message. */
static bool cover(struct matching *matching, size_t message)
{
    size_t i, old;

    for (i = matching->asked; i-- > 0;) {
        if (!may_take(matching, i, message))
            continue;
        old = matching->takes[i];
        if (old != MATCHING_NONE) {
            if (!can_be_left(matching, old))
                continue;
            matching->taken_by[old] = MATCHING_NONE;
        }
        put(matching, i, message);
        return true;
    }
    for (i = matching->asked; i-- > 0;) {
        if (matching->seen[i] || !may_take(matching, i, message))
            continue;
        matching->seen[i] = true;
        if (cover(matching, matching->takes[i])) {
            put(matching, i, message);
            return true;
        }
    }
    return false;
}

/* Finds a message that it takes. */
static bool assign(struct matching *matching, size_t taker)
{
    size_t i;

    for (i = 0; i < matching->message_count; i++) {
        if (matching->seen[i] || !may_take(matching, taker, i))
            continue;
        matching->seen[i] = true;
        if (matching->taken_by[i] == MATCHING_NONE ||
            assign(matching, matching->taken_by[i])) {
            put(matching, taker, i);
            return true;
        }
    }
    return false;
}

static void forget_seen(struct matching *matching)
{
    size_t i, count = matching->message_count > matching->taker_count
                          ? matching->message_count
                          : matching->taker_count;

    for (i = 0; i < count; i++)
        matching->seen[i] = false;
}

/* Of one sender's messages each takes the first that it fits and that is left.
 * Exchanges those of two that do not; false: there is one that cannot be. */
static bool bring_in_order(struct matching *matching)
{
    size_t i, message, first, other;
    bool changed = true;

    while (changed) {
        changed = false;
        for (i = 0; i < matching->asked; i++) {
            message = first = matching->takes[i];
            while (message != MATCHING_NONE && first-- > 0 &&
                   is_of_one_lane(matching, first, message)) {
                other = matching->taken_by[first];
                if (!fits(matching, i, first) ||
                    (other != MATCHING_NONE && other < i))
                    continue;
                if (other == MATCHING_NONE || !may_take(matching, i, first) ||
                    !may_take(matching, other, message))
                    return false;
                put(matching, i, first);
                put(matching, other, message);
                message = first;
                changed = true;
            }
        }
    }
    return true;
}

/* ------------------------------------------------------------ the trial */

/* Whether it is over, and so matched, before the one that is asked for is
 * posted. */
static bool is_before(const struct matching *matching, size_t taker)
{
    const struct receive *first = receive_at(matching, taker);

    return first == NULL ||
           (first->ended &&
            first->end.at <= receive_at(matching, matching->asked)->begin.at);
}

/* As in this run, but that nobody before takes the message, or one behind it in
 * its place.  False: somebody must. */
static bool begin_trial(struct matching *matching, bool *changes)
{
    size_t i, message;

    *changes = false;
    for (i = 0; i < matching->message_count; i++)
        matching->taken_by[i] = MATCHING_NONE;
    for (i = 0; i < matching->asked; i++) {
        message = matching->takes[i] = matching->took[i];
        if (message == MATCHING_NONE) {
            if (fits(matching, i, matching->message))
                return false;
            continue;
        }
        if (message == matching->message ||
            (message > matching->message &&
             is_of_one_lane(matching, message, matching->message) &&
             fits(matching, i, matching->message))) {
            if (!matching->is_free[i])
                return false;
            matching->takes[i] = MATCHING_NONE;
            *changes = true;
        } else
            matching->taken_by[message] = i;
    }
    return true;
}

/* Whether any of those before could take what none of them has taken. */
static bool may_change(const struct matching *matching, size_t taker)
{
    return matching->known_after[taker] < matching->ended_before[taker];
}

static bool trial(struct matching *matching)
{
    size_t i;
    bool changes;

    if (!begin_trial(matching, &changes) ||
        (changes && !may_change(matching, matching->asked)))
        return false;
    for (i = matching->message;
         i-- > 0 && is_of_one_lane(matching, i, matching->message);) {
        if (matching->taken_by[i] != MATCHING_NONE || !is_needed(matching, i))
            continue;
        forget_seen(matching);
        if (!may_change(matching, matching->asked) || !cover(matching, i))
            return false;
        changes = true;
    }
    if (!changes)
        return true;
    for (i = 0; i < matching->asked; i++) {
        if (matching->takes[i] != MATCHING_NONE ||
            (!is_before(matching, i) && !fits(matching, i, matching->message)))
            continue;
        forget_seen(matching);
        if (!assign(matching, i))
            return false;
    }
    return bring_in_order(matching);
}

static void ask_for(struct matching *matching, size_t taker)
{
    size_t i;

    matching->asked = taker;
    for (i = 0; i < taker; i++)
        matching->is_free[i] = matching_is_free(receive_at(matching, i),
                                                receive_at(matching, taker));
}

bool matching_allows(struct matching *matching, size_t taker, size_t message)
{
    signed char *answer =
        &matching->answers[taker * matching->message_count + message];

    if (matching->took[taker] == message)
        return true;
    if (!fits(matching, taker, message) || !is_there(matching, taker, message))
        return false;
    if (*answer == 0 && !may_change(matching, taker) &&
        matching->owner[message] < taker)
        *answer = -1;
    if (*answer == 0) {
        if (matching->asked != taker)
            ask_for(matching, taker);
        matching->message = message;
        matching->spent |= matching->trials == TRIALS;
        *answer = matching->trials < TRIALS && trial(matching) ? 1 : -1;
        matching->trials += matching->trials < TRIALS;
    }
    return *answer > 0;
}

/* ------------------------------------------------------ begin and end */

static bool has_chances(const struct model *model)
{
    const struct agent *agent;

    DL_FOREACH(model->agents, agent)
    if (agent->chances.count > 0)
        return true;
    return false;
}

/* The newest moments of the process that came before the messages were sent,
 * or may have: a word that a process reads in a window may put them in order.
 */
static void note_known(struct matching *matching, struct model *model,
                       uint32_t process)
{
    bool chances = has_chances(model);
    size_t i;

    for (i = 0; i < matching->message_count; i++) {
        const struct clock *clock = matching->messages[i]->clock;
        struct clock *all;

        matching->known[i] = clock_known(clock, process);
        if (!chances)
            continue;
        all = order_all_before(model, clock);
        if (clock_sure(all, process) > matching->known[i])
            matching->known[i] = clock_sure(all, process);
        clock_drop(all);
    }
}

static int by_lane(const void *left, const void *right)
{
    const struct lane *one = *(const struct lane *const *)left;
    const struct lane *other = *(const struct lane *const *)right;

    return (one->sender > other->sender) - (one->sender < other->sender);
}

static void add_message(struct matching *matching, struct message *message)
{
    if ((matching->message_count & (matching->message_count - 1)) == 0)
        matching->messages = xrealloc(
            matching->messages,
            matching->message_count == 0 ? 1 : 2 * matching->message_count,
            sizeof(struct message *));
    matching->messages[matching->message_count++] = message;
}

/* Whether one behind so many messages can have its turn before those that are
 * kept have ended: only if it has another tag. */
static bool is_cut_short(const struct lane *lane, size_t count)
{
    return count <= MATCHING_OF_LANE ||
           lane->messages->tag != lane->messages->prev->tag;
}

/* Messages that nobody has taken yet. */
static void add_waiting(struct matching *matching,
                        const struct endpoint *endpoint)
{
    const struct lane **lanes, *lane, *next;
    struct message *message;
    size_t count = 0, i, of_lane;

    lanes = xcalloc(HASH_COUNT(endpoint->lanes) + 1, sizeof(struct lane *));
    HASH_ITER(hh, endpoint->lanes, lane, next)
    if (lane->messages != NULL)
        lanes[count++] = lane;
    qsort(lanes, count, sizeof(struct lane *), by_lane);
    matching->is_left = count > 0;
    matching->spent = count > SENDERS;
    if (count > SENDERS)
        count = SENDERS;
    for (i = 0; i < count; i++) {
        of_lane = 0;
        DL_FOREACH(lanes[i]->messages, message)
        {
            if (of_lane++ == WAITING / count || of_lane > MATCHING_OF_LANE) {
                matching->spent |= is_cut_short(lanes[i], of_lane);
                break;
            }
            add_message(matching, message);
        }
    }
    free(lanes);
}

/* Receives that have not ended. */
static void add_pending(struct matching *matching,
                        const struct endpoint *endpoint)
{
    struct receive *receive;
    size_t count, kept = matching->taker_count, i;

    DL_COUNT(endpoint->receives, receive, count);
    matching->pending = xcalloc(count + 1, sizeof matching->pending[0]);
    count = 0;
    DL_FOREACH(endpoint->receives, receive)
    {
        for (i = 0; i < kept; i++)
            if (matching->takers[i]->receive == receive)
                break;
        if (i < kept)
            continue;
        matching->pending[count].number = receive->number;
        matching->pending[count].receive = receive;
        matching->takers[matching->taker_count++] = &matching->pending[count++];
    }
}

static int by_number(const void *left, const void *right)
{
    const struct taker *one = *(struct taker *const *)left;
    const struct taker *other = *(struct taker *const *)right;

    return (one->number > other->number) - (one->number < other->number);
}

static int by_sender(const void *left, const void *right)
{
    const struct message *one = *(struct message *const *)left;
    const struct message *other = *(struct message *const *)right;

    if (one->sender != other->sender)
        return one->sender > other->sender ? 1 : -1;
    return (one->number > other->number) - (one->number < other->number);
}

static void note_times(struct matching *matching)
{
    size_t i, takers = matching->taker_count;
    uint64_t ended = 0, known = UINT64_MAX;

    for (i = 0; i < takers; i++) {
        const struct receive *receive = receive_at(matching, i);

        matching->ended_before[i] = ended;
        if (receive != NULL && !receive->ended)
            ended = UINT64_MAX;
        else if (receive != NULL && receive->end.at > ended)
            ended = receive->end.at;
    }
    for (i = 0; i < matching->message_count; i++)
        if (matching->owner[i] == MATCHING_NONE && matching->known[i] < known)
            known = matching->known[i];
    for (i = takers; i-- > 0;) {
        if (matching->took[i] != MATCHING_NONE &&
            matching->known[matching->took[i]] < known)
            known = matching->known[matching->took[i]];
        matching->known_after[i] = known;
    }
    /* One sender's messages keep their order. */
    if (matching->message_count == 0 ||
        is_of_one_lane(matching, 0, matching->message_count - 1))
        for (i = 0; i < takers; i++)
            matching->known_after[i] = UINT64_MAX;
}

/* Who has taken what; all are in their order. */
static void note_matches(struct matching *matching)
{
    struct message **at, *took;
    size_t i;

    for (i = 0; i < matching->message_count; i++)
        matching->owner[i] = MATCHING_NONE;
    for (i = 0; i < matching->taker_count; i++) {
        took = matching->takers[i]->took;
        matching->took[i] = MATCHING_NONE;
        if (took == NULL)
            continue;
        at = bsearch(&took, matching->messages, matching->message_count,
                     sizeof(struct message *), by_sender);
        matching->took[i] = (size_t)(at - matching->messages);
        matching->owner[matching->took[i]] = i;
    }
}

void matching_begin(struct matching *matching, struct taker *takers,
                    size_t count, const struct endpoint *endpoint,
                    uint32_t index)
{
    const struct receive *receive;
    size_t i, messages;

    DL_COUNT(endpoint->receives, receive, i);
    matching->takers = xcalloc(count + i + 1, sizeof(struct taker *));
    for (i = 0; i < count; i++) {
        matching->takers[matching->taker_count++] = &takers[i];
        if (takers[i].took != NULL)
            add_message(matching, takers[i].took);
    }
    add_pending(matching, endpoint);
    add_waiting(matching, endpoint);
    count = matching->taker_count;
    messages = matching->message_count;
    qsort(matching->takers, count, sizeof(struct taker *), by_number);
    if (messages > 0)
        qsort(matching->messages, messages, sizeof(struct message *),
              by_sender);
    matching->took = xcalloc(count + 1, sizeof(size_t));
    matching->takes = xcalloc(count + 1, sizeof(size_t));
    matching->ended_before = xcalloc(count + 1, sizeof(uint64_t));
    matching->known_after = xcalloc(count + 1, sizeof(uint64_t));
    matching->owner = xcalloc(messages + 1, sizeof(size_t));
    matching->is_free = xcalloc(count + 1, sizeof(bool));
    matching->known = xcalloc(messages + 1, sizeof(uint64_t));
    matching->answers = xcalloc(count * messages + 1, 1);
    matching->taken_by = xcalloc(messages + 1, sizeof(size_t));
    matching->seen = xcalloc(count + messages + 1, sizeof(bool));
    matching->asked = MATCHING_NONE;
    if (messages > 0)
        note_known(matching,
                   agent_of(matching->messages[0]->call->process)->model,
                   index);
    note_matches(matching);
    note_times(matching);
}

void matching_end(struct matching *matching)
{
    free(matching->takers);
    free(matching->pending);
    free(matching->messages);
    free(matching->took);
    free(matching->takes);
    free(matching->ended_before);
    free(matching->known_after);
    free(matching->owner);
    free(matching->is_free);
    free(matching->known);
    free(matching->answers);
    free(matching->taken_by);
    free(matching->seen);
}
