/*
 * race_choice.c - what a process receives on a communicator, from its first
 * receive from any source on.
 *
 * It is kept with what it took, until nothing more can come for it; then it is
 * judged (race_judge.c).
 */
#include "race_choice.h"

#include "model_channel.h"
#include "race.h"

#include <stdlib.h>
#include <string.h>

static void taker_free(struct taker *taker)
{
    receive_drop(taker->receive);
    message_drop(taker->took);
}

void choices_begin(struct endpoint *endpoint, const struct receive *receive)
{
    struct choices *choices;

    if (endpoint->choices != NULL)
        return;
    choices = xcalloc(1, sizeof *choices);
    choices->endpoint = endpoint;
    choices->agent = agent_of(receive->call->process);
    choices->model = choices->agent->model;
    choices->comm = receive->comm;
    choices->lost = endpoint->by_threads;
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

void race_raise_budget(struct call *receive)
{
    const struct agent *agent = agent_of(receive->process);
    struct model_event event = model_event_new(agent, EVENT_RACE, receive);

    event.race.effect = RACE_BUDGET;
    model_raise(agent->model, &event);
}

/* ------------------------------------------------------- what is forgotten */

bool choices_known(const struct choices *choices, const struct receive *receive)
{
    uint32_t i;

    for (i = 0; i < comm_size(choices->comm); i++) {
        const struct seat *seat = comm_seat(choices->comm, i);
        const struct agent *agent = seat == NULL || seat->process == NULL
                                        ? NULL
                                        : agent_of(seat->process);

        /* What one thread of a process has learnt no other need know. */
        if (agent == NULL ||
            (agent->finalize == NULL &&
             (agent->threads > 1 || !clock_after(&agent->clock, receive->end))))
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
           payload_bytes(&later->transfer.payload) ==
               payload_bytes(&receive->transfer.payload);
}

/* Of what is forgotten more could have been told. */
static bool is_cut_off(const struct choices *choices, size_t taker)
{
    const struct receive *receive = choices->takers[taker].receive;
    size_t i;

    if (receive == NULL || receive->source != SOURCE_ANY || receive->asks)
        return false;
    for (i = taker + 1; i < choices->count; i++)
        if (stands_for(choices->takers[i].receive, receive))
            return false;
    return !receive->ended || !choices_known(choices, receive);
}

static void make_room(struct choices *choices)
{
    size_t i;

    choices_judge(choices, CHOICES_KEPT / 2);
    for (i = 0; i < CHOICES_KEPT / 2; i++)
        if (is_cut_off(choices, i))
            race_raise_budget(choices->takers[i].receive->call);
    forget(choices, CHOICES_KEPT / 2);
}

static void keep(struct choices *choices, struct taker taker)
{
    if (choices->count == CHOICES_KEPT)
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

    if (choices != NULL && !choices->lost)
        keep(choices, (struct taker){number, receive, message, 0, false});
}

void choice_sought(struct endpoint *endpoint, int64_t tag)
{
    struct choices *choices = endpoint->choices;
    size_t i = 0;

    if (choices == NULL || tag == NEUTRAL_ANY_TAG)
        return;
    while (i < choices->sought_count && choices->sought[i].tag != tag)
        i++;
    if (i == SOUGHT_KEPT)
        return;
    choices->sought[i] = (struct sought){tag, endpoint->posted};
    if (i == choices->sought_count)
        choices->sought_count++;
}

void choice_stopped(struct receive *receive)
{
    struct choices *choices = receive->endpoint->choices;

    if (choices != NULL && !choices->lost)
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

void choices_conclude(struct model *model)
{
    struct choices *choices;

    DL_FOREACH(model->choices, choices)
        overtakers_end(choices->endpoint);
}

void choices_settle(struct model *model)
{
    struct choices *choices;

    DL_FOREACH(model->choices, choices) {
        choices_judge(choices, choices->count);
        forget(choices, choices->count);
    }
}

void choices_end(struct endpoint *endpoint)
{
    if (endpoint->choices != NULL)
        choices_free(endpoint->choices);
}

void choices_give_up(struct model *model)
{
    struct choices *choices, *next;

    DL_FOREACH_SAFE(model->choices, choices, next)
        choices_free(choices);
}

void choices_comm_end(struct comm *comm)
{
    struct endpoint *endpoint;

    DL_FOREACH(comm->endpoints, endpoint)
        if (endpoint->choices != NULL) {
            choices_judge(endpoint->choices, endpoint->choices->count);
            choices_free(endpoint->choices);
        }
}
