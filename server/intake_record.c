/*
 * intake_record.c - what the records of a process say (include/record.h).
 */
#include "intake_private.h"

#include "call_view.h"
#include "memory.h"
#include "passes.h"
#include "site.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

/*
 * A call of a thread at this depth means that those before it, at this depth
 * or deeper, are over: queries, which tell of their end only when they fail,
 * and calls that a jump has left.
 */
static void close_calls(struct thread *thread, uint32_t depth)
{
    uint32_t i;

    for (i = depth; i < MAX_DEPTH && thread->open[i] != NULL; i++) {
        struct call *call = thread->open[i];

        if (call->info->classes & CLASS_QUERY)
            call->returned = true;
        call_drop(call);
        thread->open[i] = NULL;
    }
}

static void remember(struct source *source, struct call *call)
{
    struct process *process = source->process;
    struct call **place =
        &process->last_calls[process->call_count % PROCESS_LAST_CALLS];

    source->intake->calls[call->info->id]++;
    call->number = ++process->call_count;
    call_drop(*place);
    *place = call_hold(call);
    /* The next one to go has not been looked at for long. */
    __builtin_prefetch(
        process->last_calls[process->call_count % PROCESS_LAST_CALLS], 1);
}

static void take_enter(struct source *source, struct thread *thread,
                       const struct record *record)
{
    const char *trouble;
    struct call *call;

    if (record->depth >= MAX_DEPTH) {
        intake_damaged(source, "a call is nested too deep");
        return;
    }
    call = call_view_enter(record, source->process, &trouble);
    if (call == NULL) {
        intake_damaged(source, trouble);
        return;
    }
    close_calls(thread, record->depth);
    call->stack = sites_stack(source->sites, record->site);
    call->thread = thread->index;
    if (call->info->base == CALL_MPI_File_open) {
        call->file = thread->filename[0];
        call->place = thread->filename[1];
    }
    memset(thread->filename, 0, sizeof thread->filename);
    remember(source, call);
    thread->open[record->depth] = call_hold(call);
    call_drop(thread->newest);
    thread->newest = call_hold(call);
    intake_stored_before(source->intake, thread);
    source->offer = OFFER_ENTER;
    source->offered = call;
}

static void take_exit(struct source *source, struct thread *thread,
                      const struct record *record)
{
    const char *trouble = "a call returns that was not made";
    struct call *call =
        record->depth < MAX_DEPTH ? thread->open[record->depth] : NULL;

    if (call == NULL || call_view_exit(call, record, &trouble) != 0) {
        intake_damaged(source, trouble);
        return;
    }
    close_calls(thread, record->depth + 1);
    thread->open[record->depth] = NULL;
    source->offer = OFFER_EXIT;
    source->offered = call;
}

static void take_world(struct intake *intake, struct source *source,
                       const struct record *record)
{
    const struct record_world *world = (const void *)record->words;
    size_t bytes = record->size - sizeof *record;

    if (bytes < sizeof *world ||
        world->type_count > (bytes - sizeof *world) / sizeof world->types[0] ||
        world->size < 1 || world->size > PROCESSES_MOST || world->rank < 0 ||
        world->rank >= world->size)
        intake_damaged(source, "what it told of MPI_COMM_WORLD makes no sense");
    else
        model_world(intake->model, source->process, world);
}

static void take_new_comm(struct intake *intake, struct source *source,
                          const struct thread *thread,
                          const struct record *record)
{
    const struct new_comm *made = (const void *)record->words;

    if (record->size < sizeof *record + sizeof *made + sizeof(uint64_t))
        intake_damaged(source, "a record lacks words");
    else if (made->size > PROCESSES_MOST || made->remote_size > PROCESSES_MOST)
        intake_damaged(source, "a communicator has a size that makes no sense");
    else
        model_new_comm(intake->model, source->process, thread->index, made,
                       record->words[sizeof *made / sizeof(uint64_t)]);
}

/* Murmel reads what an argument points to before it tells the call. */
static const struct call_info *reads(const struct thread *thread,
                                     const struct record *record,
                                     const struct record_crash *crash)
{
    bool by_pointer = crash->signal == SIGSEGV || crash->signal == SIGBUS;

    return by_pointer && crash->stack == 0 && crash->reads < CALL_COUNT &&
                   record->depth > 0 && record->depth <= MAX_DEPTH &&
                   thread->open[record->depth - 1] == NULL
               ? &call_table[crash->reads]
               : NULL;
}

