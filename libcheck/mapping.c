#include "mapping.h"

#include "automatic.h"
#include "block.h"
#include "buffers.h"
#include "calls.h"
#include "devices.h"
#include "imports.h"
#include "looked.h"
#include "mapped.h"
#include "neutral.h"
#include "object.h"
#include "process.h"
#include "readable.h"
#include "thread.h"
#include "watch.h"

#include <stddef.h>
#include <string.h>

#define PAGE 4096

bool mapping_wants[CALL_COUNT];

/* Runs of bytes of one item of a datatype that are looked at. */
#define RUNS_MAX 8

/* Bytes of the predefined datatypes; 0: not known, or they have gaps. */
static int64_t sizes[NEUTRAL_DATATYPE_PREDEFINED_END - NEUTRAL_DATATYPE_NULL];

static bool takes_right(const char *name, const void *context)
{
    (void)context;
    return strcmp(name, "mprotect") == 0 || strcmp(name, "pkey_mprotect") == 0;
}

void mapping_begin(const struct record_world *world)
{
    uint32_t i;

    object_begin();
    readable_begin(imports_by_application(takes_right, NULL));
    for (i = 0; i < world->type_count; i++) {
        uint64_t at = world->types[i].datatype - NEUTRAL_DATATYPE_NULL;

        if (at < sizeof sizes / sizeof sizes[0] &&
            world->types[i].size == world->types[i].extent)
            sizes[at] = world->types[i].size;
    }
    buffers_begin();
    for (i = 0; i < CALL_COUNT; i++)
        mapping_wants[i] = buffers[i].count > 0;
}

/* What is missing in the buffers of a call: for each the first. */
struct look {
    struct murmel_call *call;
    const struct record *enter;
    struct mapped *last; /* or NULL */
    uint64_t address;    /* of the buffer that is looked at */
    bool plain;          /* its datatype is predefined: others may go on in
                          * the next variable, by its address */
    bool displaced;      /* by a number of items, or of bytes: to nothing else,
                          * as a datatype may */
    uint64_t first;      /* then: where the first data are; 0: at the address.
                          * The array may begin at another index than 0 */
    uint64_t low, high;  /* of one array: all that is taken of it */
    uint64_t first_end;  /* of which this much is known to be one */
    struct record_no_memory missing[BUFFERS_MAX];
    unsigned count;
};

/* It is predefined, and has no gaps. */
static bool is_plain(uint64_t handle)
{
    return handle - NEUTRAL_DATATYPE_NULL < sizeof sizes / sizeof sizes[0] &&
           sizes[handle - NEUTRAL_DATATYPE_NULL] > 0;
}

/* The bytes of so many items of a datatype, the first few runs of them where
 * there are gaps; 0: that is not known, or there are none. */
static unsigned spans_of(uint64_t handle, int64_t items, uint64_t address,
                         struct watch_span *spans)
{
    int64_t bytes;

    if (items <= 0 || items >= NEUTRAL_SPECIAL)
        return 0;
    if (!is_plain(handle))
        return watch_spans(handle, items, address, spans, RUNS_MAX);
    bytes = sizes[handle - NEUTRAL_DATATYPE_NULL];
    if (__builtin_mul_overflow(bytes, items, &bytes) ||
        __builtin_add_overflow(address, (uint64_t)bytes, &spans->high))
        spans->high = UINT64_MAX / 2; /* more than there can be */
    spans->low = address;
    return 1;
}

/* By its address, and so of one array, of which as much is known to be one as
 * `first_end` says (0: nothing); pieces that may be of several: the last. */
static void reach(struct look *look, const struct buffer *buffer, uint64_t low,
                  uint64_t high, uint64_t first_end)
{
    if (look->address < PAGE || (buffer->elsewhere && high <= look->high))
        return;
    if (buffer->elsewhere || look->high == 0 || low < look->low)
        look->low = low;
    if (high > look->high)
        look->high = high;
    look->first_end = first_end;
}

/* Whether the bytes lie in the variable that the first data lie in: of an array
 * that begins at index 1 the buffer's address is in the variable before. */
static bool is_of_first(const struct look *look, const struct watch_span *span)
{
    uint64_t end;

    return look->first != 0 &&
           !object_ends_before(look->first, span->high, &end);
}

/* The difference of two addresses leads to another array as a whole: an old
 * custom, though what it leads to is to be in the same (MPI-4.1 5.1.12). */
static bool is_of_other(const struct buffer *buffer,
                        const struct watch_span *span)
{
    uint64_t end = 0;

    return buffer->elsewhere &&
           !object_ends_before(span->low, span->high, &end) && end != 0;
}

