/*
 * result_use.h - what a program does with the value that a call returns.
 */
#ifndef MURMEL_RESULT_USE_H
#define MURMEL_RESULT_USE_H

#include "stack.h"

#include <stddef.h>

/* Of the call that the stack's innermost frame makes, by the instructions
 * behind it, which are looked at once a stack; stack may be NULL. */
enum result_use result_use(const struct stack *stack);
/* The same of instructions of x86-64. */
enum result_use result_use_x86(const unsigned char *code, size_t size);

#endif
