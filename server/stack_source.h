/*
 * stack_source.h - where in the source the frames of a stack are.
 */
#ifndef MURMEL_STACK_SOURCE_H
#define MURMEL_STACK_SOURCE_H

#include "source_stack.h"
#include "stack.h"

/* Functions, files and lines of a stack; never NULL, owned by the stack.
 * Frames of the C runtime below main are left out. */
const struct source_stack *stack_source(const struct stack *stack);
/* Gives a stack a source that was looked up elsewhere; it is taken. */
void stack_set_source(const struct stack *stack, struct source_stack *source);

#endif
