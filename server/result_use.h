/*
 * result_use.h - what a program does with the value that a call returns.
 */
#ifndef MURMEL_RESULT_USE_H
#define MURMEL_RESULT_USE_H

#include "stack.h"

#include <stddef.h>

/* Of the call that the stack's innermost frame makes, by the instructions
 * behind it, which are looked at once a stack; stack may be NULL.  fortran: 0,
 * or how many arguments a call in Fortran has, of which the last is ierror. */
enum result_use result_use(const struct stack *stack, unsigned fortran);
/* The same of instructions of x86-64; of Fortran the first `behind` bytes end
 * with the call, of so many arguments. */
enum result_use result_use_x86(const unsigned char *code, size_t size);
enum result_use result_use_fortran_x86(const unsigned char *code, size_t size,
                                       size_t behind, unsigned arguments);

#endif
