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

static const struct receive *receive_at(const struct matching *matching,
                                        size_t taker)
{
    return matching->takers[taker]->receive;
}

/* At one place in the program, with one room: so it does not hang on what the
 * other one took. */
static bool is_alike(const struct receive *one, const struct receive *other)
{
    return one != NULL && one->call->stack == other->call->stack &&
           one->source == other->source && one->tag == other->tag &&
           one->transfer.payload.type == other->transfer.payload.type &&
           one->transfer.payload.count == other->transfer.payload.count;
}

/* Whether the first receive could take another message, and the program would
 * post the later one all the same, if that does not hang on who has sent. */
static bool is_free(const struct receive *first, const struct receive *later)
{
    if (first == NULL || first->is_told)
        return false;
    if (!first->ended || later->begin.at < first->end.at)
        return true;
    return later->source == SOURCE_ANY &&
           later->named_before == first->named_others;
}

static bool is_exact(const struct taker *taker)
{
    return payload_bytes(&taker->receive->transfer.payload) ==
           payload_bytes(&taker->took->transfer.payload);
}

/* Whether that receive and the one before are for two messages of one sender,
 * the second of which is as long as the first has told, though neither names
 * it. */
static bool is_pair(const struct matching *matching, size_t second)
{
    const struct taker *one = matching->takers[second - (second > 0)];
    const struct taker *two = matching->takers[second];

    return one != two && one->receive != NULL && two->receive != NULL &&
           one->took != NULL && two->took != NULL &&
           one->took->sender == two->took->sender &&
           one->receive->source == SOURCE_ANY &&
           two->receive->source == SOURCE_ANY &&
           one->receive->tag == two->receive->tag &&
           one->receive->call->stack != two->receive->call->stack &&
           one->receive->ended &&
           one->receive->end.at <= two->receive->begin.at &&
           one->receive->named_others == two->receive->named_before &&
           is_exact(one) && is_exact(two);
}

/* The second of a pair, of which there are several of different senders, at the
 * same two places: whoever knew that another first message can come in its
 * place would have named the source. */
static bool is_second(const struct matching *matching, size_t second)
{
    const struct taker *const *takers =
        (const struct taker *const *)matching->takers;
    size_t i;

    if (!is_pair(matching, second))
        return false;
    for (i = 1; i < matching->taker_count; i++)
        if (is_pair(matching, i) &&
            takers[i]->took->sender != takers[second]->took->sender &&
            takers[i]->receive->call->stack ==
                takers[second]->receive->call->stack &&
            takers[i - 1]->receive->call->stack ==
                takers[second - 1]->receive->call->stack)
            return true;
    return false;
}

/* It does not where the program did not ask, or all from there on are alike. */
static void ask_for(struct matching *matching, size_t taker,
                    enum matching_mode mode)
{
    const struct receive *later = receive_at(matching, taker), *first;
    bool alike = true;
    size_t i;

    if (matching->asked == taker && matching->mode == mode)
        return;
    matching->asked = taker;
    matching->mode = mode;
    for (i = taker; i-- > 0;) {
        first = receive_at(matching, i);
        alike = alike && is_alike(first, later);
        matching->is_free[i] =
            is_free(first, later) &&
            (mode == MATCHING_FIXED || alike || !first->ended ||
             first->ignored || later->begin.at < first->end.at ||
             is_second(matching, i));
    }
}

bool matching_is_free(struct matching *matching, size_t first, size_t later)
{
    ask_for(matching, later, MATCHING_FIXED);
    return matching->is_free[first];
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

bool matching_crosses(const struct matching *matching, size_t taker,
                      size_t message)
{
    const struct receive *receive = receive_at(matching, taker);

    return receive != NULL && receive->ended &&
           matching->messages[message]->passed > receive->entered;
}

/* Whether it comes too early for the receive. */
static bool is_out_of_order(const struct matching *matching, size_t taker,
                            size_t message)
{
    return matching->mode == MATCHING_SYNCHRONIZED &&
           matching_crosses(matching, taker, message);
}

/* Whether it was not sent after the end of the receive. */
static bool is_in_time(const struct matching *matching, size_t taker,
                       size_t message)
{
    const struct receive *receive = receive_at(matching, taker);

    return receive == NULL || !receive->ended ||
           matching->known[message] < receive->end.at;
}

/* Nor behind a collective operation of another thread, with which it has no
 * order. */
static bool is_there(const struct matching *matching, size_t taker,
                     size_t message)
{
    const struct call *send = matching->messages[message]->call;
    const struct call *passed = matching->messages[message]->passed_by;

    return is_in_time(matching, taker, message) &&
           agent_of(send->process) != NULL &&
           (passed == NULL || passed->thread == send->thread);
}

/* Whether it may have been sent since what the receive took, by a synchronous
 * send, has told that the receive had begun. */
static bool is_told_of(const struct matching *matching, size_t taker,
                       size_t message)
{
    const struct taker *at = matching->takers[taker];

    return at->took != NULL && at->took->mode == MESSAGE_SYNCHRONOUS &&
           (at->receive == NULL ||
            matching->known[message] >= at->receive->begin.at);
}

/* Whether the message that is asked for may have been sent since that one,
 * whose send is synchronous, had found a receive: which then is one before. */
static bool is_behind(const struct matching *matching, size_t other)
{
    const struct message *synchronous = matching->messages[other];
    const struct clock *clock = matching->messages[matching->message]->clock;
    size_t taker = matching->owner[other];
    struct clock_moment sent;

    if (synchronous->mode != MESSAGE_SYNCHRONOUS ||
        other == matching->message || taker == MATCHING_NONE ||
        !is_told_of(matching, taker, matching->message))
        return false;
    return clock == NULL || synchronous->clock == NULL ||
           clock_is_partial(clock) || !clock_owner(synchronous->clock, &sent) ||
           clock_known(clock, sent.process) > sent.at;
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
         fits(matching, taker, matching->message)) ||
        is_out_of_order(matching, taker, message))
        return false;
    return matching->took[taker] == message ||
           (matching->is_free[taker] && fits(matching, taker, message) &&
            is_there(matching, taker, message) &&
            !is_told_of(matching, taker, message) &&
            is_in_time(matching, matching->asked, message));
}

