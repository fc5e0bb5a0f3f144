#include "watch.h"

#include "arena.h"
#include "calls.h"
#include "layout.h"
#include "neutral.h"
#include "snapshot.h"
#include "thread.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

/* Without memory a buffer is not looked at; never end the application. */
#define HASH_NONFATAL_OOM         1
#define uthash_malloc(size)       arena_take(size)
#define uthash_free(memory, size) arena_give(memory, size)
#include <uthash.h>
#include <utlist.h>

/* Operations that are looked at at once. */
#define PENDING_MAX 65536

/* A buffer that an operation reads. */
struct place {
    uint64_t address;
    int64_t count;
    struct layout *layout;     /* held */
    struct snapshot *snapshot; /* NULL: not pending, or not looked at */
    uint32_t parameter;
};

#define PLACES_MAX 2

/* Larger windows are looked at from the first MPI_MODE_NOSTORE on ... */
#define WINDOW_SMALL 4096
/* ... and such not at all. */
#define WINDOW_LARGE (1 << 20)

/* An operation, from its call to its completion. */
struct pending {
    struct slot *slot;     /* of its request; NULL: it has none */
    struct window *window; /* RMA; else NULL */
    int64_t target;        /* RMA */
    bool persistent, active;
    struct record *made;    /* ENTER of the call with the buffers; a copy */
    struct record *started; /* of MPI_Start(all), or NULL */
    unsigned place_count;
    struct place places[PLACES_MAX];
    struct pending *next, *prev;         /* in the slot */
    struct pending *next_rma, *prev_rma; /* in the window */
};

/* The operations of one request handle: an MPI may give one to several that
 * are complete from the start. */
struct slot {
    uint64_t handle;
    struct pending *list;
    uint32_t completed; /* by the call that has taken it out */
    bool taken;         /* by a call that may complete some */
    bool in_table;
    UT_hash_handle hh;
};

struct window {
    uint64_t handle;
    struct pending *list;
    /* For MPI_MODE_NOSTORE: */
    uint64_t base;
    int64_t size;              /* bytes; 0: not looked at */
    bool exposed;              /* from post to wait: others may put */
    bool promised;             /* it was given before */
    struct snapshot *snapshot; /* since the last synchronization, or NULL */
    UT_hash_handle hh;
};

struct member {
    uint64_t comm;
    int32_t rank, size; /* an intercommunicator has no entry */
    UT_hash_handle hh;
};

/* What a call in progress has in hand (call->watch). */
struct hand {
    struct pending *begun; /* what it starts, if it succeeds */
    struct layout *layout; /* what it makes, likewise */
    bool is_constructor;
    struct window *synchronizes; /* by an active synchronization call */
    bool makes_window;
    uint64_t base; /* of the window it makes ... */
    int64_t size;  /* ... and its bytes */
    uint32_t slot_count;
    struct slot **slots; /* by its requests; NULL: nothing is known */
};

bool watch_wants[CALL_COUNT];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct slot *slots;
static struct window *windows;
static struct member *members;
static _Atomic uint32_t pending_count;
/* Buffers looked at as a whole, in part, not at all. */
static _Atomic uint64_t seen_whole, seen_part, not_seen;

/* -------------------------------------------------------------- operations */

static struct record *copy_record(const struct record *record)
{
    struct record *copy = arena_take(record->size);

    if (copy != NULL)
        memcpy(copy, record, record->size);
    return copy;
}

static void give_record(struct record *record)
{
    if (record != NULL)
        arena_give(record, record->size);
}

static void forget_places(struct pending *pending)
{
    unsigned i;

    for (i = 0; i < pending->place_count; i++) {
        snapshot_free(pending->places[i].snapshot);
        pending->places[i].snapshot = NULL;
    }
    pending->active = false;
}

/* It is in no list. */
static void pending_free(struct pending *pending)
{
    unsigned i;

    if (pending == NULL)
        return;
    forget_places(pending);
    for (i = 0; i < pending->place_count; i++)
        layout_drop(pending->places[i].layout);
    give_record(pending->made);
    give_record(pending->started);
    arena_give(pending, sizeof *pending);
    atomic_fetch_sub(&pending_count, 1);
}

static void look(struct place *place)
{
    bool whole = false;

    snapshot_free(place->snapshot);
    place->snapshot =
        snapshot_take(place->address, place->count, place->layout, &whole);
    atomic_fetch_add(place->snapshot == NULL ? &not_seen
                     : whole                 ? &seen_whole
                                             : &seen_part,
                     1);
}

