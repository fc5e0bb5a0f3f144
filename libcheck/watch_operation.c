/*
 * watch_operation.c - operations and the buffers they read.
 */
#include "client.h"
#include "watch_private.h"

#include "follow.h"

/* Bytes for all operations that are pending at once; a small one takes about
 * 400. */
#define TAKEN_MAX ((size_t)64 << 20)

static size_t taken;
_Atomic unsigned watch_incoming;
/* Buffers looked at as a whole, in part, not at all. */
static _Atomic uint64_t seen_whole, seen_part, not_seen;

/* -------------------------------------------------------------- operations */

struct record *watch_record_copy(const struct record *record)
{
    struct record *copy = arena_take(record->size);

    if (copy != NULL)
        memcpy(copy, record, record->size);
    return copy;
}

void watch_record_give(struct record *record)
{
    if (record != NULL)
        arena_give(record, record->size);
}

void *watch_memory_take(size_t size)
{
    void *memory = size <= TAKEN_MAX - taken ? arena_take(size) : NULL;

    if (memory != NULL)
        taken += size;
    return memory;
}

void watch_memory_give(void *memory, size_t size)
{
    taken -= size;
    arena_give(memory, size);
}

void watch_operation_end(struct pending *pending)
{
    unsigned i;

    watch_partition_end(pending);
    for (i = 0; i < pending->place_count; i++) {
        pending->places[i].looked =
            pending->places[i].looked && pending->places[i].argument;
        native_unwatch(pending->places[i].area);
        pending->places[i].area = NULL;
    }
    watch_operation_not_freed(pending);
    pending->active = false;
}

/* It is in no list. */
void watch_operation_free(struct pending *pending)
{
    unsigned i;

    if (pending == NULL)
        return;
    watch_operation_end(pending);
    for (i = 0; i < pending->place_count; i++)
        layout_drop(pending->places[i].layout);
    watch_record_give(pending->started);
    if (pending->incoming)
        atomic_fetch_sub(&watch_incoming, 1);
    if (pending->on_stack)
        atomic_fetch_sub(&watch_on_stack, 1);
    watch_memory_give(pending, pending->taken);
}

void watch_operation_snapshot(struct place *place)
{
    bool whole = false;

    place->looked = place->snapshot != NULL &&
                    snapshot_make(place->snapshot, place->address, place->count,
                                  place->layout, SNAPSHOT_BLOCKS, &whole);
    if (!place->argument && !place->in_parts)
        atomic_fetch_add_explicit(!place->looked ? &not_seen
                                  : whole        ? &seen_whole
                                                 : &seen_part,
                                  1, memory_order_relaxed);
}

static void look_at_place(struct place *place)
{
    native_unwatch(place->area);
    place->area = native_on && place->high > 0 && !place->argument
                      ? native_watch(place->low, place->high)
                      : NULL;
    if (place->stored) {
        place->looked = place->incoming != NULL &&
                        incoming_make(place->incoming, place->address,
                                      place->count, place->layout);
        return;
    }
    watch_operation_snapshot(place);
}

void watch_operation_not_freed(struct pending *pending)
{
    unsigned i;

    for (i = 0; i < pending->place_count; i++)
        freed_unwatch(&pending->watches[i]);
}

void watch_operation_freed(struct pending *pending)
{
    unsigned i;

    if (!pending->active && !pending->persistent)
        return;
    for (i = 0; i < pending->place_count; i++)
        if (pending->places[i].high > 0 && !pending->places[i].argument &&
            !pending->watches[i].freed)
            freed_watch(&pending->watches[i], pending->places[i].low);
}

void watch_operation_look(struct place *place)
{
    look_at_place(place);
    place->gone = !place->looked && !readable_is(place->low, place->high, true);
}

/* ------------------------------------------------------------ what changed */

static void tell(struct thread *thread, const struct pending *pending,
                 const struct place *place,
                 const struct snapshot_change *change, enum stored_how how)
{
    size_t made = pending->made->size;
    size_t started = pending->started == NULL ? 0 : pending->started->size;
    struct record *record = thread_reserve(
        thread, RECORD_STORED, sizeof(struct record_stored) + made + started);
    struct record_stored *stored;

    if (record == NULL)
        return;
    stored = (struct record_stored *)record->words;
    stored->start = place->start;
    stored->low = change->low;
    stored->high = change->high;
    stored->parameter = place->parameter;
    stored->how = (uint16_t)how;
    stored->of = place->stored    ? STORED_INCOMING
                 : pending->freed ? STORED_FREED
                                  : STORED_READ;
    stored->made_size = (uint32_t)made;
    stored->started_size = (uint32_t)started;
    memcpy(stored + 1, pending->made, made);
    if (started > 0)
        memcpy((char *)(stored + 1) + made, pending->started, started);
    thread_publish(thread, record);
}

