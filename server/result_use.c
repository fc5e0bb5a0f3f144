/*
 * result_use.c - what a program does with the value that a call returns.
 *
 * A compiler that optimizes keeps it only where it is needed; one that does not
 * stores it into a variable, and loads it from there at once where the next
 * statement looks at it.  Of x86-64 the few instructions that come up there are
 * known; any other ends the search.  In Fortran the value is in a variable,
 * ierror, whose address the call was given.
 */
#include "result_use.h"

#include "symbol.h"

#include <stdbool.h>
#include <string.h>

#define CODE_SIZE   48
#define BEFORE_SIZE 96 /* the arguments of a call */

/* Bytes of an instruction that leaves eax alone: arguments of the next call
 * are loaded, or those of this one are popped; 0: it is none. */
static size_t harmless(const unsigned char *code, size_t size)
{
    if (size < 10)
        return 0;
    if (code[0] == 0xbf || code[0] == 0xbe || code[0] == 0xba ||
        code[0] == 0xb9)
        return 5; /* mov edi, n; esi, edx, ecx */
    if (code[0] == 0x41 && (code[1] == 0xb8 || code[1] == 0xb9))
        return 6; /* mov r8d, n; r9d */
    if (code[0] == 0x48 && code[1] == 0x83 && code[2] == 0xc4)
        return 4; /* add rsp, n */
    if (code[0] == 0x48 && code[1] == 0x8d && (code[2] & 0xc7) == 0x05 &&
        code[2] != 0x05)
        return 7; /* lea r, [rip + n], of another r than rax */
    return 0;
}

/* mov [rbp + n], eax or [rsp + n]: its size; 0: it is none. */
static size_t store(const unsigned char *code, size_t size)
{
    if (size < 10 || code[0] != 0x89)
        return 0;
    switch (code[1]) {
    case 0x45:
        return 3;
    case 0x85:
        return 6;
    case 0x44:
        return code[2] == 0x24 ? 4 : 0;
    default:
        return 0;
    }
}

/* Whether the instruction looks at what the one before has stored. */
static bool loads_back(const unsigned char *stored, size_t length,
                       const unsigned char *code, size_t size)
{
    if (size <= length)
        return false;
    if (code[0] == 0x8b) /* mov eax, [...] */
        return memcmp(stored + 1, code + 1, length - 1) == 0;
    /* cmp dword [...], n: as the store, but /7 in place of eax */
    return (code[0] == 0x83 || code[0] == 0x81) &&
           code[1] == (stored[1] | 0x38) &&
           memcmp(stored + 2, code + 2, length - 2) == 0;
}

static bool looks(const unsigned char *code)
{
    switch (code[0]) {
    case 0x85: /* test eax, eax */
        return code[1] == 0xc0;
    case 0x83: /* cmp eax, n */
        return code[1] == 0xf8;
    case 0x3d:
        return true;
    case 0x89: /* mov r, eax */
        return (code[1] & 0xf8) == 0xc0 && code[1] != 0xc0;
    case 0x41: /* mov r8d, eax and up */
        return code[1] == 0x89 && (code[2] & 0xf8) == 0xc0;
    case 0x48: /* cdqe */
        return code[1] == 0x98;
    default:
        return false;
    }
}

static bool overwrites(const unsigned char *code)
{
    return code[0] == 0xe8 || code[0] == 0xb8 ||   /* call; mov eax, n */
           (code[0] == 0x31 && code[1] == 0xc0) || /* xor eax, eax */
           (code[0] == 0x48 && code[1] == 0x8d &&  /* lea rax, ... */
            (code[2] & 0x38) == 0 && code[2] < 0xc0);
}

enum result_use result_use_x86(const unsigned char *code, size_t size)
{
    size_t length;

    while ((length = harmless(code, size)) > 0) {
        code += length;
        size -= length;
    }
    length = store(code, size);
    if (length > 0)
        return loads_back(code, length, code + length, size - length)
                   ? RESULT_LOOKED
                   : RESULT_UNKNOWN;
    if (size < 4)
        return RESULT_UNKNOWN;
    return looks(code)        ? RESULT_LOOKED
           : overwrites(code) ? RESULT_IGNORED
                              : RESULT_UNKNOWN;
}

/* Whether the address of the variable [rbp + n] is taken there. */
static bool is_given(const unsigned char *code, size_t size,
                     const unsigned char *variable, size_t length)
{
    size_t i;

    for (i = 0; i + 2 + length <= size; i++)
        if ((code[i] & 0xfb) == 0x48 && code[i + 1] == 0x8d &&
            (code[i + 2] & 0xc7) == (variable[0] & 0xc7) &&
            memcmp(code + i + 3, variable + 1, length - 1) == 0)
            return true; /* lea r, [rbp + n] */
    return false;
}

enum result_use result_use_fortran_x86(const unsigned char *code, size_t size,
                                       size_t behind)
{
    const unsigned char *next = code + behind;
    size_t left = size - behind, length;

    while ((length = harmless(next, left)) > 0) {
        next += length;
        left -= length;
    }
    if (left < 12)
        return RESULT_UNKNOWN;
    length = (next[1] & 0xc7) == 0x45 ? 2 : (next[1] & 0xc7) == 0x85 ? 5 : 0;
    if (length == 0 || !is_given(code, behind, next + 1, length))
        return RESULT_UNKNOWN;
    if (next[0] == 0x8b) /* mov eax, [...] */
        return (next[1] & 0x38) == 0 && looks(next + 1 + length)
                   ? RESULT_LOOKED
                   : RESULT_UNKNOWN;
    /* cmp dword [...], n */
    return (next[0] == 0x83 || next[0] == 0x81) && (next[1] & 0x38) == 0x38
               ? RESULT_LOOKED
               : RESULT_UNKNOWN;
}

#if defined(__x86_64__)
static enum result_use ask(const struct stack *stack, bool fortran)
{
    const char *module = stack_module_path(stack->frames[0].module);
    uint64_t behind = stack->frames[0].address + 1;
    unsigned char code[BEFORE_SIZE + CODE_SIZE];
    size_t size;

    if (!fortran) {
        size = symbol_code(module, behind, code, CODE_SIZE);
        return result_use_x86(code, size);
    }
    size = symbol_code(module, behind - BEFORE_SIZE, code, sizeof code);
    return size > BEFORE_SIZE ? result_use_fortran_x86(code, size, BEFORE_SIZE)
                              : RESULT_UNKNOWN;
}
#endif

enum result_use result_use(const struct stack *stack, bool fortran)
{
#if defined(__x86_64__)
    if (stack == NULL || stack->frame_count == 0)
        return RESULT_UNKNOWN;
    if (stack->result_use == RESULT_NOT_ASKED)
        stack_set_result_use(stack, ask(stack, fortran));
    return stack->result_use;
#else
    (void)stack;
    (void)fortran;
    return RESULT_UNKNOWN;
#endif
}