static void put(struct matching *matching, size_t taker, size_t message)
{
    matching->takes[taker] = message;
    matching->taken_by[message] = taker;
}

/* Whether the message can be taken only after that one. */
static bool is_needed(const struct matching *matching, size_t message)
{
    return (message < matching->message &&
            is_of_one_lane(matching, message, matching->message) &&
            fits(matching, matching->asked, message)) ||
           is_behind(matching, message);
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
 * its place.  False: somebody must, or it is not known whether one has. */
static bool begin_trial(struct matching *matching, bool *changes)
{
    bool possible = true;
    size_t i, message;

    *changes = matching->is_open = false;
    for (i = 0; i < matching->message_count; i++)
        matching->taken_by[i] = MATCHING_NONE;
    for (i = 0; i < matching->asked; i++) {
        message = matching->takes[i] = matching->took[i];
        if (message == MATCHING_NONE) {
            if (!fits(matching, i, matching->message))
                continue;
            *changes = matching->is_open = true;
            possible = possible && matching->is_free[i];
            continue;
        }
        if (message == matching->message ||
            (message > matching->message &&
             is_of_one_lane(matching, message, matching->message) &&
             fits(matching, i, matching->message)) ||
            is_out_of_order(matching, i, message)) {
            if (!matching->is_free[i])
                return false;
            matching->takes[i] = MATCHING_NONE;
            *changes = true;
        } else
            matching->taken_by[message] = i;
    }
    return possible;
}

/* Whether any of those before could take what none of them has taken. */
static bool may_change(const struct matching *matching, size_t taker)
{
    return matching->known_after[taker] < matching->ended_before[taker];
}

/* The oldest end of a receive before that one that is matched otherwise, and
 * since which the process has told others of something. */
static uint64_t told_since(const struct matching *matching, size_t taker)
{
    const struct receive *first, *later = receive_at(matching, taker);
    uint64_t since = UINT64_MAX;
    size_t i;

    for (i = 0; i < taker; i++) {
        first = receive_at(matching, i);
        if (matching->takes[i] != matching->took[i] && first->ended &&
            first->end.at <= later->begin.at &&
            first->told_others != later->told_before && first->end.at < since)
            since = first->end.at;
    }
    return since;
}

/* Whoever hears of what another matching has changed may send something else:
 * what is taken from there on must have been sent without that. */
static bool was_not_told_of(const struct matching *matching)
{
    size_t i, message;

    for (i = 0; i <= matching->asked; i++) {
        message = i == matching->asked ? matching->message : matching->takes[i];
        if (receive_at(matching, i) != NULL && message != MATCHING_NONE &&
            matching->known[message] >= told_since(matching, i))
            return false;
    }
    return true;
}

static bool trial(struct matching *matching)
{
    size_t i;
    bool changes;

    if (!begin_trial(matching, &changes) ||
        (changes && !may_change(matching, matching->asked)))
        return false;
    for (i = matching->message_count; i-- > 0;) {
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
    return bring_in_order(matching) && was_not_told_of(matching);
}

static bool may_take_it(struct matching *matching, size_t taker, size_t message,
                        enum matching_mode mode)
{
    signed char *answer =
        &matching->answers[mode][taker * matching->message_count + message];

    if (matching->took[taker] == message && mode != MATCHING_SYNCHRONIZED)
        return true;
    if (!fits(matching, taker, message) || !is_there(matching, taker, message))
        return false;
    if (*answer == 0 && mode != MATCHING_SYNCHRONIZED &&
        !may_change(matching, taker) && matching->owner[message] < taker)
        *answer = -1;
    if (*answer == 0) {
        ask_for(matching, taker, mode);
        matching->message = message;
        matching->spent |= matching->trials == TRIALS;
        *answer = matching->trials < TRIALS &&
                          (trial(matching) ||
                           (matching->is_open && mode == MATCHING_FIXED))
                      ? 1
                      : -1;
        matching->trials += matching->trials < TRIALS;
    }
    return *answer > 0;
}

bool matching_allows(struct matching *matching, size_t taker, size_t message)
{
    return may_take_it(matching, taker, message, MATCHING_CERTAIN);
}

bool matching_might(struct matching *matching, size_t taker, size_t message)
{
    return may_take_it(matching, taker, message, MATCHING_FIXED);
}

bool matching_in_order(struct matching *matching, size_t taker, size_t message)
{
    return may_take_it(matching, taker, message, MATCHING_SYNCHRONIZED) &&
           !matching_crosses(matching, taker, message);
}
