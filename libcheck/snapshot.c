#include "snapshot.h"

#include "hash.h"
#include "readable.h"

#include <stdatomic.h>
#include <string.h>

/* Bytes that are copied; of more, each block is hashed. */
#define COPY_MAX   4096
#define BLOCK_SIZE 4096
/* More data no memory holds: of types that overlap there may be more. */
#define DATA_MAX ((int64_t)1 << 47)

/*
 * A column of a matrix has each number in another line of the cache: looking at
 * it costs as much as the exchange that it is sent in.  So from the
 * THIN_AFTERth time on, of a type of that many pieces each THIN_STEPth is
 * looked at, every time other ones.
 */
#define THIN_RUNS  64
#define THIN_AFTER 1024
#define THIN_STEP  16

struct snapshot {
    const struct layout *layout;
    uint64_t address;
    int64_t count, size;  /* of data, in bytes */
    int64_t stride;       /* every so manieth block of the data */
    uint32_t block_count; /* 0: copied */
    uint32_t first_run;   /* of an item; then every so manieth ... */
    uint32_t run_step;
    int64_t item_size; /* ... which have so many bytes */
    uint64_t hashes[]; /* block_count; or the copy, size bytes */
};

/* Goes through the bytes of a buffer in the order of its type map. */
struct cursor {
    const struct layout_run *runs;
    uint32_t run_count;
    uint64_t item; /* address of the current item */
    int64_t extent, items_left;
    uint32_t run, first_run, run_step;
    int64_t done;            /* bytes of that run */
    struct layout_run whole; /* of a buffer without gaps: all of it */
};

/* So that the byte at `offset` of the data comes next. */
static void cursor_set(struct cursor *cursor, const struct snapshot *snapshot,
                       int64_t offset)
{
    const struct layout *layout = snapshot->layout;
    int64_t skipped = 0;

    cursor->runs = layout->runs;
    cursor->run_count = layout->run_count;
    cursor->item = snapshot->address;
    cursor->extent = layout->ub - layout->lb;
    cursor->items_left = snapshot->count;
    cursor->run = cursor->first_run = snapshot->first_run;
    cursor->run_step = snapshot->run_step;
    if (layout_is_dense(layout)) {
        cursor->whole =
            (struct layout_run){layout->runs[0].offset, snapshot->size};
        cursor->runs = &cursor->whole;
        cursor->items_left = 1;
    } else {
        skipped = offset / snapshot->item_size;
    }
    cursor->item += (uint64_t)skipped * (uint64_t)cursor->extent;
    cursor->items_left -= skipped;
    offset -= skipped * snapshot->item_size;
    if (layout->run_length > 0 && cursor->runs != &cursor->whole) {
        cursor->run +=
            (uint32_t)(offset / layout->run_length) * cursor->run_step;
        offset %= layout->run_length;
    }
    while (cursor->run + 1 < cursor->run_count &&
           offset >= cursor->runs[cursor->run].length)
        offset -= cursor->runs[cursor->run++].length;
    cursor->done = offset;
}

static void next_item(struct cursor *cursor)
{
    cursor->run = cursor->first_run;
    cursor->item += (uint64_t)cursor->extent;
    cursor->items_left--;
}

/* The next piece of at most `limit` bytes; 0: none is left. */
static int64_t next_piece(struct cursor *cursor, int64_t limit,
                          const unsigned char **piece)
{
    const struct layout_run *run;
    int64_t length;

    if (limit <= 0 || cursor->items_left <= 0)
        return 0;
    run = &cursor->runs[cursor->run];
    length = run->length - cursor->done;
    if (length > limit)
        length = limit;
    *piece = (const unsigned char *)(uintptr_t)(cursor->item +
                                                (uint64_t)(run->offset +
                                                           cursor->done));
    cursor->done += length;
    if (cursor->done == run->length) {
        cursor->done = 0;
        cursor->run += cursor->run_step;
        if (cursor->run >= cursor->run_count)
            next_item(cursor);
    }
    return length;
}

/* Where the width is known, a copy is a load and a store. */
static inline __attribute__((always_inline)) void
copy_of_width(unsigned char *copy, const unsigned char *item,
              const struct layout_run *runs, int64_t count, uint32_t step,
              size_t width)
{
    int64_t i;

    for (i = 0; i < count; i++, copy += width, runs += step)
        memcpy(copy, item + runs->offset, width);
}

/* The next runs of one item, all of the layout's length, for each of which
 * next_piece would be long: a column of a matrix has as many as the matrix has
 * rows.  How many of at most `limit` bytes were copied. */
