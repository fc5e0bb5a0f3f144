/*
 * block.h - where blocks of memory begin and end that malloc has given, to the
 * byte.
 *
 * The preload stands before the C library's malloc and what goes with it
 * (allocate.c, watch_freed.c): each block that is given, and given back, is
 * noted, in a byte for each 16 of memory.  Of another malloc nothing is known.
 */
#ifndef MURMEL_BLOCK_H
#define MURMEL_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of what the program executes as it calls malloc or free: where its steps are
 * followed (followed.c), they are through this code, too. */
#define BLOCK_CODE __attribute__((section("murmel_block")))

/* One past the last address of the heap that sbrk makes. */
uint64_t block_heap_end(void);

/* Blocks come from the C library's malloc: they are noted, and looked for. */
extern bool block_on __attribute__((visibility("hidden")));

/* malloc has just given a block of so many bytes; or a null pointer. */
void block_given(const void *address, size_t size);
/* It is about to be given back; or a null pointer is. */
void block_taken(const void *address);

/*
 * `low` lies within a block that ends before `high`: true, and its end in *end;
 * or behind one, where there is nothing of the program's: `low` in *end.
 * False: it goes as far, or it is not known.
 */
bool block_ends_before(uint64_t low, uint64_t high, uint64_t *end);

/*
 * What begins at `low`, in no block that is known, reaches into what malloc
 * keeps before a block: true, and where that one begins in *begin.  One that
 * begins more than 112 bytes behind `low` is not looked for.
 */
bool block_begins_after(uint64_t low, uint64_t high, uint64_t *begin);

/* The block around an address; begin 0: there is none anywhere near. */
struct block_seen {
    uint64_t begin, end;
};

/* False: what is there could change without a change of this. */
bool block_see(uint64_t address, struct block_seen *seen);
/* Whether block_see would find the same. */
bool block_is_as_seen(uint64_t address, const struct block_seen *seen);

/* Whether a block began there that was given back, and no other has come since.
 */
bool block_was_freed(uint64_t low);

#endif
