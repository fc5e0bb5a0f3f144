/*
 * block.h - where blocks of memory end that the C library's malloc has given.
 *
 * It is read from the headers that glibc's malloc has before its blocks.
 * Whether an address is the begin of a block, or lies within one, where
 * anything may stand before it, is not seen from there: a block that seems too
 * short is believed only if all headers from the begin of the heap on lead to
 * it.
 */
#ifndef MURMEL_BLOCK_H
#define MURMEL_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* One past the last address of the heap that sbrk makes. */
uint64_t block_heap_end(void);
/* Once, before the next: finds the heap. */
void block_begin(void);

/*
 * At `low`, which is memory that may be loaded, a block begins surely that
 * ends before `high`: true, and its end in *end.  False: it goes as far, or it
 * is not known.
 */
bool block_ends_before(uint64_t low, uint64_t high, uint64_t *end);

#endif
