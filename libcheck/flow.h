/*
 * flow.h - what becomes of values that a program has loaded, instruction by
 * instruction: which of them a branch was by, and which it may not have asked
 * for; rather more comes of a value than less (shape.h).
 */
#ifndef MURMEL_FLOW_H
#define MURMEL_FLOW_H

#include "operand.h"
#include "shape.h"

#include <stdbool.h>
#include <stdint.h>

/* Values by number: bits of a word. */
#define FLOW_VALUES    64
#define FLOW_VARIABLES 64

struct flow_variable {
    uint64_t low, high; /* where */
    uint64_t values;    /* that it comes of */
};

struct flow {
    uint64_t registers[SHAPE_REGISTERS], flags;
    /* Vectors as they were loaded: their low eight bytes, and what is above;
     * and four bytes, which may be shorter numbers. */
    uint64_t loaded[2][SHAPE_REGISTERS], small[SHAPE_REGISTERS];
    /* Registers that are all ones or zeros, by flags; that say whether a
     * condition holds; and that have what is the same in each run. */
    uint64_t choices, truths, constants;
    struct flow_variable variables[FLOW_VARIABLES];
    unsigned variable_count;
    uint64_t decided; /* a branch was by them, or a truth value */
    uint64_t decides; /* of these: by the last instruction */
    uint64_t used;    /* more was done with them than to load them */
    uint64_t stored;  /* what comes of them was stored elsewhere than on the
                       * stack, where a compiler may keep it */
    uint64_t numbers; /* they were computed with, with a point */
    uint64_t stack;   /* where that ends, before each instruction; set by who
                       * calls */
    uint64_t shown;   /* a function was given them that was passed over */
    uint64_t parted;  /* loaded as FLOW_SEVERAL */
    /* Loaded by the compiler's choice, perhaps: before it was known whether
     * they are wanted, or as parts of a vector that are not. */
    uint64_t unasked;
};

/* What the parts are of what is loaded at once. */
enum flow_parts {
    FLOW_ALIKE,  /* of one buffer: it does not matter which are asked for */
    FLOW_ONE,    /* one number; four bytes of a vector may be shorter ones */
    FLOW_SEVERAL /* a vector, or neighbours */
};

/* The instruction is next; of what it loads itself `loads` (a bit, or none) is
 * the value.  constant: it loads what is always the same. */
void flow_step(struct flow *flow, const struct instruction *instruction,
               uint64_t loads, enum flow_parts parts, bool constant);

/* A function was called that is passed over: it uses what it was given, and
 * leaves nothing in registers that it need not keep, but for a result that
 * comes of that, if it computes one: else it has shown it. */
void flow_call(struct flow *flow, bool computes);

/* What the address comes of at which the instruction loads or stores. */
uint64_t flow_address(const struct flow *flow, const struct encoding *code);

/* What is in memory there. */
uint64_t flow_at(const struct flow *flow, uint64_t low, uint64_t high);

/* What is in the register that it has besides its operand in memory. */
uint64_t flow_register(const struct flow *flow, const struct encoding *code);

/* What the program may look at yet: in memory, or in registers that are kept
 * over calls. */
uint64_t flow_alive(const struct flow *flow);

/* What is in registers by which a function is given it; with numbers with a
 * point, of which MPI's take none. */
uint64_t flow_given(const struct flow *flow, bool points);

/* The same of one with so many arguments. */
uint64_t flow_arguments(const struct flow *flow, unsigned count);

/* What is in any register. */
uint64_t flow_held(const struct flow *flow);

#endif
