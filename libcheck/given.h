/*
 * given.h - what functions of the C library load, and store, of what they are
 * given, known before they are executed.
 */
#ifndef MURMEL_GIVEN_H
#define MURMEL_GIVEN_H

#include <stdbool.h>
#include <stdint.h>

/* Of integers and pointers, as a function finds them that is about to begin. */
struct given_arguments {
    uint64_t registers[6];
    const uint64_t *stack; /* those behind the registers */
};

/* Bytes that it surely accesses, by the address of the first. */
struct given {
    uint64_t address;
    bool stores; /* else it loads */
};

/*
 * Finds them.  Each character of `how` stands for an argument: '-' of which
 * nothing is known, 's' a string that it loads, 'b' bytes, unless the second or
 * the third argument is 0, 'd' what it stores into, unless the second one is 0,
 * 'f' a format as printf's, with the arguments behind it.  Returns how many
 * there are, `most` at most.
 */
unsigned given_find(const char *how, const struct given_arguments *arguments,
                    struct given *found, unsigned most);

#endif
