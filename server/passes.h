/*
 * passes.h - how often a program comes to a place in its code.
 */
#ifndef MURMEL_PASSES_H
#define MURMEL_PASSES_H

#include "stack.h"

enum passes {
    PASSES_OFTEN, /* or it is not known (another machine's code) */
    PASSES_LOOP,  /* in one loop, that does nothing else but compute and print */
    PASSES_ONCE
};

/*
 * place: of an instruction, one frame.  call: of a call by which the program
 * had come there from main: made in the same function, or one that this has
 * called, or by one that then called this.  PASSES_LOOP, PASSES_ONCE: until all
 * paths come to a call that puts processes in order (MPI_Win_fence, MPI_Barrier
 * ...), or the end, no function comes to its place again, but for that loop, has
 * another loop, or calls one that may look at the same again.
 */
enum passes passes_of(const struct stack *place, const struct stack *call);

/* Forgets what was found out. */
void passes_end(void);

#endif
