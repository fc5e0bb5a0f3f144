/*
 * stack_spot.h - which stacks are of one place in the source: what a compiler
 * copies, as it unrolls or vectorizes a loop, has several addresses.
 */
#ifndef MURMEL_STACK_SPOT_H
#define MURMEL_STACK_SPOT_H

#include "stack.h"

/* The number of the first stack that was at the same place in the source: of
 * those asked for.  By lines: of a call that is not more than a line of the
 * program to a reader, by whomever that was called.  Its own where the
 * debugging information does not tell. */
uint32_t stack_spot(const struct stack *stack, bool lines);
/* Forgets them. */
void stack_spot_end(void);

#endif
