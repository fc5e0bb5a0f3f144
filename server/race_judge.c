/*
 * race_judge.c - what comes of the choices that receives from any source have
 * (MPI-4.1 3.2.4, 3.3.1, 3.5, 6.14).
 *
 * It is asked which messages each receive could have taken (race_matching.c),
 * and what would have come of it: data that goes wrong in some matchings and
 * not in others, messages whose order only a collective operation that
 * synchronizes would make certain, or nothing, as far as is known.  Told is the
 * first sender's message of each kind, so that it does not depend on what this
 * run has made of the choice, and, where several receives share the choice, the
 * first of them.
 */
#include "race.h"
#include "race_choice.h"

#include <stdlib.h>

/* Places in the program of which is kept what was told of them. */
#define SITES 16

/* What is looked at together. */
struct view {
    struct choices *choices;
    struct matching matching;
    /* By message: no receive has room for it (1 yes, -1 no, 0 not known), and
     * that is told. */
    signed char *hopeless;
    bool *told;
};

/* Which of the messages that a receive can take is looked for. */
struct wanted {
    bool wrong, crosses;
};

/* --------------------------------------------------- what a receive takes */

static struct taker *taker_at(const struct view *view, size_t taker)
{
    return view->matching.takers[taker];
}

static struct message *message_at(const struct view *view, size_t message)
{
    return view->matching.messages[message];
}

static bool is_wrong(const struct view *view, size_t taker, size_t message)
{
    return transfer_fault(taker_at(view, taker)->receive,
                          message_at(view, message)) != TRANSFER_FITS;
}

/* Whether it was sent after a collective operation that the receiver had not
 * begun. */
static bool crosses(const struct view *view, size_t taker, size_t message)
{
    const struct receive *receive = taker_at(view, taker)->receive;

    return receive->ended &&
           message_at(view, message)->passed > receive->entered;
}

static bool has_no_room(struct view *view, size_t message)
{
    size_t i;

    if (view->matching.is_left)
        return false;
    for (i = 0; i < view->matching.taker_count; i++)
        if (taker_at(view, i)->receive == NULL
                ? view->matching.took[i] == message
                : matching_allows(&view->matching, i, message) &&
                      !is_wrong(view, i, message))
            return false;
    return true;
}

/* Whether it goes wrong in every run, whichever receive takes it. */
static bool is_hopeless(struct view *view, size_t message)
{
    if (view->hopeless[message] == 0)
        view->hopeless[message] = has_no_room(view, message) ? 1 : -1;
    return view->hopeless[message] > 0;
}

static bool is_wanted(struct view *view, size_t taker, size_t message,
                      struct wanted wanted)
{
    return receive_fits(taker_at(view, taker)->receive,
                        message_at(view, message)) &&
           crosses(view, taker, message) == wanted.crosses &&
           is_wrong(view, taker, message) == wanted.wrong &&
           matching_allows(&view->matching, taker, message) &&
           (!wanted.wrong || !is_hopeless(view, message));
}

/* The first two messages of which one is of either kind, of different senders
 * where there are such. */
static bool find_two(struct view *view, size_t taker, struct wanted first,
                     struct wanted second, size_t two[2])
{
    size_t i, j, count = view->matching.message_count;
    bool found = false;

    for (i = 0; i < count; i++) {
        if (!is_wanted(view, taker, i, first))
            continue;
        for (j = 0; j < count; j++) {
            if (j == i || !is_wanted(view, taker, j, second))
                continue;
            if (!found) {
                two[0] = i;
                two[1] = j;
                found = true;
            }
            if (message_at(view, i)->sender == message_at(view, j)->sender)
                continue;
            two[0] = i;
            two[1] = j;
            return true;
        }
    }
    return found;
}

/* -------------------------------------------------------------- telling */

/* The receive from any source whose choice it is: this one, or one before that
 * could take what it takes. */
