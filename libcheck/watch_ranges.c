/*
 * watch_ranges.c - memory that the program must not use as it likes now.
 */
#include "follow_whole.h"
#include "watch_private.h"

struct found {
    const struct thread *thread;
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
static void add_operation(struct pending *pending, void *context)
{
    struct found *found = context;
    unsigned i;

    for (i = 0; pending->active && i < pending->place_count; i++) {
        const struct place *place = &pending->places[i];

        if (!place->argument && !place->gone &&
            !watch_left_is(found->thread, place))
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

static void each_of_window(struct window *window,
                           void (*act)(struct pending *pending, void *context),
                           void *context)
{
    struct pending *pending;
    unsigned i;

    for (i = 0; i < TARGET_LISTS; i++)
        DL_FOREACH2(window->lists[i], pending, next_rma)
    act(pending, context);
}

/* A dynamic one has no size, and what is attached to it; of a shared one
 * others' parts are told likewise. */
static void add_window(struct window *window, void *found)
{
    const struct window_memory *memory;

    each_of_window(window, add_operation, found);
    if (window->shared && !follow_whole)
        return;
    if (window->size > 0)
        add_memory(window->base, window->size, window->shared, found);
    if (window->size <= 0 || window->shared)
        LL_FOREACH(window->memory, memory)
            add_memory(memory->base, memory->size, window->shared, found);
}

unsigned watch_ranges(const struct thread *thread, struct watch_range *ranges,
                      unsigned most)
{
    struct found found = {.thread = thread, .ranges = ranges, .most = most};

    pthread_mutex_lock(&watch_lock);
    watch_window_each(add_window, &found);
    watch_request_each(add_operation, &found);
    pthread_mutex_unlock(&watch_lock);
    return found.count;
}

struct stretch {
    uint64_t low, high;
};

static void leave_operation(struct pending *pending, void *stretch)
{
    const struct stretch *left = stretch;
    unsigned i;

    for (i = 0; i < pending->place_count; i++)
        if (!pending->places[i].argument &&
            pending->places[i].low >= left->low &&
            pending->places[i].low < left->high)
            pending->places[i].left = true;
}

static void leave_window(struct window *window, void *stretch)
{
    each_of_window(window, leave_operation, stretch);
}

void watch_functions_left(uint64_t low, uint64_t high)
{
    struct stretch stretch = {low, high};

    pthread_mutex_lock(&watch_lock);
    watch_window_each(leave_window, &stretch);
    watch_request_each(leave_operation, &stretch);
    pthread_mutex_unlock(&watch_lock);
}