static void take_crash(struct source *source, const struct thread *thread,
                       const struct record *record)
{
    const struct record_crash *crash = (const void *)record->words;
    size_t bytes = record->size - sizeof *record;
    struct process *process = source->process;

    if (bytes < sizeof *crash ||
        crash->frame_count > (bytes - sizeof *crash) / sizeof(uint64_t)) {
        intake_damaged(source, "what it told of its crash makes no sense");
        return;
    }
    call_set(&process->crash_call,
             record->depth > 0 && record->depth <= MAX_DEPTH
                 ? thread->open[record->depth - 1]
                 : thread->newest);
    process->signal = (int)crash->signal;
    process->crash_address = crash->address;
    process->crash_full = crash->stack;
    process->crash_reads = reads(thread, record, crash);
    process->crash_stack =
        sites_intern(source->sites, crash->frames, crash->frame_count, 1);
}

static void take_quits(struct source *source, const struct thread *thread,
                       const struct record *record)
{
    struct process *process = source->process;

    if (record->size < sizeof *record + 2 * sizeof record->words[0]) {
        intake_damaged(source, "what it told of its exit makes no sense");
        return;
    }
    call_drop(process->quit);
    process->quit = call_view_quit(
        process, record->words[0],
        sites_stack(source->sites, (uint32_t)record->words[1]), thread->newest);
}

static void take_tasks(struct source *source, const struct record *record)
{
    struct process *process = source->process;
    size_t bytes = record->size - sizeof *record;

    if (bytes < sizeof(uint64_t) ||
        record->words[0] > (bytes - sizeof(uint64_t)) / sizeof(uint32_t)) {
        intake_damaged(source, "what it told of its threads makes no sense");
        return;
    }
    process->task_count = (uint32_t)record->words[0];
    free(process->tasks);
    process->tasks =
        xcalloc((size_t)process->task_count + 1, sizeof process->tasks[0]);
    memcpy(process->tasks, &record->words[1],
           process->task_count * sizeof process->tasks[0]);
}

static void take_window_stored(struct intake *intake, struct source *source,
                               const struct thread *thread,
                               const struct record *record)
{
    const struct record_window_stored *stored = (const void *)record->words;

    if (record->size < sizeof *record + sizeof *stored ||
        thread->newest == NULL || stored->high <= stored->low)
        intake_damaged(source, "what it told of a window makes no sense");
    else
        model_window_stored(intake->model, thread->newest, stored);
}

static void take_returned(struct intake *intake, struct source *source,
                          const struct thread *thread,
                          const struct record *record)
{
    if (record->size < sizeof *record + sizeof record->words[0] ||
        thread->newest == NULL || record->words[0] == 0)
        intake_damaged(source, "what it told of a variable makes no sense");
    else
        model_returned(intake->model, thread->newest, record->words[0]);
}

bool intake_is_memory(const struct call_info *info, uint32_t parameter)
{
    const struct call_parameter *buffer = &info->parameters[parameter];

    return parameter < info->parameter_count &&
           (buffer->kind == KIND_BUFFER ||
            (buffer->kind == KIND_ADDRESS &&
             parameter + 1 < info->parameter_count &&
             buffer[1].wire == WIRE_NUMBER && buffer[1].word >= 0));
}

static void take_no_memory(struct intake *intake, struct source *source,
                           const struct thread *thread,
                           const struct record *record)
{
    const struct record_no_memory *missing = (const void *)record->words;

    if (record->size < sizeof *record + sizeof *missing ||
        thread->newest == NULL || missing->high <= missing->low ||
        missing->kind > NO_MEMORY_BEFORE ||
        !intake_is_memory(thread->newest->info, missing->parameter))
        intake_damaged(source, "what it told of a buffer makes no sense");
    else if (!intake_beyond_frame(intake, source, thread, missing) &&
             !intake_beyond_static(intake, source, thread, missing))
        model_no_memory(intake->model, thread->newest, missing, NULL);
}

static void take_null(struct intake *intake, struct source *source,
                      const struct thread *thread, const struct record *record)
{
    const struct record_null *told = (const void *)record->words;

    if (record->size < sizeof *record + sizeof *told ||
        thread->newest == NULL || (told->nulls | told->unset) == 0 ||
        (told->nulls | told->unset) >> thread->newest->info->parameter_count !=
            0)
        intake_damaged(source, "what it told of a call makes no sense");
    else
        model_null(intake->model, thread->newest, told);
}

static void take_too_long(struct intake *intake, struct source *source,
                          const struct thread *thread,
                          const struct record *record)
{
    const struct record_too_long *told = (const void *)record->words;

    if (record->size < sizeof *record + sizeof *told ||
        thread->newest == NULL ||
        told->parameter >= thread->newest->info->parameter_count ||
        thread->newest->info->parameters[told->parameter].wire != WIRE_STRING)
        intake_damaged(source, "what it told of a string makes no sense");
    else
        model_too_long(intake->model, thread->newest, told);
}

