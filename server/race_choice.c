/*
 * race_choice.c - what comes of the choices that receives from any source have
 * (MPI-4.1 3.2.4, 3.3.1, 3.5, 6.14).
 *
 * From the first receive from any source on, what a process receives on that
 * communicator is kept with what it took, until nothing more can come for it.
 * Then it is asked which messages each receive could have taken
 * (race_matching.c), and what would have come of it: data that goes wrong in
 * some matchings and not in others, messages whose order only a collective
 * operation that synchronizes would make certain, or nothing, as far as is
 * known.  Told is the first sender's message of each kind, so that it does not
 * depend on what this run has made of the choice, and, where several receives
 * share the choice, the first of them.
 */
#include "model_channel.h"
#include "race.h"
#include "race_matching.h"

#include <stdlib.h>
#include <string.h>

/* Receives that are kept for one receiver (a power of two); senders of messages
 * that nobody took yet, and messages of all of them, that are looked at. */
#define KEPT    64
#define SENDERS 64
#define WAITING 1024
/* Places in the program of which is kept what was told of them. */
#define SITES 16

/* Of a receive, and of receives at a place in the program. */
#define TOLD_CHOICE     1U
#define TOLD_COLLECTIVE 2U
#define TOLD_DATA       4U

struct site {
    const struct stack *stack;
    int64_t tag;
    unsigned told;
};

/* What a process has received on a communicator. */
struct choices {
    struct endpoint *endpoint;
    struct model *model;
    struct agent *agent;     /* the receiver's */
    const struct comm *comm; /* not held: its endpoint has this */
    bool lost;               /* not all is known */
    struct taker *takers;
    size_t count, room;
    struct site *sites;
    size_t site_count;
    struct choices *next, *prev;
};

/* What is looked at together. */
struct view {
    struct choices *choices;
    struct matching matching;
    size_t last;  /* the first that is not judged yet */
    bool cut;     /* there is more */
    bool is_left; /* there are messages that nobody took */
    /* By message: no receive has room for it (1 yes, -1 no, 0 not known), and
     * that is told. */
    signed char *hopeless;
    bool *told;
};

/* Which of the messages that a receive can take is looked for. */
struct wanted {
    bool wrong, crosses;
};

/* ------------------------------------------------------------- keeping */

static void taker_free(struct taker *taker)
{
    receive_drop(taker->receive);
    message_drop(taker->took);
}

void choices_begin(struct receive *receive)
{
    struct endpoint *endpoint = receive->endpoint;
    struct choices *choices;

    if (endpoint->choices != NULL)
        return;
    choices = xcalloc(1, sizeof *choices);
    choices->endpoint = endpoint;
    choices->agent = agent_of(receive->call->process);
    choices->model = choices->agent->model;
    choices->comm = receive->comm;
    endpoint->choices = choices;
    DL_APPEND(choices->model->choices, choices);
}

/* Forgets the first ones. */
static void forget(struct choices *choices, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        taker_free(&choices->takers[i]);
    choices->count -= count;
    if (choices->count > 0)
        memmove(choices->takers, choices->takers + count,
                choices->count * sizeof choices->takers[0]);
}

void choices_lose(struct endpoint *endpoint)
{
    if (endpoint->choices == NULL)
        return;
    forget(endpoint->choices, endpoint->choices->count);
    endpoint->choices->lost = true;
}

static void choices_free(struct choices *choices)
{
    forget(choices, choices->count);
    DL_DELETE(choices->model->choices, choices);
    choices->endpoint->choices = NULL;
    free(choices->takers);
    free(choices->sites);
    free(choices);
}

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

    if (view->is_left)
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

void race_raise_budget(struct call *receive)
{
    const struct agent *agent = agent_of(receive->process);
    struct model_event event = model_event_new(agent, EVENT_RACE, receive);

    event.race.effect = RACE_BUDGET;
    model_raise(agent->model, &event);
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
    if (receive->source != SOURCE_ANY)
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
    if (look != 0 && told == 0 && (view->cut || view->matching.spent) &&
        at->receive->source == SOURCE_ANY)
        race_raise_budget(at->receive->call);
    site->told |= told;
    at->told = site->told;
}

/* ----------------------------------------------------- what is looked at */

static int by_sender(const void *left, const void *right)
{
    const struct lane *one = *(const struct lane *const *)left;
    const struct lane *other = *(const struct lane *const *)right;

    return (one->sender > other->sender) - (one->sender < other->sender);
}

