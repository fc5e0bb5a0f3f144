/*
 * result_use.c - what a program does with the value that a call returns.
 *
 * A compiler that optimizes keeps it only where it is needed, and may put the
 * arguments of the next call before that; one that does not stores it into a
 * variable, and loads it from there at once where the next statement looks at
 * it.  Of x86-64 the few instructions that come up there are known; any other
 * ends the search.  In Fortran the value is in a variable, ierror, whose
 * address the call was given.
 */
#include "result_use.h"

#include "symbol_object.h"

#include <stdbool.h>
#include <string.h>

#define CODE_SIZE   96
#define BEFORE_SIZE 96 /* the arguments of a call */
#define LONGEST     15 /* an instruction */

#define EAX 0
#define RSP 4

struct instruction {
    size_t size;
    unsigned char opcode;
    bool memory; /* rm is an operand in memory, not a register */
    unsigned reg, rm;
    /* The bytes that say where in memory, without reg. */
    unsigned char place[6];
};

enum effect {
    NOTHING, /* to eax, and what is in memory */
    LOOKS,
    OVERWRITES,
    STORES,
    UNKNOWN
};

/* Fills what the byte behind the opcode says, and those behind it; how many
 * there are. */
static size_t decode_operands(const unsigned char *code, unsigned char rex,
                              struct instruction *instruction)
{
    unsigned mode = code[0] >> 6, rm = code[0] & 7;
    size_t size = 1;

    instruction->reg = ((code[0] >> 3) & 7U) | (rex & 4U) << 1;
    instruction->rm = rm | (rex & 1U) << 3;
    instruction->memory = mode != 3;
    if (mode != 3 && rm == 4)
        size++;
    if (mode == 1)
        size++;
    else if (mode == 2 ||
             (mode == 0 && (rm == 5 || (rm == 4 && (code[1] & 7) == 5))))
        size += 4;
    memcpy(instruction->place, code, size);
    instruction->place[0] &= 0xc7;
    return size;
}

/* False: an instruction that is not known, or not whole. */
static bool decode(const unsigned char *code, size_t size,
                   struct instruction *instruction)
{
    unsigned char rex = 0;
    size_t at = 0;

    memset(instruction, 0, sizeof *instruction);
    if (size < LONGEST)
        return false;
    if ((code[0] & 0xf0) == 0x40)
        rex = code[at++];
    instruction->opcode = code[at++];
    if (instruction->opcode == 0x0f && code[at] == 0x1f) /* nop [...] */
        instruction->opcode = code[at++];
    switch (instruction->opcode) {
    case 0x1f:
    case 0x31: /* xor */
    case 0x33:
    case 0x39: /* cmp */
    case 0x3b:
    case 0x63: /* movsxd */
    case 0x85: /* test */
    case 0x89: /* mov */
    case 0x8b:
    case 0x8d: /* lea */
    case 0xff: /* call [...] */
        at += decode_operands(code + at, rex, instruction);
        break;
    case 0x83: /* add, ..., cmp */
        at += decode_operands(code + at, rex, instruction) + 1;
        break;
    case 0x81:
    case 0xc7: /* mov */
        at += decode_operands(code + at, rex, instruction) + 4;
        break;
    case 0x3d: /* cmp eax */
    case 0xe8: /* call */
        at += 4;
        break;
    case 0x90:
    case 0x98: /* cdqe */
        break;
    default:
        instruction->rm = (instruction->opcode & 7U) | (rex & 1U) << 3;
        instruction->opcode &= 0xf8;
        if (instruction->opcode == 0xb8) /* mov r, n */
            at += (rex & 8) != 0 ? 8 : 4;
        else if (instruction->opcode != 0x50 && instruction->opcode != 0x58)
            return false; /* push, pop */
    }
    instruction->size = at;
    return true;
}