/* Takes it out of its window's list; the lock is held. */
static void leave_window(struct pending *pending)
{
    if (pending->window != NULL)
        DL_DELETE2(pending->window->list, pending, prev_rma, next_rma);
    pending->window = NULL;
}

static struct window *find_window(uint64_t handle)
{
    struct window *window;

    HASH_FIND(hh, windows, &handle, sizeof handle, window);
    return window;
}

/* The same, made where it is not there; NULL: there is no memory. */
static struct window *get_window(uint64_t handle)
{
    struct window *window = find_window(handle);

    if (window != NULL)
        return window;
    window = arena_take(sizeof *window);
    if (window == NULL)
        return NULL;
    memset(window, 0, sizeof *window);
    window->handle = handle;
    HASH_ADD(hh, windows, handle, sizeof window->handle, window);
    if (window->hh.tbl == NULL) {
        arena_give(window, sizeof *window);
        return NULL;
    }
    return window;
}

static void join_window(struct pending *pending, uint64_t handle)
{
    struct window *window = get_window(handle);

    if (window == NULL)
        return;
    pending->window = window;
    DL_APPEND2(window->list, pending, prev_rma, next_rma);
}

static struct slot *find_slot(uint64_t handle)
{
    struct slot *slot;

    HASH_FIND(hh, slots, &handle, sizeof handle, slot);
    return slot;
}

static bool add_slot(struct slot *slot)
{
    HASH_ADD(hh, slots, handle, sizeof slot->handle, slot);
    slot->in_table = slot->hh.tbl != NULL;
    return slot->in_table;
}

static void join_slot(struct pending *pending, uint64_t handle)
{
    struct slot *slot = find_slot(handle);

    if (slot == NULL) {
        slot = arena_take(sizeof *slot);
        if (slot == NULL)
            return;
        memset(slot, 0, sizeof *slot);
        slot->handle = handle;
        if (!add_slot(slot)) {
            arena_give(slot, sizeof *slot);
            return;
        }
    }
    pending->slot = slot;
    DL_APPEND(slot->list, pending);
}

static void leave_slot(struct pending *pending)
{
    struct slot *slot = pending->slot;

    pending->slot = NULL;
    if (slot == NULL)
        return;
    DL_DELETE(slot->list, pending);
    if (slot->list == NULL && slot->in_table) {
        HASH_DEL(slots, slot);
        arena_give(slot, sizeof *slot);
    }
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
static void compare(struct thread *thread, const struct pending *pending)
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

static const struct call_parameter *parameter_of(const struct call_info *info,
                                                 enum call_kind kind)
{
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].kind == kind)
            return &info->parameters[i];
    return NULL;
}

/* The word of the first parameter of that kind, or `none`. */
static uint64_t word_of(const struct record *enter, enum call_kind kind,
                        uint64_t none)
{
    const struct call_parameter *parameter =
        parameter_of(&call_table[enter->call], kind);

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
    return word_of(enter, KIND_DEST, 0) == (uint64_t)NEUTRAL_PROC_NULL ||
           word_of(enter, KIND_TARGET_RANK, 0) == (uint64_t)NEUTRAL_PROC_NULL ||
           ((call_table[enter->call].classes & CLASS_RMA) != 0 &&
            word_of(enter, KIND_OP, 0) == NEUTRAL_OP_NO_OP);
}

static const struct member *member_of(const struct record *enter)
{
    int comm_word = call_table[enter->call].comm_word;
    struct member *member = NULL;

    if (comm_word >= 0)
        HASH_FIND(hh, members, &enter->words[comm_word], sizeof(uint64_t),
                  member);
    return member;
}