/* What the buffer's address is in ends before the bytes do.  Where a block ends
 * is malloc's, where a variable does another one may be. */
static bool ends_before(const struct look *look, const struct buffer *buffer,
                        const struct watch_span *span, uint64_t from,
                        uint64_t *end)
{
    uint64_t other;

    /* It may be between two blocks, as that of an array that begins at index 1
     * is: then the data are to be in one. */
    if (block_ends_before(from, span->high, end))
        return span->low <= *end ||
               (look->displaced &&
                ((*end != from && look->first < *end && !buffer->elsewhere) ||
                 block_ends_before(span->low, span->high, &other)));
    return (look->plain || buffer->type < 0) && from >= object_data.low &&
           from < object_data.high &&
           object_ends_before(from, span->high, end) &&
           (span->low < *end || (look->displaced && !is_of_first(look, span) &&
                                 !is_of_other(buffer, span)));
}

/* What begins, and by the buffer's address is meant to, outside of any block
 * lies behind one, before one, or between two: then it is said to lie before
 * the one that it reaches. */
static bool has_block(const struct look *look, const struct buffer *buffer,
                      const struct watch_span *span, uint64_t from,
                      struct record_no_memory *missing)
{
    bool ends = ends_before(look, buffer, span, from, &missing->low);

    if (missing->low <= span->low &&
        (span->low <= look->address || look->address < PAGE) &&
        block_begins_after(span->low, span->high, &missing->high) &&
        (!ends || span->low < look->address || span->high > missing->high)) {
        missing->low = span->low;
        missing->kind = NO_MEMORY_BEFORE;
        return false;
    }
    if (ends) {
        missing->high = span->high;
        missing->kind = NO_MEMORY_BLOCK;
    }
    return !ends;
}

/* What has the bytes is the stack, but of another function. */
static bool is_beyond_frame(const struct look *look,
                            const struct buffer *buffer,
                            const struct watch_span *span,
                            struct record_no_memory *missing)
{
    const struct site_cache *cache = &look->call->thread->site_cache;

    if (!site_cache_frame_ends(cache, span->low, span->high, &missing->low))
        return false;
    missing->high = span->high;
    missing->kind = NO_MEMORY_FRAME;
    missing->first = span->low;
    if ((!look->plain && buffer->type >= 0) ||
        !site_cache_frame_of(cache, span->low, &missing->frame))
        missing->frame.address = 0;
    return true;
}

/* What the first bytes are in ends before the others, of which some are not
 * mapped: how much is mapped behind it is chance. */
static bool ends_unmapped(const struct look *look, const struct buffer *buffer,
                          const struct watch_span *span, uint64_t from,
                          struct record_no_memory *missing)
{
    struct record_no_memory told = *missing;

    if (missing->kind != NO_MEMORY_MAPPED || missing->low <= span->low)
        return false;
    if (ends_before(look, buffer, span, from, &missing->low)) {
        missing->high = span->high;
        missing->kind = NO_MEMORY_BLOCK;
        return true;
    }
    *missing = told;
    return is_beyond_frame(look, buffer, span, missing);
}

/* Whether the buffer has the bytes; of persistent operations whether they will
 * be missing as it is started. */
static bool has_span(struct look *look, const struct buffer *buffer,
                     const struct watch_span *span)
{
    struct record_no_memory *missing = &look->missing[look->count];
    uint64_t from = span->low < look->address ? span->low : look->address;
    bool fine;

    missing->parameter = buffer->parameter;
    if (span->low < PAGE) { /* null: others tell */
        missing->low = span->low;
        missing->high = span->high;
        missing->kind = NO_MEMORY_MAPPED;
        return span->low == 0 || look->address == 0 || !look->plain;
    }
    fine = mapped_has(look->call->thread, &look->last, span->low, span->high,
                      buffer->stores, missing) ||
           (buffers[look->enter->call].persistent &&
            missing->kind != NO_MEMORY_MAPPED);
    from = from < PAGE ? span->low : from;
    if (!fine && ends_unmapped(look, buffer, span, from, missing))
        return false;
    if (fine && block_was_freed(span->low)) {
        missing->low = span->low;
        missing->high = span->high;
        missing->kind = NO_MEMORY_FREED;
        fine = false;
    }
    fine = fine && has_block(look, buffer, span, from, missing);
    fine = fine && !is_beyond_frame(look, buffer, span, missing);
    if (fine && (look->plain || buffer->type < 0))
        reach(look, buffer,
              buffer->elsewhere                     ? span->low
              : look->displaced && look->first != 0 ? look->first
                                                    : from,
              span->high, 0);
    return fine;
}

