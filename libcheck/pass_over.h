/*
 * pass_over.h - functions that a program which is followed (followed.h) calls
 * and that are not executed step by step: they return into a piece of code of
 * ours, which sets the trap flag again and goes on where they were to.
 */
#ifndef MURMEL_PASS_OVER_H
#define MURMEL_PASS_OVER_H

#include <stdbool.h>
#include <stdint.h>

/* Finds the functions that are known. */
void pass_over_start(void);

enum pass_over {
    PASS_OVER_NOT,
    PASS_OVER,
    PASS_OVER_WRITES, /* into the program's memory what it is given */
    PASS_OVER_COMPUTES,
    PASS_OVER_TELLS, /* what it loads, by itself (fortran_output.c) */
    PASS_OVER_SLEEPS /* may take long, and returns an integer, or nothing */
};

/* A function of which is known that it returns once, does not ask where to, and
 * what it loads and stores. */
struct pass_over_function {
    const char *name; /* NULL: those of the next library follow */
    enum pass_over how;
    const char *given; /* what it loads of its arguments (given.h); or NULL */
};

/* By its address, or its name; NULL: it is none of them. */
const struct pass_over_function *pass_over_knows(uint64_t address);
const struct pass_over_function *pass_over_knows_name(const char *name);

/* Such a function, whose return address lies there (and is taken from there as
 * it returns), is passed over; false: one is already, or the processor would
 * notice. */
bool pass_over_begin(uint64_t *returns, enum pass_over how);
/* It has returned. */
void pass_over_end(void);

/* Where a function returns to that was called from the program, and may be
 * passed over. */
const void *pass_over_caller(const void *return_address);

/* While the thread's stack is looked through: the function that is passed over
 * returns to where it was called, as libunwind goes by the CFA of our piece of
 * code, which is not the stack pointer.  What undo returns is for redo. */
uint64_t pass_over_undo(void);
void pass_over_redo(uint64_t undone);

#endif
