/*
 * watch_partition.c - the partitions of a send, which are the program's until
 * they are marked as ready, and then not before the send is complete (MPI-4.1
 * 4.2.1).
 */
#include "watch_private.h"

/* Consecutive partitions, marked by one call. */
struct ready {
    struct ready *next;
    size_t taken; /* bytes, with the snapshot behind it */
    struct place place;
};

static void ready_free(struct ready *ready)
{
    layout_drop(ready->place.layout);
    watch_memory_give(ready, ready->taken);
}

/* The partitions from `low` to `high` of the send; false: they cannot be looked
 * at. */
static bool find_items(const struct pending *pending, int64_t low, int64_t high,
                       struct place *place)
{
    const struct call_MPI_Psend_init *made = (const void *)pending->made->words;
    const struct layout *layout = place->layout;
    int64_t first, last;

    /* All partitions together were found (watch_place.c): nothing overflows. */
    if (low < 0 || low > high || high >= made->partitions || place->high == 0 ||
        !layout->extent_known)
        return false;
    place->count = (high - low + 1) * made->count;
    place->address += (uint64_t)(low * made->count * (layout->ub - layout->lb));
    if (!layout_span(layout, place->count, &first, &last))
        return false;
    place->low = place->address + (uint64_t)first;
    place->high = place->address + (uint64_t)last;
    return true;
}

static void mark(struct pending *pending, int64_t low, int64_t high)
{
    struct place place = pending->places[0];
    struct ready *ready;
    size_t size;

    if (!place.in_parts || !find_items(pending, low, high, &place))
        return;
    size = snapshot_size(place.count, place.layout, SNAPSHOT_BLOCKS);
    if (size == 0)
        return;
    ready = watch_memory_take(sizeof *ready + size);
    if (ready == NULL)
        return;
    place.area = NULL; /* the whole buffer has it */
    place.in_parts = false;
    place.snapshot = (struct snapshot *)(ready + 1);
    layout_hold(place.layout);
    *ready = (struct ready){pending->ready, sizeof *ready + size, place};
    watch_operation_snapshot(&ready->place);
    pending->ready = ready;
}

static void mark_list(struct pending *pending, const struct record *enter,
                      const struct array_number *list)
{
    const int64_t *items = (const void *)((const char *)enter + list->offset);
    uint32_t i;

    for (i = 0; list->special == ARRAY_PRESENT && i < list->count; i++)
        mark(pending, items[i], items[i]);
}

void watch_partition_ready(const struct record *enter)
{
    const struct call_MPI_Pready *one = (const void *)enter->words;
    const struct call_MPI_Pready_range *range = (const void *)enter->words;
    const struct call_MPI_Pready_list *list = (const void *)enter->words;
    uint64_t handle = watch_word(enter, KIND_REQUEST, NEUTRAL_REQUEST_NULL);
    struct pending *pending;

    pthread_mutex_lock(&watch_lock);
    pending = watch_request_started(handle);
    if (pending != NULL &&
        call_table[pending->made->call].base == CALL_MPI_Psend_init)
        switch (call_table[enter->call].base) {
        case CALL_MPI_Pready:
            mark(pending, one->partition, one->partition);
            break;
        case CALL_MPI_Pready_range:
            mark(pending, range->partition_low, range->partition_high);
            break;
        case CALL_MPI_Pready_list:
            mark_list(pending, enter, &list->array_of_partitions);
            break;
        }
    pthread_mutex_unlock(&watch_lock);
}

/* A partition that has arrived is the program's: until the receive is started
 * again it is not looked at what is stored there. */
void watch_partition_asked(const struct record *enter)
{
    uint64_t handle = watch_word(enter, KIND_REQUEST, NEUTRAL_REQUEST_NULL);
    struct pending *pending;
    unsigned i;

    pthread_mutex_lock(&watch_lock);
    pending = watch_request_started(handle);
    for (i = 0; pending != NULL && i < pending->place_count; i++)
        if (pending->places[i].stored)
            pending->places[i].looked = false;
    pthread_mutex_unlock(&watch_lock);
}

void watch_partition_compare(struct thread *thread,
                             const struct pending *pending)
{
    struct ready *ready;

    if (pending->places[0].gone || pending->watches[0].freed)
        return; /* as was told */
    LL_FOREACH(pending->ready, ready)
        watch_operation_compare_place(thread, pending, &ready->place);
}

void watch_partition_end(struct pending *pending)
{
    struct ready *ready, *next;

    LL_FOREACH_SAFE(pending->ready, ready, next)
        ready_free(ready);
    pending->ready = NULL;
}
