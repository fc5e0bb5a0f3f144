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

struct instruction {
    struct operand operands[2];
    /* A move: the general register that it sets, and the one that it reads; or
     * memory, if there is an operand. */
    unsigned to, from;
    /* What a branch sees comes of it: of these registers (bits), or of its
     * operand in memory. */
    bool sets_flags;
    unsigned flags_from;
    bool atomic;   /* what it loads it stores in one */
    bool branches; /* by what the flags say */
    /* The program may see that it is executed step by step, or the kernel has
     * the next word: a system call, an interrupt, the flags as a value. */
    bool leaves;
};

/* The general registers by their number in the code (rax, rcx, rdx, rbx, rsp,
 * rbp, rsi, rdi, r8 ...), and where the code is. */
struct registers {
    uint64_t general[16];
    uint64_t ip;
};

/* `size`: how many bytes of code can be read there. */
struct instruction operand_decode(const struct registers *registers,
                                  size_t size);

#endif
