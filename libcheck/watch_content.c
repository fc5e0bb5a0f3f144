/*
 * watch_content.c - what small windows hold, from call to call.
 *
 * Between its MPI calls a process changes its memory by stores alone, or others
 * do by RMA calls: which of the two it was, the checker knows, who has all
 * calls.  So the program's stores are seen without recompiling, where nobody
 * puts.
 */
#include "watch_private.h"

#include "map_area.h"

_Atomic unsigned watch_contents;

/* Of all windows together, since each call looks at them all; the smallest
 * takes as long as so many bytes. */
#define HELD_MOST  65536
#define HELD_LEAST 512
static uint64_t held;

/* What is looked at also by watch_between; the lock is held. */
static void count(int windows)
{
    atomic_fetch_add(&watch_contents, (unsigned)windows);
    atomic_fetch_add(&watch_tracked, (unsigned)windows);
}

static uint64_t takes(const struct window *window)
{
    return window->size < HELD_LEAST ? HELD_LEAST : (uint64_t)window->size;
}

void watch_content_begin(struct window *window)
{
    if (window->content != NULL || window->shared || window->size <= 0 ||
        window->size > RECORD_CHANGED_MOST || murmel_is_native() ||
        held + takes(window) > HELD_MOST ||
        !(window->allocated ||
          map_area_is_own(window->base, window->base + (uint64_t)window->size)))
        return;
    window->content = arena_take((size_t)window->size);
    if (window->content == NULL)
        return;
    held += takes(window);
    count(1);
    watch_content_keep(window);
}

void watch_content_end(struct window *window)
{
    if (window->content == NULL)
        return;
    arena_give(window->content, (size_t)window->size);
    window->content = NULL;
    held -= takes(window);
    count(-1);
}

/* The program may have taken the memory away, but for what the MPI has given
 * it. */
static bool is_there(const struct window *window)
{
    return window->allocated ||
           readable_is(window->base, window->base + (uint64_t)window->size,
                       false);
}

void watch_content_keep(struct window *window)
{
    readable_ask_anew();
    if (is_there(window))
        memcpy(window->content, (const void *)(uintptr_t)window->base,
               (size_t)window->size);
    else
        watch_content_end(window);
}

/* Before which call it is seen. */
struct seen_before {
    const struct murmel_call *call;
    uint32_t site;
};

/* The changed bytes, from `first` to before `end`, as a record. */
static void write_record(const struct window *window, size_t first, size_t end,
                         const struct seen_before *seen)
{
    size_t size = end - first, map = (size + 63) / 64 * 8, i;
    const uint8_t *now = (const uint8_t *)(uintptr_t)window->base + first;
    const uint8_t *before = window->content + first;
    struct record_changed *changed;
    struct record *record = thread_reserve(seen->call->thread, RECORD_CHANGED,
                                           sizeof *changed + map + size);

    if (record == NULL)
        return;
    changed = (struct record_changed *)record->words;
    changed->low = window->base + first;
    changed->size = size;
    changed->site = seen->site;
    changed->call = seen->call->id;
    memset(changed->bytes, 0, map);
    memcpy(changed->bytes + map, now, size);
    for (i = 0; i < size; i++)
        if (changed->bytes[map + i] != before[i])
            changed->bytes[i / 8] |= (uint8_t)(1 << i % 8);
    thread_publish(seen->call->thread, record);
}

static void keep_stored(struct window *window, void *context)
{
    const struct watch_span *stored = context;
    uint64_t low = window->base, high = low + (uint64_t)window->size;

    if (window->content == NULL || !is_there(window))
        return;
    if (low < stored->low)
        low = stored->low;
    if (high > stored->high)
        high = stored->high;
    if (low < high)
        memcpy(window->content + (low - window->base),
               (const void *)(uintptr_t)low, high - low);
}

static void tell(struct window *window, void *context)
{
    const uint8_t *now = (const uint8_t *)(uintptr_t)window->base;
    size_t first = 0, end = (size_t)window->size;

    if (window->content == NULL || !is_there(window) ||
        memcmp(now, window->content, end) == 0)
        return;
    while (first < end && now[first] == window->content[first])
        first++;
    while (end > first && now[end - 1] == window->content[end - 1])
        end--;
    if (first < end)
        write_record(window, first, end, context);
}

void watch_content_stored(uint64_t low, uint64_t high)
{
    struct watch_span stored = {low, high};

    if (atomic_load(&watch_contents) == 0)
        return;
    pthread_mutex_lock(&watch_lock);
    watch_window_each(keep_stored, &stored);
    pthread_mutex_unlock(&watch_lock);
}

static void give_up(struct window *window, void *context)
{
    (void)context;
    watch_content_end(window);
}

/* What another thread's call, or a pending operation, may bring is not told
 * from a store. */
void watch_content_changed(const struct murmel_call *call, uint32_t site)
{
    struct seen_before seen = {call, site};

    if (call->depth > 0 || (call_table[call->id].classes & CLASS_QUERY) != 0)
        return;
    pthread_mutex_lock(&watch_lock);
    readable_ask_anew();
    if (!thread_is_alone())
        watch_window_each(give_up, NULL);
    else if (!watch_request_is_any())
        watch_window_each(tell, &seen);
    pthread_mutex_unlock(&watch_lock);
}