static void add_message(struct view *view, struct message *message)
{
    struct matching *matching = &view->matching;

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
    return count <= KEPT || lane->messages->tag != lane->messages->prev->tag;
}

/* Messages that nobody has taken yet. */
static void add_waiting(struct view *view)
{
    const struct lane **lanes, *lane, *next;
    struct message *message;
    size_t count = 0, i, of_lane;

    lanes = xcalloc(HASH_COUNT(view->choices->endpoint->lanes) + 1,
                    sizeof(struct lane *));
    HASH_ITER(hh, view->choices->endpoint->lanes, lane, next)
    if (lane->messages != NULL)
        lanes[count++] = lane;
    qsort(lanes, count, sizeof(struct lane *), by_sender);
    view->is_left = count > 0;
    view->cut = count > SENDERS;
    if (count > SENDERS)
        count = SENDERS;
    for (i = 0; i < count; i++) {
        of_lane = 0;
        DL_FOREACH(lanes[i]->messages, message)
        {
            if (of_lane++ == WAITING / count || of_lane > KEPT) {
                view->cut |= is_cut_short(lanes[i], of_lane);
                break;
            }
            add_message(view, message);
        }
    }
    free(lanes);
}

/* Receives that have not ended.  The caller frees them. */
static struct taker *pending(const struct choices *choices, size_t *count)
{
    struct receive *receive;
    struct taker *takers;
    size_t i = 0;

    DL_COUNT(choices->endpoint->receives, receive, *count);
    takers = xcalloc(*count + 1, sizeof *takers);
    DL_FOREACH(choices->endpoint->receives, receive)
    {
        takers[i].number = receive->number;
        takers[i++].receive = receive;
    }
    return takers;
}

static bool is_kept(const struct choices *choices,
                    const struct receive *receive)
{
    size_t i;

    for (i = 0; i < choices->count; i++)
        if (choices->takers[i].receive == receive)
            return true;
    return false;
}

/* Judges the first ones. */
static void judge(struct choices *choices, size_t count)
{
    struct view view = {.choices = choices};
    struct matching *matching = &view.matching;
    struct taker *open;
    size_t open_count, i;

    open = pending(choices, &open_count);
    matching->takers =
        xcalloc(choices->count + open_count + 1, sizeof(struct taker *));
    for (i = 0; i < choices->count; i++) {
        matching->takers[matching->taker_count++] = &choices->takers[i];
        if (choices->takers[i].took != NULL)
            add_message(&view, choices->takers[i].took);
    }
    for (i = 0; i < open_count; i++)
        if (!is_kept(choices, open[i].receive))
            matching->takers[matching->taker_count++] = &open[i];
    add_waiting(&view);
    matching_begin(matching, choices->agent->clock.index);
    view.told = xcalloc(matching->message_count + 1, sizeof(bool));
    view.hopeless = xcalloc(matching->message_count + 1, 1);
    for (i = 0; i < matching->taker_count; i++)
        if (matching->takers[i] >= choices->takers &&
            matching->takers[i] < choices->takers + count)
            judge_taker(&view, i);
    matching_end(matching);
    free(view.told);
    free(view.hopeless);
    free(open);
}

/* Whether there is anything to tell of the first ones. */
static bool is_worth_it(struct choices *choices, size_t count)
{
    const struct model *model = choices->model;
    size_t i;

    if (model->order_unsure || model->matches_unsure)
        return false;
    for (i = 0; i < count; i++)
        if (choices->takers[i].receive != NULL &&
            worth(choices, &choices->takers[i],
                  site_of(choices, choices->takers[i].receive)->told) != 0)
            return true;
    return false;
}

static int by_number(const void *left, const void *right)
{
    const struct taker *one = left, *other = right;

    return (one->number > other->number) - (one->number < other->number);
}

/* Which of them are from any source, or behind one that was open still as they
 * were posted. */
static void note_choices(struct choices *choices)
{
    const struct receive *receive = choices->endpoint->receives;
    uint64_t open = UINT64_MAX, end = 0;
    size_t i;

    while (receive != NULL && receive->source != SOURCE_ANY)
        receive = receive->next;
    if (receive != NULL)
        open = receive->number;
    for (i = 0; i < choices->count; i++) {
        struct taker *taker = &choices->takers[i];

        receive = taker->receive;
        if (receive == NULL)
            continue;
        taker->may_choose = receive->source == SOURCE_ANY ||
                            receive->begin.at < end || open < taker->number;
        if (receive->source == SOURCE_ANY && !receive->ended)
            end = UINT64_MAX;
        else if (receive->source == SOURCE_ANY && receive->end.at > end)
            end = receive->end.at;
    }
}

