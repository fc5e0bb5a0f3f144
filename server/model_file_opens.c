/*
 * model_file_opens.c - what is done to one file that several calls of
 * MPI_File_open have opened (MPI-4.1 14.6.1, case 3).
 *
 * The accesses by one handle are parted into sequences by MPI_File_sync, as
 * which opening and closing count, too.  Of two sequences by handles of
 * different opens one has to precede the other, if one of them writes; here
 * they have to do so where both access the same bytes.  Which file it is the
 * process tells (RECORD_FILE): it is known on one host only.
 *
 * A sequence is compared when it has ended, with those that have ended before.
 */
#include "model_file.h"

#include <stdlib.h>

/* More of a sequence, and more sequences, are not kept. */
#define ACCESSES_KEPT  128
#define SEQUENCES_KEPT 512

struct sequence_access {
    struct access_ranges ranges;
    struct call *call; /* held */
    bool writes;
    struct sequence_access *next;
};

struct file_sequence {
    uint64_t identity;
    uint64_t opened;         /* by which MPI_File_open */
    char *name;              /* of the file, and of */
    struct call *made_by;    /* ... that call; held.  Once it has ended */
    struct clock *begin;     /* held */
    struct clock_moment end; /* at 0: not yet */
    bool ordered;            /* the clocks have run since its begin */
    unsigned count;          /* of accesses */
    struct sequence_access *accesses;
    struct file_sequence *next, *prev;
};

static struct file_sequence *sequence_new(struct agent *agent,
                                          const struct file *file)
{
    struct file_sequence *sequence = xcalloc(1, sizeof *sequence);

    if (file->comm->opened == 0)
        file->comm->opened = ++agent->model->files_opened;
    sequence->identity = file->identity;
    sequence->opened = file->comm->opened;
    sequence->ordered = agent->model->clocks_run && !agent->clock.partial;
    sequence->begin = agent_clock(agent);
    return sequence;
}

static void sequence_free(struct file_sequence *sequence)
{
    struct sequence_access *access, *next;

    if (sequence == NULL)
        return;
    LL_FOREACH_SAFE(sequence->accesses, access, next) {
        access_ranges_free(&access->ranges);
        call_drop(access->call);
        free(access);
    }
    free(sequence->name);
    call_drop(sequence->made_by);
    clock_drop(sequence->begin);
    free(sequence);
}

void file_opens_begin(struct agent *agent, struct file *file)
{
    const struct world *world = agent->model->worlds;

    if (file->identity == 0 || file->comm == NULL)
        return;
    /* What all have opened is seldom opened by another call. */
    if (world == NULL || comm_size(file->comm) < (uint32_t)world->size)
        agent->model->clocks_run = true;
    sequence_free(file->sequence);
    file->sequence = sequence_new(agent, file);
}

void file_opens_accessed(struct file *file, struct call *call,
                         const struct access_ranges *ranges)
{
    struct file_sequence *sequence = file->sequence;
    struct sequence_access *access;
    size_t bytes = ranges->count * sizeof ranges->items[0];

    if (sequence == NULL || sequence->count == ACCESSES_KEPT)
        return;
    access = xcalloc(1, sizeof *access);
    access->ranges.items = xmalloc(bytes);
    access->ranges.count = access->ranges.room = ranges->count;
    memcpy(access->ranges.items, ranges->items, bytes);
    access->writes = file_role(call->info)->writes;
    access->call = call_hold(call);
    LL_PREPEND(sequence->accesses, access);
    sequence->count++;
}

/* One of them surely, or in this run, precedes the other; or may do so: a
 * window may have told the one process that the other's is over. */
static bool in_order(const struct model *model, const struct file_sequence *one,
                     const struct file_sequence *other)
{
    return model->order_unsure || model->chances_run ||
           clock_knows(one->begin, other->end) ||
           clock_knows(other->begin, one->end);
}

static void raise_conflict(struct agent *agent,
                           const struct file_sequence *sequences[2],
                           const struct sequence_access *accesses[2],
                           uint64_t low, uint64_t high)
{
    struct model_event event =
        model_event_new(agent, EVENT_FILE_CONFLICT, accesses[0]->call);
    bool back = process_rank(accesses[0]->call->process) >
                process_rank(accesses[1]->call->process);
    int i;

    for (i = 0; i < 2; i++) {
        event.shared_file.names[i] = sequences[i ^ back]->name;
        event.shared_file.made_by[i] = sequences[i ^ back]->made_by;
        event.shared_file.calls[i] = accesses[i ^ back]->call;
        event.shared_file.writes[i] = accesses[i ^ back]->writes;
    }
    event.shared_file.apart = true;
    event.process = event.shared_file.calls[0]->process;
    event.shared_file.low = low;
    event.shared_file.high = high;
    model_raise(agent->model, &event);
}

/* One conflict of two sequences is enough. */
static void compare(struct agent *agent, const struct file_sequence *older,
                    const struct file_sequence *newer)
{
    const struct sequence_access *one, *other;
    uint64_t low, high;

    LL_FOREACH(older->accesses, one)
        LL_FOREACH(newer->accesses, other)
            if ((one->writes || other->writes) &&
                file_ranges_overlap(&one->ranges, &other->ranges, &low,
                                    &high)) {
                raise_conflict(
                    agent, (const struct file_sequence *[]){older, newer},
                    (const struct sequence_access *[]){one, other}, low, high);
                return;
            }
}

void file_opens_end(struct agent *agent, struct file *file)
{
    if (file->sequence != NULL)
        file->sequence->end = clock_moment(&agent->clock);
}

void file_opens_ended(struct agent *agent, struct file *file)
{
    struct model *model = agent->model;
    struct file_sequence *sequence = file->sequence, *other;

    file->sequence = NULL;
    if (sequence == NULL || sequence->accesses == NULL || !sequence->ordered) {
        sequence_free(sequence);
        return;
    }
    sequence->name = xstrdup(comm_name(file->comm));
    sequence->made_by = call_hold(file->comm->made_by);
    DL_FOREACH(model->sequences, other)
        if (other->identity == sequence->identity &&
            other->opened != sequence->opened &&
            !in_order(model, other, sequence))
            compare(agent, other, sequence);
    DL_APPEND(model->sequences, sequence);
    if (++model->sequence_count > SEQUENCES_KEPT) {
        other = model->sequences;
        DL_DELETE(model->sequences, other);
        sequence_free(other);
        model->sequence_count--;
    }
}

void file_opens_forget(struct file *file)
{
    sequence_free(file->sequence);
    file->sequence = NULL;
}

void file_opens_free(struct model *model)
{
    struct file_sequence *sequence, *next;

    DL_FOREACH_SAFE(model->sequences, sequence, next)
        sequence_free(sequence);
    model->sequences = NULL;
}

void model_file(struct call *call, uint64_t identity)
{
    struct open_call *open = open_find(agent_of(call->process), call);

    if (open != NULL)
        open->file = identity;
}
