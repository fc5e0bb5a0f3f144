/*
 * passed_once.h - whether a program comes to a place in its code only once.
 */
#ifndef MURMEL_PASSED_ONCE_H
#define MURMEL_PASSED_ONCE_H

#include "stack.h"

#include <stdbool.h>

/*
 * place: of an instruction, one frame.  call: of a call by which the program
 * had come there from main, made in the same function or one that this has
 * called.  True: none of these functions comes to its place again, so that no
 * loop has it.  False: one may, or that is not known (another machine's code).
 */
bool passed_once(const struct stack *place, const struct stack *call);

/* Forgets what was found out. */
void passed_once_end(void);

#endif