static bool array_ends_before(uint64_t from, uint64_t high, uint64_t *end)
{
    return block_ends_before(from, high, end) ||
           (from >= object_data.low && from < object_data.high &&
            object_ends_before(from, high, end));
}

/* Whether the array that the first byte, `from`, is in has all bytes of a
 * derived datatype, of which no run may lie across its end. */
static bool has_array(struct look *look, const struct buffer *buffer,
                      uint64_t from, uint64_t first_end, uint64_t high)
{
    struct record_no_memory *missing = &look->missing[look->count];

    if (from < PAGE || high <= from ||
        (first_end != 0 && array_ends_before(from, first_end, &missing->low)))
        return true;
    reach(look, buffer, from, high, first_end);
    if (!array_ends_before(from, high, &missing->low))
        return true;
    missing->parameter = buffer->parameter;
    missing->high = high;
    missing->kind = NO_MEMORY_BLOCK;
    return false;
}

static bool has_spans(struct look *look, const struct buffer *buffer,
                      uint64_t handle, int64_t items, uint64_t address)
{
    struct watch_span spans[RUNS_MAX];
    unsigned i, count = spans_of(handle, items, address, spans);
    uint64_t first = UINT64_MAX, first_end, high;

    for (i = 0; i < count; i++) {
        if (!has_span(look, buffer, &spans[i]))
            return false;
        if (spans[i].low < first)
            first = spans[i].low;
    }
    /* An array that begins at index 1 has the buffer's address before it. */
    return count == 0 || is_plain(handle) ||
           !watch_array_end(handle, items, address, &first_end, &high) ||
           has_array(look, buffer, first, first_end, high);
}

/* Whether a piece, of so many, has no items, or has no data here. */
static bool is_empty(const int64_t *lengths, uint64_t nobody, uint32_t i)
{
    return lengths[i] <= 0 || (i < 64 && (nobody >> i & 1) != 0);
}

/* Where the first of the pieces is, if that is behind the address; or 0. */
static uint64_t first_of(uint64_t address, int64_t extent,
                         const int64_t *lengths, const int64_t *places,
                         uint64_t nobody, uint32_t count)
{
    int64_t least = INT64_MAX;
    uint32_t i;

    for (i = 0; i < count; i++)
        if (places[i] < least && !is_empty(lengths, nobody, i))
            least = places[i];
    return least <= 0 || least == INT64_MAX
               ? 0
               : address + (uint64_t)least * (uint64_t)extent;
}

static const void *items_at(const struct record *enter, int word)
{
    const struct array_number *array = (const void *)&enter->words[word];

    return (const char *)enter + array->offset;
}

/* A buffer in pieces. */
static bool has_pieces(struct look *look, const struct buffer *buffer,
                       uint64_t address)
{
    const struct record *enter = look->enter;
    const struct array_number *counts =
        (const void *)&enter->words[(int)buffer->count];
    const struct array_number *displs =
        (const void *)&enter->words[(int)buffer->displs];
    const struct array_handle *types =
        (const void *)&enter->words[(int)buffer->type];
    const int64_t *lengths = items_at(enter, buffer->count);
    const int64_t *places = items_at(enter, buffer->displs);
    const uint64_t *handles = buffer->types ? items_at(enter, buffer->type)
                                            : &enter->words[(int)buffer->type];
    uint64_t nobody = watch_blocks(enter, buffer->stores).nobody;
    int64_t extent = 1, offset;
    uint32_t i;

    if (counts->special != ARRAY_PRESENT || displs->special != ARRAY_PRESENT ||
        displs->count != counts->count ||
        (buffer->types &&
         (types->special != ARRAY_PRESENT || types->count != counts->count)) ||
        (!buffer->types && !watch_extent(handles[0], &extent)))
        return true;
    look->displaced = look->plain;
    look->first = buffer->types ? 0
                                : first_of(address, extent, lengths, places,
                                           nobody, counts->count);
    for (i = 0; i < counts->count; i++) {
        if (buffer->types) {
            look->plain = is_plain(handles[i]);
            look->displaced = look->plain && address >= PAGE;
        }
        if (!is_empty(lengths, nobody, i) &&
            !__builtin_mul_overflow(places[i], extent, &offset) &&
            !has_spans(look, buffer, handles[buffer->types ? i : 0], lengths[i],
                       address + (uint64_t)offset))
            return false;
    }
    return true;
}

/* How many items a buffer has whose parts lie one behind the other; 0: that is
 * not known. */
