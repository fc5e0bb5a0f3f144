/*
 * race_outcome.c - receives that do not fit what they took (MPI-4.1 3.2.4,
 * 3.3.1), where that may be for the choice of a receive from any source.
 *
 * They are put off until it is known what else could have been taken
 * (race_choice.c).  If it goes well in another matching, it is the choice that
 * is told of, and not what this run has made of it; if it goes wrong in all,
 * it is an error in every run.
 */
#include "model_match.h"
#include "race.h"

#include <stdlib.h>

/* What is more is told at once. */
#define PUT_OFF 64

/* A receive has taken a message that does not fit. */
struct mismatch {
    struct receive *receive; /* held */
    struct message *message; /* held */
    struct comm *comm;       /* held */
    bool explained;          /* it is told otherwise */
    struct mismatch *next, *prev;
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

bool outcome_put_off(struct receive *receive, struct message *message)
{
    struct mismatch *mismatch;
    struct model *model;
    unsigned count;

    if ((receive->source != SOURCE_ANY && !receive->behind_wildcard) ||
        !is_wrong(receive, message))
        return false;
    model = model_of(receive);
    DL_COUNT(model->mismatches, mismatch, count);
    if (count >= PUT_OFF)
        return false;
    mismatch = xcalloc(1, sizeof *mismatch);
    mismatch->receive = receive;
    receive->references++;
    mismatch->message = message;
    message->references++;
    mismatch->comm = comm_hold(receive->comm);
    DL_APPEND(model->mismatches, mismatch);
    return true;
}

bool outcome_is_put_off(const struct model *model,
                        const struct receive *receive)
{
    const struct mismatch *mismatch;

    DL_FOREACH(model->mismatches, mismatch)
        if (mismatch->receive == receive)
            return true;
    return false;
}

void outcome_explain(struct model *model, const struct receive *receive,
                     const struct message *message)
{
    struct mismatch *mismatch;

    DL_FOREACH(model->mismatches, mismatch)
        if (mismatch->receive == receive || mismatch->message == message)
            mismatch->explained = true;
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
    while (model->mismatches != NULL)
        mismatch_free(model, model->mismatches);
}

void outcomes_settle(struct model *model)
{
    struct mismatch *mismatch;

    DL_FOREACH(model->mismatches, mismatch)
        if (!mismatch->explained)
            transfer_tell(mismatch->receive, mismatch->message, mismatch->comm);
    outcomes_free(model);
}
