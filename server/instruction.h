/*
 * instruction.h - how long instructions of x86-64 are, and where they jump to.
 */
#ifndef MURMEL_INSTRUCTION_H
#define MURMEL_INSTRUCTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum jump {
    JUMP_NONE, /* calls, and what returns, are no jumps */
    JUMP_TO,   /* so many bytes on from behind the instruction */
    JUMP_SOMEWHERE
};

struct instruction {
    size_t size; /* bytes; 0: it is not known, or cut off */
    enum jump jump;
    int64_t distance;
    bool goes_on; /* what stands behind it may be next */
};

/* The one that begins at `code`, of which `size` bytes are there. */
struct instruction instruction_at(const unsigned char *code, size_t size);

#endif
