/*
 * shape.h - how an instruction hands on what it has: what of registers it
 * reads and writes, and what of that stays whole.  Where that is not known of
 * an instruction, it hands on all it could.
 */
#ifndef MURMEL_SHAPE_H
#define MURMEL_SHAPE_H

#include "operand.h"

#include <stdbool.h>
#include <stdint.h>

/* Registers by number: general ones, vectors, numbers with a point (x87, as
 * one), masks. */
#define SHAPE_VECTORS   16
#define SHAPE_POINT     32
#define SHAPE_MASKS     33
#define SHAPE_REGISTERS 34

/* Of a vector: its low eight bytes, and what is above. */
enum shape_half { SHAPE_LOW, SHAPE_HIGH, SHAPE_HALVES };

struct shape {
    uint64_t reads, writes; /* registers; bits */
    uint64_t addresses;     /* those by which it says where */
    bool replaces;          /* nothing of what was there before stays */
    bool moves;             /* what it writes is what it reads */
    bool rearranges;        /* it writes parts of what it reads */
    bool lanes_stay;        /* arithmetic: each number of a vector by itself */
    bool merges;            /* it loads one half, and the other stays: */
    enum shape_half half;   /* ... that one */
    bool splits;            /* four bytes may come apart */
    bool sets_flags, by_flags;
    bool branches, selects;
    bool tells;          /* whether a condition holds */
    bool mixes, blends;  /* by a mask, perhaps; and by one besides two others */
    bool chooses, joins; /* makes ones or zeros by flags; and, or */
};

struct shape shape_of(const struct encoding *code);

/* Several numbers at once. */
bool shape_is_vector(const struct instruction *instruction);
/* movs: it copies as much as the program says, and no more. */
bool shape_is_copy(const struct encoding *code);
/* mfence and its kin. */
bool shape_is_fence(const struct encoding *code);
bool shape_is_call(const struct encoding *code);

#endif
