/*
 * model_rounds.c - persistent collective operations that some members have
 * started more often than others (MPI-4.1 6.13).
 *
 * While not all have started a round it is not known whether they will: of a
 * request that is freed meanwhile the operation is kept, to the end of the job
 * or until all have.
 */
#include "model_channel.h"

#include <stdlib.h>

#define UNEQUAL_KEPT 64

/* One that members have freed in a round to which not all had come. */
struct unequal {
    struct meeting *initial; /* held; with rounds */
    struct comm *comm;       /* held */
    struct call **started;   /* by member that has freed it: last; held */
    struct unequal *next, *prev;
};

static bool is_open(const struct meeting *initial)
{
    return initial->rounds != NULL && initial->rounds->open_count > 0;
}

static const struct meeting *open_round(const struct meeting *initial)
{
    return initial->rounds->open[initial->rounds->gone];
}

static void unequal_free(struct model *model, struct unequal *unequal)
{
    uint32_t i;

    DL_DELETE(model->unequal, unequal);
    model->unequal_count--;
    for (i = 0; i < unequal->initial->size; i++)
        call_drop(unequal->started[i]);
    free(unequal->started);
    meeting_drop(unequal->initial);
    comm_drop(unequal->comm);
    free(unequal);
}

static struct unequal *unequal_of(struct model *model, struct meeting *initial,
                                  struct comm *comm)
{
    struct unequal *unequal, *next, *found = NULL;

    DL_FOREACH_SAFE(model->unequal, unequal, next)
        if (unequal->initial == initial)
            found = unequal;
        else if (!is_open(unequal->initial))
            unequal_free(model, unequal);
    if (found != NULL || model->unequal_count == UNEQUAL_KEPT)
        return found;
    found = xcalloc(1, sizeof *found);
    found->initial = meeting_hold(initial);
    found->comm = comm_hold(comm);
    found->started = xcalloc(initial->size, sizeof found->started[0]);
    DL_APPEND(model->unequal, found);
    model->unequal_count++;
    return found;
}

void rounds_keep(struct model *model, const struct operation *operation)
{
    struct meeting *initial = operation->initial;
    struct unequal *unequal;

    if (initial == NULL || operation->comm == NULL || !is_open(initial))
        return;
    unequal = unequal_of(model, initial, operation->comm);
    if (unequal != NULL)
        call_set(&unequal->started[operation->member], operation->started_by);
}

/* All that are there still; the others were kept as they were freed. */
static void keep_all(struct model *model)
{
    const struct operation *operation;
    const struct binding *binding;
    const struct agent *agent;

    DL_FOREACH(model->agents, agent)
        DL_FOREACH(agent->bindings, binding)
            if (binding->key.kind == BINDING_REQUEST)
                DL_FOREACH((const struct operation *)binding->object, operation)
                    rounds_keep(model, operation);
}

/* By the first member, by rank, that has come to the open round. */
static struct call *first_start(const struct unequal *unequal)
{
    const struct channel *rounds = unequal->initial->rounds;
    struct call *first = NULL, *call;
    uint32_t i;

    for (i = 0; i < unequal->initial->size; i++) {
        call = unequal->started[i];
        if (call != NULL &&
            channel_came(rounds, open_round(unequal->initial), i) &&
            (first == NULL ||
             process_rank(call->process) < process_rank(first->process)))
            first = call;
    }
    return first;
}

void rounds_left(struct model *model)
{
    struct unequal *unequal;
    struct call *started;

    keep_all(model);
    DL_FOREACH(model->unequal, unequal) {
        started = is_open(unequal->initial) ? first_start(unequal) : NULL;
        if (started != NULL)
            channel_round_left(model, unequal->initial, unequal->comm, started);
    }
}

void rounds_free(struct model *model)
{
    while (model->unequal != NULL)
        unequal_free(model, model->unequal);
}
