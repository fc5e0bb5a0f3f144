/*
 * followed_stack.h - functions that a followed thread returns from: what pending
 * operations have there are variables no more, and what is loaded and stored
 * there afterwards is of other functions.
 */
#ifndef MURMEL_FOLLOWED_STACK_H
#define MURMEL_FOLLOWED_STACK_H

#include <stdint.h>

/* followed.ranges are set: it begins.  Above `outermost` nothing is known to be
 * its stack; 0: nothing at all. */
void followed_stack_begin(uint64_t outermost);
/* Before an instruction, with this stack pointer. */
void followed_stack_step(uint64_t pointer);
/* It is followed no further. */
void followed_stack_end(void);

#endif
