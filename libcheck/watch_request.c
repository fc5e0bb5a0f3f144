/*
 * watch_request.c - which operations a request handle stands for, and which of
 * them a call completes.
 */
#include "watch_private.h"

static struct slot *slots;
/* Out of them, by calls that have not ended; several may have one handle, as
 * an MPI gives that of a request that is complete to the next one.  In many
 * lists, by handle: two threads may complete thousands at once. */
static struct slot *taken[4096];
static unsigned taken_count;

static struct slot *find_slot(uint64_t handle)
{
    struct slot *slot;

    HASH_FIND(hh, slots, &handle, sizeof handle, slot);
    return slot;
}

static struct slot **taken_list(uint64_t handle)
{
    return &taken[handle_hash(&handle) % (sizeof taken / sizeof taken[0])];
}

static bool add_slot(struct slot *slot)
{
    HASH_ADD(hh, slots, handle, sizeof slot->handle, slot);
    slot->in_table = slot->hh.tbl != NULL;
    return slot->in_table;
}

void watch_request_join(struct pending *pending, uint64_t handle)
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
    slot->count++;
}

void watch_request_leave(struct pending *pending)
{
    struct slot *slot = pending->slot;

    pending->slot = NULL;
    if (slot == NULL)
        return;
    DL_DELETE(slot->list, pending);
    slot->count--;
    if (slot->list == NULL && slot->in_table) {
        HASH_DEL(slots, slot);
        arena_give(slot, sizeof *slot);
    }
}

bool watch_request_is_any(void)
{
    return slots != NULL;
}

void watch_request_each(void (*act)(struct pending *pending, void *context),
                        void *context)
{
    struct pending *pending;
    struct slot *slot, *next;

    HASH_ITER(hh, slots, slot, next)
        DL_FOREACH(slot->list, pending)
            act(pending, context);
}

/* ---------------------------------------------------------------- requests */

/* The request handles of a call, in its ENTER record; a split collective
 * operation goes by its file's. */
