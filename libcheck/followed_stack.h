/*
 * followed_stack.h - functions that a followed thread calls, and returns from:
 * what pending operations have there are variables no more, and what is loaded
 * and stored there afterwards is of other functions.
 */
#ifndef MURMEL_FOLLOWED_STACK_H
#define MURMEL_FOLLOWED_STACK_H

#include "site_cache.h"

#include <stdint.h>

/* followed.ranges are set: it begins, behind the call of which the cache has
 * the stack; without that nothing is known to be its stack. */
void followed_stack_begin(const struct site_cache *cache);
/* Before an instruction, with this stack pointer. */
void followed_stack_step(uint64_t pointer);
/* The next instruction, there, is a call. */
void followed_stack_call(uint64_t ip);
/* The return addresses of the calls that have not returned, innermost first;
 * how many there are, `most` at most.  0: they are not known. */
unsigned followed_stack_callers(const void **callers, unsigned most);
/* It is followed no further. */
void followed_stack_end(void);

#endif