static enum stored_how where(const struct snapshot_change *change)
{
    return change->exact ? STORED_EXACT : STORED_SOMEWHERE;
}

void watch_operation_compare_place(struct thread *thread,
                                   const struct pending *pending,
                                   struct place *place)
{
    struct snapshot_change change;

    if (!place->looked || place->stored ||
        (!place->readable && !readable_is(place->low, place->high, false)) ||
        !snapshot_has_pages(place->snapshot) ||
        !snapshot_changed(place->snapshot, &change))
        return;
    place->looked = false; /* once is enough, until it is started again */
    tell(thread, pending, place, &change, where(&change));
}

void watch_operation_compare(struct thread *thread, struct pending *pending)
{
    unsigned i;

    for (i = 0; pending->active && i < pending->place_count; i++)
        if (!pending->watches[i].freed)
            watch_operation_compare_place(thread, pending, &pending->places[i]);
    watch_partition_compare(thread, pending);
}

void watch_operation_compare_arguments(struct thread *thread,
                                       struct pending *pending)
{
    unsigned i;

    for (i = 0; pending->persistent && i < pending->place_count; i++)
        if (pending->places[i].argument)
            watch_operation_compare_place(thread, pending, &pending->places[i]);
}

/* Between the first and the last byte of its data there may be memory that is
 * not of the buffer; if that cannot be read, it is looked at no more. */
static bool is_unmapped(struct place *place)
{
    place->readable = readable_is(place->low, place->high, false);
    if (place->readable)
        return false;
    place->looked = false;
    return !readable_is(place->low, place->low + 1, false) ||
           !readable_is(place->high - 1, place->high, false);
}

/* Whether there is a buffer no more, as a call begins. */
static bool is_gone(const struct thread *thread, struct place *place,
                    enum watch_moment moment, enum stored_how *how)
{
    place->readable = false;
    *how = STORED_RETURNED;
    if (place->high == 0)
        return false;
    if (watch_left_is_below(thread, place->low) || watch_left_is(thread, place))
        return true;
    *how = STORED_UNMAPPED;
    return (place->stored || moment == WATCH_BEGINS) && is_unmapped(place);
}

static void tell_gone(struct thread *thread, const struct pending *pending,
                      struct place *place, enum stored_how how)
{
    struct snapshot_change change = {place->low, place->high, true};

    place->gone = true;
    place->looked = false;
    tell(thread, pending, place, &change, how);
}

/* Whether some bytes of one of them may be the same. */
static bool meets(const struct place *place, const struct place *others,
                  unsigned count)
{
    unsigned i;

    for (i = 0; i < count; i++)
        if (others[i].low < place->high && place->low < others[i].high)
            return true;
    return false;
}

bool watch_operation_left(struct thread *thread, struct pending *pending,
                          const struct place *others, unsigned count)
{
    bool any = false;
    unsigned i;

    for (i = 0; pending->active && i < pending->place_count; i++) {
        struct place *place = &pending->places[i];

        if (place->high == 0 || place->gone || pending->watches[i].freed ||
            !watch_left_is(thread, place))
            continue;
        any = true;
        if (meets(place, others, count))
            tell_gone(thread, pending, place, STORED_RETURNED);
    }
    return any;
}

void watch_operation_look_again(struct thread *thread, struct pending *pending,
                                enum watch_moment moment)
{
    struct snapshot_change change;
    enum stored_how how;
    unsigned i;

    for (i = 0; pending->active && i < pending->place_count; i++) {
        struct place *place = &pending->places[i];

        if (place->gone || pending->watches[i].freed)
            continue;
        if (moment != WATCH_ENDED && is_gone(thread, place, moment, &how)) {
            tell_gone(thread, pending, place, how);
        } else if (place->looked && place->stored &&
                   incoming_look(place->incoming, &change)) {
            place->looked = false; /* once is enough */
            tell(thread, pending, place, &change, where(&change));
        }
    }
}

/* ----------------------------------------------------------- what is begun */

const struct call_parameter *watch_parameter(const struct call_info *info,
                                             enum call_kind kind)
{
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == kind)
            return &info->parameters[i];
    return NULL;
}

/* The word of the first parameter of that kind, or `none`. */
uint64_t watch_word(const struct record *enter, enum call_kind kind,
                    uint64_t none)
{
    const struct call_parameter *parameter =
        watch_parameter(&call_table[enter->call], kind);

    return parameter == NULL || parameter->word < 0
               ? none
               : enter->words[parameter->word];
}