static int64_t sum_of(const struct record *enter, int word)
{
    const struct array_number *counts = (const void *)&enter->words[word];
    const int64_t *items = items_at(enter, word);
    int64_t sum = 0;
    uint32_t i;

    if (counts->special != ARRAY_PRESENT)
        return 0;
    for (i = 0; i < counts->count; i++) {
        if (items[i] < 0 || items[i] >= INT32_MAX)
            return 0;
        sum += items[i];
    }
    return sum;
}

/* How many blocks lie there, as far as known: those before the last that
 * anybody gets, or sends, and that. */
static int64_t blocks_of(const struct record *enter, bool stores)
{
    struct watch_blocks blocks = watch_blocks(enter, stores);

    while (blocks.count > 0 && blocks.count <= 64 &&
           (blocks.nobody >> (blocks.count - 1) & 1) != 0)
        blocks.count--;
    return blocks.count < 0 ? 0 : blocks.count;
}

/* The bytes of a buffer that lie one behind the other; what was found of the
 * same buffer before may hold still. */
static bool has_items(struct look *look, const struct buffer *buffer,
                      uint64_t datatype, int64_t items)
{
    struct thread *thread = look->call->thread;
    struct looked now = {look->address,
                         items,
                         datatype,
                         (uint64_t)look->enter->call << 8 | buffer->parameter,
                         0,
                         {0, 0}};
    const struct looked *before =
        look->plain ? looked_before(thread, &now) : NULL;
    uint64_t end;

    if (before != NULL &&
        !site_cache_frame_ends(&thread->site_cache, now.address, before->high,
                               &end)) {
        reach(look, buffer, now.address, before->high, 0);
        return true;
    }
    if (!has_spans(look, buffer, datatype, items, now.address))
        return false;
    now.high = look->high;
    if (look->plain && now.high > now.address &&
        now.high - now.address < MAPPED_LARGE &&
        !buffers[look->enter->call].persistent)
        looked_keep(thread, &now);
    return true;
}

static bool is_there_all(struct look *look, const struct buffer *buffer)
{
    const struct record *enter = look->enter;
    uint64_t address = enter->words[(int)buffer->word];
    struct watch_span first = {address, address + 1};
    int64_t items = 1;

    look->address = address;
    look->displaced = false;
    look->low = look->high = look->first_end = 0;
    look->plain = buffer->type >= 0 && !buffer->types &&
                  is_plain(enter->words[(int)buffer->type]);
    if (address == NEUTRAL_IN_PLACE)
        return true;
    if (buffer->bytes)
        first.high = address + enter->words[(int)buffer->count];
    if (buffer->bytes && ((int64_t)enter->words[(int)buffer->count] <= 0 ||
                          first.high < first.low))
        return true;
    if (buffer->type < 0)
        return has_span(look, buffer, &first);
    if (buffer->pieces)
        return has_pieces(look, buffer, address);
    if (buffer->sum)
        items = sum_of(enter, buffer->count);
    else if (buffer->count >= 0)
        items = (int64_t)enter->words[(int)buffer->count];
    if (buffer->for_each && items < INT32_MAX)
        items *= blocks_of(enter, buffer->stores);
    if (buffer->partitions >= 0 &&
        __builtin_mul_overflow(
            items, (int64_t)enter->words[(int)buffer->partitions], &items))
        return true;
    return has_items(look, buffer, enter->words[(int)buffer->type], items);
}

static void tell(struct murmel_call *call,
                 const struct record_no_memory *missing)
{
    struct record *record =
        thread_reserve(call->thread, RECORD_NO_MEMORY, sizeof *missing);

    if (record == NULL)
        return;
    memcpy(record->words, missing, sizeof *missing);
    if (missing->kind != NO_MEMORY_FRAME)
        memset(&record->words[3], 0,
               sizeof *missing - 3 * sizeof record->words[0]);
    thread_publish(call->thread, record);
}

void mapping_look(struct murmel_call *call, const struct record *enter)
{
    const struct buffers *all = &buffers[enter->call];
    struct look look;
    unsigned i;

    look.call = call;
    look.enter = enter;
    look.last = NULL;
    look.count = 0;
    for (i = 0; i < all->count; i++)
        if (!is_there_all(&look, &all->items[i]))
            look.count++;
        else if (look.high > look.low &&
                 site_cache_has(&call->thread->site_cache, look.low))
            automatic_tell(
                call->thread, call->site,
                (struct record_automatic){.parameter = all->items[i].parameter,
                                          .low = look.low,
                                          .high = look.high,
                                          .first_end = look.first_end});
    if (__builtin_expect(look.count == 0, 1) || process_handles_faults() ||
        devices_are_used())
        return;
    for (i = 0; i < look.count; i++)
        tell(call, &look.missing[i]);
}
