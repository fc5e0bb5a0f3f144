#include "passes.h"

#include "callee.h"
#include "instruction.h"
#include "memory.h"
#include "symbol.h"
#include "symbol_object.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of a function that is looked at. */
#define FUNCTION_MOST 65536

/* In the addresses of its module's file. */
struct function {
    uint32_t module;
    uint64_t low, high;
    bool is_main;
    bool is_part; /* of another one: what is unlikely */
};

/* False: it is not known. */
static bool find_function(const struct stack_frame *frame,
                          struct function *function)
{
    GElf_Addr start, into;
    GElf_Sym symbol;
    Dwfl_Module *module =
        symbol_module(stack_module_path(frame->module), &start);
    const char *name;

    if (module == NULL || stack_script_function(frame->module) != NULL)
        return false;
    name = dwfl_module_addrinfo(module, start + frame->address, &into, &symbol,
                                NULL, NULL, NULL);
    if (name == NULL || symbol.st_size <= into ||
        symbol.st_size > FUNCTION_MOST)
        return false;
    *function =
        (struct function){.module = frame->module,
                          .low = frame->address - into,
                          .high = frame->address - into + symbol.st_size,
                          .is_main = strcmp(name, "main") == 0,
                          .is_part = strstr(name, ".cold") != NULL};
    return true;
}

static bool is_in(const struct function *function,
                  const struct stack_frame *frame)
{
    return frame->module == function->module &&
           frame->address >= function->low && frame->address < function->high;
}

/* What of a function's code is come to, from some place in it on. */
struct walk {
    const struct function *function;
    unsigned char *code, *seen; /* a byte each */
    size_t size;
    size_t *open; /* where it goes on, and was not looked at yet */
    size_t open_count;
};

static void walk_free(struct walk *walk)
{
    free(walk->code);
    free(walk->seen);
    free(walk->open);
}

/* Elsewhere it has its unlikely parts, from which it comes back. */
static bool is_part(const struct walk *walk, uint64_t address)
{
    struct stack_frame there = {walk->function->module, address};
    struct function function;

    return find_function(&there, &function) && function.is_part;
}

/* False: from there it may come back somewhere. */
static bool come_to(struct walk *walk, size_t at)
{
    if (at >= walk->size)
        return !is_part(walk, walk->function->low + at);
    if (!walk->seen[at]) {
        walk->seen[at] = 1;
        walk->open[walk->open_count++] = at;
    }
    return true;
}

/* False: where it goes on is not known. */
static bool step(struct walk *walk, size_t at)
{
    struct instruction instruction =
        instruction_at(walk->code + at, walk->size - at);
    size_t behind = at + instruction.size;

    return instruction.size != 0 && instruction.jump != JUMP_SOMEWHERE &&
           (instruction.jump != JUMP_TO ||
            come_to(walk, behind + (size_t)instruction.distance)) &&
           (!instruction.goes_on || come_to(walk, behind));
}

/* From the instruction at `from` on, to what comes behind it.  False: not all
 * is known. */
static bool walk_from(struct walk *walk, const struct function *function,
                      uint64_t from)
{
    size_t size = (size_t)(function->high - function->low);
    size_t at = (size_t)(from - function->low);
    bool known;

    *walk = (struct walk){.function = function,
                          .code = xcalloc(size, 1),
                          .seen = xcalloc(size, 1),
                          .size = size,
                          .open = xcalloc(size, sizeof walk->open[0])};
    known = symbol_code(stack_module_path(function->module), function->low,
                        walk->code, size) == size &&
            at < size && step(walk, at);
    while (known && walk->open_count > 0)
        known = step(walk, walk->open[--walk->open_count]);
    return known;
}

enum reach { REACH_NO, REACH_YES, REACH_UNKNOWN };

/* Whether the function, from the instruction at `from` on, comes to that at
 * `to`: to the same one, whether it comes there again. */
static enum reach reach(const struct function *function, uint64_t from,
                        uint64_t to)
{
    struct walk walk;
    enum reach reach = !walk_from(&walk, function, from)    ? REACH_UNKNOWN
                       : walk.seen[to - function->low] != 0 ? REACH_YES
                                                            : REACH_NO;

    walk_free(&walk);
    return reach;
}

static bool goes_on(const struct function *function, uint64_t from)
{
    return reach(function, from, from) == REACH_NO;
}

/* ---------------------------------------------------------------- a loop */

/* Marks what of a walk comes to `to`: with `to` where it begins, all that is in
 * a loop with it. */
static void mark_loop(const struct walk *walk, size_t to, unsigned char *loop)
{
    bool found = true;

    loop[to] = 1;
    while (found) {
        size_t at = walk->size;

        found = false;
        while (at-- > 0) {
            struct instruction instruction;
            size_t behind, target;

            if (loop[at] || !walk->seen[at])
                continue;
            instruction = instruction_at(walk->code + at, walk->size - at);
            behind = at + instruction.size;
            target = behind + (size_t)instruction.distance;
            if ((instruction.goes_on && behind < walk->size && loop[behind]) ||
                (instruction.jump == JUMP_TO && target < walk->size &&
                 loop[target]))
                loop[at] = 1, found = true;
        }
    }
}

