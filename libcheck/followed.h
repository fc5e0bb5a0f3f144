/*
 * followed.h - what a thread does that is executed step by step (follow.c):
 * each instruction is decoded before it is executed, and looked at for what it
 * loads and stores of what is watched.
 */
#ifndef MURMEL_FOLLOWED_H
#define MURMEL_FOLLOWED_H

#include "flow.h"
#include "record.h"
#include "watch.h"

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

#define FOLLOWED_RANGES 64
#define FOLLOWED_HITS   128
#define HIT_CALLERS     24
/* The most that one instruction stores, but for those of strings. */
#define FOLLOWED_STORE 64

/* Code that lies together. */
struct code {
    uint64_t low, high;
};

struct hit {
    uint64_t low, high, ip;
    enum record_access_kind kind;
    uint64_t value; /* what is loaded (flow.h): its bit; 0: it is not looked
                       at what becomes of it */
    bool buffer;    /* of a pending operation */
    bool shared;    /* of a shared window */
    bool grown;     /* several accesses, one element after the other */
    unsigned step;  /* when it was, of followed.steps */
    unsigned caller_count;
    const void *callers[HIT_CALLERS]; /* return addresses, innermost first */
};

/* One thread at a time; read and written by its handler, too. */
struct followed {
    struct code program; /* high 0: not known until it is back there */
    bool fortran;
    /* Libraries that do nothing for the program: the preload, and the dynamic
     * linker, which finds a function at its first call. */
    struct code ours, linker;
    struct code binding; /* through which it goes back; high 0: through none */
    bool goes_on;        /* with what was seen before the call */
    bool paused;         /* what the binding has called is passed over */
    bool entered;        /* it is back in the program */
    bool cut;            /* what came last is not known */
    bool outside;        /* of the program */
    enum flow_parts parts; /* of what it loads */
    volatile bool stepping;
    unsigned steps, library_steps;
    uint64_t last;     /* the instruction before */
    uint64_t back;     /* likewise, on its way back to the program */
    uint64_t place;    /* of the program: where it is, ... */
    uint64_t call;     /* ... and its last call of a function */
    uint64_t returns;  /* where to, from what the linker was to find, ... */
    const char *asked; /* ... and what that was; NULL: nothing */
    unsigned range_count, hit_count, value_count;
    unsigned before_decision; /* hits: until it last went by a window's value */
    unsigned ordered; /* hits: until it met what may have told the process of
                       * others' stores (follow_whole.h) */
    unsigned most_steps;
    uint64_t windows_values;
    struct copied { /* the store that comes, and what was there; or NULL */
        struct hit *hit;
        uint64_t high;
        unsigned char before[FOLLOWED_STORE];
    } copied;
    struct watch_range ranges[FOLLOWED_RANGES];
    struct hit hits[FOLLOWED_HITS];
    uint64_t values[FLOW_VALUES]; /* where they are loaded */
    struct flow flow;
};

extern struct followed followed __attribute__((visibility("hidden")));

/* The program, whether it is of Fortran, and the ranges are set: it begins. */
void followed_start(void);
/* Before the instruction at `ip`, with these registers; false: it is followed
 * no further. */
bool followed_step(uint64_t ip, const greg_t *general);

#endif