static const uint64_t *requests(const struct record *enter, uint32_t *count)
{
    const struct call_info *info = &call_table[enter->call];
    const struct call_parameter *parameter = watch_parameter(
        info, info->classes & CLASS_ENDS_SPLIT ? KIND_FILE : KIND_REQUEST);
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

void watch_request_start(struct thread *thread, const struct record *enter)
{
    uint32_t count, i, j;
    const uint64_t *handles = requests(enter, &count);

    pthread_mutex_lock(&watch_lock);
    for (i = 0; i < count && slots != NULL; i++) {
        struct slot *slot = find_slot(handles[i]);
        struct pending *pending = slot == NULL ? NULL : slot->list;

        while (pending != NULL && !pending->persistent)
            pending = pending->next;
        if (pending == NULL)
            continue;
        watch_operation_compare_arguments(thread, pending);
        watch_record_give(pending->started);
        pending->started = watch_record_copy(enter);
        pending->active = pending->started != NULL;
        pending->begun = enter->order + 1;
        for (j = 0; pending->active && j < pending->place_count; j++)
            if (!pending->watches[j].freed)
                watch_operation_look(&pending->places[j]);
        watch_operation_freed(pending);
    }
    pthread_mutex_unlock(&watch_lock);
}

struct pending *watch_request_started(uint64_t handle)
{
    struct slot *slot = find_slot(handle);
    struct pending *pending = slot == NULL ? NULL : slot->list;

    while (pending != NULL && !(pending->persistent && pending->active))
        pending = pending->next;
    return pending;
}

void watch_request_restarted(uint64_t before, uint64_t after)
{
    struct pending *pending;

    pthread_mutex_lock(&watch_lock);
    pending = watch_request_started(before);
    if (pending != NULL) {
        watch_request_leave(pending);
        watch_request_join(pending, after);
        if (pending->slot == NULL)
            watch_operation_free(pending);
    }
    pthread_mutex_unlock(&watch_lock);
}

static void look_again(struct thread *thread, struct slot *slot,
                       enum watch_moment moment)
{
    struct pending *pending;

    DL_FOREACH(slot->list, pending)
        watch_operation_look_again(thread, pending, moment);
}

/* Beyond that many operations it would cost too much. */
#define BETWEEN_MAX 16

static bool are_few(void)
{
    struct slot *slot, *other;
    uint32_t count = 0;

    if (HASH_COUNT(slots) > BETWEEN_MAX)
        return false;
    HASH_ITER(hh, slots, slot, other)
        count += slot->count;
    return count <= BETWEEN_MAX;
}

void watch_request_between(struct thread *thread, enum watch_moment moment)
{
    struct slot *slot, *other;

    pthread_mutex_lock(&watch_lock);
    if (moment != WATCH_ENDED)
        readable_ask_anew();
    if (are_few())
        HASH_ITER(hh, slots, slot, other)
            look_again(thread, slot, moment);
    pthread_mutex_unlock(&watch_lock);
}

bool watch_request_left(struct thread *thread, const struct place *others,
                        unsigned count)
{
    struct slot *slot, *other;
    struct pending *pending;
    bool any = false;

    if (!are_few())
        return false;
    HASH_ITER(hh, slots, slot, other)
        DL_FOREACH(slot->list, pending)
            any |= watch_operation_left(thread, pending, others, count);
    return any;
}

/* A thread completes, or gives up, a request of this handle: it may be one of
 * those in the slot that another thread's call has taken out. */
static void contest(uint64_t handle)
{
    struct slot *slot;

    DL_FOREACH(*taken_list(handle), slot)
        if (slot->handle == handle)
            slot->contested = true;
}

/*
 * A send whose request was freed.  When it is complete the program may come to
 * know by what it calls later, an answer to the message, say; so it is kept
 * until the next call begins.  Nor may it have known it as it freed it: between
 * the two calls was no other one, but one record at most, of a call stack, or
 * of a call that only asks.  By a window, too, it could tell.
 */
static struct pending *orphan;

static void orphan_free(void)
{
    atomic_fetch_sub(&watch_tracked, 1);
    watch_operation_free(orphan);
    orphan = NULL;
}

static bool becomes_orphan(const struct pending *pending,
                           const struct record *enter)
{
    const struct call_info *made = &call_table[pending->made->call];

    return enter->call == CALL_MPI_Request_free && pending->active &&
           made->dest_word >= 0 && made->base != CALL_MPI_Psend_init &&
           enter->order - pending->begun <= 2 && thread_is_alone() &&
           !watch_window_is_any();
}

static bool is_receive_freed(const struct pending *pending,
                             const struct record *enter)
{
    return enter->call == CALL_MPI_Request_free && pending->active &&
           call_table[pending->made->call].source_word >= 0;
}

void watch_request_orphan(struct thread *thread)
{
    pthread_mutex_lock(&watch_lock);
    if (orphan != NULL) {
        if (thread_is_alone())
            watch_operation_compare(thread, orphan);
        orphan_free();
    }
    pthread_mutex_unlock(&watch_lock);
}

/* The application gives the requests up: nobody will know when the operations
 * are complete. */
void watch_request_give_up(struct thread *thread, const struct record *enter)
{
    uint32_t count, i;
    const uint64_t *handles = requests(enter, &count);
    struct pending *pending, *next;

    pthread_mutex_lock(&watch_lock);
    for (i = 0; taken_count > 0 && i < count; i++)
        contest(handles[i]);
    for (i = 0; i < count && slots != NULL; i++) {
        struct slot *slot = find_slot(handles[i]);

        if (slot == NULL)
            continue;
        DL_FOREACH_SAFE(slot->list, pending, next) {
            bool kept = becomes_orphan(pending, enter);

            watch_operation_compare_arguments(thread, pending);
            watch_window_leave(pending);
            watch_request_leave(pending);
            if (!kept) {
                if (is_receive_freed(pending, enter))
                    freed_given_up(pending);
                watch_operation_free(pending);
                continue;
            }
            if (orphan != NULL)
                orphan_free();
            pending->freed = true;
            watch_operation_not_freed(pending);
            orphan = pending;
            atomic_fetch_add(&watch_tracked, 1);
        }
    }
    pthread_mutex_unlock(&watch_lock);
}

/* A call that may complete requests takes their slots out of the table. */
void watch_request_take(struct thread *thread, struct hand *hand,
                        const struct record *enter)
{
    uint32_t count, i;
    const uint64_t *handles = requests(enter, &count);
    enum watch_moment moment = call_table[enter->call].classes & CLASS_BLOCKS
                                   ? WATCH_BEGINS
                                   : WATCH_POLLS;
    bool any = false;

    if (count == 0 || count > ARENA_TAKE_MAX / sizeof hand->slots[0])
        return;
    pthread_mutex_lock(&watch_lock);
    for (i = 0; taken_count > 0 && i < count; i++)
        contest(handles[i]);
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
    readable_ask_anew();
    for (i = 0; i < hand->slot_count; i++) {
        struct slot *slot = hand->slots[i];

        if (slot == NULL || slot->taken)
            continue;
        look_again(thread, slot, moment);
        slot->taken = true;
        slot->contested = false;
        slot->completed = 0;
        slot->in_table = false;
        HASH_DEL(slots, slot);
        DL_APPEND(*taken_list(slot->handle), slot);
        taken_count++;
    }
    pthread_mutex_unlock(&watch_lock);
}

static void complete_at(struct hand *hand, int64_t index)
{
    if (index >= 0 && index < hand->slot_count && hand->slots[index] != NULL)
        hand->slots[index]->completed++;
}

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

    if (call_table[exit->call].classes & CLASS_ENDS_SPLIT) {
        complete_all(hand);
        return;
    }
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
    if (other != NULL) {
        DL_CONCAT(other->list, slot->list);
        other->count += slot->count;
    }
    arena_give(slot, sizeof *slot);
}

/* The slot's operations are over, or nobody knows; the lock is held. */
static void end_all(struct slot *slot)
{
    struct pending *pending, *next;

    DL_FOREACH_SAFE(slot->list, pending, next) {
        watch_operation_end(pending);
        if (pending->persistent) {
            watch_operation_freed(pending);
            continue;
        }
        watch_window_leave(pending);
        watch_request_leave(pending);
        watch_operation_free(pending);
    }
}

/*
 * The call has ended.  Where it has completed one or more of a slot's
 * operations, all were pending until now, so all are compared; if not all are
 * complete, it is not known which are, and all are given up.  What is pending
 * in a slot that is contested is not known at all.
 */
void watch_request_return(struct thread *thread, struct hand *hand,
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
    pthread_mutex_lock(&watch_lock);
    readable_ask_anew();
    for (i = 0; i < hand->slot_count; i++) {
        struct slot *slot = hand->slots[i];

        if (slot == NULL)
            continue;
        DL_DELETE(*taken_list(slot->handle), slot);
        taken_count--;
        if (!slot->contested)
            look_again(thread, slot, WATCH_ENDED);
        if (slot->completed > 0 && !slot->contested)
            DL_FOREACH(slot->list, pending)
                watch_operation_compare(thread, pending);
        if (slot->completed > 0 || slot->contested || !success)
            end_all(slot);
        put_back(slot);
    }
    pthread_mutex_unlock(&watch_lock);
    arena_give(hand->slots, hand->slot_count * sizeof hand->slots[0]);
}
