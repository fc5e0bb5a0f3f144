#include "block.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What glibc's malloc has before a block: its size, with these flags, in the
 * word before it.  A block may use the first word of the next one's header. */
#define WORD       8
#define HEADER     16
#define MAPPED     UINT64_C(2) /* a mapping of its own */
#define OF_ANOTHER UINT64_C(4) /* arena than that of sbrk */
#define FLAGS      UINT64_C(7)

/*
 * A region of memory has a mark for each 16 bytes, where blocks begin.  A large
 * block is found from within by its units: each knows in which it begins.  No
 * more than one large block begins in a unit.
 */
#define ADDRESS_BITS 47
#define REGION_BITS  24
#define TABLE_BITS   12
#define REGION       (UINT64_C(1) << REGION_BITS)
#define UNIT         (UINT64_C(64) << 10)
#define ALIGNMENT    16
#define LARGEST      (UINT64_C(16) << 30) /* units of larger ones do not know */

enum mark {
    MARK_NONE,
    MARK_BLOCK, /* and how many bytes of the block were not asked for, at least
                 */
    MARK_FREED = 254,
    MARK_LARGE = 255
};

struct region {
    uint64_t within[REGION / UNIT]; /* the block in which the unit begins */
    uint64_t size[REGION / UNIT];   /* of the large block that begins there */
    _Atomic uint8_t marks[REGION / ALIGNMENT];
};

struct table {
    void *_Atomic regions[1 << TABLE_BITS];
};

static void *_Atomic tables[1 << (ADDRESS_BITS - REGION_BITS - TABLE_BITS)];
bool block_on;

/* The C library's own.  sbrk, of which libraries of an MPI (UCX) make one that
 * keeps an eye on what is mapped, may there set the break anew to where it has
 * just been: if another thread's malloc has moved it meanwhile, that loses the
 * memory. */
extern void *__curbrk __attribute__((weak));

uint64_t block_heap_end(void)
{
    return (uintptr_t)(&__curbrk == NULL ? sbrk(0) : __curbrk);
}

/* ----------------------------------------------------------------- regions */

static BLOCK_CODE void *_Atomic *place_of(struct table *table, uint64_t address)
{
    return &table->regions[address >> REGION_BITS & ((1 << TABLE_BITS) - 1)];
}

/* NULL: no block begins there. */
static BLOCK_CODE struct region *region_of(uint64_t address)
{
    struct table *table =
        address >> ADDRESS_BITS != 0
            ? NULL
            : atomic_load_explicit(
                  &tables[address >> (REGION_BITS + TABLE_BITS)],
                  memory_order_acquire);

    return table == NULL ? NULL
                         : atomic_load_explicit(place_of(table, address),
                                                memory_order_acquire);
}

