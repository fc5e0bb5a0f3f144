/*
 * intake_replay.c - the intake of a recording.
 *
 * In the order of the recording the model takes each record, or lets it wait,
 * as it did then.  Where it does otherwise (another version, other options),
 * what comes of that process waits behind.
 */
#include "intake_private.h"

#include <utlist.h>

void intake_replay_ring(struct process *process, uint32_t tid, uint32_t number)
{
    (void)intake_thread(process->intake, tid, number);
}

struct thread *intake_thread_at(const struct source *source, uint32_t serial)
{
    struct thread *thread;

    DL_FOREACH(source->threads, thread)
        if (thread->serial == serial)
            return thread;
    return NULL;
}

static void take(struct intake *intake, struct source *source,
                 struct thread *thread, const struct record *record)
{
    source->next_order = record->order + 1;
    intake_take(intake, source, thread, record);
}

/* As far as the model goes along; whether anything has moved. */
static bool go_on(struct intake *intake, struct source *source)
{
    bool moved = false;

    while (source->process->end == PROCESS_RUNNING) {
        struct late_item item;

        if (source->offer != OFFER_NONE) {
            if (!intake_offer(intake, source))
                return moved;
            moved = true;
        }
        if (!late_take(&source->late, &item))
            return moved;
        if (item.record != NULL)
            take(intake, source, intake_thread_at(source, item.thread),
                 item.record);
        else
            intake_end(intake, source);
        moved = true;
    }
    return moved;
}

int intake_replay_record(struct intake *intake, struct process *process,
                         uint32_t thread, const struct record *record)
{
    struct source *source = process->intake;
    struct thread *of = intake_thread_at(source, thread);

    if (process->end != PROCESS_RUNNING || of == NULL)
        return -1;
    if (source->offer == OFFER_NONE) {
        take(intake, source, of, record);
        if (source->offer != OFFER_NONE)
            (void)intake_offer(intake, source);
    } else {
        (void)late_add(&source->late, thread, record);
        (void)go_on(intake, source);
    }
    return 0;
}

void intake_replay_taken(struct intake *intake, struct process *process)
{
    (void)go_on(intake, process->intake);
}

void intake_replay_ended(struct intake *intake, struct process *process)
{
    struct source *source = process->intake;

    if (process->end != PROCESS_RUNNING)
        return;
    (void)late_add(&source->late, 0, NULL);
    (void)go_on(intake, source);
}

enum intake_state intake_replay_run(struct intake *intake)
{
    bool moved, some = false, waits = false;
    size_t i;

    do {
        moved = waits = false;
        for (i = 0; i < intake->source_count; i++) {
            moved |= go_on(intake, intake->sources[i]);
            waits |= intake->sources[i]->offer != OFFER_NONE;
        }
        some |= moved;
    } while (moved);
    return some ? INTAKE_PROGRESS : waits ? INTAKE_WAITS : INTAKE_IDLE;
}
