/*
 * intake_remote.c - the intake of processes on other nodes, whose records come
 * in their order from those nodes' checkers.
 */
#include "intake_private.h"

#include "recorder.h"

#include <stdlib.h>
#include <utlist.h>

void intake_remote_ring(struct process *process, uint32_t tid, uint32_t number)
{
    struct source *source = process->intake;

    recorder_add(source->intake->recorder, EVENT_RING, process, 0,
                 &(struct recording_ring){tid, number},
                 sizeof(struct recording_ring));
    (void)intake_thread(source, tid, number);
}

void intake_remote_record(struct process *process, uint32_t thread,
                          const struct record *record, int64_t offset)
{
    struct source *source = process->intake;
    struct late *late;

    if (process->end != PROCESS_RUNNING)
        return;
    late = intake_add_late(source, thread, record);
    late->record->time += (uint64_t)offset;
    source->late_bytes += record->size;
}

size_t intake_remote_bytes(const struct process *process)
{
    const struct source *source = process->intake;

    return source->late_bytes;
}

uint64_t intake_remote_calls(const struct process *process)
{
    const struct source *source = process->intake;
    const struct late *late;
    uint64_t count = 0;

    DL_FOREACH(source->late, late)
        count += late->record->kind == RECORD_ENTER;
    return count;
}

struct record *intake_remote_next(struct source *source, struct thread **thread)
{
    struct late *late = source->late;
    struct record *record;

    if (late == NULL)
        return NULL;
    record = late->record;
    *thread = intake_thread_at(source, late->thread);
    source->late_bytes -= record->size;
    DL_DELETE(source->late, late);
    free(late);
    return record;
}

void intake_hold(struct process *process, bool held)
{
    struct source *source = process->intake;

    source->held = held;
}
