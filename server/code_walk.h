/*
 * code_walk.h - goes through the instructions of a function, in the file that
 * it is in (x86-64): what of it is come to from some place on, and what is
 * called there.
 */
#ifndef MURMEL_CODE_WALK_H
#define MURMEL_CODE_WALK_H

#include "stack.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In the addresses of its module's file. */
struct code_function {
    uint32_t module;
    uint64_t low, high;
    bool is_main;
};

/* The one that the frame is in.  False: it is not known. */
bool code_function_find(const struct stack_frame *frame,
                        struct code_function *function);
bool code_function_has(const struct code_function *function,
                       const struct stack_frame *frame);

enum seen {
    SEEN_NOT,
    SEEN,
    SEEN_ENDS /* a call there never returns, or the walk ends there */
};

struct code_walk {
    const struct code_function *function;
    unsigned depth;             /* 0, but for walks that others need */
    unsigned char *code, *seen; /* a byte each; seen: enum seen */
    size_t size;
    size_t *open; /* where it goes on, and was not looked at yet */
    size_t open_count;
};

/* Of the walk the depth is set; it is to be freed in any case.  False: the
 * function cannot be read. */
bool code_walk_begin(struct code_walk *walk,
                     const struct code_function *function);
void code_walk_free(struct code_walk *walk);

/* It goes on there, too.  False: that is another function, or the function's
 * own unlikely part (main.cold). */
bool code_walk_come_to(struct code_walk *walk, size_t at);

/* From the instruction there to what comes next.  False: where it goes on is
 * not known. */
bool code_walk_step(struct code_walk *walk, size_t at);

/* Begins it, and goes from the instruction at that address on to all that comes
 * behind it.  False: not all is known. */
bool code_walk_from(struct code_walk *walk,
                    const struct code_function *function, uint64_t from);

enum callee {
    CALLEE_NONE, /* no call */
    CALLEE_COMPUTES,
    CALLEE_MPI,    /* or lets time pass, and comes back */
    CALLEE_ORDERS, /* nothing that was looked at before is looked at behind */
    CALLEE_ENDS,   /* nor anything else */
    CALLEE_OTHER
};

/* What the instruction there calls; also by a jump, as the last that the
 * function does. */
enum callee code_walk_called(const struct code_walk *walk, size_t at);

/* Whether the function returns behind the instruction there. */
bool code_walk_returns(const struct code_walk *walk, size_t at);

/* What of what was seen comes next behind the instruction there: so many. */
unsigned code_walk_next(const struct code_walk *walk, size_t at,
                        size_t next[2]);

/* Whether what was seen has a loop, but that one (a byte each; NULL: none). */
bool code_walk_has_loop(const struct code_walk *walk,
                        const unsigned char *loop);

/* Forgets what was found out. */
void code_walk_end(void);

#endif
