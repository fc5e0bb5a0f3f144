#include "code_walk.h"

#include "callee.h"
#include "instruction.h"
#include "memory.h"
#include "symbol_object.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Bytes of a function that is looked at. */
#define FUNCTION_MOST 65536

bool code_function_find(const struct stack_frame *frame,
                        struct code_function *function)
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
        (struct code_function){.module = frame->module,
                               .low = frame->address - into,
                               .high = frame->address - into + symbol.st_size,
                               .is_main = strcmp(name, "main") == 0};
    return true;
}

bool code_function_has(const struct code_function *function,
                       const struct stack_frame *frame)
{
    return frame->module == function->module &&
           frame->address >= function->low && frame->address < function->high;
}

void code_walk_free(struct code_walk *walk)
{
    free(walk->code);
    free(walk->seen);
    free(walk->open);
}

bool code_walk_come_to(struct code_walk *walk, size_t at)
{
    if (at >= walk->size)
        return false;
    if (!walk->seen[at]) {
        walk->seen[at] = SEEN;
        walk->open[walk->open_count++] = at;
    }
    return true;
}

bool code_walk_begin(struct code_walk *walk,
                     const struct code_function *function)
{
    size_t size = (size_t)(function->high - function->low);

    *walk = (struct code_walk){.function = function,
                               .depth = walk->depth,
                               .code = xcalloc(size + 16, 1),
                               .seen = xcalloc(size, 1),
                               .size = size,
                               .open = xcalloc(size, sizeof walk->open[0])};
    return symbol_code(stack_module_path(function->module), function->low,
                       walk->code, size) == size;
}

/* ----------------------------------------------------------------- calls */

