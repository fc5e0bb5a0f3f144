/*
 * stack.h - call stacks of the calling thread, by libunwind.  The library is
 * opened at the first observed call with RTLD_LOCAL: it exports _Unwind_*,
 * which must not come before those the application is linked with.
 */
#ifndef MURMEL_STACK_H
#define MURMEL_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STACK_FRAMES_MAX 64

/* Call once, before the others. */
void stack_init(void);

/* The return addresses, innermost first; returns how many.  0: unknown. */
int stack_here(void *frames[STACK_FRAMES_MAX]);

/* Whether the stack is the one with which the thread has begun, from there on:
 * not that of a coroutine, which may lie in it.  False, too, if that is not
 * known. */
bool stack_is_whole(void);

/* Where the function begins that has the call with that return address; NULL:
 * not known. */
void *stack_function(void *return_address);

/* A frame, by what of it lies in the stack. */
struct stack_frame {
    void *address;      /* it returns there, */
    void *const *place; /* as it says here */
    void *const *saved; /* The frame pointer of the frame it returns to,
                         * by which that one may find its own return
                         * address (alloca); NULL: nobody has it. */
};

/*
 * The same, frame by frame (slow), and where each lies in the stack.  Only as
 * far as that is so; 0 on machines where it is not known.
 */
int stack_walk(struct stack_frame frames[STACK_FRAMES_MAX]);

/* Where a signal interrupted the thread; `context` is the third argument of
 * the signal handler. */
void *stack_address(const void *context);
/* ... and its stack pointer there. */
uint64_t stack_pointer(const void *context);

/* The stack there: frames[0] is the address of the instruction, the others
 * are return addresses.  `wild`: no code is at that address. */
int stack_interrupted(void *context, bool wild, void *frames[STACK_FRAMES_MAX]);

/* Where the signal handlers of this process return to, in the C library; NULL:
 * not known. */
const void *stack_signal_return(void);

/* Objects were unloaded: what is remembered of their code is not valid. */
void stack_forget(void);

#endif
