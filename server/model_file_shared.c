/*
 * model_file_shared.c - the shared file pointer of files: it may be used while
 * all processes have the same view (MPI-4.1 14.4.4).
 *
 * MPI_File_set_view is collective, so that the n-th of one process meets the
 * n-th of the others.  The views of a round are compared with the first that
 * was taken in; of a few rounds, since processes may be apart.
 */
#include "model_file.h"

#include <stdlib.h>

#define ROUNDS_KEPT 4

struct view_round {
    uint32_t number;
    int64_t displacement;
    struct type *etype, *filetype; /* held */
    struct call *first;            /* which has set it; held */
    struct call *other;            /* another one; held; NULL: none yet */
    struct call *used;             /* the shared pointer; held; NULL: not yet */
    bool told;
    struct view_round *next, *prev;
};

static void round_free(struct view_round *round)
{
    type_drop(round->etype);
    type_drop(round->filetype);
    call_drop(round->first);
    call_drop(round->other);
    call_drop(round->used);
    free(round);
}

void file_rounds_free(struct view_round *rounds)
{
    struct view_round *round, *next;

    DL_FOREACH_SAFE(rounds, round, next)
        round_free(round);
}

static struct view_round *round_of(const struct file *file)
{
    struct view_round *round;

    if (file->comm == NULL)
        return NULL;
    DL_FOREACH(file->comm->view_rounds, round)
        if (round->number == file->views)
            return round;
    return NULL;
}

/* What is not known may be the same. */
static bool differ(struct type *one, struct type *other)
{
    struct payload left = {one, 1}, right = {other, 1};
    struct payload_difference differs;

    if (one == other || one == NULL || other == NULL || !one->known ||
        !other->known || one->doubt != TYPE_SURE || other->doubt != TYPE_SURE)
        return false;
    return one->size != other->size || one->lb != other->lb ||
           one->ub != other->ub || one->true_lb != other->true_lb ||
           one->true_ub != other->true_ub ||
           (payload_compare(&left, &right, &differs) &&
            differs.relation == RELATION_UNLIKE);
}

/* Without gaps, and so all of the file, in its order. */
static bool is_dense(const struct type *type)
{
    return type != NULL && type->known && type->doubt == TYPE_SURE &&
           type->lb == 0 && type->true_lb == 0 && type->size == type->ub &&
           type->size == type->true_ub;
}

static bool filetypes_differ(struct type *one, struct type *other)
{
    return differ(one, other) && !(is_dense(one) && is_dense(other));
}

static void raise_if_used(struct agent *agent, struct view_round *round)
{
    struct model_event event;

    if (round->used == NULL || round->other == NULL || round->told)
        return;
    round->told = true;
    event = model_event_new(agent, EVENT_FILE, round->used);
    event.process = round->used->process;
    event.file.fault = FILE_SHARED_VIEWS;
    event.file.other = round->first;
    event.file.another = round->other;
    model_raise(agent->model, &event);
}

static void begin_round(const struct file *file, struct call *call)
{
    struct view_round *round = xcalloc(1, sizeof *round), *oldest;
    unsigned count = 0;

    round->number = file->views;
    round->displacement = file->displacement;
    round->etype = type_hold(file->etype);
    round->filetype = type_hold(file->filetype);
    round->first = call_hold(call);
    DL_APPEND(file->comm->view_rounds, round);
    DL_FOREACH(file->comm->view_rounds, oldest)
        count++;
    if (count > ROUNDS_KEPT) {
        oldest = file->comm->view_rounds;
        DL_DELETE(file->comm->view_rounds, oldest);
        round_free(oldest);
    }
}

void file_view_set(struct agent *agent, struct file *file, struct call *call)
{
    struct view_round *round;

    file->views++;
    if (file->comm == NULL || comm_size(file->comm) < 2)
        return;
    round = round_of(file);
    if (round == NULL) {
        begin_round(file, call);
        return;
    }
    if (round->other == NULL &&
        (round->displacement != file->displacement ||
         differ(round->etype, file->etype) ||
         filetypes_differ(round->filetype, file->filetype))) {
        call_set(&round->other, call);
        raise_if_used(agent, round);
    }
}

void file_shared_used(struct agent *agent, const struct file *file,
                      struct call *call)
{
    struct view_round *round = round_of(file);

    if (round == NULL || round->used != NULL)
        return;
    call_set(&round->used, call);
    raise_if_used(agent, round);
}
