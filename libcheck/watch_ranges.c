/*
 * watch_ranges.c - memory that the program must not use as it likes now.
 */
#include "follow_whole.h"
#include "watch_private.h"

struct found {
    struct watch_range *ranges;
    unsigned count, most;
};

static void add(struct found *found, struct watch_range range)
{
    if (found->count < found->most && range.low < range.high)
        found->ranges[found->count++] = range;
}

static uint64_t together(const struct place *place)
{
    return place->layout == NULL || layout_is_dense(place->layout)
               ? place->high - place->low
               : (uint64_t)place->layout->run_length;
}

/* What it reads may be loaded. */
static void add_operation(const struct pending *pending, void *found)
{
    unsigned i;

    for (i = 0; pending->active && i < pending->place_count; i++) {
        const struct place *place = &pending->places[i];

        if (!place->argument && !place->gone)
            add(found, (struct watch_range){.low = place->low,
                                            .high = place->high,
                                            .loads = place->stored,
                                            .together = together(place)});
    }
}

static void add_memory(uint64_t base, int64_t size, bool shared,
                       struct found *found)
{
    add(found, (struct watch_range){.low = base,
                                    .high = base + (uint64_t)size,
                                    .loads = true,
                                    .window = true,
                                    .shared = shared});
}

/* A dynamic one has no size, and what is attached to it; of a shared one
 * others' parts are told likewise. */
static void add_window(struct window *window, void *found)
{
    const struct window_memory *memory;
    const struct pending *pending;
    unsigned i;

    for (i = 0; i < TARGET_LISTS; i++)
        DL_FOREACH2(window->lists[i], pending, next_rma)
    add_operation(pending, found);
    if (window->shared && !follow_whole)
        return;
    if (window->size > 0)
        add_memory(window->base, window->size, window->shared, found);
    if (window->size <= 0 || window->shared)
        LL_FOREACH(window->memory, memory)
            add_memory(memory->base, memory->size, window->shared, found);
}

unsigned watch_ranges(struct watch_range *ranges, unsigned most)
{
    struct found found = {.ranges = ranges, .most = most};

    pthread_mutex_lock(&watch_lock);
    watch_window_each(add_window, &found);
    watch_request_each(add_operation, &found);
    pthread_mutex_unlock(&watch_lock);
    return found.count;
}
