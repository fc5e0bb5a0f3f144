/*
 * race_outcome.c - receives that fit one of the messages that they could have
 * taken, and not the other (MPI-4.1 3.2.4, 3.3.1, 3.5).
 *
 * A receive from any source has taken one message and could have taken
 * another, which a later receive has taken, or none.  Both matchings are
 * judged, whichever was that of this run.  If data goes wrong in one of them
 * only, it is the choice that is told of, and not what this run has made of
 * it.  If it goes wrong in both, it is no race, but an error in every run.
 * That is known when the job is over, until which such errors are put off.
 */
#include "model_match.h"
#include "race.h"

#include <stdlib.h>

/* Of each kind that are put off; what is more is told at once. */
#define PUT_OFF 64

/* A receive has taken a message that does not fit. */
struct mismatch {
    struct receive *receive; /* held */
    struct message *message; /* held */
    struct comm *comm;       /* held */
    bool explained;          /* by a race */
    struct mismatch *next, *prev;
};

/* `first` took `took` and could have taken `other`, which `second` took. */
struct swap {
    struct comm *comm;              /* held */
    struct receive *first, *second; /* held; second NULL: none, so far */
    struct message *took, *other;   /* held; took NULL: it has not ended */
    bool told; /* as RACE_COLLECTIVE: that the choice is left to chance */
    struct swap *next, *prev;
};

static struct model *model_of(const struct receive *receive)
{
    return agent_of(receive->call->process)->model;
}

static bool is_wrong(const struct receive *receive,
                     const struct message *message)
{
    return transfer_fault(receive, message) != TRANSFER_FITS;
}

static struct receive *receive_hold(struct receive *receive)
{
    receive->references++;
    return receive;
}

static struct message *message_hold(struct message *message)
{
    message->references++;
    return message;
}

/* ------------------------------------------------------ what is put off */

bool outcome_put_off(struct receive *receive, struct message *message)
{
    struct model *model = model_of(receive);
    struct mismatch *mismatch;
    unsigned count;

    if ((receive->source != SOURCE_ANY && !receive->behind_wildcard) ||
        !is_wrong(receive, message))
        return false;
    DL_COUNT(model->mismatches, mismatch, count);
    if (count >= PUT_OFF)
        return false;
    mismatch = xcalloc(1, sizeof *mismatch);
    mismatch->receive = receive_hold(receive);
    mismatch->message = message_hold(message);
    mismatch->comm = comm_hold(receive->comm);
    DL_APPEND(model->mismatches, mismatch);
    return true;
}

bool outcome_differs(const struct receive *receive, const struct message *took,
                     const struct message *other)
{
    return !receive->is_told &&
           is_wrong(receive, took) != is_wrong(receive, other);
}

bool outcome_race(struct receive *first, struct message *took,
                  struct receive *second, struct message *other, bool told)
{
    struct model *model = model_of(first);
    struct swap *swap;
    unsigned count;

    DL_COUNT(model->swaps, swap, count);
    if (count >= PUT_OFF)
        return false;
    swap = xcalloc(1, sizeof *swap);
    swap->comm = comm_hold(first->comm);
    swap->first = receive_hold(first);
    swap->took = took == NULL ? NULL : message_hold(took);
    swap->second = second == NULL ? NULL : receive_hold(second);
    swap->other = message_hold(other);
    swap->told = told;
    DL_APPEND(model->swaps, swap);
    return true;
}

static void swap_free(struct model *model, struct swap *swap)
{
    DL_DELETE(model->swaps, swap);
    receive_drop(swap->first);
    receive_drop(swap->second);
    message_drop(swap->took);
    message_drop(swap->other);
    comm_drop(swap->comm);
    free(swap);
}

/* A receive from any source that was posted before, and has not ended, could
 * take the message instead. */
static void pass_by(struct message *message, struct receive *receive)
{
    struct receive *first;
    const struct message *other = message->lane->messages;

    DL_FOREACH(message->endpoint->receives, first)
    if (first == receive ||
        (first->source == SOURCE_ANY && receive_fits(first, message)))
        break;
    if (first == NULL || first == receive)
        return;
    while (other != message && !receive_fits(first, other))
        other = other->next;
    if (other == message)
        outcome_race(first, NULL, receive, message, false);
}

