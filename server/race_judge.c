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
    /* By taker, if those were looked for (deficit_find); which are told. */
    size_t *groups;
    bool grouped, *told_groups;
};

/* Which of the messages that a receive can take is looked for. */
struct wanted {
    bool wrong, crosses;
    bool in_order; /* without counting on another that crosses before */
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

/* One of which a probe has told may have got its room, and type, by that: of
 * another message it would have got others. */
static bool has_no_room(struct view *view, size_t message)
{
    size_t i;

    if (view->matching.is_left)
        return false;
    for (i = 0; i < view->matching.taker_count; i++)
        if (taker_at(view, i)->receive == NULL
                ? view->matching.took[i] == message
                : matching_might(&view->matching, i, message) &&
                      (taker_at(view, i)->receive->is_told ||
                       !is_wrong(view, i, message)))
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
           matching_crosses(&view->matching, taker, message) ==
               wanted.crosses &&
           is_wrong(view, taker, message) == wanted.wrong &&
           (wanted.in_order
                ? matching_in_order(&view->matching, taker, message)
                : matching_allows(&view->matching, taker, message)) &&
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
static struct receive *chooser(struct view *view, size_t taker, size_t message)
{
    struct receive *receive = taker_at(view, taker)->receive;
    struct receive *first;
    size_t i;

    if (receive->source == SOURCE_ANY)
        return receive;
    for (i = taker; i-- > 0;) {
        first = taker_at(view, i)->receive;
        if (first != NULL && first->source == SOURCE_ANY &&
            receive_fits(first, message_at(view, message)) &&
            matching_is_free(&view->matching, i, taker))
            return first;
    }
    return NULL;
}

static void raise_choice(struct view *view, size_t taker, const size_t two[2],
                         enum race_effect effect)
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

struct site *choice_site(struct choices *choices, const struct receive *receive)
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
static bool is_behind(struct view *view, size_t taker, unsigned told)
{
    const struct receive *receive = taker_at(view, taker)->receive;
    const struct receive *first;
    size_t i, j;

    for (i = 0; i < taker; i++) {
        first = taker_at(view, i)->receive;
        if ((taker_at(view, i)->told & told) == 0 ||
            !matching_is_free(&view->matching, i, taker))
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
           !matching_might(&view->matching, i, message))
        i++;
    return taker_at(view, i)->receive;
}

static bool may_take_wrongly(struct view *view, size_t taker, size_t message)
{
    return receive_fits(taker_at(view, taker)->receive,
                        message_at(view, message)) &&
           is_wrong(view, taker, message) &&
           matching_allows(&view->matching, taker, message);
}

/* What no matching makes right is no choice: told is the first receive that can
 * take the message. */
static void judge_hopeless(struct view *view, size_t taker)
{
    size_t i;

    for (i = 0; i < view->matching.message_count; i++) {
        struct message *message = message_at(view, i);

        if (!may_take_wrongly(view, taker, i) || !is_hopeless(view, i))
            continue;
        outcome_explain(view->choices->model, NULL, message);
        if (!view->told[i])
            transfer_tell(first_taker(view, i), message, view->choices->comm);
        view->told[i] = true;
    }
}

typedef bool may_take(struct matching *, size_t, size_t);

/* The first message that the receive can take. */
static size_t first_message(struct view *view, size_t taker, may_take *may)
{
    size_t i;

    for (i = 0; i < view->matching.message_count; i++)
        if (may(&view->matching, taker, i))
            return i;
    return MATCHING_NONE;
}

static bool is_right_ever(struct view *view, size_t taker, may_take *may)
{
    size_t i = view->matching.took[taker];

    if (i != MATCHING_NONE && !is_wrong(view, taker, i))
        return true;
    for (i = 0; i < view->matching.message_count; i++)
        if (receive_fits(taker_at(view, taker)->receive, message_at(view, i)) &&
            !is_wrong(view, taker, i) && may(&view->matching, taker, i))
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

/* Whether the error in that group is told as that of one receive, or message.
 */
static bool is_told_singly(struct view *view, size_t group)
{
    size_t i, j;

    for (i = 0; i < view->matching.taker_count; i++) {
        if (view->groups[i] != group)
            continue;
        if (taker_at(view, i)->receive == NULL ||
            !is_right_ever(view, i, matching_might))
            return true;
        for (j = 0; j < view->matching.message_count; j++)
            if (may_take_wrongly(view, i, j) && is_hopeless(view, j))
                return true;
    }
    return false;
}

/* The first receive of the group that may take what does not fit. */
static void tell_group(struct view *view, size_t group)
{
    size_t i, j;

    for (i = 0; i < view->matching.taker_count; i++)
        for (j = 0;
             j < view->matching.message_count && view->groups[i] == group; j++)
            if (may_take_wrongly(view, i, j)) {
                transfer_tell_one(taker_at(view, i)->receive,
                                  message_at(view, j), view->choices->comm);
                return;
            }
}

static void leave_group(struct view *view, size_t group)
{
    size_t i;

    for (i = 0; i < view->matching.taker_count; i++)
        if (view->groups[i] == group)
            view->groups[i] = 0;
}

/* Receives that cannot all go well are no choice, either: whether this is one
 * of them, which is told now. */
static bool judge_group(struct view *view, size_t taker)
{
    size_t i, group;

    if (!view->grouped) {
        view->grouped = true;
        deficit_find(&view->matching, view->groups);
        for (i = 0; i < view->matching.taker_count; i++)
            if (view->groups[i] != 0 && is_told_singly(view, view->groups[i]))
                leave_group(view, view->groups[i]);
    }
    group = view->groups[taker];
    if (group == 0)
        return false;
    if (!view->told_groups[group])
        tell_group(view, group);
    view->told_groups[group] = true;
    return true;
}

/* Whether it may take a message of which no collective operation makes sure
 * that it comes later. */
static bool may_be_in_order(struct view *view, size_t taker)
{
    size_t i;

    for (i = 0; i < view->matching.message_count; i++)
        if (matching_allows(&view->matching, taker, i) &&
            !matching_crosses(&view->matching, taker, i))
            return true;
    return false;
}

/* Whether it may go wrong though each collective operation synchronizes. */
static bool is_wrong_in_order(struct view *view, size_t taker)
{
    size_t i;

    for (i = 0; i < view->matching.message_count; i++)
        if (receive_fits(taker_at(view, taker)->receive, message_at(view, i)) &&
            is_wrong(view, taker, i) &&
            matching_in_order(&view->matching, taker, i))
            return true;
    return false;
}

/* The later receive may take what this one took. */
static bool judge_probed(struct view *view, size_t taker, unsigned told)
{
    const size_t *took = view->matching.took;
    size_t later = (told & TOLD_DATA) != 0
                       ? MATCHING_NONE
                       : probed_find(&view->matching, taker);

    if (later == MATCHING_NONE)
        return false;
    raise_choice(view, later, (size_t[]){took[later], took[taker]},
                 RACE_TRUNCATION);
    return true;
}

/* None that it can take fits: the first, if which it took is not known, or was
 * put off. */
static void tell_wrong(struct view *view, size_t taker, may_take *may)
{
    struct receive *receive = taker_at(view, taker)->receive;
    size_t first = first_message(view, taker, may);

    if (first != MATCHING_NONE && !is_hopeless(view, first) &&
        (taker_at(view, taker)->took == NULL ||
         outcome_is_put_off(view->choices->model, receive)))
        transfer_tell(receive, message_at(view, first), view->choices->comm);
}

static unsigned judge_data(struct view *view, size_t taker, unsigned told)
{
    struct model *model = view->choices->model;
    struct receive *receive = taker_at(view, taker)->receive;
    size_t two[2];
    bool grouped, behind, in_order;
    int crossing;

    if (judge_probed(view, taker, told))
        return TOLD_DATA;
    if (!may_be_wrong(view, taker))
        return 0;
    judge_hopeless(view, taker);
    if (!is_right_ever(view, taker, matching_might)) {
        tell_wrong(view, taker, matching_might);
        outcome_explain(model, receive, NULL);
        return 0;
    }
    grouped = judge_group(view, taker);
    in_order = is_behind(view, taker, TOLD_COLLECTIVE);
    behind = is_behind(view, taker, TOLD_DATA) ||
             (in_order && !is_wrong_in_order(view, taker));
    /* Else one before has chosen, and the program may have asked what. */
    if (grouped || behind || is_right_ever(view, taker, matching_allows))
        outcome_explain(model, receive, NULL);
    if (grouped || behind || (told & TOLD_DATA) != 0)
        return grouped ? TOLD_DATA : 0;
    if (taker_at(view, taker)->took == NULL && !view->matching.spent &&
        !is_right_ever(view, taker, matching_allows)) {
        tell_wrong(view, taker, matching_allows);
        return 0;
    }
    for (crossing = 0; crossing < 2; crossing++) {
        /* That it may take either is told as RACE_COLLECTIVE. */
        if (crossing == 1 && may_be_in_order(view, taker))
            break;
        if (!find_two(view, taker,
                      (struct wanted){false, crossing == 1, in_order},
                      (struct wanted){true, crossing == 1, in_order}, two))
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
        if (find_two(view, taker, (struct wanted){wrongs[i][0], false, false},
                     (struct wanted){wrongs[i][1], true, false}, two)) {
            raise_choice(view, taker, two, RACE_COLLECTIVE);
            return true;
        }
    return false;
}

/* Whether a receive or probe from any source that comes later asks for the tag
 * of one of them, and not for that of the other. */
static bool tells_apart(const struct view *view, size_t taker,
                        const struct message *one, const struct message *other)
{
    const struct choices *choices = view->choices;
    const struct receive *later;
    size_t i;

    for (i = taker + 1; i < view->matching.taker_count; i++) {
        later = taker_at(view, i)->receive;
        if (later != NULL && later->source == SOURCE_ANY &&
            receive_fits(later, one) != receive_fits(later, other))
            return true;
    }
    for (i = 0; i < choices->sought_count && one->tag != other->tag; i++)
        if (choices->sought[i].behind >= taker_at(view, taker)->number &&
            (choices->sought[i].tag == one->tag ||
             choices->sought[i].tag == other->tag))
            return true;
    return false;
}

/*
 * A matched probe whose status was asked for is what makes a program right that
 * takes what comes, and does by it what it says.  Something to tell is that it
 * may have before it what belongs to a later part of the program.
 */
static bool is_of_account(const struct view *view, size_t taker, size_t one,
                          size_t other)
{
    const struct matching *matching = &view->matching;

    return !taker_at(view, taker)->receive->asks ||
           matching_crosses(matching, taker, one) !=
               matching_crosses(matching, taker, other) ||
           tells_apart(view, taker, message_at(view, one),
                       message_at(view, other));
}

/* The first two of different senders between which there is a choice. */
static bool find_choice(struct view *view, size_t taker, size_t two[2])
{
    size_t i, j, count = view->matching.message_count;

    for (i = 0; i < count; i++)
        for (j = i + 1; j < count && matching_allows(&view->matching, taker, i);
             j++)
            if (message_at(view, i)->sender != message_at(view, j)->sender &&
                is_of_account(view, taker, i, j) &&
                matching_allows(&view->matching, taker, j)) {
                two[0] = i;
                two[1] = j;
                return true;
            }
    return false;
}

/* That there is a choice. */
static bool judge_choice(struct view *view, size_t taker)
{
    size_t two[2];

    if (is_behind(view, taker, ~0U) || !find_choice(view, taker, two))
        return false;
    raise_choice(view, taker, two, RACE_ONLY);
    return true;
}

static void judge_taker(struct view *view, size_t taker)
{
    struct taker *at = taker_at(view, taker);
    struct site *site;
    unsigned told = 0, look;

    if (at->receive == NULL)
        return;
    site = choice_site(view->choices, at->receive);
    look = choice_worth(view->choices, at, site->told);
    if ((look & TOLD_DATA) != 0)
        told |= judge_data(view, taker, site->told);
    if ((look & TOLD_COLLECTIVE) != 0 && judge_collective(view, taker))
        told |= TOLD_COLLECTIVE;
    if ((look & TOLD_STARVATION) != 0 &&
        starvation_judge(view->choices, &view->matching, taker))
        told |= TOLD_STARVATION;
    if ((look & TOLD_CHOICE) != 0 && told == 0 && judge_choice(view, taker))
        told |= TOLD_CHOICE;
    if (look != 0 && told == 0 && view->matching.spent &&
        at->receive->source == SOURCE_ANY && !at->receive->asks)
        race_raise_budget(at->receive->call);
    site->told |= told;
    at->told = site->told;
}

void choices_look(struct choices *choices, size_t count)
{
    struct view view = {.choices = choices};
    struct matching *matching = &view.matching;
    size_t i;

    matching_begin(matching, choices->takers, choices->count, choices->endpoint,
                   choices->agent->clock.index);
    view.told = xcalloc(matching->message_count + 1, sizeof(bool));
    view.hopeless = xcalloc(matching->message_count + 1, 1);
    view.groups = xcalloc(matching->taker_count + 1, sizeof(size_t));
    view.told_groups = xcalloc(matching->taker_count + 1, sizeof(bool));
    for (i = 0; i < matching->taker_count; i++)
        if (matching->takers[i] >= choices->takers &&
            matching->takers[i] < choices->takers + count)
            judge_taker(&view, i);
    matching_end(matching);
    free(view.told);
    free(view.hopeless);
    free(view.groups);
    free(view.told_groups);
}
