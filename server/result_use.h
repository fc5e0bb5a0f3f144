/*
 * result_use.h - what a program does with the value that a call returns.
 */
#ifndef MURMEL_RESULT_USE_H
#define MURMEL_RESULT_USE_H

#include "stack.h"

#include <stdbool.h>
#include <stddef.h>

/* Of the call that the stack's innermost frame makes, by the instructions
 * behind it, which are looked at once a stack; stack may be NULL. */
enum result_use result_use(const struct stack *stack, bool fortran);
/* The same of instructions of x86-64; of Fortran the first `behind` bytes end
 * with the call. */
enum result_use result_use_x86(const unsigned char *code, size_t size);
enum result_use result_use_fortran_x86(const unsigned char *code, size_t size,
                                       size_t behind);

#endif