/* One that writes into a register, and reads rm. */
static enum effect effect_of_move(const struct instruction *instruction)
{
    if (!instruction->memory && instruction->rm == EAX)
        return LOOKS;
    return instruction->reg == EAX ? OVERWRITES : NOTHING;
}

static enum effect effect_of(const struct instruction *instruction)
{
    bool rm_is_eax = !instruction->memory && instruction->rm == EAX;

    switch (instruction->opcode) {
    case 0x8b:
    case 0x63:
        return effect_of_move(instruction);
    case 0x8d:
        return instruction->reg == EAX ? OVERWRITES : NOTHING;
    case 0x89:
        if (instruction->reg == EAX)
            return instruction->memory ? STORES : rm_is_eax ? NOTHING : LOOKS;
        return rm_is_eax ? OVERWRITES : NOTHING;
    case 0x31:
    case 0x33:
        if (rm_is_eax && instruction->reg == EAX)
            return OVERWRITES;
        return rm_is_eax || instruction->reg == EAX ? LOOKS : NOTHING;
    case 0x39:
    case 0x3b:
    case 0x85:
        return rm_is_eax || instruction->reg == EAX ? LOOKS : NOTHING;
    case 0x81:
    case 0x83:
        return rm_is_eax ? LOOKS : NOTHING;
    case 0xc7:
    case 0xb8:
    case 0x58:
        return rm_is_eax ? OVERWRITES : NOTHING;
    case 0x50:
        return rm_is_eax ? LOOKS : NOTHING;
    case 0x3d:
    case 0x98:
        return LOOKS;
    case 0xe8:
        return OVERWRITES;
    case 0xff:
        return instruction->reg == 2 ? OVERWRITES : UNKNOWN;
    default:
        return NOTHING; /* nop */
    }
}

static bool is_cmp(const struct instruction *instruction)
{
    return instruction->opcode == 0x39 || instruction->opcode == 0x3b ||
           ((instruction->opcode == 0x81 || instruction->opcode == 0x83) &&
            instruction->reg == 7);
}

static bool is_at(const struct instruction *instruction,
                  const unsigned char *place)
{
    return instruction->memory &&
           memcmp(instruction->place, place, sizeof instruction->place) == 0;
}

/* Ends, or moves what is on the stack. */
static bool is_end(const struct instruction *instruction)
{
    return instruction->opcode == 0xe8 || instruction->opcode == 0xff ||
           instruction->opcode == 0x50 || instruction->opcode == 0x58 ||
           (!instruction->memory && instruction->rm == RSP &&
            instruction->opcode == 0x83);
}

/* Behind a store: whether what was stored is loaded before anything else
 * happens. */
static enum result_use use_of_stored(const unsigned char *code, size_t size,
                                     const unsigned char *place)
{
    struct instruction next;

    while (decode(code, size, &next) && !is_end(&next)) {
        if (is_at(&next, place))
            return next.opcode == 0x8b || is_cmp(&next) ? RESULT_LOOKED
                                                        : RESULT_UNKNOWN;
        code += next.size;
        size -= next.size;
    }
    return RESULT_UNKNOWN;
}

enum result_use result_use_x86(const unsigned char *code, size_t size)
{
    struct instruction next;

    while (decode(code, size, &next)) {
        enum effect effect = effect_of(&next);

        code += next.size;
        size -= next.size;
        switch (effect) {
        case NOTHING:
            break;
        case LOOKS:
            return RESULT_LOOKED;
        case OVERWRITES:
            return RESULT_IGNORED;
        case STORES:
            return use_of_stored(code, size, next.place);
        case UNKNOWN:
            return RESULT_UNKNOWN;
        }
    }
    return RESULT_UNKNOWN;
}

/* ---------------------------------------------------------------- Fortran */

