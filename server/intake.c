#include "intake_private.h"

#include "memory.h"
#include "recorder.h"
#include "ring_reader.h"
#include "site.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/* Records of one process before it is the turn of the next. */
#define TURN 256
/* Turns before the sockets are looked at again. */
#define TURNS 64

struct intake *intake_new(struct model *model)
{
    struct intake *intake = xcalloc(1, sizeof *intake);

    intake->model = model;
    return intake;
}

const uint64_t *intake_calls(const struct intake *intake)
{
    return intake->calls;
}

void intake_free(struct intake *intake)
{
    size_t i;

    for (i = 0; i < intake->source_count; i++) {
        intake_source_end(intake->sources[i]);
        intake->sources[i]->process->intake = NULL;
        free(intake->sources[i]);
    }
    free(intake->sources);
    free(intake->copy.record);
    free(intake);
}

void intake_record(struct intake *intake, struct recorder *recorder)
{
    intake->recorder = recorder;
}

void intake_watch(struct intake *intake, intake_callback *seen, void *context)
{
    intake->seen = seen;
    intake->context = context;
}

void intake_damaged(struct source *source, const char *why)
{
    if (source->process->damage != NULL)
        return;
    source->process->damage = xstrdup(why);
    recorder_add_text(source->intake->recorder, EVENT_DAMAGED, source->process,
                      why);
}

void intake_missing(struct process *process, const char *why)
{
    intake_damaged(process->intake, why);
}

void intake_join(struct intake *intake, struct process *process,
                 const struct wire_hello *hello)
{
    struct source *source = xcalloc(1, sizeof *source);

    recorder_add(intake->recorder, EVENT_HELLO, process, 0, hello,
                 hello->packet.size);
    source->process = process;
    source->intake = intake;
    source->sites = sites_new();
    process->intake = source;
    intake->sources = xrealloc(intake->sources, intake->source_count + 1,
                               sizeof(struct source *));
    intake->sources[intake->source_count++] = source;
    if (intake->model != NULL)
        model_process_joined(intake->model, process);
}

/* Ring 0 begins a thread: its tid may have been another thread's before. */
struct thread *intake_thread(struct source *source, uint32_t tid,
                             uint32_t number)
{
    struct thread *thread, *found = NULL;

    DL_FOREACH(source->threads, thread)
        if (thread->tid == tid)
            found = thread;
    if (found != NULL && number > 0)
        return found;
    thread = xcalloc(1, sizeof *thread);
    thread->tid = tid;
    thread->serial = source->serials++;
    /* The initial thread's number is nobody else's: it goes on after the end
     * of its first life (calls from destructors of thread-specific data). */
    thread->index = found != NULL && (int)tid == source->process->pid
                        ? found->index
                        : source->thread_count++;
    DL_APPEND(source->threads, thread);
    return thread;
}

void intake_ring(struct process *process, uint32_t tid, uint32_t number, int fd)
{
    struct source *source = process->intake;
    const char *trouble;
    struct ring_reader *ring = ring_reader_open(fd, &trouble);
    struct thread *thread;

    if (ring == NULL) {
        intake_damaged(source, trouble);
        source->lossy = true;
        return;
    }
    recorder_add(source->intake->recorder, EVENT_RING, source->process, 0,
                 &(struct recording_ring){tid, number},
                 sizeof(struct recording_ring));
    thread = intake_thread(source, tid, number);
    if (thread->ring == NULL) {
        thread->ring = ring;
        return;
    }
    thread->later =
        xrealloc(thread->later, thread->later_count + 1, sizeof ring);
    thread->later[thread->later_count++] = ring;
}

void intake_next_ring(struct thread *thread)
{
    ring_reader_close(thread->ring);
    thread->ring = NULL;
    if (thread->later_count == 0)
        return;
    thread->ring = thread->later[0];
    thread->later_count--;
    memmove(thread->later, thread->later + 1,
            thread->later_count * sizeof thread->later[0]);
}

bool intake_lost(const struct process *process)
{
    const struct source *source = process->intake;

    return source->lossy;
}

bool intake_drained(const struct process *process)
{
    const struct source *source = process->intake;

    return source->drained;
}

