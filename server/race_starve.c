/*
 * race_starve.c - receives from any source that may take what another one is
 * waited for that was posted before their end (MPI-4.1 3.5).
 *
 * The program waits for the other one before it knows, or as it learns, what
 * the first one took: so it does in every run.  What it waits for later may
 * depend on that (race.c).
 */
#include "race.h"
#include "race_choice.h"

/* The number of the call in which it ended. */
static uint64_t ended_by(const struct receive *receive)
{
    return receive->ended_by != 0 ? receive->ended_by : receive->call->number;
}

/* Whether the process waits for the later one, whatever the first one takes. */
static bool is_waited_for(const struct receive *later,
                          const struct receive *first)
{
    return later != NULL && later->source != SOURCE_ANY && later->ended &&
           (later->waited || later->call->info->base == CALL_MPI_Recv) &&
           later->begin.at < first->end.at &&
           ended_by(later) <= ended_by(first) &&
           later->told_others == first->told_others;
}

bool starvation_may_be(const struct choices *choices, const struct taker *taker)
{
    size_t i;

    if (!taker->receive->ended || taker->took == NULL)
        return false;
    for (i = (size_t)(taker - choices->takers) + 1; i < choices->count; i++)
        if (is_waited_for(choices->takers[i].receive, taker->receive))
            return true;
    return false;
}

/* Whether there is another message for it. */
static bool has_another(const struct matching *matching, size_t taker)
{
    const struct receive *receive = matching->takers[taker]->receive;
    size_t i;

    for (i = 0; i < matching->message_count; i++)
        if (i != matching->took[taker] &&
            receive_fits(receive, matching->messages[i]) &&
            matching->known[i] < receive->end.at)
            return true;
    return false;
}

bool starvation_judge(const struct choices *choices, struct matching *matching,
                      size_t taker)
{
    const struct receive *first = matching->takers[taker]->receive;
    const struct message *took = matching->takers[taker]->took;
    size_t i;

    for (i = taker + 1; i < matching->taker_count && took != NULL; i++) {
        struct receive *later = matching->takers[i]->receive;
        size_t message = matching->took[i];
        struct model_event event;

        if (message == MATCHING_NONE || !is_waited_for(later, first) ||
            receive_fits(later, took) || has_another(matching, i) ||
            !receive_fits(first, matching->messages[message]) ||
            !matching_allows(matching, taker, message) ||
            !choices_known(choices, later))
            continue;
        event = model_event_new(choices->agent, EVENT_RACE, first->call);
        event.race.effect = RACE_STARVATION;
        event.race.comm = choices->comm;
        event.race.took = event.race.other = took->call;
        event.race.one = matching->messages[message]->call;
        event.race.starves = later->call;
        model_raise(choices->model, &event);
        return true;
    }
    return false;
}
