/*
 * watch_operation.c - operations and the buffers they read.
 */
#include "watch_private.h"

/* Operations that are looked at at once. */
#define PENDING_MAX 65536

static _Atomic uint32_t pending_count;
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

void watch_operation_end(struct pending *pending)
{
    unsigned i;

    for (i = 0; i < pending->place_count; i++) {
        snapshot_free(pending->places[i].snapshot);
        pending->places[i].snapshot = NULL;
        native_unwatch(pending->places[i].area);
        pending->places[i].area = NULL;
    }
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
    watch_record_give(pending->made);
    watch_record_give(pending->started);
    arena_give(pending, sizeof *pending);
    atomic_fetch_sub(&pending_count, 1);
}

/* All bytes of the place, and those between them. */
static struct native_area *watch_place(const struct place *place)
{
    const struct layout *layout = place->layout;
    int64_t low = INT64_MAX, high = INT64_MIN, last, end;
    uint32_t i;

    if (!native_on || (place->count > 1 && !layout->extent_known))
        return NULL;
    for (i = 0; i < layout->run_count; i++) {
        if (layout->runs[i].offset < low)
            low = layout->runs[i].offset;
        if (layout->runs[i].offset + layout->runs[i].length > high)
            high = layout->runs[i].offset + layout->runs[i].length;
    }
    if (high <= low ||
        __builtin_mul_overflow(place->count - 1, layout->ub - layout->lb,
                               &last) ||
        __builtin_add_overflow(high, last, &end))
        return NULL;
    return last < 0 ? native_watch(place->address + (uint64_t)(low + last),
                                   place->address + (uint64_t)high)
                    : native_watch(place->address + (uint64_t)low,
                                   place->address + (uint64_t)end);
}

void watch_operation_look(struct place *place)
{
    bool whole = false;

    native_unwatch(place->area);
    place->area = watch_place(place);
    if (place->stored)
        return;
    snapshot_free(place->snapshot);
    place->snapshot =
        snapshot_take(place->address, place->count, place->layout, &whole);
    atomic_fetch_add(place->snapshot == NULL ? &not_seen
                     : whole                 ? &seen_whole
                                             : &seen_part,
                     1);
}

/* ------------------------------------------------------------ what changed */

static void tell(struct thread *thread, const struct pending *pending,
                 const struct place *place,
                 const struct snapshot_change *change)
{
    size_t made = pending->made->size;
    size_t started = pending->started == NULL ? 0 : pending->started->size;
    struct record *record = thread_reserve(
        thread, RECORD_STORED, sizeof(struct record_stored) + made + started);
    struct record_stored *stored;

    if (record == NULL)
        return;
    stored = (struct record_stored *)record->words;
    stored->low = change->low;
    stored->high = change->high;
    stored->parameter = place->parameter;
    stored->exact = change->exact;
    stored->made_size = (uint32_t)made;
    stored->started_size = (uint32_t)started;
    memcpy(stored + 1, pending->made, made);
    if (started > 0)
        memcpy((char *)(stored + 1) + made, pending->started, started);
    thread_publish(thread, record);
}

