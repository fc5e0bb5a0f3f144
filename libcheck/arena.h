/*
 * arena.h - memory of the client's own.  Not malloc: the application's heap
 * stays as it is without Murmel, and a damaged heap does not matter here.
 * What is allocated stays until the process ends.
 */
#ifndef MURMEL_ARENA_H
#define MURMEL_ARENA_H

#include <stddef.h>

/* Zeroed memory, aligned to 16; NULL if there is none.  Thread-safe. */
void *arena_alloc(size_t size);

#endif