static void take_short(struct intake *intake, struct source *source,
                       const struct thread *thread, const struct record *record)
{
    const struct record_short *told = (const void *)record->words;

    if (record->size < sizeof *record + sizeof *told ||
        thread->newest == NULL ||
        told->parameter >= thread->newest->info->parameter_count ||
        (told->kind < NO_MEMORY_BLOCK && told->kind != NO_MEMORY_MAPPED) ||
        told->kind > NO_MEMORY_BEFORE || told->needed == 0)
        intake_damaged(source, "what it told of an array makes no sense");
    else
        model_short(intake->model, thread->newest, told);
}

static void take_file(struct source *source, const struct thread *thread,
                      const struct record *record)
{
    if (record->size < sizeof *record + sizeof record->words[0] ||
        thread->newest == NULL ||
        thread->newest->info->base != CALL_MPI_File_open)
        intake_damaged(source, "what it told of a file makes no sense");
    else
        model_file(thread->newest, record->words[0]);
}

static void take_filename(struct source *source, struct thread *thread,
                          const struct record *record)
{
    if (record->size < sizeof *record + sizeof thread->filename)
        intake_damaged(source, "what it told of a file makes no sense");
    else
        memcpy(thread->filename, record->words, sizeof thread->filename);
}

static void take_counted(struct intake *intake, struct source *source,
                         const struct thread *thread,
                         const struct record *record)
{
    const struct record_counted *counted = (const void *)record->words;
    uint16_t base;

    if (record->size < sizeof *record + sizeof *counted ||
        thread->newest == NULL) {
        intake_damaged(source, "what it told of a count makes no sense");
        return;
    }
    base = thread->newest->info->base;
    if (base == CALL_MPI_Get_count || base == CALL_MPI_Get_elements)
        model_counted(intake->model, thread->newest, counted);
    else
        intake_damaged(source, "what it told of a count makes no sense");
}

/* Of a load that may be a poll: whether it is none, as the program does not
 * come to load the same again.  What murmel cc tells of is one by its kind. */
static bool is_no_poll(const struct source *source, const struct thread *thread,
                       const struct record_access *access)
{
    bool each = access->kind == ACCESSED_EACH;
    enum passes passes;

    if ((!each && access->kind != ACCESSED_POLL) ||
        source->process->watched.native != 0 || thread->newest == NULL)
        return false;
    passes = passes_of(sites_stack(source->sites, access->site),
                       thread->newest->stack);
    return passes == PASSES_ONCE || (each && passes == PASSES_LOOP);
}

static void take_accessed(struct intake *intake, struct source *source,
                          const struct thread *thread,
                          const struct record *record)
{
    const struct record_accessed *accessed = (const void *)record->words;
    size_t bytes = record->size - sizeof *record;
    struct model_access *accesses = NULL;
    bool sound = bytes >= sizeof *accessed &&
                 accessed->count <=
                     (bytes - sizeof *accessed) / sizeof accessed->accesses[0];
    uint32_t i;

    if (sound)
        accesses = xcalloc((size_t)accessed->count + 1, sizeof accesses[0]);
    for (i = 0; sound && i < accessed->count; i++) {
        const struct record_access *access = &accessed->accesses[i];

        sound = access->low < access->high && access->kind <= ACCESSED_EACH;
        accesses[i] = (struct model_access){
            access->low, access->high, sites_stack(source->sites, access->site),
            access->kind == ACCESSED_EACH ? ACCESSED_POLL : access->kind,
            is_no_poll(source, thread, access)};
    }
    if (sound)
        model_accessed(intake->model, source->process, accesses,
                       accessed->count, thread->newest);
    else
        intake_damaged(source,
                       "what it told of loads and stores makes no sense");
    free(accesses);
}

static void take_changed(struct source *source, const struct thread *thread,
                         const struct record *record)
{
    const struct record_changed *changed = (const void *)record->words;
    size_t bytes = record->size - sizeof *record, map;
    bool sound = bytes >= sizeof *changed && changed->size > 0 &&
                 changed->size <= RECORD_CHANGED_MOST &&
                 changed->call < CALL_COUNT;

    map = sound ? (size_t)(changed->size + 63) / 64 * 8 : 0;
    sound = sound && bytes - sizeof *changed >= map + changed->size &&
            changed->low <= UINT64_MAX - changed->size;
    if (!sound) {
        intake_damaged(source, "what it told of a window makes no sense");
        return;
    }
    model_changed(source->process,
                  &(struct model_change){
                      changed->low, changed->size, changed->bytes,
                      changed->bytes + map,
                      sites_stack(source->sites, changed->site), changed->call},
                  thread->newest);
}

