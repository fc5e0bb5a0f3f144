/*
 * intake_stored.c - what has become of the buffers of pending operations.
 */
#include "intake_private.h"

#include "call_view.h"
#include "memory.h"
#include "model.h"
#include "site.h"

#include <stdlib.h>
#include <utlist.h>

/* An earlier call again, from a copy of its record. */
static struct call *earlier_call(struct source *source, struct thread *thread,
                                 const void *copy, size_t size)
{
    const struct record *record = copy;
    const char *trouble = NULL;
    struct call *call = NULL;

    if (size >= sizeof *record && size % 8 == 0 && record->size == size &&
        record->kind == RECORD_ENTER)
        call = call_view_enter(record, source->process, &trouble);
    if (call != NULL) {
        call->stack = sites_stack(source->sites, record->site);
        call->thread = thread->index;
        call->returned = true;
    }
    return call;
}

/* A buffer, or an array: not the program's while an operation is pending. */
static bool is_read_later(const struct call_parameter *parameter)
{
    return parameter->kind == KIND_BUFFER ||
           (parameter->direction == DIRECTION_IN &&
            (parameter->wire == WIRE_NUMBERS ||
             parameter->wire == WIRE_HANDLES));
}

/* A buffer that was gone before the call that comes next, which shows it. */
struct held_stored {
    struct record_stored stored;
    struct call *made, *started; /* held */
    struct held_stored *next;
};

static void hold(struct thread *thread, const struct record_stored *stored,
                 struct call *made, struct call *started)
{
    struct held_stored *held = xcalloc(1, sizeof *held);

    held->stored = *stored;
    held->made = call_hold(made);
    held->started = started == NULL ? NULL : call_hold(started);
    LL_APPEND(thread->held, held);
}

static void drop(struct thread *thread, struct held_stored *held)
{
    LL_DELETE(thread->held, held);
    call_drop(held->made);
    call_drop(held->started);
    free(held);
}

void intake_stored_before(struct intake *intake, struct thread *thread)
{
    struct held_stored *held;

    while ((held = thread->held) != NULL) {
        model_stored(intake->model, &held->stored, held->made, held->started,
                     thread->newest);
        drop(thread, held);
    }
}

void intake_stored_forget(struct thread *thread)
{
    while (thread->held != NULL)
        drop(thread, thread->held);
}

void intake_stored(struct intake *intake, struct source *source,
                   struct thread *thread, const struct record *record)
{
    const struct record_stored *stored = (const void *)record->words;
    size_t bytes = record->size - sizeof *record;
    struct call *made = NULL, *started = NULL;

    if (bytes >= sizeof *stored &&
        (uint64_t)stored->made_size + stored->started_size <=
            bytes - sizeof *stored) {
        const char *copies = (const char *)(stored + 1);

        made = earlier_call(source, thread, copies, stored->made_size);
        started = earlier_call(source, thread, copies + stored->made_size,
                               stored->started_size);
    }
    if (made == NULL || thread->newest == NULL ||
        stored->parameter >= made->info->parameter_count ||
        stored->how > STORED_RETURNED || stored->of > STORED_FREED ||
        !is_read_later(&made->info->parameters[stored->parameter]) ||
        (stored->started_size > 0 && started == NULL))
        intake_damaged(source, "what it told of a buffer makes no sense");
    else if (stored->how == STORED_RETURNED && thread->newest->returned)
        hold(thread, stored, made, started);
    else
        model_stored(intake->model, stored, made, started, thread->newest);
    call_drop(made);
    call_drop(started);
}
