/*
 * intake_end.c - how processes end: the signs of it, and in which order.
 */
#include "intake_private.h"

#include "memory.h"
#include "recorder.h"
#include "remote.h"
#include "ring_reader.h"
#include "site.h"

#include <signal.h>
#include <stdlib.h>
#include <utlist.h>

static void thread_free(struct source *source, struct thread *thread)
{
    size_t i;

    ring_reader_close(thread->ring);
    for (i = 0; i < thread->later_count; i++)
        ring_reader_close(thread->later[i]);
    free(thread->later);
    for (i = 0; i < MAX_DEPTH; i++)
        call_drop(thread->open[i]);
    call_drop(thread->newest);
    intake_stored_forget(thread);
    DL_DELETE(source->threads, thread);
    free(thread);
}

void intake_source_end(struct source *source)
{
    struct thread *thread, *next;

    DL_FOREACH_SAFE(source->threads, thread, next)
        thread_free(source, thread);
    sites_free(source->sites);
    source->sites = NULL;
    call_drop(source->offered);
    source->offered = NULL;
    source->offer = OFFER_NONE;
    late_clear(&source->late);
}

static void sign_of_end(struct intake *intake, struct source *source)
{
    if (source->end_sign == 0)
        source->end_sign = ++intake->end_signs;
}

void intake_goodbye(struct intake *intake, struct process *process,
                    int exit_status)
{
    struct source *source = process->intake;

    recorder_add(intake->recorder, EVENT_GOODBYE, process, 0,
                 &(struct recording_goodbye){exit_status, 0},
                 sizeof(struct recording_goodbye));
    sign_of_end(intake, process->intake);
    source->goodbye = true;
    process->exit_status = exit_status;
}

bool intake_said_goodbye(const struct process *process)
{
    const struct source *source = process->intake;

    return source->goodbye;
}

static uint32_t departure_of(const struct process *process)
{
    if (process->unseen)
        return HUNG_UP_UNSEEN;
    return process->replaced ? HUNG_UP_REPLACED : HUNG_UP_GONE;
}

/* Of a recording, or of another node, that was told. */
static bool ended_inside(const struct process *process)
{
    const struct source *source = process->intake;
    const struct thread *thread;

    DL_FOREACH(source->threads, thread)
        if (thread->ring != NULL && ring_reader_is_inside(thread->ring))
            return true;
    return process->ended_inside;
}

/* What may go on may tell it itself. */
static void take_withheld(const struct process *process)
{
    const struct source *source = process->intake;
    const struct thread *thread;
    size_t i;

    if (process->unseen)
        return;
    DL_FOREACH(source->threads, thread) {
        if (thread->ring != NULL)
            ring_reader_gone(thread->ring);
        for (i = 0; i < thread->later_count; i++)
            ring_reader_gone(thread->later[i]);
    }
}

void intake_hung_up(struct intake *intake, struct process *process,
                    uint64_t time)
{
    struct source *source = process->intake;
    struct recording_hung_up hung_up = {.end_time = time,
                                        .wait_status = process->wait_status,
                                        .departure = departure_of(process),
                                        .hang_up = process->hang_up};

    take_withheld(process);
    hung_up.inside = process->ended_inside = ended_inside(process);
    recorder_add(intake->recorder, EVENT_HUNG_UP, process, 0, &hung_up,
                 sizeof hung_up);
    process->end_time = time;
    source->hung_up = true;
    sign_of_end(intake, process->intake);
}

/* Whether the process crashed within that call: where that was made is among
 * the frames then.  Not known of Python, whose frames are of another kind. */
static bool crashed_within(const struct process *process,
                           const struct call *call)
{
    const struct stack *crash = process->crash_stack, *made = call->stack;
    uint32_t i;

    if (call != process->crash_call)
        return false;
    if (crash == NULL || made == NULL || made->frame_count == 0 ||
        stack_script_function(made->frames[0].module) != NULL)
        return true;
    for (i = 0; i < crash->frame_count; i++)
        if (crash->frames[i].module == made->frames[0].module &&
            crash->frames[i].address == made->frames[0].address)
            return true;
    return false;
}

/* Of a query only its begin is recorded. */
static void return_from_queries(const struct process *process,
                                const struct thread *thread)
{
    uint32_t depth;

    for (depth = 0; depth < MAX_DEPTH; depth++) {
        struct call *open = thread->open[depth];

        if (open != NULL && (open->info->classes & CLASS_QUERY) != 0 &&
            !crashed_within(process, open))
            open->returned = true;
    }
}

void intake_end(struct intake *intake, struct source *source)
{
    struct process *process = source->process;
    struct thread *thread;

    if (process->unseen)
        process->end = PROCESS_UNSEEN;
    else if (process->signal != 0)
        process->end = PROCESS_CRASHED;
    else if (source->goodbye)
        process->end = PROCESS_EXITED;
    else
        process->end = process->replaced ? PROCESS_REPLACED : PROCESS_LOST;
    if (process->end == PROCESS_CRASHED || !process->ended_inside)
        DL_FOREACH(source->threads, thread)
            return_from_queries(process, thread);
    recorder_add(intake->recorder, EVENT_ENDED, process, 0, NULL, 0);
    process->end_order = ++intake->ended;
    if (intake->model != NULL)
        model_process_ended(intake->model, process);
    intake_source_end(source);
}

uint64_t intake_end_signs(const struct intake *intake)
{
    return intake->end_signs;
}

void intake_hold_ends(struct intake *intake, bool held)
{
    intake->ends_held = held;
}

static bool was_terminated(const struct process *process)
{
    return process->wait_status >= 0 && WIFSIGNALED(process->wait_status) &&
           WTERMSIG(process->wait_status) == SIGTERM;
}

/* On two nodes: the time when a checker hears of an end says little, but with
 * SIGTERM launchers end what others leave. */
static bool went_before_there(const struct process *one,
                              const struct process *other)
{
    if (was_terminated(one) != was_terminated(other))
        return was_terminated(other);
    return one->end_time < other->end_time;
}

/* Whether the one went before the other. */
static bool went_before(const struct source *one, const struct source *other)
{
    bool crashed = one->process->signal != 0;

    if (crashed != (other->process->signal != 0))
        return crashed;
    if (!remote_same_node(one->process, other->process))
        return went_before_there(one->process, other->process);
    if (one->process->hang_up != 0 && other->process->hang_up != 0)
        return one->process->hang_up < other->process->hang_up;
    return one->end_sign < other->end_sign;
}

bool intake_end_next(struct intake *intake)
{
    struct source *next = NULL;
    size_t i;

    if (intake->ended == intake->end_signs || intake->ends_held)
        return false;
    for (i = 0; i < intake->source_count; i++) {
        struct source *source = intake->sources[i];

        if (source->process->end != PROCESS_RUNNING || source->end_sign == 0)
            continue;
        if (!source->hung_up || !source->drained)
            return false;
        if (next == NULL || went_before(source, next))
            next = source;
    }
    if (next != NULL)
        intake_end(intake, next);
    return next != NULL;
}
