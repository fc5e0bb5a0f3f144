/*
 * arena.h - memory of the client's own.  Not malloc: the application's heap
 * stays as it is without Murmel, and a damaged heap does not matter here.
 * Nothing of it goes back to the system before the process ends.
 */
#ifndef MURMEL_ARENA_H
#define MURMEL_ARENA_H

#include <stddef.h>

/* Zeroed memory, aligned to 16; NULL if there is none.  Thread-safe. */
void *arena_alloc(size_t size);

/*
 * Memory that is given back: arena_give with the same size.  Not zeroed.
 * NULL if there is none, or if more than ARENA_TAKE_MAX bytes are asked for.
 */
#define ARENA_TAKE_MAX ((size_t)4 << 20)
void *arena_take(size_t size);
/* NULL is ignored. */
void arena_give(void *memory, size_t size);
/* The calling thread ends: what it kept for itself is for all. */
void arena_thread_ends(void);

#endif