void outcome_matched(struct message *message, struct receive *receive)
{
    struct swap *swap;

    DL_FOREACH(agent_of(message->call->process)->model->swaps, swap)
    if (swap->other == message && swap->second == NULL)
        swap->second = receive_hold(receive);
    if (receive->endpoint != NULL)
        pass_by(message, receive);
}

void outcome_ended(struct receive *receive, struct message *took)
{
    struct model *model = model_of(receive);
    struct swap *swap, *next;

    DL_FOREACH_SAFE(model->swaps, swap, next)
    {
        if (swap->first != receive || swap->took != NULL)
            continue;
        if (took == NULL || took->sender == swap->other->sender ||
            (!outcome_differs(receive, took, swap->other) &&
             (is_wrong(receive, took) || !receive_fits(swap->second, took) ||
              !outcome_differs(swap->second, took, swap->other))))
            swap_free(model, swap);
        else
            swap->took = message_hold(took);
    }
}

/* ----------------------------------------------------- what comes of it */

/* What this run has made of the choice explains it. */
static void explain(struct model *model, const struct receive *receive,
                    const struct message *message)
{
    struct mismatch *mismatch;

    DL_FOREACH(model->mismatches, mismatch)
    if (mismatch->receive == receive && mismatch->message == message)
        mismatch->explained = true;
}

static void raise_swap(const struct swap *swap)
{
    bool second = !is_wrong(swap->first, swap->took) &&
                  !is_wrong(swap->first, swap->other);
    const struct receive *receive = second ? swap->second : swap->first;
    const struct message *wrong =
        is_wrong(receive, swap->took) ? swap->took : swap->other;
    const struct agent *agent = agent_of(receive->call->process);
    struct model_event event =
        model_event_new(agent, EVENT_RACE, swap->first->call);

    event.race.effect = transfer_fault(receive, wrong) == TRANSFER_UNLIKE
                            ? RACE_TYPE
                            : RACE_TRUNCATION;
    event.race.comm = swap->comm;
    event.race.took = swap->took->call;
    event.race.other = swap->other->call;
    event.race.wrong = &wrong->transfer;
    event.race.wrong_receive = &receive->transfer;
    model_raise(agent->model, &event);
}

static void swap_judge(struct model *model, const struct swap *swap)
{
    bool first = is_wrong(swap->first, swap->took);
    bool second = swap->second != NULL && is_wrong(swap->second, swap->other);
    bool otherwise =
        is_wrong(swap->first, swap->other) ||
        (swap->second != NULL && receive_fits(swap->second, swap->took) &&
         is_wrong(swap->second, swap->took));

    if ((first || second) != otherwise) {
        if (!swap->told)
            raise_swap(swap);
        explain(model, swap->first, swap->took);
    } else if (!first || !second)
        return;
    /* One cause: what is left for the second is what the first has not. */
    if (swap->second != NULL)
        explain(model, swap->second, swap->other);
}

static void mismatch_free(struct model *model, struct mismatch *mismatch)
{
    DL_DELETE(model->mismatches, mismatch);
    receive_drop(mismatch->receive);
    message_drop(mismatch->message);
    comm_drop(mismatch->comm);
    free(mismatch);
}

void outcomes_free(struct model *model)
{
    while (model->swaps != NULL)
        swap_free(model, model->swaps);
    while (model->mismatches != NULL)
        mismatch_free(model, model->mismatches);
}

void outcomes_settle(struct model *model)
{
    struct swap *swap;
    struct mismatch *mismatch;

    if (!model->order_unsure && !model->matches_unsure)
        DL_FOREACH(model->swaps, swap)
    if (swap->took != NULL)
        swap_judge(model, swap);
    DL_FOREACH(model->mismatches, mismatch)
    if (!mismatch->explained)
        transfer_tell(mismatch->receive, mismatch->message, mismatch->comm);
    outcomes_free(model);
}