/* Of a query only the begin is told: it does not wait. */
static bool is_inside(const struct source *source, const struct thread *thread)
{
    bool lives =
        source->process->remote != NULL ? !thread->ended : thread->ring != NULL;

    return lives && thread->open[0] != NULL &&
           (thread->open[0]->info->classes & CLASS_QUERY) == 0;
}

bool intake_is_in_call(const struct process *process)
{
    const struct source *source = process->intake;
    const struct thread *thread;

    DL_FOREACH(source->threads, thread)
        if (is_inside(source, thread))
            return true;
    return false;
}

bool intake_is_inside(const struct process *process, int tid)
{
    const struct source *source = process->intake;
    const struct thread *thread;

    DL_FOREACH(source->threads, thread)
        if (thread->tid == (uint32_t)tid && is_inside(source, thread))
            return true;
    return false;
}

/* A ring that cannot be read on: its thread's other records are lost. */
static void give_up_ring(struct source *source, struct thread *thread,
                         const char *why)
{
    intake_damaged(source, why);
    source->lossy = true;
    ring_reader_close(thread->ring);
    thread->ring = NULL;
}

/* The thread with the next record of a process, by order; NULL and *state
 * when there is none. */
static struct thread *next_thread(struct source *source,
                                  enum intake_state *state)
{
    struct thread *thread, *first = NULL;
    const struct record *header = NULL;
    uint64_t least = 0;

    DL_FOREACH(source->threads, thread) {
        enum ring_state ring = thread->ring != NULL
                                   ? ring_reader_peek(thread->ring, &header)
                                   : RING_EMPTY;

        if (ring == RING_RECORD && header->order < source->next_order)
            give_up_ring(source, thread, "a record came out of its order");
        else if (ring == RING_DAMAGED)
            give_up_ring(source, thread, ring_reader_damage(thread->ring));
        else if (ring == RING_RECORD && header->order == source->next_order)
            return thread;
        else if (ring == RING_RECORD &&
                 (first == NULL || header->order < least)) {
            first = thread;
            least = header->order;
        }
    }
    *state = first != NULL ? INTAKE_GAP : INTAKE_IDLE;
    /* Who is gone does not write the missing record any more. */
    if (first == NULL || (!source->hung_up && !source->lossy))
        return NULL;
    source->next_order = least;
    return first;
}

bool intake_offer(struct intake *intake, struct source *source)
{
    enum model_step step = MODEL_DONE;

    if (source->offer == OFFER_EXIT && intake->seen != NULL)
        intake->seen(intake->context, source->offered, MOMENT_BEFORE_END);
    if (source->offer == OFFER_ENTER)
        step = model_enter(intake->model, source->offered);
    else if (source->offer == OFFER_EXIT)
        step = model_exit(intake->model, source->offered);
    if (step == MODEL_WAIT) {
        source->refused = true;
        return false;
    }
    if (source->offer != OFFER_NONE && intake->seen != NULL)
        intake->seen(intake->context, source->offered,
                     source->offer == OFFER_ENTER ? MOMENT_BEGUN
                                                  : MOMENT_ENDED);
    if (source->refused)
        recorder_add(intake->recorder, EVENT_TAKEN, source->process, 0, NULL,
                     0);
    source->refused = false;
    call_drop(source->offered);
    source->offered = NULL;
    source->offer = OFFER_NONE;
    return true;
}

/* all: what was read is judged, as far as it can be before others have come. */
static void end_turn(struct source *source, bool all)
{
    struct thread *thread;

    DL_FOREACH(source->threads, thread) {
        if (thread->ring == NULL)
            continue;
        ring_reader_give_room(thread->ring);
        if (all)
            ring_reader_judged(thread->ring);
    }
}

static void take(struct intake *intake, struct source *source,
                 struct thread *thread, const struct record *record)
{
    recorder_add(intake->recorder, EVENT_RECORD, source->process,
                 thread->serial, record, record->size);
    source->next_order = record->order + 1;
    source->bytes += record->size;
    if (intake->model != NULL)
        intake_take(intake, source, thread, record);
    else if (record->kind == RECORD_RING)
        intake_next_ring(thread);
}