static struct receive *chooser(const struct view *view, size_t taker,
                               size_t message)
{
    struct receive *receive = taker_at(view, taker)->receive;
    struct receive *first;

    if (receive->source == SOURCE_ANY)
        return receive;
    while (taker-- > 0) {
        first = taker_at(view, taker)->receive;
        if (first != NULL && first->source == SOURCE_ANY &&
            receive_fits(first, message_at(view, message)) &&
            matching_is_free(first, receive))
            return first;
    }
    return NULL;
}

static void raise_choice(const struct view *view, size_t taker,
                         const size_t two[2], enum race_effect effect)
{
    const struct choices *choices = view->choices;
    struct taker *at = taker_at(view, taker);
    const struct message *one = message_at(view, two[0]);
    const struct message *other = message_at(view, two[1]);
    struct receive *receive = chooser(view, taker, two[1]);
    struct model_event event;

    if (receive == NULL)
        return;
    event = model_event_new(choices->agent, EVENT_RACE, receive->call);
    event.race.effect = effect;
    event.race.comm = choices->comm;
    event.race.took = at->took == NULL ? NULL : at->took->call;
    event.race.one = one->call;
    event.race.other = other->call;
    if (effect == RACE_COLLECTIVE)
        event.race.collective = other->passed_by;
    if (effect == RACE_TRUNCATION || effect == RACE_TYPE) {
        event.race.wrong = &other->transfer;
        event.race.wrong_receive = &at->receive->transfer;
    }
    model_raise(choices->model, &event);
}

static struct site *site_of(struct choices *choices,
                            const struct receive *receive)
{
    struct site *site;
    size_t i;

    for (i = 0; i < choices->site_count; i++) {
        site = &choices->sites[i];
        if (site->stack == receive->call->stack && site->tag == receive->tag)
            return site;
    }
    if (choices->sites == NULL)
        choices->sites = xcalloc(SITES, sizeof choices->sites[0]);
    site = &choices->sites[choices->site_count % SITES];
    if (choices->site_count < SITES)
        choices->site_count++;
    *site = (struct site){receive->call->stack, receive->tag, 0};
    return site;
}

/* ------------------------------------------------------------- judgement */

/* Whether one before shares the choice, of which that was told. */
static bool is_behind(const struct view *view, size_t taker, unsigned told)
{
    const struct receive *receive = taker_at(view, taker)->receive;
    const struct receive *first;
    size_t i, j;

    for (i = 0; i < taker; i++) {
        first = taker_at(view, i)->receive;
        if ((taker_at(view, i)->told & told) == 0 ||
            !matching_is_free(first, receive))
            continue;
        for (j = 0; j < view->matching.message_count; j++)
            if (receive_fits(first, message_at(view, j)) &&
                receive_fits(receive, message_at(view, j)))
                return true;
    }
    return false;
}

/* The first receive that can take the message, which one can. */
static struct receive *first_taker(struct view *view, size_t message)
{
    size_t i = 0;

    while (taker_at(view, i)->receive == NULL ||
           !matching_allows(&view->matching, i, message))
        i++;
    return taker_at(view, i)->receive;
}

/* What no matching makes right is no choice: told is the first receive that can
 * take the message. */
static void judge_hopeless(struct view *view, size_t taker)
{
    struct receive *receive = taker_at(view, taker)->receive;
    size_t i;

    for (i = 0; i < view->matching.message_count; i++) {
        struct message *message = message_at(view, i);

        if (!receive_fits(receive, message) || !is_wrong(view, taker, i) ||
            !matching_allows(&view->matching, taker, i) ||
            !is_hopeless(view, i))
            continue;
        outcome_explain(view->choices->model, NULL, message);
        if (!view->told[i])
            transfer_tell(first_taker(view, i), message, view->choices->comm);
        view->told[i] = true;
    }
}

