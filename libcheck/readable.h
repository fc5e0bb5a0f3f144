/*
 * readable.h - whether memory can be read that the application has given to an
 * operation: it may have unmapped it since, or taken the right away.
 */
#ifndef MURMEL_READABLE_H
#define MURMEL_READABLE_H

#include <stdbool.h>
#include <stdint.h>

/* protects: the program may take the right to read memory away (mprotect), also
 * of what malloc has given it.  Until it is called that is taken for granted. */
void readable_begin(bool protects);

/* Whether these bytes can be read: they are mapped, and not without a right to
 * read at both ends.  in_use: a call is about to use them; else what was found
 * since readable_ask_anew holds, and one thread at a time asks. */
bool readable_is(uint64_t low, uint64_t high, bool in_use);
void readable_ask_anew(void);

/* Whether each page of them can: if not, whoever reads them all would end the
 * program (mprotect).  Memory that readable_is takes for readable. */
bool readable_pages(uint64_t low, uint64_t high);

/* Whether it can, but is nobody's: on the calling thread's stack below that
 * frame, of a function that has returned. */
bool readable_was_left(uint64_t address, const void *frame);

#endif
