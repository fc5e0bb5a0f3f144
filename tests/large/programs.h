/*
 * programs.h - programs that were never written: the calls that each of
 * thousands of ranks would make, right ones and such with a fault.
 */
#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "calls.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROGRAMS_REQUESTS 8
/* What they use of datatypes, as in neutral.h. */
#define PROGRAMS_FLOAT  UINT64_C(0x210)
#define PROGRAMS_DOUBLE UINT64_C(0x214)
#define PROGRAMS_LINES  21

struct made_call;

struct made_program {
    const char *name;
    const char *fault; /* "": none */
    int size;          /* ranks */
    uint64_t rounds;   /* of what it does */
    int victim;        /* the rank that has the fault, */
    uint64_t when;     /* in this round */
    void (*call)(const struct made_program *program, int rank, uint64_t step,
                 struct made_call *made);
};

/* A call and what has to come before it returns. */
struct made_call {
    enum call_id id;
    int line; /* of its program, below PROGRAMS_LINES */
    uint64_t words[CALL_VIEW_WORDS];
    size_t request_count; /* those of MPI_Waitall */
    uint64_t requests[PROGRAMS_REQUESTS];
    uint64_t meeting; /* 1, 2, ...: all ranks are in their call of that number;
                       * 0: it is none for all */
    bool never;       /* it does not return */
    size_t need_count;
    struct {
        int rank;
        uint64_t step; /* the rank has begun this call */
    } needs[PROGRAMS_REQUESTS];
};

/* Whether they run with so many ranks: the square of a number from 2 on. */
bool programs_fit(int size);
/* The program of a name with a fault of it; false: there is no such thing. */
bool programs_find(const char *name, const char *fault,
                   struct made_program *program);
/* Fills in the call with number `step` of the rank, the last of which is
 * MPI_Finalize. */
void programs_call(const struct made_program *program, int rank, uint64_t step,
                   struct made_call *made);

#endif
