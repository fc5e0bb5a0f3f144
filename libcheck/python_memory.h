/*
 * python_memory.h - what a thread has read of its frames of Python that may
 * not be there any more: copied by the system, which is asked for all at once
 * where they were the last time.
 */
#ifndef MURMEL_PYTHON_MEMORY_H
#define MURMEL_PYTHON_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/* The way to the innermost frame; each frame, its code, and that one's lines,
 * file and function; and a frame of C. */
#define PYTHON_PIECES     (2 + 6 * 64)
#define PYTHON_PIECE_SIZE 192

struct python_memory {
    uint32_t count; /* pieces of the last look */
    uint32_t valid; /* of which copies are there now */
    uint32_t next;
    struct python_piece {
        const char *at;
        size_t size;
        char copy[PYTHON_PIECE_SIZE];
    } pieces[PYTHON_PIECES];
};

/* Begins to look at all. */
void python_memory_begin(struct python_memory *memory);

/* The next piece; NULL: it is not there. */
const char *python_memory_next(struct python_memory *memory, const char *at,
                               size_t size);

/* Copies memory; 0, or -1: it is not there, or cannot be read so on this
 * machine. */
int python_memory_copy(const char *from, void *to, size_t size);

#endif
