/*
 * access_range.h - which bytes data of a type lies in.
 */
#ifndef MURMEL_ACCESS_RANGE_H
#define MURMEL_ACCESS_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct type;

/* From low up to before high; a longer one is told as several. */
#define ACCESS_RANGE_MOST ((uint64_t)1 << 30)
struct access_range {
    uint64_t low, high;
    /* 0: all bytes; else, in lists that ask for it, only the first `block`
     * bytes of every `stride`, which are more. */
    uint32_t stride, block;
};

/* Neighbours are taken together where the one follows the other.  Of types
 * with many blocks only so many are looked at: what lies behind is not
 * judged. */
#define ACCESS_RANGES_KEPT 4096

struct access_ranges {
    struct access_range *items;
    size_t count, room;
    bool strides; /* blocks at equal distances are one range */
};

/*
 * Adds the bytes of the first `bytes` bytes of data of `count` items of the
 * type at that address, in the order of the type map.  A type that is not
 * known has none.
 */
void access_ranges_add(struct access_ranges *ranges, uint64_t address,
                       int64_t count, const struct type *type, int64_t bytes);
void access_ranges_add_bytes(struct access_ranges *ranges, uint64_t address,
                             uint64_t size);
void access_ranges_free(struct access_ranges *ranges);

/* Where they have bytes in common, if they do: the first block of the one that
 * has some, and that of the other. */
bool access_range_meets(const struct access_range *one,
                        const struct access_range *other,
                        struct access_range *in_one,
                        struct access_range *in_other);

#endif