static void take_put(struct source *source, const struct thread *thread,
                     const struct record *record)
{
    const struct record_put *put = (const void *)record->words;
    struct call *call = thread->newest;

    if (record->size < sizeof *record + sizeof *put || call == NULL ||
        put->size > sizeof put->bytes) {
        intake_damaged(source, "what it told of a put makes no sense");
        return;
    }
    call->put_size = (uint8_t)put->size;
    memcpy(call->put, put->bytes, put->size);
}

static void take_restarted(struct intake *intake, struct source *source,
                           const struct thread *thread,
                           const struct record *record)
{
    if (record->size < sizeof *record + 2 * sizeof record->words[0] ||
        thread->newest == NULL ||
        (thread->newest->info->base != CALL_MPI_Start &&
         thread->newest->info->base != CALL_MPI_Startall))
        intake_damaged(source, "what it told of a request makes no sense");
    else
        model_restarted(intake->model, thread->newest, record->words[0],
                        record->words[1]);
}

static void take_watched(struct source *source, const struct record *record)
{
    const struct record_watched *watched = (const void *)record->words;

    if (record->size < sizeof *record + sizeof *watched)
        intake_damaged(source, "a record lacks words");
    else
        source->process->watched = *watched;
}

/* Open MPI's bindings for C++ and Java make keyvals by functions of the MPI
 * that are none of the standard. */
static void take_module(struct source *source, const struct record *record)
{
    if (sites_module(source->sites, record) != 0)
        intake_damaged(source, "a loaded object makes no sense");
    source->process->unseen_keyvals =
        source->process->unseen_keyvals ||
        sites_loaded(source->sites, "libmpi_cxx.") ||
        sites_loaded(source->sites, "libmpi_java.");
}

void intake_take(struct intake *intake, struct source *source,
                 struct thread *thread, const struct record *record)
{
    switch (record->kind) {
    case RECORD_ENTER:
        take_enter(source, thread, record);
        break;
    case RECORD_EXIT:
        take_exit(source, thread, record);
        break;
    case RECORD_SITE:
        if (sites_site(source->sites, record) != 0)
            intake_damaged(source, "a call stack makes no sense");
        break;
    case RECORD_MODULE:
        take_module(source, record);
        break;
    case RECORD_WORLD:
        take_world(intake, source, record);
        break;
    case RECORD_NEW_COMM:
        take_new_comm(intake, source, thread, record);
        break;
    case RECORD_CRASH:
        take_crash(source, thread, record);
        break;
    case RECORD_RING:
        thread->ended = (record->flags & RECORD_ENDED) != 0;
        if (thread->ended)
            model_thread_ended(intake->model, source->process, thread->index);
        intake_next_ring(thread);
        break;
    case RECORD_TASKS:
        take_tasks(source, record);
        break;
    case RECORD_STORED:
        intake_stored(intake, source, thread, record);
        break;
    case RECORD_WINDOW_STORED:
        take_window_stored(intake, source, thread, record);
        break;
    case RECORD_WINDOW_SEPARATE:
        if (thread->newest == NULL)
            intake_damaged(source, "what it told of a window makes no sense");
        else
            model_window_separate(intake->model, thread->newest);
        break;
    case RECORD_FILE:
        take_file(source, thread, record);
        break;
    case RECORD_FILENAME:
        take_filename(source, thread, record);
        break;
    case RECORD_ACCESSED:
        take_accessed(intake, source, thread, record);
        break;
    case RECORD_CHANGED:
        take_changed(source, thread, record);
        break;
    case RECORD_NO_MEMORY:
        take_no_memory(intake, source, thread, record);
        break;
    case RECORD_NULL:
        take_null(intake, source, thread, record);
        break;
    case RECORD_TOO_LONG:
        take_too_long(intake, source, thread, record);
        break;
    case RECORD_SHORT:
        take_short(intake, source, thread, record);
        break;
    case RECORD_COUNTED:
        take_counted(intake, source, thread, record);
        break;
    case RECORD_RESTARTED:
        take_restarted(intake, source, thread, record);
        break;
    case RECORD_FRAMES:
        intake_frames(intake, source, thread, record);
        break;
    case RECORD_RETURNED:
        take_returned(intake, source, thread, record);
        break;
    case RECORD_AUTOMATIC:
        intake_automatic(intake, source, thread, record);
        break;
    case RECORD_QUITS:
        take_quits(source, thread, record);
        break;
    case RECORD_HANDLERS:
        source->process->handles_signals = true;
        break;
    case RECORD_RECEIVED:
        if (record->size < sizeof *record + sizeof record->words[0] ||
            thread->newest == NULL)
            intake_damaged(source, "what it told of data makes no sense");
        else
            thread->newest->received = record->words[0];
        break;
    case RECORD_PUT:
        take_put(source, thread, record);
        break;
    case RECORD_WATCHED:
        take_watched(source, record);
        break;
    default:
        intake_damaged(source, "a record is of no known kind");
    }
}