/* Takes the next record of a process, if there is one: else *state. */
static bool take_next(struct intake *intake, struct source *source,
                      enum intake_state *state)
{
    struct thread *thread = next_thread(source, state);

    if (thread == NULL)
        return false;
    /* Else the next look gives the ring up. */
    if (ring_reader_take(thread->ring, &intake->copy) == RING_RECORD)
        take(intake, source, thread, intake->copy.record);
    return true;
}

/* ... of one on another node. */
static bool take_remote(struct intake *intake, struct source *source)
{
    struct late_item item;
    struct thread *thread;

    if (!late_take(&source->late, &item))
        return false;
    thread = intake_thread_at(source, item.thread);
    if (thread != NULL)
        take(intake, source, thread, item.record);
    else
        intake_damaged(source, "a record is of no known thread");
    return true;
}

/* The turn of one process. */
static enum intake_state run_source(struct intake *intake,
                                    struct source *source)
{
    enum intake_state state = INTAKE_IDLE;
    bool remote = source->process->remote != NULL;
    bool moved = false;
    int i;

    if (source->process->end != PROCESS_RUNNING)
        return INTAKE_IDLE;
    if (source->held) {
        source->drained = false;
        return INTAKE_IDLE;
    }
    for (i = 0; i < TURN; i++) {
        if (source->offer != OFFER_NONE) {
            if (!intake_offer(intake, source)) {
                state = INTAKE_WAITS;
                break;
            }
            moved = true;
        }
        if (!(remote ? take_remote(intake, source)
                     : take_next(intake, source, &state)))
            break;
        moved = true;
    }
    source->drained = state == INTAKE_IDLE && i < TURN;
    end_turn(source, i < TURN);
    return moved ? INTAKE_PROGRESS : state;
}

static enum intake_state run_all(struct intake *intake)
{
    bool moved = false, gap = false, waits = false;
    size_t i;

    for (i = 0; i < intake->source_count; i++) {
        switch (run_source(intake, intake->sources[i])) {
        case INTAKE_PROGRESS:
            moved = true;
            break;
        case INTAKE_GAP:
            gap = true;
            break;
        case INTAKE_WAITS:
            waits = true;
            break;
        case INTAKE_IDLE:
            break;
        }
    }
    while (intake_end_next(intake))
        moved = true;
    if (moved)
        return INTAKE_PROGRESS;
    if (gap)
        return INTAKE_GAP;
    return waits ? INTAKE_WAITS : INTAKE_IDLE;
}

enum intake_state intake_run(struct intake *intake)
{
    enum intake_state state;
    bool moved = false;
    int i;

    for (i = 0; i < TURNS; i++) {
        state = run_all(intake);
        if (state != INTAKE_PROGRESS)
            break;
        moved = true;
    }
    return moved ? INTAKE_PROGRESS : state;
}

enum intake_state intake_state_of_rest(const struct intake *intake)
{
    enum intake_state state = INTAKE_IDLE;
    size_t i;

    for (i = 0; i < intake->source_count; i++) {
        const struct source *source = intake->sources[i];

        if (source->refused)
            state = INTAKE_WAITS;
        else if (source->late.bytes > 0)
            return INTAKE_PROGRESS;
    }
    return state;
}

uint64_t intake_most_bytes(struct intake *intake)
{
    uint64_t most = 0;
    size_t i;

    for (i = 0; i < intake->source_count; i++) {
        struct source *source = intake->sources[i];

        if (source->bytes - source->bytes_before > most)
            most = source->bytes - source->bytes_before;
        source->bytes_before = source->bytes;
    }
    return most;
}

void intake_release(struct intake *intake)
{
    size_t i;

    recorder_add(intake->recorder, EVENT_RELEASE, NULL, 0, NULL, 0);
    if (model_release(intake->model))
        return;
    /* The model says that none waits, but some do: so that the job comes to
     * its end, they lose the record. */
    for (i = 0; i < intake->source_count; i++) {
        struct source *source = intake->sources[i];

        if (source->offer == OFFER_NONE)
            continue;
        intake_damaged(source, "a call could not be judged");
        call_drop(source->offered);
        source->offered = NULL;
        source->offer = OFFER_NONE;
        source->refused = false;
    }
}
