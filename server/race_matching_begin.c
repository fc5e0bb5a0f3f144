/*
 * race_matching_begin.c - what a matching is made of: the receives of a
 * process, and the messages to it (race_matching.h).
 */
#include "race_matching.h"

#include <stdlib.h>

/* Senders of messages that nobody took yet, and such messages of all of them,
 * that are looked at. */
#define SENDERS 64
#define WAITING 1024

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
        all = order_all_before(model, clock, &no_race);
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
    const struct lane **lanes, *lane;
    struct message *message;
    size_t count = 0, i, of_lane;

    lanes = xcalloc(endpoint->by_sender.count + 1, sizeof(struct lane *));
    DL_FOREACH(endpoint->lanes, lane)
        if (lane->messages != NULL)
            lanes[count++] = lane;
    qsort(lanes, count, sizeof(struct lane *), by_lane);
    matching->is_left = count > 0;
    matching->spent = count > SENDERS;
    if (count > SENDERS)
        count = SENDERS;
    for (i = 0; i < count; i++) {
        of_lane = 0;
        DL_FOREACH(lanes[i]->messages, message) {
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
    DL_FOREACH(endpoint->receives, receive) {
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
        const struct receive *receive = matching->takers[i]->receive;

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
        matching->messages[0]->sender ==
            matching->messages[matching->message_count - 1]->sender)
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
    for (i = 0; i < 3; i++)
        matching->answers[i] = xcalloc(count * messages + 1, 1);
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
    free(matching->answers[0]);
    free(matching->answers[1]);
    free(matching->answers[2]);
    free(matching->taken_by);
    free(matching->seen);
}
