#include "followed.h"

#include "follow.h"
#include "follow_whole.h"
#include "followed_hits.h"
#include "followed_stack.h"
#include "hits.h"
#include "imports.h"
#include "map_area.h"
#include "modules.h"
#include "operand.h"
#include "pass_over.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/auxv.h>

#if defined(__x86_64__)

/* Instructions after one call; of these in libraries, and until the program is
 * reached: a binding may have handles to convert, which takes longer. */
#define STEPS         256
#define STEPS_WHOLE   1024
#define LIBRARY_STEPS 64
/* Of a string, or memory that is compared: bytes that may be a flag. */
#define STRING     64
#define STEPS_BACK 64
/* What follows an instruction may be no memory in the next page. */
#define PAGE 4096
/* Strings are gone through from their ends. */
#define DIRECTION_FLAG 0x400

struct followed followed;

/* BLOCK_CODE. */
extern const char __start_murmel_block[] __attribute__((visibility("hidden")));
extern const char __stop_murmel_block[] __attribute__((visibility("hidden")));

/* Functions of the C library of which is known what they load and store: first
 * those that copy, then those that fill. */
static const char *const block_names[] = {
    "memcpy",        "memmove", "mempcpy",     "__memcpy_chk",
    "__memmove_chk", "memset",  "__memset_chk"};
#define BLOCKS  (sizeof block_names / sizeof block_names[0])
#define COPIERS 5
static uint64_t blocks[BLOCKS];

static bool is_in(struct code code, uint64_t ip)
{
    return ip >= code.low && ip < code.high;
}

/* From here on others' stores may have come before. */
static void meet_means(void)
{
    if (followed.ordered > followed.hit_count)
        followed.ordered = followed.hit_count;
}

/* Of a shared window it is accessed what a value from there says: a poll
 * without a branch. */
static void look_at_address(const struct encoding *code)
{
    uint64_t values = flow_address(&followed.flow, code);

    if ((values & followed.windows_values) == 0)
        return;
    followed.flow.decided |= values;
    meet_means();
}

/* Of a window others may access one part and not the other.  Neighbours of a
 * buffer are loaded as one, though only they may be wanted. */
static enum flow_parts parts_of(const struct instruction *instruction,
                                const struct hit *hit,
                                const struct watch_range *range)
{
    if (range->window)
        return shape_is_vector(instruction) ? FLOW_SEVERAL : FLOW_ONE;
    return hit->low < range->low || hit->high > range->high ||
                   hit->high - hit->low > range->together
               ? FLOW_SEVERAL
               : FLOW_ALIKE;
}

/* What it loads of what is watched, as a value. */
static uint64_t look_at_operand(const struct instruction *instruction,
                                const struct operand *operand)
{
    struct hit hit = {.low = operand->address,
                      .high = operand->address + operand->size,
                      .ip = followed.place,
                      .kind = ACCESSED_STORE,
                      .step = followed.steps};
    bool loads = false, stores = false;
    unsigned i;

    for (i = 0; i < followed.range_count; i++) {
        const struct watch_range *range = &followed.ranges[i];

        if (hit.low < range->high && range->low < hit.high) {
            loads |= operand->loads && range->loads;
            stores |= operand->stores;
            hit.buffer |= range->loads && !range->window;
            hit.shared |= range->shared;
            if (parts_of(instruction, &hit, range) > followed.parts)
                followed.parts = parts_of(instruction, &hit, range);
        }
    }
    if (hit.shared)
        look_at_address(&instruction->encoding);
    if (stores && instruction->atomic)
        hit.kind = ACCESSED_ATOMIC;
    if (stores)
        followed_hits_store(&hit);
    if (!loads || (stores && instruction->atomic) ||
        followed.hit_count == FOLLOWED_HITS)
        return 0;
    /* Others in libraries load beyond what they look at, as they may. */
    if (!is_in(followed.program, followed.last)) {
        if (hit.shared)
            meet_means();
        return 0;
    }
    hit.kind = ACCESSED_LOAD;
    followed_hits_load(&hit);
    return hit.value;
}

