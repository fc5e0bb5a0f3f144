/*
 * object.h - where the program's global variables end, by its symbol table.
 *
 * Only those of the program itself are known, not of its libraries: its file
 * is there as it was when it was started (/proc/self/exe), even if it has been
 * built anew since.
 */
#ifndef MURMEL_OBJECT_H
#define MURMEL_OBJECT_H

#include <stdbool.h>
#include <stdint.h>

/* The program's data that can be stored to; none before object_begin. */
extern struct object_data {
    uint64_t low, high;
} object_data __attribute__((visibility("hidden")));

/* Once, before the next: looks where the program is. */
void object_begin(void);

/*
 * `low`, an address in object_data, lies in a global variable that ends before
 * `high`: true, and its end in *end.  False: it goes as far, or it is not
 * known.
 */
bool object_ends_before(uint64_t low, uint64_t high, uint64_t *end);

#endif