/* Whether the buffers are as they were when the operation began. */
void watch_operation_compare(struct thread *thread,
                             const struct pending *pending)
{
    struct snapshot_change change;
    unsigned i;

    for (i = 0; i < pending->place_count; i++) {
        const struct place *place = &pending->places[i];

        if (pending->active && place->snapshot != NULL &&
            snapshot_changed(place->snapshot, &change))
            tell(thread, pending, place, &change);
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

static bool is_broadcast(unsigned base)
{
    return base == CALL_MPI_Ibcast || base == CALL_MPI_Bcast_init;
}

/* How often the count of what is sent: once for each process. 0: it is not
 * followed. */
static int64_t multiplicity(unsigned base, const struct member *member)
{
    switch (base) {
    case CALL_MPI_Ialltoall:
    case CALL_MPI_Alltoall_init:
    case CALL_MPI_Iscatter:
    case CALL_MPI_Scatter_init:
    case CALL_MPI_Ireduce_scatter_block:
    case CALL_MPI_Reduce_scatter_block_init:
        return member == NULL ? 0 : member->size;
    case CALL_MPI_Ineighbor_alltoall:
    case CALL_MPI_Neighbor_alltoall_init:
    case CALL_MPI_Psend_init:
        return 0;
    default:
        return 1;
    }
}

enum reading { READS, READS_NOT, READS_UNKNOWN };

/* Whether the operation reads the buffer, and how many items. */
static enum reading reads(const struct record *enter,
                          const struct call_parameter *parameter,
                          const struct member *member, int64_t *count)
{
    const struct call_info *info = &call_table[enter->call];
    bool broadcast = is_broadcast(info->base);
    bool collective = (info->classes & CLASS_COLLECTIVE) != 0;
    const struct call_parameter *of;

    if (parameter->kind != KIND_BUFFER || parameter->word < 0 ||
        (parameter->direction != DIRECTION_IN && !broadcast) ||
        enter->words[parameter->word] == NEUTRAL_IN_PLACE)
        return READS_NOT;
    if (collective && info->comm_word >= 0 && member == NULL)
        return READS_UNKNOWN;
    if ((parameter->at_root || broadcast) &&
        (int64_t)enter->words[info->root_word] != member->rank)
        return READS_NOT;
    *count = multiplicity(info->base, collective ? member : NULL);
    if (parameter->count >= 0) {
        of = &info->parameters[parameter->count];
        if (of->wire != WIRE_NUMBER)
            return READS_UNKNOWN;
        if ((int64_t)enter->words[of->word] <= 0)
            return READS_NOT;
        if ((int64_t)enter->words[of->word] >= NEUTRAL_SPECIAL)
            return READS_UNKNOWN;
        *count *= (int64_t)enter->words[of->word];
    }
    return *count > 0 ? READS : READS_UNKNOWN;
}

/* Nobody is there to read what is sent. */
static bool is_to_nobody(const struct record *enter)
{
    return watch_word(enter, KIND_DEST, 0) == (uint64_t)NEUTRAL_PROC_NULL ||
           watch_word(enter, KIND_TARGET_RANK, 0) ==
               (uint64_t)NEUTRAL_PROC_NULL ||
           ((call_table[enter->call].classes & CLASS_RMA) != 0 &&
            watch_word(enter, KIND_OP, 0) == NEUTRAL_OP_NO_OP);
}

/* Adds the buffers that the call's operation reads; the lock is held. */
static void add_places(struct pending *pending, const struct record *enter)
{
    const struct call_info *info = &call_table[enter->call];
    const struct member *member =
        info->classes & CLASS_COLLECTIVE ? watch_member_of(enter) : NULL;
    unsigned i;

    for (i = 0; i < info->parameter_count; i++) {
        const struct call_parameter *parameter = &info->parameters[i];
        struct layout *layout = NULL;
        enum reading reading;
        int64_t count = 0;

        reading = reads(enter, parameter, member, &count);
        if (reading == READS && parameter->type >= 0 &&
            info->parameters[parameter->type].wire == WIRE_HANDLE)
            layout = layout_find(
                enter->words[info->parameters[parameter->type].word]);
        if (reading == READS_NOT)
            continue;
        if (layout == NULL || pending->place_count == PLACES_MAX) {
            atomic_fetch_add(&not_seen, 1);
            continue;
        }
        pending->places[pending->place_count++] = (struct place){
            .address = enter->words[parameter->word],
            .count = count,
            .layout = layout_hold(layout),
            .parameter = i,
        };
    }
}

/* How many items it stores, at most; 0: none, or that is not followed. */
static int64_t stored_items(const struct record *enter,
                            const struct call_parameter *parameter,
                            const struct member *member)
{
    const struct call_info *info = &call_table[enter->call];
    const struct call_parameter *of =
        parameter->count < 0 ? NULL : &info->parameters[parameter->count];
    bool root = info->root_word >= 0 && member != NULL &&
                (int64_t)enter->words[info->root_word] == member->rank;
    int64_t count = of == NULL ? 1 : (int64_t)enter->words[of->word];

    if (parameter->kind != KIND_BUFFER || parameter->word < 0 ||
        (parameter->direction & DIRECTION_OUT) == 0 ||
        enter->words[parameter->word] == NEUTRAL_IN_PLACE ||
        (of != NULL && of->wire != WIRE_NUMBER) || count <= 0 ||
        count >= NEUTRAL_SPECIAL)
        return 0;
    if ((info->classes & CLASS_COLLECTIVE) == 0)
        return count;
    if (member == NULL || (parameter->at_root && !root) ||
        (root && is_broadcast(info->base)))
        return 0;
    switch (info->base) {
    case CALL_MPI_Igather:
    case CALL_MPI_Gather_init:
    case CALL_MPI_Iallgather:
    case CALL_MPI_Allgather_init:
    case CALL_MPI_Ialltoall:
    case CALL_MPI_Alltoall_init:
        return count * member->size;
    default:
        return count;
    }
}

/* Adds the buffers that the operation stores into, so that loads and stores
 * there are seen; the lock is held. */
static void add_stored(struct pending *pending, const struct record *enter)
{
    const struct call_info *info = &call_table[enter->call];
    const struct member *member =
        info->classes & CLASS_COLLECTIVE ? watch_member_of(enter) : NULL;
    unsigned i;

    for (i = 0; i < info->parameter_count; i++) {
        const struct call_parameter *parameter = &info->parameters[i];
        int64_t count = stored_items(enter, parameter, member);
        struct layout *layout = NULL;

        if (count > 0 && parameter->type >= 0 &&
            info->parameters[parameter->type].wire == WIRE_HANDLE)
            layout = layout_find(
                enter->words[info->parameters[parameter->type].word]);
        if (layout == NULL || pending->place_count == PLACES_MAX)
            continue;
        pending->places[pending->place_count++] = (struct place){
            .address = enter->words[parameter->word],
            .count = count,
            .layout = layout_hold(layout),
            .parameter = i,
            .stored = true,
        };
    }
}

/* NULL: there is nothing to look at. */
struct pending *watch_operation_new(const struct record *enter)
{
    uint32_t classes = call_table[enter->call].classes;
    struct pending places = {.place_count = 0}, *pending;
    unsigned i;

    if (is_to_nobody(enter) && !native_on)
        return NULL;
    pthread_mutex_lock(&watch_lock);
    if (!is_to_nobody(enter))
        add_places(&places, enter);
    if (native_on)
        add_stored(&places, enter);
    pthread_mutex_unlock(&watch_lock);
    if (places.place_count == 0)
        return NULL;
    if (atomic_fetch_add(&pending_count, 1) >= PENDING_MAX ||
        (pending = arena_take(sizeof *pending)) == NULL) {
        atomic_fetch_sub(&pending_count, 1);
        atomic_fetch_add(&not_seen, 1);
        for (i = 0; i < places.place_count; i++)
            layout_drop(places.places[i].layout);
        return NULL;
    }
    *pending = places;
    pending->persistent = (classes & CLASS_INITS) != 0;
    pending->active = !pending->persistent;
    pending->target = (int64_t)watch_word(enter, KIND_TARGET_RANK, 0);
    pending->made = watch_record_copy(enter);
    if (pending->made == NULL) {
        watch_operation_free(pending);
        return NULL;
    }
    for (i = 0; pending->active && i < pending->place_count; i++)
        watch_operation_look(&pending->places[i]);
    return pending;
}

void watch_operation_pend(struct pending *pending, const struct record *exit)
{
    const struct call_info *info = &call_table[exit->call];
    const struct call_parameter *request = watch_parameter(info, KIND_REQUEST);
    uint64_t handle = NEUTRAL_REQUEST_NULL;

    if (request != NULL && request->direction == DIRECTION_OUT)
        handle = exit->words[request->word - info->in_words];
    pthread_mutex_lock(&watch_lock);
    if (info->classes & CLASS_RMA)
        watch_window_join(pending, pending->made->words[info->win_word]);
    if (handle != NEUTRAL_REQUEST_NULL)
        watch_request_join(pending, handle);
    pthread_mutex_unlock(&watch_lock);
    if (pending->slot == NULL && pending->window == NULL)
        watch_operation_free(pending);
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
    thread_publish(thread, record);
}