/* The first message that the receive can take. */
static size_t first_allowed(struct view *view, size_t taker)
{
    size_t i;

    for (i = 0; i < view->matching.message_count; i++)
        if (matching_allows(&view->matching, taker, i))
            return i;
    return MATCHING_NONE;
}

static bool is_right_ever(struct view *view, size_t taker)
{
    size_t i = view->matching.took[taker];

    if (i != MATCHING_NONE && !is_wrong(view, taker, i))
        return true;
    for (i = 0; i < view->matching.message_count; i++)
        if (receive_fits(taker_at(view, taker)->receive, message_at(view, i)) &&
            !is_wrong(view, taker, i) &&
            matching_allows(&view->matching, taker, i))
            return true;
    return false;
}

static bool may_be_wrong(const struct view *view, size_t taker)
{
    size_t i;

    for (i = 0; i < view->matching.message_count; i++)
        if (receive_fits(taker_at(view, taker)->receive, message_at(view, i)) &&
            is_wrong(view, taker, i))
            return true;
    return false;
}

/* Data that goes wrong in some matchings.  Returns what was told. */
static unsigned judge_data(struct view *view, size_t taker, unsigned told)
{
    struct model *model = view->choices->model;
    struct receive *receive = taker_at(view, taker)->receive;
    size_t two[2], first;
    int crossing;

    if (!may_be_wrong(view, taker))
        return 0;
    judge_hopeless(view, taker);
    if (!is_right_ever(view, taker)) {
        first = first_allowed(view, taker);
        if (first != MATCHING_NONE && !is_hopeless(view, first) &&
            (taker_at(view, taker)->took == NULL ||
             outcome_is_put_off(model, receive)))
            transfer_tell(receive, message_at(view, first),
                          view->choices->comm);
        outcome_explain(model, receive, NULL);
        return 0;
    }
    outcome_explain(model, receive, NULL);
    if ((told & TOLD_DATA) != 0 || is_behind(view, taker, TOLD_DATA))
        return 0;
    for (crossing = 0; crossing < 2; crossing++) {
        if (!find_two(view, taker, (struct wanted){false, crossing == 1},
                      (struct wanted){true, crossing == 1}, two))
            continue;
        raise_choice(view, taker, two,
                     transfer_fault(receive, message_at(view, two[1])) ==
                             TRANSFER_UNLIKE
                         ? RACE_TYPE
                         : RACE_TRUNCATION);
        return TOLD_DATA;
    }
    return 0;
}

static bool judge_collective(struct view *view, size_t taker)
{
    static const bool wrongs[4][2] = {
        {false, false}, {false, true}, {true, false}, {true, true}};
    size_t two[2];
    int i;

    if (is_behind(view, taker, TOLD_COLLECTIVE))
        return false;
    for (i = 0; i < 4; i++)
        if (find_two(view, taker, (struct wanted){wrongs[i][0], false},
                     (struct wanted){wrongs[i][1], true}, two)) {
            raise_choice(view, taker, two, RACE_COLLECTIVE);
            return true;
        }
    return false;
}

/* That there is a choice. */
static bool judge_choice(struct view *view, size_t taker)
{
    size_t i, two[2] = {first_allowed(view, taker), 0};

    if (two[0] == MATCHING_NONE || is_behind(view, taker, ~0U))
        return false;
    for (i = two[0] + 1; i < view->matching.message_count; i++)
        if (message_at(view, i)->sender != message_at(view, two[0])->sender &&
            matching_allows(&view->matching, taker, i)) {
            two[1] = i;
            raise_choice(view, taker, two, RACE_ONLY);
            return true;
        }
    return false;
}

/* Bytes that it has room for; -1: not known. */
static int64_t room_of(const struct receive *receive)
{
    return payload_bytes(&receive->transfer.payload);
}