/*
 * Whether the MPI stores each byte that is to come once, and where it is to
 * stand.  The results of collective operations may be made where they stand.
 */
static bool stores_once(const struct call_info *info)
{
    return info->base == CALL_MPI_Ibcast || info->base == CALL_MPI_Bcast_init ||
           (info->out_buffers > 0 &&
            (info->classes & (CLASS_COLLECTIVE | CLASS_IO)) == 0);
}

/* word: of a rank; negative: the call has none. */
static bool is_nobody(const struct record *enter, int word)
{
    return word >= 0 && enter->words[word] == (uint64_t)NEUTRAL_PROC_NULL;
}

/* Nobody is there to read what is sent. */
static bool is_to_nobody(const struct record *enter)
{
    const struct call_info *info = &call_table[enter->call];

    return is_nobody(enter, info->dest_word) ||
           is_nobody(enter, info->target_rank_word) ||
           ((info->classes & CLASS_RMA) != 0 && info->op_word >= 0 &&
            enter->words[info->op_word] == NEUTRAL_OP_NO_OP);
}

static size_t aligned(size_t size)
{
    return (size + 15) & ~(size_t)15;
}

/* Nothing comes, and so the program may have its own data there: the buffer
 * of a receive from MPI_PROC_NULL is not modified. */
static bool is_from_nobody(const struct record *enter)
{
    const struct call_info *info = &call_table[enter->call];

    return is_nobody(enter, info->source_word) ||
           is_nobody(enter, info->target_rank_word) ||
           (info->message_word >= 0 &&
            enter->words[info->message_word] == NEUTRAL_MESSAGE_NO_PROC);
}

/* Where loads and stores are seen, a store is known without. */
static size_t bytes_of_snapshot(const struct place *place,
                                const struct record *enter)
{
    if (place->in_parts)
        return 0;
    if (!place->stored)
        return snapshot_size(place->count, place->layout, SNAPSHOT_BLOCKS);
    return native_on || !stores_once(&call_table[enter->call])
               ? 0
               : incoming_size(place->count, place->layout);
}

/* The operation with all that belongs to it in one piece of memory: that it
 * costs little matters, as RMA calls do.  NULL: there is no memory. */
static struct pending *new_pending(const struct place *places, unsigned count,
                                   const struct record *enter)
{
    size_t freed = sizeof(struct pending) + count * sizeof places[0];
    size_t made = aligned(freed + count * sizeof(struct freed_watch));
    size_t all = made + aligned(enter->size), at = all;
    struct pending *pending;
    unsigned i;

    for (i = 0; i < count; i++)
        all += aligned(bytes_of_snapshot(&places[i], enter));
    pending = watch_memory_take(all);
    if (pending == NULL)
        return NULL;
    *pending = (struct pending){.taken = all, .place_count = count};
    pending->watches = (struct freed_watch *)((char *)pending + freed);
    pending->made = (struct record *)((char *)pending + made);
    memcpy(pending->made, enter, enter->size);
    for (i = 0; i < count; i++) {
        size_t size = bytes_of_snapshot(&places[i], enter);

        pending->watches[i].watched = pending->watches[i].freed = false;
        pending->places[i] = places[i];
        pending->places[i].start = places[i].address;
        watch_place_bytes(&pending->places[i]);
        if (size > 0)
            pending->places[i].snapshot =
                (struct snapshot *)((char *)pending + at);
        pending->incoming |= places[i].stored && size > 0;
        at += aligned(size);
    }
    if (pending->incoming)
        atomic_fetch_add(&watch_incoming, 1);
    return pending;
}

static void look(struct pending *pending)
{
    unsigned i;

    for (i = 0; i < pending->place_count; i++)
        if (pending->active || pending->places[i].argument)
            watch_operation_look(&pending->places[i]);
}

/* Puts of a process whose data is told: it is of use where somebody puts for
 * the first time at a place in the program. */
#define PUTS_TOLD 1024

static void tell_put(struct thread *thread, const struct place *place)
{
    static unsigned told;
    const struct layout_run *run = place->layout->runs;
    struct record_put *put;
    struct record *record;

    if (told == PUTS_TOLD || !place->looked || place->layout->run_count == 0)
        return;
    record = thread_reserve(thread, RECORD_PUT, sizeof *put);
    if (record == NULL)
        return;
    told++;
    put = (struct record_put *)record->words;
    memset(put, 0, sizeof *put);
    put->size = run->length < (int64_t)sizeof put->bytes ? (uint64_t)run->length
                                                         : sizeof put->bytes;
    memcpy(put->bytes,
           (const void *)(uintptr_t)(place->address + (uint64_t)run->offset),
           put->size);
    thread_publish(thread, record);
}