/* Functions by which nobody else is given time, nor asked for anything: but for
 * what stands around the name in a library's variants of it. */
static bool only_computes(const char *name)
{
    static const char *const names[] = {"printf",
                                        "puts",
                                        "putchar",
                                        "putc",
                                        "fwrite",
                                        "sqrt",
                                        "exp",
                                        "log",
                                        "pow",
                                        "_gfortran_transfer_",
                                        "sin",
                                        "cos",
                                        "_ZStls",
                                        "_ZNSolsE",
                                        "_gfortran_st_write",
                                        "abort",
                                        "__stack_chk_fail",
                                        "_ZNSo9_M_insert"};
    unsigned i;

    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strstr(name, names[i]) != NULL)
            return true;
    return false;
}

/* Whether the instruction leaves it to others what is done, but for those. */
static bool calls_others(const struct walk *walk, size_t at)
{
    const unsigned char *code = walk->code + at;
    size_t size = instruction_at(code, walk->size - at).size;
    const char *name;
    int32_t distance;

    if (code[0] == 0xe8 && size == 5) {
        memcpy(&distance, code + 1, sizeof distance);
        name = callee_name(stack_module_path(walk->function->module),
                           walk->function->low + at + 5 +
                               (uint64_t)(int64_t)distance);
        return name == NULL || !only_computes(name);
    }
    while (size > 1 && (code[0] == 0x3e || code[0] == 0xf2 || code[0] == 0x67 ||
                        (code[0] & 0xf0) == 0x40))
        code++, size--;
    return code[0] == 0xe8 || (code[0] == 0xff && (code[1] >> 3 & 7) == 2) ||
           (code[0] == 0x0f && code[1] == 0x05); /* system call */
}

/* Whether it is one loop: all jumps back within it go to one place. */
static bool is_one_loop(const struct walk *walk, const unsigned char *loop)
{
    size_t head = walk->size, at;

    for (at = 0; at < walk->size; at++) {
        struct instruction instruction;
        size_t target;

        if (!loop[at])
            continue;
        if (calls_others(walk, at))
            return false;
        instruction = instruction_at(walk->code + at, walk->size - at);
        target = at + instruction.size + (size_t)instruction.distance;
        if (instruction.jump != JUMP_TO || target > at || !loop[target])
            continue;
        if (head != walk->size && head != target)
            return false;
        head = target;
    }
    return true;
}

static enum passes passes_in(const struct function *function, uint64_t address)
{
    size_t at = (size_t)(address - function->low);
    enum passes passes = PASSES_OFTEN;
    unsigned char *loop;
    struct walk walk;

    if (walk_from(&walk, function, address)) {
        if (walk.seen[at] == 0) {
            passes = PASSES_ONCE;
        } else {
            loop = xcalloc(walk.size, 1);
            mark_loop(&walk, at, loop);
            if (is_one_loop(&walk, loop))
                passes = PASSES_LOOP;
            free(loop);
        }
    }
    walk_free(&walk);
    return passes;
}

/* ------------------------------------------------------------- up to main */

/* Where the frame goes on: its address is within the call. */
static uint64_t returns_to(const struct stack_frame *frame)
{
    return frame->address + 1;
}

/* From that frame of the call's on, up to main, no function comes to its call
 * again. */
static bool goes_on_to_main(const struct stack *call, uint32_t frame)
{
    struct function function, before = {.high = 0};

    for (; frame < call->frame_count; frame++) {
        const struct stack_frame *at = &call->frames[frame];

        if (is_in(&before, at) || !find_function(at, &function) ||
            returns_to(at) >= function.high ||
            !goes_on(&function, returns_to(at)))
            return false;
        if (function.is_main)
            return true;
        before = function;
    }
    return false;
}

static enum passes find_out(const struct stack *place, const struct stack *call)
{
    struct function function;
    uint64_t address;
    uint32_t frame = 0;

    if (call->in_handler || place->frame_count == 0 ||
        !find_function(&place->frames[0], &function))
        return PASSES_OFTEN;
    address = place->frames[0].address;
    while (frame < call->frame_count && !is_in(&function, &call->frames[frame]))
        frame++;
    return frame < call->frame_count &&
                   returns_to(&call->frames[frame]) < function.high &&
                   reach(&function, returns_to(&call->frames[frame]),
                         address) == REACH_YES &&
                   goes_on_to_main(call, frame)
               ? passes_in(&function, address)
               : PASSES_OFTEN;
}

/* Many processes ask the same. */
static struct known {
    uint32_t place, call; /* numbers of stacks; 0: none */
    enum passes passes;
} known[1024];

enum passes passes_of(const struct stack *place, const struct stack *call)
{
    struct known *slot;

    if (place == NULL || call == NULL)
        return PASSES_OFTEN;
    slot = &known[(place->number * 31 + call->number) %
                  (sizeof known / sizeof known[0])];
    if (slot->place != place->number || slot->call != call->number)
        *slot =
            (struct known){place->number, call->number, find_out(place, call)};
    return slot->passes;
}

void passes_end(void)
{
    memset(known, 0, sizeof known);
}