static bool is_among(const char *name, const char *const *names, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool begins_as(const char *name, const char *const *names, size_t count)
{
    size_t i;

    for (i = 0; i < count; i++)
        if (strncmp(name, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* Of the MPI, also as Fortran has it: mpi_win_fence_f08_. */
static bool is_routine(const char *name, const char *routine)
{
    const char *rest = name + strlen(routine);

    return strncasecmp(name, routine, strlen(routine)) == 0 &&
           (*rest == '\0' || strcmp(rest, "_") == 0 ||
            strncmp(rest, "_f08", 4) == 0);
}

static bool orders(const char *name)
{
    static const char *const names[] = {
        "MPI_Win_fence", "MPI_Win_unlock", "MPI_Win_unlock_all",
        "MPI_Win_wait",  "MPI_Win_free",   "MPI_Win_complete",
        "MPI_Barrier",   "MPI_Finalize"};
    size_t i;

    for (i = 0; i < sizeof names / sizeof names[0]; i++)
        if (is_routine(name, names[i]))
            return true;
    return false;
}

#define COUNT(names) (sizeof(names) / sizeof((names)[0]))

static enum callee callee_of(const char *name)
{
    static const char *const ends[] = {"exit", "_exit", "abort",
                                       "__stack_chk_fail", "__assert_fail"};
    static const char *const computes[] = {
        "printf", "fprintf", "__printf_chk", "__fprintf_chk", "puts", "putchar",
        "putc",   "fputc",   "fputs",        "fwrite",        "sqrt", "sqrtf",
        "exp",    "log",     "pow",          "sin",           "cos",  "strlen",
        "memcpy", "memset",  "memmove"};
    static const char *const writes[] = {"_gfortran_transfer_",
                                         "_gfortran_st_write", "_ZStls",
                                         "_ZNSols", "_ZNSo9_M_insert"};
    static const char *const others[] = {
        "fflush", "sleep", "usleep", "nanosleep", "free", "malloc", "calloc"};

    if (name == NULL)
        return CALLEE_OTHER;
    if (is_among(name, ends, COUNT(ends)) ||
        is_routine(name + (*name == 'P'), "MPI_Abort"))
        return CALLEE_ENDS;
    if (orders(name + (*name == 'P')))
        return CALLEE_ORDERS;
    if (is_among(name, computes, COUNT(computes)) ||
        begins_as(name, writes, COUNT(writes)))
        return CALLEE_COMPUTES;
    return strncasecmp(name + (*name == 'P'), "MPI_", 4) == 0 ||
                   is_among(name, others, COUNT(others))
               ? CALLEE_MPI
               : CALLEE_OTHER;
}

static bool never_returns(const struct code_walk *walk, uint64_t address);

/* Where the instruction, a jump or call, goes: in the addresses of the file. */
static uint64_t target_of(const struct code_walk *walk, size_t at)
{
    int32_t distance;

    memcpy(&distance, walk->code + at + 1, sizeof distance);
    return walk->function->low + at + 5 + (uint64_t)(int64_t)distance;
}

/* It goes into another function, which returns to who has called this one. */
static bool is_tail_call(const struct code_walk *walk, size_t at)
{
    uint64_t target;

    if (walk->code[at] != 0xe9 || walk->size - at < 5)
        return false;
    target = target_of(walk, at);
    return (target < walk->function->low || target >= walk->function->high) &&
           callee_name(stack_module_path(walk->function->module), target) !=
               NULL;
}

enum callee code_walk_called(const struct code_walk *walk, size_t at)
{
    const unsigned char *code = walk->code + at;
    size_t size = instruction_at(code, walk->size - at).size;
    enum callee callee;

    if ((code[0] == 0xe8 && size == 5) || is_tail_call(walk, at)) {
        callee = callee_of(callee_name(
            stack_module_path(walk->function->module), target_of(walk, at)));
        return callee == CALLEE_OTHER &&
                       never_returns(walk, target_of(walk, at))
                   ? CALLEE_ENDS
                   : callee;
    }
    while (size > 1 && (code[0] == 0x3e || code[0] == 0xf2 || code[0] == 0x67 ||
                        (code[0] & 0xf0) == 0x40))
        code++, size--;
    return code[0] == 0xe8 || (code[0] == 0xff && (code[1] >> 3 & 7) == 2) ||
                   (code[0] == 0x0f && code[1] == 0x05) /* system call */
               ? CALLEE_OTHER
               : CALLEE_NONE;
}

bool code_walk_returns(const struct code_walk *walk, size_t at)
{
    const unsigned char *code = walk->code + at;

    if (is_tail_call(walk, at))
        return code_walk_called(walk, at) != CALLEE_ENDS;
    if (code[0] == 0xf2 || code[0] == 0xf3)
        code++;
    return code[0] == 0xc3 || code[0] == 0xc2;
}

/* ------------------------------------------------------------------ walks */

bool code_walk_step(struct code_walk *walk, size_t at)
{
    struct instruction instruction =
        instruction_at(walk->code + at, walk->size - at);
    size_t behind = at + instruction.size, target;

    if (code_walk_called(walk, at) == CALLEE_ENDS) {
        walk->seen[at] = SEEN_ENDS;
        return true;
    }
    target = behind + (size_t)instruction.distance;
    if (is_tail_call(walk, at))
        return true;
    return instruction.size != 0 && instruction.jump != JUMP_SOMEWHERE &&
           (instruction.jump != JUMP_TO || code_walk_come_to(walk, target) ||
            never_returns(walk, walk->function->low + target)) &&
           (!instruction.goes_on || code_walk_come_to(walk, behind));
}

bool code_walk_from(struct code_walk *walk,
                    const struct code_function *function, uint64_t from)
{
    size_t at = (size_t)(from - function->low);
    bool known = code_walk_begin(walk, function) && at < walk->size &&
                 code_walk_step(walk, at);

    while (known && walk->open_count > 0)
        known = code_walk_step(walk, walk->open[--walk->open_count]);
    return known;
}

unsigned code_walk_next(const struct code_walk *walk, size_t at, size_t next[2])
{
    struct instruction instruction =
        instruction_at(walk->code + at, walk->size - at);
    size_t behind = at + instruction.size;
    size_t target = behind + (size_t)instruction.distance;
    unsigned count = 0;

    if (instruction.goes_on && walk->seen[at] != SEEN_ENDS &&
        behind < walk->size && walk->seen[behind])
        next[count++] = behind;
    if (instruction.jump == JUMP_TO && target < walk->size &&
        walk->seen[target])
        next[count++] = target;
    return count;
}

/* All that it goes on to comes to an end, or stays in the loop. */
static bool is_over(const struct code_walk *walk, size_t at,
                    const unsigned char *over, const unsigned char *loop)
{
    size_t next[2];
    unsigned i, count = code_walk_next(walk, at, next);

    for (i = 0; i < count; i++)
        if (!over[next[i]] && !(loop != NULL && loop[at] && loop[next[i]]))
            return false;
    return true;
}

bool code_walk_has_loop(const struct code_walk *walk, const unsigned char *loop)
{
    unsigned char *over = xcalloc(walk->size, 1);
    bool found = true, left = true;

    /* Compilers move what is unlikely behind the rest, and jump back from
     * there: that alone is no loop. */
    while (found && left) {
        size_t at = walk->size;

        found = left = false;
        while (at-- > 0) {
            if (!walk->seen[at] || over[at])
                continue;
            if (is_over(walk, at, over, loop))
                over[at] = 1, found = true;
            else
                left = true;
        }
    }
    free(over);
    return left;
}

/* ------------------------------------------------------- ends the program */

/* Of functions that call others for that, or are a part of those. */
#define DEPTH_MOST 3

/* Many calls are of the same. */
static struct ends {
    uint32_t module; /* 1 + it; 0: none */
    bool does;
    uint64_t address;
} ends[256];

/* From there on all comes, without a loop, to a call that does. */
static bool find_out(const struct code_function *function, uint64_t address,
                     unsigned depth)
{
    struct code_walk walk = {.depth = depth};
    bool does = code_walk_begin(&walk, function) &&
                code_walk_come_to(&walk, (size_t)(address - function->low));
    size_t at;

    while (does && walk.open_count > 0)
        does = code_walk_step(&walk, walk.open[--walk.open_count]);
    does = does && !code_walk_has_loop(&walk, NULL);
    for (at = 0; does && at < walk.size; at++)
        does = walk.seen[at] == 0 || !code_walk_returns(&walk, at);
    code_walk_free(&walk);
    return does;
}

/* Whether code there, outside of the function that is walked through, ends the
 * program in any case. */
static bool never_returns(const struct code_walk *walk, uint64_t address)
{
    struct stack_frame frame = {walk->function->module, address};
    struct ends *slot = &ends[(address ^ address >> 8) % 256];
    struct code_function function;

    if (walk->depth >= DEPTH_MOST || !code_function_find(&frame, &function))
        return false;
    if (slot->module == frame.module + 1 && slot->address == address)
        return slot->does;
    *slot = (struct ends){frame.module + 1, false, address};
    slot->does = find_out(&function, address, walk->depth + 1);
    return slot->does;
}

void code_walk_end(void)
{
    memset(ends, 0, sizeof ends);
}
