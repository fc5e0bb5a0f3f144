/*
 * operand.h - what an instruction of x86-64 is about to do to memory, from its
 * code and the registers, before it is executed.
 *
 * What it does not know, it takes for an instruction that does nothing: so it
 * may miss an access, and tells of none that is not there.
 */
#ifndef MURMEL_OPERAND_H
#define MURMEL_OPERAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OPERAND_NO_REGISTER 16

struct operand {
    uint64_t address;
    uint64_t size; /* bytes; 0: it has none in memory */
    bool loads, stores;
};

/* How the instruction is written. */
struct encoding {
    unsigned map; /* 0: one byte; 1: 0f; 2: 0f 38; 3: 0f 3a */
    uint8_t opcode, extension;
    bool has_form;        /* ModRM: reg and other mean something */
    bool vex, evex;       /* VEX or EVEX; EVEX */
    bool masked;          /* EVEX: not all of the vector, or one for all */
    bool elsewhere;       /* in another segment, or by addresses of 32 bits */
    bool rex, wide;       /* with a prefix REX; of eight bytes */
    bool short_operand;   /* 66 */
    uint8_t scalar;       /* f2, f3; else 0 */
    unsigned reg, other;  /* ModRM; OPERAND_NO_REGISTER: it is in memory */
    unsigned third;       /* VEX; else OPERAND_NO_REGISTER */
    unsigned base, index; /* of the address; likewise */
};

struct instruction {
    struct operand operands[2];
    struct encoding encoding;
    bool atomic; /* what it loads it stores in one */
    /* The program may see that it is executed step by step, or the kernel has
     * the next word: a system call, an interrupt, the flags as a value. */
    bool leaves;
    bool cut; /* there is more of it than can be read */
};

/* The general registers by their number in the code (rax, rcx, rdx, rbx, rsp,
 * rbp, rsi, rdi, r8 ...), and where the code is. */
struct registers {
    uint64_t general[16];
    uint64_t ip;
    uint64_t thread; /* where its variables are (fs); 0: not known */
};

/* `size`: how many bytes of code can be read there. */
struct instruction operand_decode(const struct registers *registers,
                                  size_t size);

#endif