/* Zeroed memory, at *place for all; NULL: there is none. */
static void *install(void *_Atomic *place, size_t size)
{
    void *known = atomic_load(place), *made;

    if (known != NULL)
        return known;
    made = mmap(NULL, size, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (made == MAP_FAILED)
        return NULL;
    if (atomic_compare_exchange_strong(place, &known, made))
        return made;
    munmap(made, size);
    return known;
}

static __attribute__((noinline)) struct region *make_region(uint64_t address)
{
    struct region *region = NULL;
    struct table *table;
    int saved = errno;

    if (address >> ADDRESS_BITS == 0) {
        table = install(&tables[address >> (REGION_BITS + TABLE_BITS)],
                        sizeof *table);
        if (table != NULL)
            region = install(place_of(table, address), sizeof *region);
    }
    errno = saved;
    return region;
}

static BLOCK_CODE _Atomic uint8_t *mark_at(struct region *region,
                                           uint64_t address)
{
    return &region->marks[address % REGION / ALIGNMENT];
}

static BLOCK_CODE uint8_t mark_of(struct region *region, uint64_t address)
{
    return atomic_load_explicit(mark_at(region, address), memory_order_relaxed);
}

static BLOCK_CODE void set_mark(struct region *region, uint64_t address,
                                uint8_t mark)
{
    atomic_store_explicit(mark_at(region, address), mark, memory_order_relaxed);
}

/* ------------------------------------------------------------------- marks */

static BLOCK_CODE uint64_t header_of(uint64_t address)
{
    return *(const uint64_t *)(uintptr_t)(address - WORD);
}

/* How many bytes the program could use of the block, by its header. */
static BLOCK_CODE uint64_t room_of(uint64_t header)
{
    return (header & ~FLAGS) - ((header & MAPPED) != 0 ? HEADER : WORD);
}

static __attribute__((noinline)) void
give_large(struct region *region, uint64_t address, uint64_t size)
{
    uint64_t unit = address - address % UNIT;

    region->size[address % REGION / UNIT] = size;
    while (size <= LARGEST && (unit += UNIT) < address + size) {
        if (unit % REGION == 0 && (region = region_of(unit)) == NULL &&
            (region = make_region(unit)) == NULL)
            return;
        region->within[unit % REGION / UNIT] = address;
    }
}

BLOCK_CODE void block_given(const void *block, size_t size)
{
    uint64_t address = (uintptr_t)block, spare;
    struct region *region;

    if (address == 0 || !block_on)
        return;
    region = region_of(address);
    if (region == NULL && (region = make_region(address)) == NULL)
        return;
    if (__builtin_expect(size >= UNIT, 0)) {
        give_large(region, address, size);
        set_mark(region, address, MARK_LARGE);
        return;
    }
    spare = room_of(header_of(address)) - size;
    if (spare >= MARK_FREED - MARK_BLOCK)
        spare = MARK_FREED - MARK_BLOCK - 1;
    set_mark(region, address, (uint8_t)(MARK_BLOCK + spare));
}

/* Where that memory goes back to the system another may come there by itself:
 * only of the heap that sbrk makes it is known that it was given back. */
BLOCK_CODE void block_taken(const void *block)
{
    uint64_t address = (uintptr_t)block;
    struct region *region;

    if (address == 0 || !block_on || (region = region_of(address)) == NULL)
        return;
    set_mark(region, address,
             (header_of(address) & (MAPPED | OF_ANOTHER)) != 0 ? MARK_NONE
                                                               : MARK_FREED);
}

/* ------------------------------------------------------------------ blocks */

/* One past the last byte of the block that begins there; 0: none does. */
static uint64_t end_of(struct region *region, uint64_t address)
{
    uint8_t mark = region == NULL ? MARK_NONE : mark_of(region, address);

    if (mark == MARK_NONE || mark == MARK_FREED)
        return 0;
    return address + (mark == MARK_LARGE
                          ? region->size[address % REGION / UNIT]
                          : room_of(header_of(address)) - (mark - MARK_BLOCK));
}

/* Of the block that begins there: its end, if that is behind the address; the
 * address, if from there on it is malloc's: what was not asked for, and the
 * next block's header.  0: neither. */
static uint64_t end_from(struct region *region, uint64_t begin,
                         uint64_t address)
{
    uint64_t end = end_of(region, begin);

    if (end > address)
        return end;
    return end == address ||
                   (end != 0 && address < begin + room_of(header_of(begin)))
               ? address
               : 0;
}

/* Where the block begins in which the address's unit begins, if it may be the
 * one around the address; 0. */
static uint64_t begin_by_unit(struct region *region, uint64_t address)
{
    uint64_t start = region->within[address % REGION / UNIT];

    return start == 0 || start > address ||
                   end_from(region_of(start), start, address) == 0
               ? 0
               : start;
}

/* Eight marks, of which the first is that of the address. */
static uint64_t eight_marks(struct region *region, uint64_t address)
{
    uint64_t marks;

    memcpy(&marks, (const void *)mark_at(region, address), sizeof marks);
    return marks;
}

/* Where the next block begins that begins before the address, in as much memory
 * as a block has that is not large; 0. */
static uint64_t begin_by_marks(struct region *region, uint64_t address)
{
    uint64_t at = address - address % ALIGNMENT;
    uint64_t least = at < UNIT ? 0 : at - UNIT;

    while (at >= least) {
        if (at % (8 * ALIGNMENT) == 7 * ALIGNMENT &&
            eight_marks(region, at - 7 * ALIGNMENT) == 0) {
            at -= 8 * ALIGNMENT;
        } else {
            uint8_t mark = mark_of(region, at);

            if (mark != MARK_NONE && mark != MARK_FREED)
                break;
            at -= ALIGNMENT;
        }
        if (at % REGION == REGION - ALIGNMENT &&
            (region = region_of(at)) == NULL)
            return 0;
    }
    return at < least ? 0 : at;
}

/* Of the block that the address may be in. */
static uint64_t begin_around(struct region *region, uint64_t address)
{
    uint64_t begin;

    if (address % ALIGNMENT == 0 && end_of(region, address) != 0)
        return address;
    begin = begin_by_unit(region, address);
    return begin != 0 ? begin : begin_by_marks(region, address);
}

/* One past the last byte of the block around the address, or the address, if
 * it lies behind one, where nothing can be; 0: there is none, or it is not
 * known. */
static uint64_t end_around(uint64_t address)
{
    struct region *region = region_of(address);
    uint64_t begin = region == NULL ? 0 : begin_around(region, address), end;

    if (begin == 0)
        return 0;
    end = end_from(region_of(begin), begin, address);
    return begin == address && end == address ? 0 : end;
}

bool block_see(uint64_t address, struct block_seen *seen)
{
    struct region *region = region_of(address);

    *seen = (struct block_seen){0, 0};
    if (region == NULL)
        return true;
    seen->begin = begin_around(region, address);
    if (seen->begin != 0)
        seen->end = end_of(region_of(seen->begin), seen->begin);
    return address < seen->end;
}

bool block_is_as_seen(uint64_t address, const struct block_seen *seen)
{
    return seen->begin == 0
               ? region_of(address) == NULL
               : end_of(region_of(seen->begin), seen->begin) == seen->end;
}

bool block_ends_before(uint64_t low, uint64_t high, uint64_t *end)
{
    *end = end_around(low);
    return *end != 0 && *end < high;
}

bool block_begins_after(uint64_t low, uint64_t high, uint64_t *begin)
{
    uint64_t at = low - low % ALIGNMENT + ALIGNMENT;
    uint64_t last = at + 7 * ALIGNMENT;
    struct region *region = region_of(at);

    if (last % REGION >= 7 * ALIGNMENT &&
        (region == NULL || eight_marks(region, at) == 0))
        return false;
    for (; at <= last && at - WORD < high; at += ALIGNMENT) {
        if (end_of(region_of(at), at) == 0)
            continue;
        *begin = at;
        return end_around(low) <= low;
    }
    return false;
}

bool block_was_freed(uint64_t low)
{
    struct region *region = region_of(low);

    return region != NULL && low % ALIGNMENT == 0 && low < block_heap_end() &&
           mark_of(region, low) == MARK_FREED && end_around(low) == 0;
}
