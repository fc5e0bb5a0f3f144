/*
 * race_worth.c - whether there may be anything to tell of the choices that
 * receives from any source have: most have none.
 */
#include "race.h"
#include "race_choice.h"

#include <stdlib.h>

/* Bytes that it has room for; -1: not known. */
static int64_t room_of(const struct receive *receive)
{
    return payload_bytes(&receive->transfer.payload);
}

unsigned choice_worth(const struct choices *choices, const struct taker *taker,
                      unsigned told)
{
    const struct endpoint *endpoint = choices->endpoint;
    struct receive *receive = taker->receive;
    unsigned worth = 0;

    if (receive == NULL)
        return 0;
    if (receive->asks)
        return told == 0 && taker->may_choose ? TOLD_CHOICE : 0;
    if ((!receive->is_told || receive->source == SOURCE_ANY) &&
        (outcome_is_put_off(choices->model, receive) ||
         ((told & TOLD_DATA) == 0 && taker->may_choose &&
          (endpoint->mixed || probed_may_be(taker) ||
           (room_of(receive) >= 0 && endpoint->bytes > room_of(receive))))))
        worth |= TOLD_DATA;
    if (receive->source != SOURCE_ANY || !taker->may_choose)
        return worth;
    if ((told & TOLD_COLLECTIVE) == 0 && receive->ended &&
        endpoint->passed > receive->entered)
        worth |= TOLD_COLLECTIVE;
    if ((told & TOLD_STARVATION) == 0 && starvation_may_be(choices, taker))
        worth |= TOLD_STARVATION;
    if (told == 0)
        worth |= TOLD_CHOICE;
    return worth;
}

static bool is_alike(const struct receive *one, const struct receive *other)
{
    return one != NULL && one->source == other->source &&
           one->tag == other->tag &&
           one->transfer.payload.type == other->transfer.payload.type &&
           one->transfer.payload.count == other->transfer.payload.count;
}

static bool would_go_wrong(const struct receive *receive,
                           const struct message *message)
{
    return message != NULL && receive_fits(receive, message) &&
           transfer_fault(receive, message) != TRANSFER_FITS;
}

/* Whether any message that is there would go wrong. */
static bool may_go_wrong(const struct choices *choices,
                         const struct receive *receive)
{
    const struct lane *lane;
    const struct message *message;
    size_t i;

    for (i = 0; i < choices->count; i++)
        if (would_go_wrong(receive, choices->takers[i].took))
            return true;
    DL_FOREACH(choices->endpoint->lanes, lane) {
        i = 0;
        DL_FOREACH(lane->messages, message) {
            if (i++ == MATCHING_OF_LANE)
                break;
            if (would_go_wrong(receive, message))
                return true;
        }
    }
    return false;
}

/* Whether there is anything to tell of the first ones. */
static bool is_worth_it(struct choices *choices, size_t count)
{
    const struct model *model = choices->model;
    const struct receive *right = NULL;
    size_t i;

    if (model->order_unsure || model->matches_unsure ||
        choices->agent->clock.partial)
        return false;
    for (i = 0; i < count; i++) {
        struct receive *receive = choices->takers[i].receive;
        unsigned look = receive == NULL
                            ? 0
                            : choice_worth(choices, &choices->takers[i],
                                           choice_site(choices, receive)->told);

        if ((look & ~TOLD_DATA) != 0)
            return true;
        if (look == 0 || is_alike(right, receive))
            continue;
        if (may_go_wrong(choices, receive))
            return true;
        right = receive;
    }
    return false;
}

static int by_number(const void *left, const void *right)
{
    const struct taker *one = left, *other = right;

    return (one->number > other->number) - (one->number < other->number);
}

/* What the senders of messages knew of the receiver. */
struct heard {
    uint32_t receiver; /* of its clock */
    uint64_t least;    /* its oldest moment that is the newest to one of them */
    uint32_t sender;   /* of one of the messages, if there is one */
    bool any, several; /* there are messages; of several senders */
    bool partial;      /* one of them knew more than is known here */
};

static void hear(struct heard *heard, const struct message *message)
{
    uint64_t known;

    if (message == NULL)
        return;
    known = clock_known(message->clock, heard->receiver);
    if (known < heard->least)
        heard->least = known;
    heard->several |= heard->any && heard->sender != message->sender;
    heard->sender = message->sender;
    heard->any = true;
    heard->partial |= clock_is_partial(message->clock);
}

/* False: it is not known.  Which of them may have another message than in this
 * run, by the clocks: their own end, or that of one before, does not come
 * before all that none before has taken.  Those that name their source only
 * behind others that were open still as they were posted. */
static bool note_choices(struct choices *choices)
{
    const struct receive *receive;
    struct heard heard = {.receiver = choices->agent->clock.index,
                          .least = UINT64_MAX};
    struct lane *lane;
    uint64_t ended = 0, any_ended = 0, end, after[CHOICES_KEPT + 1];
    size_t i;

    DL_FOREACH(choices->endpoint->lanes, lane)
        hear(&heard, lane->messages);
    after[choices->count] = heard.least;
    for (i = choices->count; i-- > 0;) {
        hear(&heard, choices->takers[i].took);
        after[i] = heard.least;
    }
    DL_FOREACH(choices->endpoint->receives, receive)
        if (receive->source == SOURCE_ANY)
            break;
    for (i = 0; i < choices->count; i++) {
        struct taker *taker = &choices->takers[i];
        const struct receive *own = taker->receive;

        taker->may_choose = false;
        if (own == NULL)
            continue;
        end = own->ended ? own->end.at : UINT64_MAX;
        taker->may_choose =
            heard.several && (after[i] < ended || after[i + 1] < end) &&
            (own->source == SOURCE_ANY || own->begin.at < any_ended ||
             (receive != NULL && receive->number < taker->number));
        if (end > ended)
            ended = end;
        if (own->source == SOURCE_ANY && end > any_ended)
            any_ended = end;
    }
    return !heard.partial;
}

void choices_judge(struct choices *choices, size_t count)
{
    if (count == 0)
        return;
    qsort(choices->takers, choices->count, sizeof choices->takers[0],
          by_number);
    if (note_choices(choices) && is_worth_it(choices, count))
        choices_look(choices, count);
}