/* Adds the buffers that the call's operation reads; the lock is held. */
static void add_places(struct pending *pending, const struct record *enter)
{
    const struct call_info *info = &call_table[enter->call];
    const struct member *member = member_of(enter);
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

/* NULL: there is nothing to look at. */
static struct pending *pending_new(const struct record *enter)
{
    uint32_t classes = call_table[enter->call].classes;
    struct pending *pending;
    unsigned i;

    if (is_to_nobody(enter))
        return NULL;
    if (atomic_fetch_add(&pending_count, 1) >= PENDING_MAX ||
        (pending = arena_take(sizeof *pending)) == NULL) {
        atomic_fetch_sub(&pending_count, 1);
        atomic_fetch_add(&not_seen, 1);
        return NULL;
    }
    memset(pending, 0, sizeof *pending);
    pending->persistent = (classes & CLASS_INITS) != 0;
    pending->active = !pending->persistent;
    pending->target = (int64_t)word_of(enter, KIND_TARGET_RANK, 0);
    pthread_mutex_lock(&lock);
    add_places(pending, enter);
    pthread_mutex_unlock(&lock);
    if (pending->place_count > 0)
        pending->made = copy_record(enter);
    if (pending->made == NULL) {
        pending_free(pending);
        return NULL;
    }
    for (i = 0; pending->active && i < pending->place_count; i++)
        look(&pending->places[i]);
    return pending;
}

/* The call has succeeded: its operation is pending. */
static void pend(struct pending *pending, const struct record *exit)
{
    const struct call_info *info = &call_table[exit->call];
    const struct call_parameter *request = parameter_of(info, KIND_REQUEST);
    uint64_t handle = NEUTRAL_REQUEST_NULL;

    if (request != NULL && request->direction == DIRECTION_OUT)
        handle = exit->words[request->word - info->in_words];
    pthread_mutex_lock(&lock);
    if (info->classes & CLASS_RMA)
        join_window(pending, pending->made->words[info->win_word]);
    if (handle != NEUTRAL_REQUEST_NULL)
        join_slot(pending, handle);
    pthread_mutex_unlock(&lock);
    if (pending->slot == NULL && pending->window == NULL)
        pending_free(pending);
}

/* ---------------------------------------------------------------- requests */

/* The request handles of a call, in its ENTER record. */
static const uint64_t *requests(const struct record *enter, uint32_t *count)
{
    const struct call_parameter *parameter =
        parameter_of(&call_table[enter->call], KIND_REQUEST);
    const struct array_handle *array;

    *count = 0;
    if (parameter == NULL || parameter->word < 0)
        return NULL;
    if (parameter->wire == WIRE_HANDLE) {
        *count = 1;
        return &enter->words[parameter->word];
    }
    array = (const void *)&enter->words[parameter->word];
    if (array->special != ARRAY_PRESENT)
        return NULL;
    *count = array->count;
    return (const uint64_t *)(const void *)((const char *)enter +
                                            array->offset);
}

static void start(const struct record *enter)
{
    uint32_t count, i, j;
    const uint64_t *handles = requests(enter, &count);

    pthread_mutex_lock(&lock);
    for (i = 0; i < count && slots != NULL; i++) {
        struct slot *slot = find_slot(handles[i]);
        struct pending *pending = slot == NULL ? NULL : slot->list;

        while (pending != NULL && !pending->persistent)
            pending = pending->next;
        if (pending == NULL)
            continue;
        give_record(pending->started);
        pending->started = copy_record(enter);
        pending->active = pending->started != NULL;
        for (j = 0; pending->active && j < pending->place_count; j++)
            look(&pending->places[j]);
    }
    pthread_mutex_unlock(&lock);
}

/* The application gives the requests up: nobody will know when the operations
 * are complete. */
static void give_up(const struct record *enter)
{
    uint32_t count, i;
    const uint64_t *handles = requests(enter, &count);
    struct pending *pending, *next;

    pthread_mutex_lock(&lock);
    for (i = 0; i < count && slots != NULL; i++) {
        struct slot *slot = find_slot(handles[i]);

        if (slot == NULL)
            continue;
        DL_FOREACH_SAFE(slot->list, pending, next)
        {
            leave_window(pending);
            leave_slot(pending);
            pending_free(pending);
        }
    }
    pthread_mutex_unlock(&lock);
}

/* A call that may complete requests takes their slots out of the table. */
static void take_slots(struct hand *hand, const struct record *enter)
{
    uint32_t count, i;
    const uint64_t *handles = requests(enter, &count);
    bool any = false;

    if (count == 0 || count > ARENA_TAKE_MAX / sizeof hand->slots[0])
        return;
    pthread_mutex_lock(&lock);
    for (i = 0; slots != NULL && i < count; i++) {
        struct slot *slot = find_slot(handles[i]);

        if (slot == NULL)
            continue;
        if (!any) {
            hand->slots = arena_take(count * sizeof hand->slots[0]);
            if (hand->slots == NULL)
                break;
            memset(hand->slots, 0, count * sizeof hand->slots[0]);
            hand->slot_count = count;
        }
        any = true;
        hand->slots[i] = slot;
    }
    for (i = 0; i < hand->slot_count; i++) {
        struct slot *slot = hand->slots[i];

        if (slot == NULL || slot->taken)
            continue;
        slot->taken = true;
        slot->completed = 0;
        slot->in_table = false;
        HASH_DEL(slots, slot);
    }
    pthread_mutex_unlock(&lock);
}

static void complete_at(struct hand *hand, int64_t index)
{
    if (index >= 0 && index < hand->slot_count && hand->slots[index] != NULL)
        hand->slots[index]->completed++;
}

#define EXIT_WORD(exit, function, name)                                        \
    ((int64_t)(exit)->words[(offsetof(struct call_##function, name) -          \
                             offsetof(struct call_##function, result)) /       \
                            sizeof(uint64_t)])

static void complete_all(struct hand *hand)
{
    uint32_t i;

    for (i = 0; i < hand->slot_count; i++)
        complete_at(hand, i);
}

/* Which of the requests the call has completed. */
static void find_completed(struct hand *hand, const struct record *exit)
{
    const struct array_number *indices;
    const int64_t *items;
    uint32_t i;

    switch (call_table[exit->call].base) {
    case CALL_MPI_Wait:
    case CALL_MPI_Waitall:
        complete_all(hand);
        break;
    case CALL_MPI_Test:
    case CALL_MPI_Request_get_status:
        if (EXIT_WORD(exit, MPI_Test, flag) == 1)
            complete_all(hand);
        break;
    case CALL_MPI_Testall:
        if (EXIT_WORD(exit, MPI_Testall, flag) == 1)
            complete_all(hand);
        break;
    case CALL_MPI_Waitany:
        complete_at(hand, EXIT_WORD(exit, MPI_Waitany, indx));
        break;
    case CALL_MPI_Testany:
        if (EXIT_WORD(exit, MPI_Testany, flag) == 1)
            complete_at(hand, EXIT_WORD(exit, MPI_Testany, indx));
        break;
    default: /* MPI_Waitsome, MPI_Testsome */
        indices =
            (const void *)&exit
                ->words[(offsetof(struct call_MPI_Waitsome, array_of_indices) -
                         offsetof(struct call_MPI_Waitsome, result)) /
                        sizeof(uint64_t)];
        items = (const void *)((const char *)exit + indices->offset);
        for (i = 0; indices->special == ARRAY_PRESENT && i < indices->count;
             i++)
            complete_at(hand, items[i]);
    }
}

/* A slot that was taken out comes back, or goes if nothing is in it. */
static void put_back(struct slot *slot)
{
    struct slot *other = find_slot(slot->handle);
    struct pending *pending;

    if (slot->list != NULL && other == NULL && add_slot(slot))
        return;
    DL_FOREACH(slot->list, pending)
    pending->slot = other;
    if (other != NULL)
        DL_CONCAT(other->list, slot->list);
    arena_give(slot, sizeof *slot);
}

/* The slot's operations are over, or nobody knows; the lock is held. */
static void end_all(struct slot *slot)
{
    struct pending *pending, *next;

    DL_FOREACH_SAFE(slot->list, pending, next)
    {
        forget_places(pending);
        if (pending->persistent)
            continue;
        leave_window(pending);
        leave_slot(pending);
        pending_free(pending);
    }
}

/*
 * The call has ended.  Where it has completed one or more of a slot's
 * operations, all were pending until now, so all are compared; if not all are
 * complete, it is not known which are, and all are given up.
 */
static void return_slots(struct thread *thread, struct hand *hand,
                         const struct record *exit)
{
    bool success = exit->words[0] == (uint64_t)NEUTRAL_SUCCESS;
    struct pending *pending;
    uint32_t i;

    if (hand->slots == NULL)
        return;
    if (success)
        find_completed(hand, exit);
    for (i = 0; i < hand->slot_count; i++) {
        if (hand->slots[i] != NULL && !hand->slots[i]->taken)
            hand->slots[i] = NULL; /* it was there before */
        if (hand->slots[i] != NULL)
            hand->slots[i]->taken = false;
    }
    pthread_mutex_lock(&lock);
    for (i = 0; i < hand->slot_count; i++) {
        struct slot *slot = hand->slots[i];

        if (slot == NULL)
            continue;
        if (slot->completed > 0)
            DL_FOREACH(slot->list, pending)
        compare(thread, pending);
        if (slot->completed > 0 || !success)
            end_all(slot);
        put_back(slot);
    }
    pthread_mutex_unlock(&lock);
    arena_give(hand->slots, hand->slot_count * sizeof hand->slots[0]);
}

/* ---------------------------------------------------------------------- RMA */

/* Whether the synchronization call completes operations at the origin
 * (MPI-4.1 12.5); *target: of that rank alone, or -1. */
static bool completes_rma(const struct record *enter, int64_t *target)
{
    *target = -1;
    switch (call_table[enter->call].base) {
    case CALL_MPI_Win_unlock:
    case CALL_MPI_Win_flush:
    case CALL_MPI_Win_flush_local:
        *target = (int64_t)word_of(enter, KIND_RANK, 0);
        return true;
    case CALL_MPI_Win_fence:
    case CALL_MPI_Win_complete:
    case CALL_MPI_Win_unlock_all:
    case CALL_MPI_Win_flush_all:
    case CALL_MPI_Win_flush_local_all:
    case CALL_MPI_Win_free:
        return true;
    default:
        return false;
    }
}

/* The window's memory is no more what it was, or nobody knows. */
static void forget_window(struct window *window)
{
    snapshot_free(window->snapshot);
    window->snapshot = NULL;
}

/* MPI_MODE_NOSTORE: tells if the window has changed since the last
 * synchronization of this process; the lock is held. */
static void check_promise(struct thread *thread, struct window *window,
                          const struct record *enter)
{
    int64_t assert = (int64_t)word_of(enter, KIND_ASSERT, 0);
    struct snapshot_change change;
    struct record_window_stored *stored;
    struct record *record;

    if ((assert &NEUTRAL_MODE_NOSTORE) == 0)
        return;
    window->promised = true;
    if (window->snapshot == NULL ||
        !snapshot_changed(window->snapshot, &change))
        return;
    record = thread_reserve(thread, RECORD_WINDOW_STORED, sizeof *stored);
    if (record == NULL)
        return;
    stored = (struct record_window_stored *)record->words;
    stored->low = change.low;
    stored->high = change.high;
    stored->exact = change.exact;
    stored->unused = 0;
    thread_publish(thread, record);
}

/* Calls that end what others may do to the window, or begin what this process
 * does to others'. */
static bool is_active(unsigned base)
{
    return base == CALL_MPI_Win_fence || base == CALL_MPI_Win_wait ||
           base == CALL_MPI_Win_test || base == CALL_MPI_Win_start ||
           base == CALL_MPI_Win_complete;
}

/* A synchronization call begins. */
static void window_enter(struct thread *thread, struct hand *hand,
                         const struct record *enter)
{
    unsigned base = call_table[enter->call].base;
    struct window *window;

    pthread_mutex_lock(&lock);
    window = find_window(enter->words[call_table[enter->call].win_word]);
    if (window != NULL && window->size > 0) {
        check_promise(thread, window, enter);
        forget_window(window);
        window->exposed = window->exposed || base == CALL_MPI_Win_post;
        hand->synchronizes = is_active(base) ? window : NULL;
    }
    pthread_mutex_unlock(&lock);
}

/* ... and has ended: what stands there from then on, while no other process
 * may put there. */
static void window_exit(struct window *window, const struct record *exit)
{
    unsigned base = call_table[exit->call].base;
    bool whole;

    if (exit->words[0] != (uint64_t)NEUTRAL_SUCCESS ||
        (base == CALL_MPI_Win_test && EXIT_WORD(exit, MPI_Win_test, flag) != 1))
        return;
    pthread_mutex_lock(&lock);
    if (base == CALL_MPI_Win_wait || base == CALL_MPI_Win_test)
        window->exposed = false;
    forget_window(window);
    if (!window->exposed && window->size > 0 && window->size <= WINDOW_LARGE &&
        (window->promised || window->size <= WINDOW_SMALL))
        window->snapshot =
            snapshot_take(window->base, window->size,
                          layout_find(NEUTRAL_DATATYPE_BYTE), &whole);
    pthread_mutex_unlock(&lock);
}

/* MPI_Win_create, MPI_Win_allocate: no other process stores there itself. */
static void window_made(const struct hand *hand, const struct record *exit)
{
    const struct call_info *info = &call_table[exit->call];
    bool allocates = info->base == CALL_MPI_Win_allocate;
    struct window *window;

    if (exit->words[0] != (uint64_t)NEUTRAL_SUCCESS)
        return;
    pthread_mutex_lock(&lock);
    window = get_window(
        exit->words[info->parameters[info->parameter_count - 1].word -
                    info->in_words]);
    if (window != NULL) {
        forget_window(window);
        window->base =
            allocates ? (uint64_t)EXIT_WORD(exit, MPI_Win_allocate, baseptr)
                      : hand->base;
        window->size =
            layout_find(NEUTRAL_DATATYPE_BYTE) == NULL ? 0 : hand->size;
        window->exposed = window->promised = false;
    }
    pthread_mutex_unlock(&lock);
}

static void window_goes(const struct record *enter)
{
    struct window *window;

    pthread_mutex_lock(&lock);
    window = find_window(enter->words[0]);
    if (window != NULL) {
        forget_window(window);
        window->size = 0;
    }
    pthread_mutex_unlock(&lock);
}

/* When it begins: as soon as it is over, others may change the memory. */
static void synchronize(struct thread *thread, const struct record *enter)
{
    uint64_t handle = enter->words[call_table[enter->call].win_word];
    struct pending *pending, *next;
    struct window *window;
    int64_t target;

    if (!completes_rma(enter, &target))
        return;
    pthread_mutex_lock(&lock);
    window = find_window(handle);
    if (window != NULL)
        DL_FOREACH_SAFE2(window->list, pending, next, next_rma)
        {
            if (target >= 0 && pending->target != target)
                continue;
            compare(thread, pending);
            leave_window(pending);
            leave_slot(pending);
            pending_free(pending);
        }
    pthread_mutex_unlock(&lock);
}

/* ------------------------------------------------------------------ records */

static void add_member(const struct new_comm *made)
{
    struct member *member;

    if (made->comm == NEUTRAL_COMM_NULL)
        return;
    pthread_mutex_lock(&lock);
    HASH_FIND(hh, members, &made->comm, sizeof made->comm, member);
    if (member == NULL && (member = arena_take(sizeof *member)) != NULL) {
        memset(member, 0, sizeof *member);
        member->comm = made->comm;
        HASH_ADD(hh, members, comm, sizeof member->comm, member);
        if (member->hh.tbl == NULL) {
            arena_give(member, sizeof *member);
            member = NULL;
        }
    }
    if (member != NULL) {
        member->rank = made->rank;
        member->size = made->size;
        if (made->remote_size > 0 || made->rank < 0) {
            HASH_DEL(members, member);
            arena_give(member, sizeof *member);
        }
    }
    pthread_mutex_unlock(&lock);
}

static void add_world(const struct record_world *world)
{
    struct new_comm comm = {NEUTRAL_COMM_WORLD, world->rank, world->size, 0, 0};

    add_member(&comm);
    comm = (struct new_comm){NEUTRAL_COMM_SELF, 0, 1, 0, 0};
    add_member(&comm);
    pthread_mutex_lock(&lock);
    layout_predefined(world);
    pthread_mutex_unlock(&lock);
}

/* What was seen, and what was not. */
static void tell_totals(struct thread *thread)
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
    thread_publish(thread, record);
}

static struct hand *hand_keep(struct murmel_call *call, struct hand hand)
{
    struct hand *kept = NULL;

    if (hand.begun != NULL || hand.is_constructor || hand.slots != NULL ||
        hand.synchronizes != NULL || hand.makes_window)
        kept = arena_take(sizeof *kept);
    if (kept != NULL)
        *kept = hand;
    return call->watch = kept;
}

static void enter(struct murmel_call *call, const struct record *record)
{
    const struct call_info *info = &call_table[record->call];
    struct hand hand = {.begun = NULL};

    hand_keep(call, hand);
    if (layout_is_constructor(record->call)) {
        pthread_mutex_lock(&lock);
        hand.is_constructor = true;
        hand.layout = layout_of_call(record);
        pthread_mutex_unlock(&lock);
    } else if (info->base == CALL_MPI_Type_free) {
        pthread_mutex_lock(&lock);
        layout_bind(record->words[0], NULL);
        pthread_mutex_unlock(&lock);
    } else if (info->base == CALL_MPI_Start ||
               info->base == CALL_MPI_Startall) {
        start(record);
    } else if (info->base == CALL_MPI_Request_free ||
               info->base == CALL_MPI_Request_get_status_all ||
               info->base == CALL_MPI_Request_get_status_any ||
               info->base == CALL_MPI_Request_get_status_some) {
        give_up(record);
    } else if (info->classes & (CLASS_STARTS | CLASS_INITS | CLASS_RMA)) {
        hand.begun = pending_new(record);
    } else if ((info->classes & CLASS_COMPLETES) ||
               info->base == CALL_MPI_Request_get_status) {
        take_slots(&hand, record);
    } else if (info->classes & CLASS_RMA_SYNC ||
               info->base == CALL_MPI_Win_free) {
        synchronize(call->thread, record);
        if (info->base == CALL_MPI_Win_free)
            window_goes(record);
        else
            window_enter(call->thread, &hand, record);
    } else if (info->base == CALL_MPI_Win_create) {
        hand.makes_window = true;
        hand.base = record->words[0];
        hand.size = (int64_t)record->words[1];
    } else if (info->base == CALL_MPI_Win_allocate) {
        hand.makes_window = true;
        hand.size = (int64_t)record->words[0];
    } else if (info->base == CALL_MPI_Finalize) {
        tell_totals(call->thread);
    }
    hand_keep(call, hand);
}

static void exit_constructor(const struct hand *hand,
                             const struct record *record)
{
    const struct call_info *info = &call_table[record->call];
    const struct call_parameter *newtype =
        &info->parameters[info->parameter_count - 1];

    pthread_mutex_lock(&lock);
    if (record->words[0] == (uint64_t)NEUTRAL_SUCCESS)
        layout_bind(record->words[newtype->word - info->in_words],
                    hand->layout);
    else
        layout_drop(hand->layout);
    pthread_mutex_unlock(&lock);
}

static void leave(struct murmel_call *call, const struct record *record)
{
    const struct call_info *info = &call_table[record->call];
    struct hand *hand = call->watch;
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].wire == WIRE_NEW_COMM)
            add_member((const void *)&record
                           ->words[info->parameters[i].word - info->in_words]);
    if (hand == NULL)
        return;
    call->watch = NULL;
    if (hand->is_constructor)
        exit_constructor(hand, record);
    if (hand->makes_window)
        window_made(hand, record);
    if (hand->synchronizes != NULL)
        window_exit(hand->synchronizes, record);
    if (hand->begun != NULL && record->words[0] == (uint64_t)NEUTRAL_SUCCESS)
        pend(hand->begun, record);
    else
        pending_free(hand->begun);
    return_slots(call->thread, hand, record);
    arena_give(hand, sizeof *hand);
}

void watch_record(struct murmel_call *call, const struct record *record)
{
    if (record->kind == RECORD_ENTER)
        enter(call, record);
    else if (record->kind == RECORD_EXIT)
        leave(call, record);
    else if (record->kind == RECORD_NEW_COMM)
        add_member((const void *)record->words);
    else if (record->kind == RECORD_WORLD)
        add_world((const void *)record->words);
}

static bool is_wanted(const struct call_info *info)
{
    unsigned i;

    for (i = 0; i < info->parameter_count; i++)
        if (info->parameters[i].wire == WIRE_NEW_COMM)
            return true;
    switch (info->base) {
    case CALL_MPI_Type_free:
    case CALL_MPI_Request_free:
    case CALL_MPI_Request_get_status:
    case CALL_MPI_Request_get_status_all:
    case CALL_MPI_Request_get_status_any:
    case CALL_MPI_Request_get_status_some:
    case CALL_MPI_Win_create:
    case CALL_MPI_Win_allocate:
    case CALL_MPI_Win_free:
    case CALL_MPI_Finalize:
        return true;
    default:
        return layout_is_constructor(info->id) ||
               (info->classes & (CLASS_STARTS | CLASS_INITS | CLASS_COMPLETES |
                                 CLASS_RMA | CLASS_RMA_SYNC)) != 0;
    }
}

void watch_begin(unsigned id)
{
    unsigned i;

    for (i = 0; i < CALL_COUNT; i++)
        watch_wants[i] = is_wanted(&call_table[i]);
    watch_wants[id] = true; /* for its RECORD_WORLD */
}