/* What there may be to tell of it that is not told yet. */
static unsigned worth(const struct choices *choices, const struct taker *taker,
                      unsigned told)
{
    const struct endpoint *endpoint = choices->endpoint;
    struct receive *receive = taker->receive;
    unsigned worth = 0;

    if (receive == NULL)
        return 0;
    if (!receive->is_told &&
        (outcome_is_put_off(choices->model, receive) ||
         ((told & TOLD_DATA) == 0 && taker->may_choose &&
          (endpoint->mixed ||
           (room_of(receive) >= 0 && endpoint->bytes > room_of(receive))))))
        worth |= TOLD_DATA;
    if (receive->source != SOURCE_ANY || !taker->may_choose)
        return worth;
    if ((told & TOLD_COLLECTIVE) == 0 && receive->ended &&
        endpoint->passed > receive->entered)
        worth |= TOLD_COLLECTIVE;
    if (told == 0)
        worth |= TOLD_CHOICE;
    return worth;
}

static void judge_taker(struct view *view, size_t taker)
{
    struct taker *at = taker_at(view, taker);
    struct site *site;
    unsigned told = 0, look;

    if (at->receive == NULL)
        return;
    site = site_of(view->choices, at->receive);
    look = worth(view->choices, at, site->told);
    if ((look & TOLD_DATA) != 0)
        told |= judge_data(view, taker, site->told);
    if ((look & TOLD_COLLECTIVE) != 0 && judge_collective(view, taker))
        told |= TOLD_COLLECTIVE;
    if ((look & TOLD_CHOICE) != 0 && told == 0 && judge_choice(view, taker))
        told |= TOLD_CHOICE;
    if (look != 0 && told == 0 && view->matching.spent &&
        at->receive->source == SOURCE_ANY)
        race_raise_budget(at->receive->call);
    site->told |= told;
    at->told = site->told;
}

static void judge(struct choices *choices, size_t count)
{
    struct view view = {.choices = choices};
    struct matching *matching = &view.matching;
    size_t i;

    matching_begin(matching, choices->takers, choices->count, choices->endpoint,
                   choices->agent->clock.index);
    view.told = xcalloc(matching->message_count + 1, sizeof(bool));
    view.hopeless = xcalloc(matching->message_count + 1, 1);
    for (i = 0; i < matching->taker_count; i++)
        if (matching->takers[i] >= choices->takers &&
            matching->takers[i] < choices->takers + count)
            judge_taker(&view, i);
    matching_end(matching);
    free(view.told);
    free(view.hopeless);
}

/* ------------------------------------------- whether to look at all of it */

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
    const struct lane *lane, *next;
    const struct message *message;
    size_t i;

    for (i = 0; i < choices->count; i++)
        if (would_go_wrong(receive, choices->takers[i].took))
            return true;
    HASH_ITER(hh, choices->endpoint->lanes, lane, next)
    {
        i = 0;
        DL_FOREACH(lane->messages, message)
        {
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

    if (model->order_unsure || model->matches_unsure)
        return false;
    for (i = 0; i < count; i++) {
        struct receive *receive = choices->takers[i].receive;
        unsigned look = receive == NULL
                            ? 0
                            : worth(choices, &choices->takers[i],
                                    site_of(choices, receive)->told);

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
}

/* Which of them may have another message than in this run, by the clocks: their
 * own end, or that of one before, does not come before all that none before has
 * taken.  Those that name their source only behind others that were open still
 * as they were posted. */
static void note_choices(struct choices *choices)
{
    const struct receive *receive;
    struct heard heard = {choices->agent->clock.index, UINT64_MAX, 0, false,
                          false};
    struct lane *lane, *next;
    uint64_t ended = 0, any_ended = 0, end, after[CHOICES_KEPT + 1];
    size_t i;

    HASH_ITER(hh, choices->endpoint->lanes, lane, next)
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
}

void choices_judge(struct choices *choices, size_t count)
{
    if (count == 0)
        return;
    qsort(choices->takers, choices->count, sizeof choices->takers[0],
          by_number);
    note_choices(choices);
    if (is_worth_it(choices, count))
        judge(choices, count);
}
