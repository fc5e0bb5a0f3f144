#include "incoming.h"

#include "readable.h"

#include <string.h>

/* Of each end. */
#define BYTES_MAX  512
#define PIECES_MAX 8

struct incoming {
    uint64_t low, high; /* all pieces lie between them */
    uint32_t size;      /* bytes of them together */
    uint32_t piece_count;
    bool has_changed; /* since the first look: the marks below hold */
    struct piece {
        const unsigned char *start;
        uint32_t length;
    } pieces[];
    /* Behind them: what stood there at the last look and, for each byte,
     * whether it was another one before. */
};

static bool is_one_piece(int64_t count, const struct layout *layout)
{
    return layout_is_dense(layout) && count * layout->size <= 2 * BYTES_MAX;
}

size_t incoming_size(int64_t count, const struct layout *layout)
{
    size_t pieces = 2 * PIECES_MAX, bytes = 2 * BYTES_MAX;

    if (count <= 0 || layout->size <= 0 ||
        count > INT64_MAX / 4 / layout->size ||
        (count > 1 && !layout->extent_known))
        return 0;
    if (is_one_piece(count, layout))
        pieces = 1;
    if (count * layout->size < (int64_t)bytes)
        bytes = (size_t)(count * layout->size);
    return sizeof(struct incoming) + pieces * sizeof(struct piece) + 2 * bytes;
}

static unsigned char *last_look(struct incoming *incoming)
{
    return (unsigned char *)&incoming->pieces[incoming->piece_count];
}

static void add_pieces(struct incoming *incoming, const struct layout_run *runs,
                       unsigned count)
{
    unsigned i;

    for (i = 0; i < count; i++) {
        uint64_t start = (uint64_t)runs[i].offset;

        incoming->pieces[incoming->piece_count++] = (struct piece){
            (const unsigned char *)(uintptr_t)start, (uint32_t)runs[i].length};
        incoming->size += (uint32_t)runs[i].length;
        if (start < incoming->low)
            incoming->low = start;
        if (start + (uint64_t)runs[i].length > incoming->high)
            incoming->high = start + (uint64_t)runs[i].length;
    }
}

static void find_pieces(struct incoming *incoming, uint64_t address,
                        int64_t count, const struct layout *layout)
{
    int64_t size = count * layout->size;
    int64_t first = size < 2 * BYTES_MAX ? size : BYTES_MAX;
    int64_t rest = size - first < BYTES_MAX ? size - first : BYTES_MAX;
    int64_t last = layout->runs[layout->run_count - 1].length;
    struct layout_run runs[PIECES_MAX];

    if (is_one_piece(count, layout)) {
        runs[0] = (struct layout_run){(int64_t)address + layout->runs[0].offset,
                                      size};
        add_pieces(incoming, runs, 1);
        return;
    }
    add_pieces(
        incoming, runs,
        snapshot_runs(address, count, layout, 0, first, runs, PIECES_MAX));
    if (last < BYTES_MAX && rest > PIECES_MAX * last &&
        !layout_is_dense(layout))
        rest = PIECES_MAX * last; /* the last ones */
    add_pieces(incoming, runs,
               snapshot_runs(address, count, layout, size - rest, rest, runs,
                             PIECES_MAX));
}

bool incoming_make(struct incoming *incoming, uint64_t address, int64_t count,
                   const struct layout *layout)
{
    unsigned char *copy;
    unsigned i;

    *incoming = (struct incoming){.low = UINT64_MAX};
    find_pieces(incoming, address, count, layout);
    if (!readable_is(incoming->low, incoming->high, true))
        return false;
    copy = last_look(incoming);
    for (i = 0; i < incoming->piece_count; i++) {
        memcpy(copy, incoming->pieces[i].start, incoming->pieces[i].length);
        copy += incoming->pieces[i].length;
    }
    return true;
}

/*
 * The MPI may store there meanwhile, by another thread: what is seen then is
 * seen again at the next look. A thread sanitizer would hold it to be a race of
 * the program's, so these loads are no business of its, and none of memcmp.
 */
#define UNWATCHED        __attribute__((no_sanitize("thread"), noinline))
#define UNWATCHED_INLINE __attribute__((no_sanitize("thread"), always_inline))

static UNWATCHED bool is_same(const unsigned char *there,
                              const unsigned char *copy, uint32_t length)
{
    uint64_t a[4], b[4];
    uint32_t i;

    for (i = 0; i + sizeof a <= length; i += sizeof a) {
        memcpy(a, there + i, sizeof a);
        memcpy(b, copy + i, sizeof b);
        if (((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3])) !=
            0)
            return false;
    }
    while (i < length && there[i] == copy[i])
        i++;
    return i == length;
}

/* Eight bytes at once, as long as none of them has changed before; false: one
 * has.  A mark is whatever is not zero. */
static inline UNWATCHED_INLINE bool first_change(const unsigned char *there,
                                                 unsigned char *copy,
                                                 unsigned char *marks)
{
    uint64_t now, old, marked;

    memcpy(&now, there, sizeof now);
    memcpy(&old, copy, sizeof old);
    memcpy(&marked, marks, sizeof marked);
    if (marked != 0)
        return false;
    marked = now ^ old;
    memcpy(marks, &marked, sizeof marked);
    memcpy(copy, &now, sizeof now);
    return true;
}

static inline UNWATCHED_INLINE void compare_byte(const unsigned char *there,
                                                 unsigned char *copy,
                                                 unsigned char *mark,
                                                 struct snapshot_change *change)
{
    unsigned char byte = *there;
    uint64_t address = (uintptr_t)there;

    if (byte == *copy)
        return;
    if (*mark && address < change->low)
        change->low = address;
    if (*mark && address + 1 > change->high)
        change->high = address + 1;
    *mark = 1;
    *copy = byte;
}

static UNWATCHED void compare(const struct piece *piece, unsigned char *copy,
                              unsigned char *marks,
                              struct snapshot_change *change)
{
    uint32_t i = 0;

    while (i < piece->length) {
        if (piece->length - i >= sizeof(uint64_t) &&
            first_change(piece->start + i, copy + i, marks + i)) {
            i += sizeof(uint64_t);
            continue;
        }
        compare_byte(piece->start + i, copy + i, marks + i, change);
        i++;
    }
}

bool incoming_look(struct incoming *incoming, struct snapshot_change *change)
{
    unsigned char *copy = last_look(incoming);
    unsigned char *marks = copy + incoming->size;
    unsigned i;

    *change = (struct snapshot_change){UINT64_MAX, 0, true};
    for (i = 0; i < incoming->piece_count; i++) {
        const struct piece *piece = &incoming->pieces[i];

        if (!is_same(piece->start, copy, piece->length)) {
            if (!incoming->has_changed)
                memset(last_look(incoming) + incoming->size, 0, incoming->size);
            incoming->has_changed = true;
            compare(piece, copy, marks, change);
        }
        copy += piece->length;
        marks += piece->length;
    }
    return change->high > change->low;
}