/* Which registers hold it, behind an instruction. */
static unsigned pass_on(unsigned holders, const struct instruction *instruction)
{
    unsigned written = instruction->reg;

    switch (instruction->opcode) {
    case 0x89:
        if (instruction->memory)
            return holders;
        written = instruction->rm;
        if ((holders >> instruction->reg & 1) != 0)
            return holders | 1U << written;
        break;
    case 0x58:
    case 0xb8:
        written = instruction->rm;
        break;
    case 0x63:
    case 0x8b:
    case 0x8d:
        break;
    case 0x31:
    case 0x33:
        written =
            instruction->opcode == 0x33 ? instruction->reg : instruction->rm;
        break;
    default:
        return holders;
    }
    return holders & ~(1U << written);
}

/* Whether what `holders` hold there is the last argument of the call, which
 * ends the code: in its register, or pushed first. */
static bool comes_last(const unsigned char *code, size_t size, unsigned holders,
                       unsigned arguments)
{
    static const unsigned char registers[] = {7, 6, 2, 1, 8, 9};
    struct instruction next;
    unsigned pushed = 0;
    bool first = false, called = false;
    size_t at = 0;

    while (!called && at < size &&
           decode(code + at, size + LONGEST - at, &next)) {
        at += next.size;
        called = next.opcode == 0xe8;
        if (next.opcode == 0x50 && pushed++ == 0)
            first = (holders >> next.rm & 1) != 0;
        holders = pass_on(holders, &next);
    }
    if (at != size || !called)
        return false;
    return arguments <= 6 ? (holders >> registers[arguments - 1] & 1) != 0
                          : first && pushed == arguments - 6;
}

/* Whether the last argument of the call that ends the code is the address of
 * that variable. */
static bool is_given(const unsigned char *code, size_t size, unsigned arguments,
                     const unsigned char *place)
{
    struct instruction take;
    size_t i;

    for (i = 0; i < size; i++)
        if ((code[i] & 0xfb) == 0x48 && code[i + 1] == 0x8d &&
            decode(code + i, size + LONGEST - i, &take) &&
            is_at(&take, place) && i + take.size <= size &&
            comes_last(code + i + take.size, size - i - take.size,
                       1U << take.reg, arguments))
            return true; /* lea r, [...] */
    return false;
}

/* Whether the value in that register is compared. */
static bool is_compared(const struct instruction *instruction, unsigned reg)
{
    if (instruction->opcode == 0x3d)
        return reg == EAX;
    return !instruction->memory && instruction->rm == reg &&
           (is_cmp(instruction) || instruction->opcode == 0x85);
}

enum result_use result_use_fortran_x86(const unsigned char *code, size_t size,
                                       size_t behind, unsigned arguments)
{
    struct instruction next;
    size_t at = behind;

    while (decode(code + at, size - at, &next) && next.opcode != 0xe8 &&
           next.opcode != 0xff) {
        at += next.size;
        if (!next.memory || !is_given(code, behind, arguments, next.place))
            continue;
        if (is_cmp(&next))
            return RESULT_LOOKED;
        if (next.opcode == 0x8b) {
            unsigned reg = next.reg;

            return decode(code + at, size - at, &next) &&
                           is_compared(&next, reg)
                       ? RESULT_LOOKED
                       : RESULT_UNKNOWN;
        }
    }
    return RESULT_UNKNOWN;
}

#if defined(__x86_64__)
static enum result_use ask(const struct stack *stack, unsigned fortran)
{
    const char *module = stack_module_path(stack->frames[0].module);
    uint64_t behind = stack->frames[0].address + 1;
    unsigned char code[BEFORE_SIZE + CODE_SIZE];
    size_t size;

    if (fortran == 0) {
        size = symbol_code(module, behind, code, CODE_SIZE);
        return result_use_x86(code, size);
    }
    size = symbol_code(module, behind - BEFORE_SIZE, code, sizeof code);
    return size > BEFORE_SIZE
               ? result_use_fortran_x86(code, size, BEFORE_SIZE, fortran)
               : RESULT_UNKNOWN;
}
#endif

enum result_use result_use(const struct stack *stack, unsigned fortran)
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
