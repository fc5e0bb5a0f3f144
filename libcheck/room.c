/*
 * room.c - arrays that a call reads, or fills, beside its buffers: of counts,
 * requests, statuses, characters.
 */
#include "automatic.h"
#include "block.h"
#include "client.h"
#include "object.h"
#include "readable.h"
#include "thread.h"

#include <string.h>

/* Below it are constants, as MPI_UNWEIGHTED. */
#define PAGE 4096

bool murmel_string(const char *string, size_t most, size_t *length)
{
    size_t chunk, found;

    for (*length = 0; *length < most; *length += found) {
        const char *at = string + *length;

        if (!readable_is((uintptr_t)at, (uintptr_t)at + 1, true))
            return false;
        chunk = PAGE - (uintptr_t)at % PAGE;
        if (chunk > most - *length)
            chunk = most - *length;
        found = strnlen(at, chunk);
        if (found < chunk) {
            *length += found;
            return true;
        }
    }
    return true;
}

bool murmel_ends_before(const void *array, size_t bytes)
{
    uint64_t low = (uintptr_t)array, high = low + bytes, end;

    if (block_ends_before(low, high, &end) || block_was_freed(low))
        return true;
    return end == 0 && !readable_is(low, high, true);
}

/* Of memory of which nothing is known. */
static bool is_nowhere(const struct murmel_call *call, uint64_t low,
                       uint64_t high)
{
    return !(low >= object_data.low && low < object_data.high) &&
           !site_cache_has(&call->thread->site_cache, low) &&
           !readable_is(low, high, true);
}

void murmel_room(struct murmel_call *call, uint32_t parameter,
                 const void *array, int64_t bytes, bool may)
{
    uint64_t low = (uintptr_t)array, high = low + (uint64_t)bytes, end = low;
    uint64_t begin;
    bool ends;
    struct record_short told = {.parameter = parameter, .may = may};
    struct record *record;

    if (low < PAGE || bytes <= 0 || high <= low)
        return;
    ends = block_ends_before(low, high, &end) ||
           (low >= object_data.low && low < object_data.high &&
            object_ends_before(low, high, &end));
    if (block_was_freed(low)) {
        told.kind = NO_MEMORY_FREED;
        end = low;
    } else if (end <= low && block_begins_after(low, high, &begin) &&
               (!ends || high > begin)) {
        told.kind = NO_MEMORY_BEFORE;
        end = begin;
    } else if (ends)
        told.kind = NO_MEMORY_BLOCK;
    else if (end <= low && is_nowhere(call, low, high)) {
        told.kind = NO_MEMORY_MAPPED;
        end = low;
    } else if (site_cache_frame_ends(&call->thread->site_cache, low, high,
                                     &end))
        told.kind = NO_MEMORY_FRAME;
    else {
        automatic_tell(call->thread, call->site,
                       (struct record_automatic){.parameter = parameter,
                                                 .array = 1,
                                                 .may = may,
                                                 .low = low,
                                                 .high = high});
        return;
    }
    told.there = end - low;
    told.needed = (uint64_t)bytes;
    record = thread_reserve(call->thread, RECORD_SHORT, sizeof told);
    if (record == NULL)
        return;
    memcpy(record->words, &told, sizeof told);
    thread_publish(call->thread, record);
}
