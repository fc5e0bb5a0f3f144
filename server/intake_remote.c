/*
 * intake_remote.c - the intake of processes on other nodes, whose records come
 * in their order from those nodes' checkers.
 */
#include "intake_private.h"

#include "recorder.h"

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

    if (process->end == PROCESS_RUNNING)
        late_add(&source->late, thread, record)->time += (uint64_t)offset;
}

size_t intake_remote_bytes(const struct process *process)
{
    const struct source *source = process->intake;

    return source->late.bytes;
}

uint64_t intake_remote_calls(const struct process *process)
{
    const struct source *source = process->intake;

    return late_count(&source->late, RECORD_ENTER);
}

void intake_hold(struct process *process, bool held)
{
    struct source *source = process->intake;

    source->held = held;
}