static void registers_of(const greg_t *from, struct registers *registers)
{
    static const unsigned char order[16] = {
        REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
        REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

    for (unsigned i = 0; i < 16; i++)
        registers->general[i] = (uint64_t)from[order[i]];
    registers->ip = (uint64_t)from[REG_RIP];
    __asm__("movq %%fs:0, %0" : "=r"(registers->thread)); /* of itself */
}

static bool is_watched(const struct operand *operand)
{
    unsigned i;

    for (i = 0; i < followed.range_count; i++)
        if (operand->address < followed.ranges[i].high &&
            followed.ranges[i].low < operand->address + operand->size)
            return true;
    return false;
}

/* A comparison that will fail stores nothing.  Other memory may be such that
 * the program has a handler for. */
static void look_at_exchange(struct instruction *instruction, uint64_t rax)
{
    const struct encoding *code = &instruction->encoding;
    struct operand *operand = &instruction->operands[0];

    if (code->map == 1 && !code->vex &&
        (code->opcode == 0xb0 || code->opcode == 0xb1) && is_watched(operand) &&
        memcmp((const void *)(uintptr_t)operand->address, &rax,
               operand->size) != 0)
        instruction->atomic = operand->stores = false;
}

/* It may load or store what is not told: it is not known, or compares strings;
 * neither an address alone, nor a hint. */
static bool is_unknown(const struct instruction *instruction)
{
    const struct encoding *code = &instruction->encoding;

    if (instruction->operands[0].size > 0 || code->elsewhere)
        return false;
    if (!code->has_form)
        return code->map == 0 &&
               ((code->opcode & 0xfe) == 0xa6 || (code->opcode & 0xfe) == 0xae);
    return code->other == OPERAND_NO_REGISTER &&
           !(code->map == 0 && code->opcode == 0x8d) &&
           !(code->map == 1 && !code->vex &&
             (code->opcode == 0x0d || (code->opcode & 0xf8) == 0x18));
}

/* Kept where it is not seen what becomes of it: in a variable of the thread. */
static bool hides(const struct encoding *code)
{
    return code->elsewhere && code->has_form &&
           code->other == OPERAND_NO_REGISTER && !code->vex &&
           ((code->map == 0 && (code->opcode & 0xfe) == 0x88) ||
            (code->map == 1 && ((code->opcode & 0xfe) == 0x28 ||
                                code->opcode == 0x11 || code->opcode == 0x7e ||
                                code->opcode == 0x7f || code->opcode == 0xd6)));
}

static struct code code_around(uint64_t address)
{
    const struct module *module = modules_find(modules_current(), address);

    return module == NULL ? (struct code){0, 0}
                          : (struct code){module->start, module->end};
}

/* What goes on in the next page will be executed, and can be read. */
static struct instruction decode(const struct registers *registers)
{
    size_t rest = PAGE - registers->ip % PAGE;
    struct instruction instruction = operand_decode(registers, rest);

    if (instruction.cut && code_around(registers->ip + rest).low != 0)
        instruction = operand_decode(registers, PAGE);
    return instruction;
}

/* Of the numbers that a compiler keeps. */
static bool loads_constant(const struct instruction *instruction)
{
    const struct encoding *code = &instruction->encoding;
    const struct operand *operand = &instruction->operands[0];

    return operand->size > 0 && operand->loads && code->map > 0 &&
           !code->elsewhere && code->base == OPERAND_NO_REGISTER &&
           code->index == OPERAND_NO_REGISTER &&
           map_area_is_constant(operand->address);
}

static void execute(const struct instruction *instruction)
{
    uint64_t loads;

    followed.parts = FLOW_ALIKE;
    loads = look_at_operand(instruction, &instruction->operands[0]) |
            look_at_operand(instruction, &instruction->operands[1]);
    if (shape_is_copy(&instruction->encoding))
        followed.parts = FLOW_ALIKE;
    flow_step(&followed.flow, instruction, loads, followed.parts,
              loads == 0 && loads_constant(instruction));
    if ((followed.flow.decides & followed.windows_values) != 0)
        followed.before_decision = followed.hit_count;
}

/* What it will do next; false: that must not be followed. */
static bool look(const greg_t *general)
{
    struct instruction instruction;
    struct registers registers;

    if ((general[REG_EFL] & DIRECTION_FLAG) != 0)
        return false;
    registers_of(general, &registers);
    followed.flow.stack = (uint64_t)general[REG_RSP];
    instruction = decode(&registers);
    if (instruction.leaves || instruction.cut)
        return false;
    if (registers.ip == followed.last) /* a string instruction: was all told */
        return true;
    followed.last = registers.ip;
    if (shape_is_call(&instruction.encoding) &&
        is_in(followed.program, registers.ip)) {
        followed.call = registers.ip;
        followed_stack_call(registers.ip);
    }
    if (instruction.atomic || is_unknown(&instruction) ||
        shape_is_fence(&instruction.encoding))
        meet_means();
    if (hides(&instruction.encoding))
        followed.flow.decided |=
            flow_register(&followed.flow, &instruction.encoding);
    look_at_exchange(&instruction, registers.general[0]);
    execute(&instruction);
    return true;
}

/* BLOCKS: it is none of them. */
static unsigned block_at(uint64_t ip)
{
    unsigned i;

    for (i = 0; i < BLOCKS; i++)
        if (blocks[i] == ip)
            break;
    return i;
}

static unsigned block_called(const char *name)
{
    unsigned i;

    for (i = 0; i < BLOCKS; i++)
        if (strcmp(name, block_names[i]) == 0)
            break;
    return i;
}

/* From here on nothing is looked at until the function returns to where that
 * says. */
static bool pass_over(uint64_t *returns, enum pass_over how)
{
    if (!pass_over_begin(returns, how))
        return false;
    followed.paused = true;
    follow_under_way = false;
    return true;
}

static bool is_shared(uint64_t address)
{
    unsigned i;

    for (i = 0; i < followed.range_count; i++)
        if (followed.ranges[i].shared && address >= followed.ranges[i].low &&
            address < followed.ranges[i].high)
            return true;
    return false;
}

/* Of a function that is passed over: what it makes of what it was given, or
 * finds in a shared window (atoi), the program may go by. */
static bool pass_over_function(const struct pass_over_function *function,
                               const greg_t *general, uint64_t *returns)
{
    const uint64_t given[] = {(uint64_t)general[REG_RDI],
                              (uint64_t)general[REG_RSI]};
    enum pass_over how = function->how;
    unsigned i;

    hits_given(function, general, returns + 1);
    for (i = 0; i < sizeof given / sizeof given[0]; i++) {
        if (how != PASS_OVER_TELLS && is_shared(given[i]))
            meet_means();
        if (follow_whole && how == PASS_OVER_COMPUTES)
            followed.flow.decided |=
                flow_at(&followed.flow, given[i], given[i] + STRING);
    }
    if (follow_whole && how == PASS_OVER_WRITES)
        followed.flow.decided |= flow_given(&followed.flow, true);
    flow_call(&followed.flow, how == PASS_OVER_COMPUTES);
    return pass_over(returns, how);
}

/* The program has called it, with these arguments. */
static bool pass_over_block(unsigned block, const greg_t *general,
                            uint64_t *returns)
{
    uint64_t size = (uint64_t)general[REG_RDX];
    struct instruction movs = {
        .operands = {{(uint64_t)general[REG_RSI], size, true, false},
                     {(uint64_t)general[REG_RDI], size, false, true}},
        .encoding = {.opcode = 0xa4}};
    struct instruction stos = {.operands = {movs.operands[1]},
                               .encoding = {.opcode = 0xaa}};

    execute(block < COPIERS ? &movs : &stos);
    return pass_over(returns, PASS_OVER);
}

/* To find it takes longer than anything is followed.  Whether it is followed
 * on. */
static bool look_at_found(const greg_t *general)
{
    uint64_t *stack = (uint64_t *)(uintptr_t)general[REG_RSP];
    const char *name = imports_asked(stack);
    const struct pass_over_function *function;

    followed.returns = stack[2];
    followed.asked = name;
    followed.place = followed.call;
    if (name == NULL || followed.call == 0)
        return false;
    function = pass_over_knows_name(name);
    if (function != NULL)
        return pass_over_function(function, general, stack + 2);
    return block_called(name) < BLOCKS &&
           pass_over_block(block_called(name), general, stack + 2);
}

/* Whether the instruction there returns from a function. */
static bool is_return(uint64_t ip)
{
    const unsigned char *code = (const unsigned char *)(uintptr_t)ip;

    code += *code == 0xf2 || *code == 0xf3;
    return *code == 0xc2 || *code == 0xc3;
}

/* In a library. */
static bool step_outside(uint64_t ip, const greg_t *general)
{
    const struct module *module;
    const struct pass_over_function *function = pass_over_knows(ip);

    /* The program has ended (main returned): what had its stack has others
     * now. */
    if (is_in(followed.program, followed.last) && is_return(followed.last))
        return false;
    if (function != NULL && is_in(followed.program, followed.last))
        return pass_over_function(function, general,
                                  (uint64_t *)(uintptr_t)general[REG_RSP]);
    if (ip >= (uintptr_t)__start_murmel_block &&
        ip < (uintptr_t)__stop_murmel_block)
        return true; /* before realloc */
    if (is_in(followed.ours, ip)) {
        followed.cut = false;
        return false;
    }
    if (is_in(followed.linker, ip)) { /* what it is asked for is on the stack */
        return look_at_found(general);
    }
    module = modules_find(modules_current(), ip);
    /* Code in no file may be such that cannot be read; what the MPI stores, by
     * a function that has no wrapper, is no store of the program. */
    if (module == NULL || module->role == MODULE_MPI)
        return false;
    followed.place = followed.call;
    if (is_in(followed.program, followed.last) && block_at(ip) < BLOCKS)
        return pass_over_block(block_at(ip), general,
                               (uint64_t *)(uintptr_t)general[REG_RSP]);
    return ++followed.library_steps < LIBRARY_STEPS && look(general);
}

/* The binding has called a function, to make a handle one of Fortran's, which
 * may take long, the more as it may have to be found first: it is followed
 * again from where that returns to. */
static bool pass_over_conversion(uint64_t ip, const greg_t *general)
{
    uint64_t *stack = (uint64_t *)(uintptr_t)general[REG_RSP];
    uint64_t *returns = &stack[is_in(followed.linker, ip) ? 2 : 0];

    return followed.binding.high != 0 && !is_in(followed.binding, ip) &&
           followed.back != 0 && !is_return(followed.back) &&
           is_in(followed.binding, *returns) && pass_over(returns, PASS_OVER);
}

/* Out of the call: through a binding to the program, which is not known
 * then. */
static bool step_back(uint64_t ip, const greg_t *general)
{
    const struct module *module = modules_find(modules_current(), ip);

    if (followed.fortran && pass_over_conversion(ip, general))
        return true;
    followed.back = ip;
    if (module != NULL && module->role == MODULE_BINDING)
        followed.binding = (struct code){module->start, module->end};
    if (followed.program.high == 0 && module != NULL &&
        module->role == MODULE_APPLICATION)
        followed.program = (struct code){module->start, module->end};
    followed.entered = is_in(followed.program, ip);
    return followed.steps < STEPS_BACK && !is_in(followed.linker, ip);
}

bool followed_step(uint64_t ip, const greg_t *general)
{
    followed_hits_see();
    if (followed.paused) {
        pass_over_end();
        followed.paused = false;
        follow_under_way = true;
    }
    if (++followed.steps == followed.most_steps ||
        followed.hit_count == FOLLOWED_HITS)
        return false;
    if (!followed.entered && !step_back(ip, general))
        return false;
    if (followed.paused)
        return true;
    followed.outside = !is_in(followed.program, ip);
    if (!followed.outside) {
        followed.place = ip;
        return look(general);
    }
    return !followed.entered || step_outside(ip, general);
}

static void find_blocks(void)
{
    unsigned i;

    if (blocks[0] != 0)
        return;
    for (i = 0; i < BLOCKS; i++)
        blocks[i] = (uintptr_t)dlsym(RTLD_DEFAULT, block_names[i]);
}

static void forget_all(void)
{
    followed.hit_count = followed.value_count = 0;
    followed.windows_values = 0;
    memset(&followed.flow, 0, sizeof followed.flow);
}

void followed_start(void)
{
    if (!followed.goes_on)
        forget_all();
    followed.goes_on = followed.entered = false;
    followed.cut = true;
    followed.steps = followed.library_steps = 0;
    followed.most_steps = follow_whole ? STEPS_WHOLE : STEPS;
    followed.before_decision = 0;
    followed.ordered = FOLLOWED_HITS;
    followed.last = followed.back = followed.returns = followed.call = 0;
    followed.asked = NULL;
    followed.binding = (struct code){0, 0};
    followed.paused = false;
    pass_over_start();
    followed.copied.hit = NULL;
    followed.ours = code_around((uintptr_t)&followed_step);
    followed.linker = code_around(getauxval(AT_BASE));
    find_blocks();
}

#endif
