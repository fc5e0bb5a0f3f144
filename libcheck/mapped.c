#include "mapped.h"

#include "map_area.h"
#include "record.h"
#include "thread.h"

#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096

static struct mapped *slot_of(struct thread *thread, uint64_t low)
{
    uint64_t page = low >> 16;

    return &thread->mapped[(page ^ (page >> 8)) & (MAPPED_SLOTS - 1)];
}

/* The pages may have gone since. */
static bool is_there(uint64_t address)
{
    unsigned char resident;

    return mincore((void *)(uintptr_t)(address & ~(uint64_t)(PAGE - 1)), 1,
                   &resident) == 0 ||
           errno != ENOMEM;
}

/* Looks the addresses up in the map.  True: all are memory, or it cannot be
 * known. */
static bool look_up(struct mapped *mapping, uint64_t low, uint64_t high,
                    bool stores, struct record_no_memory *missing)
{
    int maps = map_area_open();
    struct mapped found = {0, 0, true};
    uint64_t at = low;
    struct map_area area;
    bool fine = true;

    while (maps >= 0 && fine && at < high) {
        if (!map_area_next(maps, at, &area))
            area = (struct map_area){.low = UINT64_MAX, .high = UINT64_MAX};
        fine = area.low <= at && (area.stores || (area.loads && !stores));
        missing->low = at;
        missing->high = area.low > at ? area.low : area.high;
        missing->kind = area.low > at                 ? NO_MEMORY_MAPPED
                        : !area.loads && !area.stores ? NO_MEMORY_LOADED
                                                      : NO_MEMORY_STORED;
        found.low = at == low ? area.low : found.low;
        found.stores = found.stores && area.stores;
        found.high = at = area.high;
    }
    if (maps >= 0)
        close(maps);
    if (maps >= 0 && fine)
        *mapping = found;
    return fine;
}

/* mapped_has, where a glance does not do. */
static __attribute__((noinline)) bool ask(struct mapped *mapping, bool known,
                                          uint64_t low, uint64_t high,
                                          bool stores,
                                          struct record_no_memory *missing)
{
    int saved = errno;
    bool fine = (known && is_there(low)) ||
                look_up(mapping, low, high, stores, missing);

    errno = saved;
    return fine;
}

static bool holds(const struct mapped *mapping, uint64_t low, uint64_t high,
                  bool stores)
{
    return mapping->low <= low && high <= mapping->high &&
           (mapping->stores || !stores);
}

bool mapped_has(struct thread *thread, struct mapped **last, uint64_t low,
                uint64_t high, bool stores, struct record_no_memory *missing)
{
    bool known = *last != NULL && holds(*last, low, high, stores);

    if (!known) {
        *last = slot_of(thread, low);
        known = holds(*last, low, high, stores);
    }
    return (known && high - low < MAPPED_LARGE) ||
           ask(*last, known, low, high, stores, missing);
}