struct pending *watch_operation_new(const struct murmel_call *call,
                                    const struct record *enter)
{
    const struct call_info *info = &call_table[enter->call];
    struct place places[PLACES_MAX];
    struct pending *pending = NULL;
    unsigned count = 0, unknown = 0, unknown_results = 0, i;
    bool is_rma_alone =
        (info->classes & (CLASS_STARTS | CLASS_INITS | CLASS_SPLITS)) == 0;
    bool looks_at_stored =
        native_on || ((!is_rma_alone || stores_once(info)) &&
                      info->out_buffers > 0 && !is_from_nobody(enter));
    bool to_nobody;

    if (info->in_buffers == 0 && !looks_at_stored)
        return NULL;
    to_nobody = is_to_nobody(enter);
    if (to_nobody && !looks_at_stored)
        return NULL;
    pthread_mutex_lock(&watch_lock);
    if (!to_nobody && info->in_buffers > 0)
        count = watch_place_add(places, count, enter, false, &unknown);
    if (looks_at_stored)
        count = watch_place_add(places, count, enter, true, &unknown_results);
    count = watch_place_add_arrays(places, count, call);
    if (unknown > 0)
        atomic_fetch_add(&not_seen, unknown);
    if (count > 0 && (pending = new_pending(places, count, enter)) == NULL) {
        atomic_fetch_add(&not_seen, 1);
        for (i = 0; i < count; i++)
            layout_drop(places[i].layout);
    }
    if (pending == NULL) {
        pthread_mutex_unlock(&watch_lock);
        return NULL;
    }
    watch_left_find(call->thread, pending);
    pending->thread = call->thread;
    pending->persistent = (info->classes & CLASS_INITS) != 0;
    pending->active = !pending->persistent;
    if (info->classes & CLASS_RMA)
        pending->target = (int64_t)enter->words[info->target_rank_word];
    if (is_rma_alone) {
        look(pending);
        if (info->base == CALL_MPI_Put)
            tell_put(call->thread, &pending->places[0]);
        watch_window_join(pending, enter->words[info->win_word]);
        if (pending->window == NULL) {
            watch_operation_free(pending);
            pending = NULL;
        } else {
            watch_operation_freed(pending);
        }
    }
    pthread_mutex_unlock(&watch_lock);
    if (pending != NULL && !is_rma_alone)
        look(pending); /* which may take long */
    return pending;
}

/* The handle that it goes by; of a split collective operation its file's. */
static uint64_t handle_of(const struct pending *pending,
                          const struct record *exit)
{
    const struct call_info *info = &call_table[exit->call];

    if (exit->words[0] != (uint64_t)NEUTRAL_SUCCESS)
        return NEUTRAL_REQUEST_NULL;
    if (info->classes & CLASS_SPLITS)
        return watch_word(pending->made, KIND_FILE, NEUTRAL_REQUEST_NULL);
    return exit
        ->words[watch_parameter(info, KIND_REQUEST)->word - info->in_words];
}

void watch_operation_pend(struct thread *thread, struct pending *pending,
                          const struct record *exit)
{
    const struct call_info *info = &call_table[exit->call];
    uint64_t handle = handle_of(pending, exit);

    pending->begun = exit->order;
    pthread_mutex_lock(&watch_lock);
    if (handle != NEUTRAL_REQUEST_NULL) {
        if (info->classes & CLASS_RMA)
            watch_window_join(pending, pending->made->words[info->win_word]);
        watch_request_join(pending, handle);
    }
    if (pending->slot == NULL && pending->window == NULL) {
        watch_operation_free(pending);
    } else {
        watch_operation_freed(pending);
        watch_operation_look_again(thread, pending, WATCH_ENDED);
    }
    pthread_mutex_unlock(&watch_lock);
}

void watch_operation_totals(struct thread *thread)
{
    struct record *record =
        thread_reserve(thread, RECORD_WATCHED, sizeof(struct record_watched));
    struct record_watched *watched;

    if (record == NULL)
        return;
    watched = (struct record_watched *)record->words;
    watched->whole = atomic_load(&seen_whole);
    watched->part = atomic_load(&seen_part);
    watched->none = atomic_load(&not_seen);
    watched->native = native_on;
    watched->pages = watch_window_by_pages();
    watched->followed = follow_calls();
    watched->moved = watch_window_moved();
    thread_publish(thread, record);
}
