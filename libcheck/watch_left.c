/*
 * watch_left.c - buffers that were variables of functions which have returned.
 */
#include "buffers.h"
#include "stack.h"
#include "watch_private.h"

_Atomic unsigned watch_on_stack;

bool watch_left_is_below(const struct thread *thread, uint64_t low)
{
    const void *frame;

    if (thread->depth == 0 || thread->depth > THREAD_DEPTH_MAX)
        return false;
    frame = thread->calls[thread->depth - 1]->frame;
    return low < (uintptr_t)frame && readable_was_left(low, frame) &&
           stack_is_whole();
}

bool watch_left_is(const struct thread *thread, const struct place *place)
{
    return place->left ||
           (place->returns != 0 &&
            site_cache_has(&thread->site_cache, place->returns) &&
            *(const uint64_t *)(uintptr_t)place->returns !=
                place->return_address);
}

void watch_left_find(const struct thread *thread, struct pending *pending)
{
    unsigned i;

    for (i = 0; i < pending->place_count; i++) {
        struct place *place = &pending->places[i];

        if (place->high != 0)
            place->returns =
                site_cache_returns(&thread->site_cache, place->low);
        if (place->returns == 0)
            continue;
        place->return_address = *(const uint64_t *)(uintptr_t)place->returns;
        pending->on_stack = true;
    }
    if (pending->on_stack)
        atomic_fetch_add(&watch_on_stack, 1);
}

void watch_returned(struct thread *thread, struct freed_watch *watch)
{
    struct record *record;

    if (!watch->watched || watch->freed ||
        !watch_left_is_below(thread, watch->low))
        return;
    record = thread_reserve(thread, RECORD_RETURNED, sizeof watch->low);
    if (record == NULL)
        return;
    record->words[0] = watch->low;
    watch->freed = true;
    thread_publish(thread, record);
}

/* One of the call's buffers lies in the calling thread's stack. */
static bool has_variable(const struct murmel_call *call,
                         const struct record *enter)
{
    const struct buffers *all = &buffers[enter->call];
    unsigned i;

    for (i = 0; i < all->count; i++)
        if (site_cache_has(&call->thread->site_cache,
                           enter->words[(int)all->items[i].word]))
            return true;
    return false;
}

/* The record is not published yet, and so has its place to others; `enter` is a
 * copy of it. */
static void tell_those(struct thread *thread, const struct record *enter)
{
    struct place places[PLACES_MAX];
    unsigned unknown = 0, count, i;

    count = watch_place_add(places, 0, enter, false, &unknown);
    count = watch_place_add(places, count, enter, true, &unknown);
    for (i = 0; i < count; i++)
        watch_place_bytes(&places[i]);
    (void)watch_request_left(thread, places, count);
    for (i = 0; i < count; i++)
        layout_drop(places[i].layout);
}

struct record *watch_left_before(struct murmel_call *call,
                                 struct record *record)
{
    struct thread *thread = call->thread;
    size_t bytes = record->size - sizeof *record;
    struct record *copy = NULL;

    if (!has_variable(call, record))
        return record;
    pthread_mutex_lock(&watch_lock);
    if (watch_request_left(thread, NULL, 0) &&
        (copy = watch_record_copy(record)) != NULL)
        tell_those(thread, copy);
    pthread_mutex_unlock(&watch_lock);
    if (copy == NULL)
        return record;
    record = thread_reserve(thread, RECORD_ENTER, bytes);
    if (record != NULL)
        memcpy(record, copy, copy->size);
    watch_record_give(copy);
    return record;
}
