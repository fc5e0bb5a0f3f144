#include "passed_once.h"

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
                          .is_main = strcmp(name, "main") == 0};
    return true;
}

static bool is_in(const struct function *function,
                  const struct stack_frame *frame)
{
    return frame->module == function->module &&
           frame->address >= function->low && frame->address < function->high;
}

/* The code of a function, and what of it was come to. */
struct walk {
    unsigned char *code, *seen; /* a byte each */
    size_t size;
    size_t *open; /* where it goes on, and was not looked at yet */
    size_t open_count;
};

static void come_to(struct walk *walk, size_t at)
{
    if (at >= walk->size || walk->seen[at])
        return; /* another function, if any, or known */
    walk->seen[at] = 1;
    walk->open[walk->open_count++] = at;
}

/* False: where it goes on is not known. */
static bool step(struct walk *walk, size_t at)
{
    struct instruction instruction =
        instruction_at(walk->code + at, walk->size - at);
    size_t behind = at + instruction.size;

    if (instruction.size == 0 || instruction.jump == JUMP_SOMEWHERE)
        return false;
    if (instruction.jump == JUMP_TO)
        come_to(walk, behind + (size_t)instruction.distance);
    if (instruction.goes_on)
        come_to(walk, behind);
    return true;
}

enum reach { REACH_NO, REACH_YES, REACH_UNKNOWN };

/* Whether the function, from the instruction at `from` on, comes to that at
 * `to`: to the same one, whether it comes there again. */
static enum reach reach(const struct function *function, uint64_t from,
                        uint64_t to)
{
    size_t size = (size_t)(function->high - function->low);
    size_t at = (size_t)(from - function->low);
    struct walk walk = {.code = xcalloc(size, 1),
                        .seen = xcalloc(size, 1),
                        .size = size,
                        .open = xcalloc(size, sizeof walk.open[0])};
    bool known = symbol_code(stack_module_path(function->module), function->low,
                             walk.code, size) == size;
    enum reach reach;

    known = known && at < size && step(&walk, at);
    while (known && walk.open_count > 0)
        known = step(&walk, walk.open[--walk.open_count]);
    reach = !known                               ? REACH_UNKNOWN
            : walk.seen[to - function->low] != 0 ? REACH_YES
                                                 : REACH_NO;
    free(walk.code);
    free(walk.seen);
    free(walk.open);
    return reach;
}

static bool goes_on(const struct function *function, uint64_t from)
{
    return reach(function, from, from) == REACH_NO;
}

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

static bool find_out(const struct stack *place, const struct stack *call)
{
    struct function function;
    uint64_t address;
    uint32_t frame = 0;

    if (call->in_handler || place->frame_count == 0 ||
        !find_function(&place->frames[0], &function))
        return false;
    address = place->frames[0].address;
    while (frame < call->frame_count && !is_in(&function, &call->frames[frame]))
        frame++;
    return frame < call->frame_count && goes_on(&function, address) &&
           returns_to(&call->frames[frame]) < function.high &&
           reach(&function, returns_to(&call->frames[frame]), address) ==
               REACH_YES &&
           goes_on_to_main(call, frame);
}

/* Many processes ask the same. */
static struct known {
    uint32_t place, call; /* numbers of stacks; 0: none */
    bool once;
} known[1024];

bool passed_once(const struct stack *place, const struct stack *call)
{
    struct known *slot;

    if (place == NULL || call == NULL)
        return false;
    slot = &known[(place->number * 31 + call->number) %
                  (sizeof known / sizeof known[0])];
    if (slot->place != place->number || slot->call != call->number)
        *slot =
            (struct known){place->number, call->number, find_out(place, call)};
    return slot->once;
}

void passed_once_end(void)
{
    memset(known, 0, sizeof known);
}