static int64_t copy_runs(struct cursor *cursor, int64_t width, int64_t limit,
                         unsigned char *copy)
{
    const unsigned char *item = (const unsigned char *)(uintptr_t)cursor->item;
    const struct layout_run *runs = &cursor->runs[cursor->run];
    uint32_t step = cursor->run_step;
    int64_t count = (cursor->run_count - cursor->run + step - 1) / step;

    if (count > limit / width)
        count = limit / width;
    if (width == 8)
        copy_of_width(copy, item, runs, count, step, 8);
    else if (width == 4)
        copy_of_width(copy, item, runs, count, step, 4);
    else
        copy_of_width(copy, item, runs, count, step, (size_t)width);
    cursor->run += (uint32_t)count * step;
    if (cursor->run >= cursor->run_count)
        next_item(cursor);
    return count * width;
}

/* The next `size` bytes of the data, all of which are there. */
static void gather(struct cursor *cursor, const struct snapshot *snapshot,
                   int64_t size, unsigned char *copy)
{
    int64_t width = snapshot->layout->run_length, length;
    const unsigned char *piece;

    while (size > 0) {
        length = 0;
        if (width > 0 && width <= size && cursor->done == 0 &&
            cursor->runs != &cursor->whole)
            length = copy_runs(cursor, width, size, copy);
        if (length == 0) {
            length = next_piece(cursor, size, &piece);
            memcpy(copy, piece, (size_t)length);
        }
        copy += length;
        size -= length;
    }
}

static int64_t block_size(const struct snapshot *snapshot, int64_t offset)
{
    int64_t left = snapshot->size - offset;

    return left < BLOCK_SIZE ? left : BLOCK_SIZE;
}

static uint64_t hash_block(const struct snapshot *snapshot, uint32_t block)
{
    int64_t offset = (int64_t)block * snapshot->stride * BLOCK_SIZE;
    int64_t size = block_size(snapshot, offset);
    unsigned char copy[BLOCK_SIZE];
    const unsigned char *piece;
    struct cursor cursor;

    cursor_set(&cursor, snapshot, offset);
    if (cursor.runs == &cursor.whole && next_piece(&cursor, size, &piece) > 0)
        return hash_bytes(piece, (size_t)size);
    gather(&cursor, snapshot, size, copy);
    return hash_bytes(copy, (size_t)size);
}

static void fill(struct snapshot *snapshot)
{
    struct cursor cursor;
    uint32_t i;

    for (i = 0; i < snapshot->block_count; i++)
        snapshot->hashes[i] = hash_block(snapshot, i);
    if (snapshot->block_count > 0)
        return;
    cursor_set(&cursor, snapshot, 0);
    gather(&cursor, snapshot, snapshot->size,
           (unsigned char *)snapshot->hashes);
}

/* How it is looked at as a whole; false: not at all. */
static bool plan(struct snapshot *snapshot, int64_t count,
                 const struct layout *layout, uint32_t most)
{
    int64_t blocks;

    if (count <= 0 || layout->size <= 0 || count > DATA_MAX / layout->size ||
        (count > 1 && !layout->extent_known))
        return false;
    *snapshot = (struct snapshot){.layout = layout,
                                  .count = count,
                                  .item_size = layout->size,
                                  .size = count * layout->size,
                                  .run_step = 1,
                                  .stride = 1};
    if (snapshot->size <= COPY_MAX)
        return true;
    blocks = (snapshot->size + BLOCK_SIZE - 1) / BLOCK_SIZE;
    snapshot->stride = (blocks + most - 1) / most;
    snapshot->block_count =
        (uint32_t)((blocks + snapshot->stride - 1) / snapshot->stride);
    return true;
}

/* Which part of the data a look is at: the sum of the digits of its number, so
 * that each part of a buffer comes even if always so many have their turn. */
static uint32_t part_of(uint32_t look)
{
    uint32_t sum = 0;

    for (; look > 0; look /= THIN_STEP)
        sum += look % THIN_STEP;
    return sum % THIN_STEP;
}

/* The same for one of many looks, of data that stand far apart; it takes no
 * more memory. */
static void thin_out(struct snapshot *snapshot, uint32_t look)
{
    const struct layout *layout = snapshot->layout;
    int64_t blocks;

    snapshot->run_step = THIN_STEP;
    snapshot->first_run = part_of(look);
    snapshot->item_size =
        (layout->run_count - snapshot->first_run + THIN_STEP - 1) / THIN_STEP *
        layout->run_length;
    snapshot->size = snapshot->count * snapshot->item_size;
    if (snapshot->block_count == 0)
        return;
    blocks = (snapshot->size + BLOCK_SIZE - 1) / BLOCK_SIZE;
    snapshot->block_count =
        (uint32_t)((blocks + snapshot->stride - 1) / snapshot->stride);
}

size_t snapshot_size(int64_t count, const struct layout *layout,
                     uint32_t blocks)
{
    struct snapshot planned;
    size_t data;

    if (!plan(&planned, count, layout, blocks))
        return 0;
    data = planned.block_count > 0
               ? planned.block_count * sizeof planned.hashes[0]
               : ((size_t)planned.size + 7) & ~(size_t)7;
    return sizeof planned + data;
}

