/*
 * follow.h - loads and stores of programs compiled as usual, right after their
 * MPI calls.
 *
 * While something in memory is not the program's alone (a window, a buffer that
 * an operation stores into), a thread that comes out of a call is executed
 * instruction by instruction, by the processor's trap flag, as debuggers do,
 * until it goes into a library, calls MPI, or has done enough: so only code of
 * the program itself, which neither blocks signals nor unwinds.  Each call site
 * is followed a few times, and so many instructions in all: it costs some
 * milliseconds of a run, however long that is.
 */
#ifndef MURMEL_FOLLOW_H
#define MURMEL_FOLLOW_H

#include "client.h"

#include <stdbool.h>

/* May still be wanted. */
extern bool follow_wanted __attribute__((visibility("hidden")));
/* This thread is followed, or was and has not called MPI since. */
extern __thread bool follow_under_way
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* The call ends: whether the program is to be followed from here on, by
 * follow_go, at once.  *enough is set when from that place it never will be. */
bool follow_begin(const struct murmel_call *call, bool *enough);

/* The thread calls MPI, by that function (enum call_id), and it will return
 * there: what it has loaded and stored is noted (native.h). */
void follow_end(unsigned id, const void *return_address);

/* A function has returned that was passed over and took its time (pass_over.c):
 * whether the thread is followed on.  Not if a debugger has come.  Called by
 * assembler. */
bool follow_resumes(void) __attribute__((visibility("hidden"), used));

/* A function that is passed over shows these bytes of a shared window, which it
 * is given at that place in the program. */
void follow_shown(uint64_t low, uint64_t high, const void *return_address);

/* The process ends, and the thread has not called MPI since. */
void follow_leave(void);

/* After how many calls it was followed. */
unsigned follow_calls(void);

/* From the instruction behind this one on.  The program's data lie below the
 * stack pointer, too. */
static inline __attribute__((always_inline)) void follow_go(void)
{
#if defined(__x86_64__)
    __asm__ volatile("lea -128(%%rsp), %%rsp\n\t"
                     "pushfq\n\t"
                     "orq $0x100, (%%rsp)\n\t"
                     "popfq\n\t"
                     "lea 128(%%rsp), %%rsp"
                     :
                     :
                     : "memory", "cc");
#endif
}

#endif