static void judge_first(struct choices *choices, size_t count)
{
    if (count == 0)
        return;
    qsort(choices->takers, choices->count, sizeof choices->takers[0],
          by_number);
    note_choices(choices);
    if (is_worth_it(choices, count))
        judge(choices, count);
}

/* ------------------------------------------------------- what is forgotten */

static bool all_know(const struct choices *choices,
                     const struct receive *receive)
{
    uint32_t i;

    for (i = 0; i < comm_size(choices->comm); i++) {
        const struct seat *seat = comm_seat(choices->comm, i);
        const struct agent *agent = seat == NULL || seat->process == NULL
                                        ? NULL
                                        : agent_of(seat->process);

        if (agent == NULL || (agent->finalize == NULL &&
                              !clock_after(&agent->clock, receive->end)))
            return false;
    }
    return true;
}

/* A receive from the same place in the program that ended later could have
 * taken whatever this one could. */
static bool stands_for(const struct receive *later,
                       const struct receive *receive)
{
    return later != NULL && later->call->stack == receive->call->stack &&
           later->tag == receive->tag && later->entered == receive->entered &&
           room_of(later) == room_of(receive);
}

/* Of what is forgotten more could have been told. */
static bool is_cut_off(const struct choices *choices, size_t taker)
{
    const struct receive *receive = choices->takers[taker].receive;
    size_t i;

    if (receive == NULL || receive->source != SOURCE_ANY)
        return false;
    for (i = taker + 1; i < choices->count; i++)
        if (stands_for(choices->takers[i].receive, receive))
            return false;
    return !receive->ended || !all_know(choices, receive);
}

static void make_room(struct choices *choices)
{
    size_t i;

    judge_first(choices, KEPT / 2);
    for (i = 0; i < KEPT / 2; i++)
        if (is_cut_off(choices, i))
            race_raise_budget(choices->takers[i].receive->call);
    forget(choices, KEPT / 2);
}

static void keep(struct choices *choices, struct taker taker)
{
    if (choices->count == KEPT)
        make_room(choices);
    if (choices->count == choices->room) {
        choices->room = choices->room == 0 ? 4 : 2 * choices->room;
        choices->takers =
            xrealloc(choices->takers, choices->room, sizeof choices->takers[0]);
    }
    if (taker.receive != NULL)
        taker.receive->references++;
    if (taker.took != NULL)
        taker.took->references++;
    choices->takers[choices->count++] = taker;
}

void choice_matched(struct message *message, struct receive *receive,
                    uint64_t number)
{
    struct choices *choices = message->endpoint->choices;

    if (choices == NULL || choices->lost)
        return;
    if (choices->agent->threads > 1)
        choices_lose(message->endpoint);
    else
        keep(choices, (struct taker){number, receive, message, 0, false});
}

void choice_stopped(struct receive *receive)
{
    struct choices *choices = receive->endpoint->choices;

    if (choices != NULL && !choices->lost && choices->agent->threads <= 1)
        keep(choices, (struct taker){receive->number, receive, NULL, 0, false});
}

void choice_untaken(struct endpoint *endpoint, const struct receive *receive)
{
    struct choices *choices = endpoint->choices;
    size_t i;

    for (i = 0; choices != NULL && i < choices->count; i++)
        if (choices->takers[i].receive == receive) {
            taker_free(&choices->takers[i]);
            memmove(&choices->takers[i], &choices->takers[i + 1],
                    (--choices->count - i) * sizeof choices->takers[0]);
            return;
        }
}

void choices_settle(struct model *model)
{
    struct choices *choices;

    DL_FOREACH(model->choices, choices)
    {
        judge_first(choices, choices->count);
        forget(choices, choices->count);
    }
}

void choices_end(struct endpoint *endpoint)
{
    if (endpoint->choices != NULL)
        choices_free(endpoint->choices);
}

void choices_comm_end(struct comm *comm)
{
    struct endpoint *endpoint, *next;

    HASH_ITER(hh, comm->endpoints, endpoint, next)
    if (endpoint->choices != NULL) {
        judge_first(endpoint->choices, endpoint->choices->count);
        choices_free(endpoint->choices);
    }
}