bool snapshot_make(struct snapshot *snapshot, uint64_t address, int64_t count,
                   struct layout *layout, uint32_t blocks, bool *whole)
{
    int64_t low, high;
    uint32_t look;

    if (!plan(snapshot, count, layout, blocks) ||
        !layout_span(layout, count, &low, &high) ||
        !readable_is(address + (uint64_t)low, address + (uint64_t)high, true))
        return false;
    snapshot->address = address;
    if (layout->run_count >= THIN_RUNS && layout->run_length > 0) {
        look =
            atomic_fetch_add_explicit(&layout->looks, 1, memory_order_relaxed);
        if (look >= THIN_AFTER)
            thin_out(snapshot, look);
    }
    fill(snapshot);
    *whole = snapshot->stride == 1 && snapshot->run_step == 1;
    return true;
}

static void widen(struct snapshot_change *change, uint64_t low, uint64_t high)
{
    if (low < change->low)
        change->low = low;
    if (high > change->high)
        change->high = high;
}

/* The bytes that are others now. */
static void find_changed(const struct snapshot *snapshot,
                         struct snapshot_change *change)
{
    struct cursor cursor;
    const unsigned char *piece;
    const unsigned char *copy = (const unsigned char *)snapshot->hashes;
    int64_t left = snapshot->size, length;

    cursor_set(&cursor, snapshot, 0);
    while ((length = next_piece(&cursor, left, &piece)) > 0) {
        int64_t first = 0, last = length;

        if (memcmp(piece, copy, (size_t)length) != 0) {
            while (first < last && piece[first] == copy[first])
                first++;
            while (last > first && piece[last - 1] == copy[last - 1])
                last--;
            if (last > first)
                widen(change, (uintptr_t)piece + (uint64_t)first,
                      (uintptr_t)piece + (uint64_t)last);
        }
        copy += length;
        left -= length;
    }
}

static void compare_copy(const struct snapshot *snapshot,
                         struct snapshot_change *change)
{
    unsigned char copy[COPY_MAX];
    struct cursor cursor;

    cursor_set(&cursor, snapshot, 0);
    if (cursor.runs != &cursor.whole) {
        gather(&cursor, snapshot, snapshot->size, copy);
        if (memcmp(copy, snapshot->hashes, (size_t)snapshot->size) == 0)
            return;
    }
    find_changed(snapshot, change);
}

/* What the pieces of a block lie between. */
static void add_block(const struct snapshot *snapshot, uint32_t block,
                      struct snapshot_change *change)
{
    int64_t offset = (int64_t)block * snapshot->stride * BLOCK_SIZE;
    int64_t left = block_size(snapshot, offset), length;
    const unsigned char *piece;
    struct cursor cursor;

    cursor_set(&cursor, snapshot, offset);
    while ((length = next_piece(&cursor, left, &piece)) > 0) {
        widen(change, (uintptr_t)piece, (uintptr_t)piece + (uint64_t)length);
        left -= length;
    }
}

bool snapshot_has_pages(const struct snapshot *snapshot)
{
    int64_t offset = 0;
    uint64_t low;
    uint32_t i;

    if (snapshot->block_count == 0 || !layout_is_dense(snapshot->layout))
        return true; /* or there may be thousands */
    low = snapshot->address + (uint64_t)snapshot->layout->runs[0].offset;
    if (snapshot->stride == 1)
        return readable_pages(low, low + (uint64_t)snapshot->size);
    for (i = 0; i < snapshot->block_count; i++) {
        uint64_t at = low + (uint64_t)offset;

        if (!readable_pages(at, at + (uint64_t)block_size(snapshot, offset)))
            return false;
        offset += snapshot->stride * BLOCK_SIZE;
    }
    return true;
}

bool snapshot_changed(const struct snapshot *snapshot,
                      struct snapshot_change *change)
{
    uint32_t i;

    *change =
        (struct snapshot_change){UINT64_MAX, 0, snapshot->block_count == 0};
    if (snapshot->block_count == 0)
        compare_copy(snapshot, change);
    for (i = 0; i < snapshot->block_count; i++)
        if (hash_block(snapshot, i) != snapshot->hashes[i])
            add_block(snapshot, i, change);
    return change->high > change->low;
}

unsigned snapshot_runs(uint64_t address, int64_t count,
                       const struct layout *layout, int64_t offset,
                       int64_t limit, struct layout_run *runs, unsigned most)
{
    struct snapshot whole;
    struct cursor cursor;
    const unsigned char *piece;
    unsigned found = 0;
    int64_t length;

    if (!plan(&whole, count, layout, SNAPSHOT_BLOCKS))
        return 0;
    whole.address = address;
    cursor_set(&cursor, &whole, offset);
    while (found < most && (length = next_piece(&cursor, limit, &piece)) > 0) {
        runs[found++] = (struct layout_run){(int64_t)(uintptr_t)piece, length};
        limit -= length;
    }
    return found;
}
