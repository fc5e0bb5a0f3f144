#include "passes.h"

#include "callee.h"
#include "instruction.h"
#include "memory.h"
#include "symbol_object.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

enum seen {
    SEEN_NOT,
    SEEN,
    SEEN_ENDS /* a call there never returns */
};

/* What of a function's code is come to, from some place in it on. */
struct walk {
    const struct function *function;
    unsigned char *code, *seen; /* a byte each; seen: enum seen */
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

/* False: into another function, or its own unlikely part. */
static bool come_to(struct walk *walk, size_t at)
{
    if (at >= walk->size)
        return false;
    if (!walk->seen[at]) {
        walk->seen[at] = SEEN;
        walk->open[walk->open_count++] = at;
    }
    return true;
}

/* False: the function cannot be read. */
static bool walk_begin(struct walk *walk, const struct function *function)
{
    size_t size = (size_t)(function->high - function->low);

    *walk = (struct walk){.function = function,
                          .code = xcalloc(size + 16, 1),
                          .seen = xcalloc(size, 1),
                          .size = size,
                          .open = xcalloc(size, sizeof walk->open[0])};
    return symbol_code(stack_module_path(function->module), function->low,
                       walk->code, size) == size;
}

/* ----------------------------------------------------------------- calls */

enum callee {
    CALLEE_NONE, /* no call */
    CALLEE_COMPUTES,
    CALLEE_MPI,    /* or lets time pass, and comes back */
    CALLEE_ORDERS, /* nothing that was looked at before is looked at behind */
    CALLEE_ENDS,   /* nor anything else */
    CALLEE_OTHER
};

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

static enum callee called_at(const struct walk *walk, size_t at)
{
    const unsigned char *code = walk->code + at;
    size_t size = instruction_at(code, walk->size - at).size;
    int32_t distance;

    if (code[0] == 0xe8 && size == 5) {
        memcpy(&distance, code + 1, sizeof distance);
        return callee_of(callee_name(stack_module_path(walk->function->module),
                                     walk->function->low + at + 5 +
                                         (uint64_t)(int64_t)distance));
    }
    while (size > 1 && (code[0] == 0x3e || code[0] == 0xf2 || code[0] == 0x67 ||
                        (code[0] & 0xf0) == 0x40))
        code++, size--;
    return code[0] == 0xe8 || (code[0] == 0xff && (code[1] >> 3 & 7) == 2) ||
                   (code[0] == 0x0f && code[1] == 0x05) /* system call */
               ? CALLEE_OTHER
               : CALLEE_NONE;
}

/* ------------------------------------------------------------------ walks */

/* False: where it goes on is not known. */
static bool step(struct walk *walk, size_t at)
{
    struct instruction instruction =
        instruction_at(walk->code + at, walk->size - at);
    size_t behind = at + instruction.size;

    if (called_at(walk, at) == CALLEE_ENDS) {
        walk->seen[at] = SEEN_ENDS;
        return true;
    }
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
    size_t at = (size_t)(from - function->low);
    bool known =
        walk_begin(walk, function) && at < walk->size && step(walk, at);

    while (known && walk->open_count > 0)
        known = step(walk, walk->open[--walk->open_count]);
    return known;
}

/* Whether the function, from the instruction at `from` on, comes to that at
 * `to`. */
static bool comes_to(const struct function *function, uint64_t from,
                     uint64_t to)
{
    struct walk walk;
    bool comes =
        walk_from(&walk, function, from) && walk.seen[to - function->low] != 0;

    walk_free(&walk);
    return comes;
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
            if ((instruction.goes_on && walk->seen[at] != SEEN_ENDS &&
                 behind < walk->size && loop[behind]) ||
                (instruction.jump == JUMP_TO && target < walk->size &&
                 loop[target]))
                loop[at] = 1, found = true;
        }
    }
}

/* It divides, or sets something to a number: a loop may begin anew by that. */
static bool may_begin_anew(const unsigned char *code)
{
    while ((code[0] & 0xf0) == 0x40 || code[0] == 0x66)
        code++;
    return ((code[0] & 0xfe) == 0xf6 && (code[1] >> 3 & 7) >= 6) ||
           (code[0] & 0xfe) == 0xc6 ||
           ((code[0] == 0x81 || code[0] == 0x83) && (code[1] >> 3 & 7) == 4);
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
        if (called_at(walk, at) > CALLEE_COMPUTES ||
            may_begin_anew(walk->code + at))
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

/* ------------------------------------------------------------ what is behind
 */

enum behind {
    BEHIND_ENDS,    /* all comes to what puts processes in order, or the end */
    BEHIND_RETURNS, /* or returns */
    BEHIND_UNKNOWN  /* another loop may look at the same again, or function */
};

static bool is_return(const unsigned char *code)
{
    if (code[0] == 0xf2 || code[0] == 0xf3)
        code++;
    return code[0] == 0xc3 || code[0] == 0xc2;
}

/* False: it may come anywhere. */
static bool step_behind(struct walk *walk, size_t at, bool *returns)
{
    *returns |= is_return(walk->code + at);
    switch (called_at(walk, at)) {
    case CALLEE_ORDERS:
    case CALLEE_ENDS:
        return true;
    case CALLEE_OTHER:
        return false;
    default:
        return step(walk, at);
    }
}

/* Jumps back, but those of the loop (NULL: none). */
static bool jumps_back(const struct walk *walk, const unsigned char *loop)
{
    size_t at;

    for (at = 0; at < walk->size; at++) {
        struct instruction instruction;
        size_t target;

        if (!walk->seen[at] || (loop != NULL && loop[at]))
            continue;
        instruction = instruction_at(walk->code + at, walk->size - at);
        target = at + instruction.size + (size_t)instruction.distance;
        if (instruction.jump == JUMP_TO && target <= at && walk->seen[target])
            return true;
    }
    return false;
}

/* From that instruction on, with it. */
static enum behind look_behind(const struct function *function, uint64_t from,
                               const unsigned char *loop)
{
    struct walk walk;
    bool returns = false;
    bool known = walk_begin(&walk, function) &&
                 come_to(&walk, (size_t)(from - function->low));
    enum behind behind;

    while (known && walk.open_count > 0)
        known = step_behind(&walk, walk.open[--walk.open_count], &returns);
    behind = !known || jumps_back(&walk, loop) ? BEHIND_UNKNOWN
             : returns                         ? BEHIND_RETURNS
                                               : BEHIND_ENDS;
    walk_free(&walk);
    return behind;
}

/* From an instruction on: how often it comes there before all is in order, and
 * what else comes. */
static enum passes passes_in(const struct function *function, uint64_t address,
                             enum behind *behind)
{
    size_t at = (size_t)(address - function->low);
    enum passes passes = PASSES_OFTEN;
    unsigned char *loop;
    struct walk walk;

    *behind = BEHIND_UNKNOWN;
    if (walk_from(&walk, function, address)) {
        loop = xcalloc(walk.size, 1);
        if (walk.seen[at] != 0)
            mark_loop(&walk, at, loop);
        if (walk.seen[at] == 0 || is_one_loop(&walk, loop))
            passes = walk.seen[at] == 0 ? PASSES_ONCE : PASSES_LOOP;
        *behind =
            look_behind(function, address, passes == PASSES_LOOP ? loop : NULL);
        if (passes == PASSES_OFTEN && *behind != BEHIND_UNKNOWN)
            passes = PASSES_ONCE; /* the loop is put in order in each round */
        free(loop);
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

/* From that frame of the call's on, up to main, all comes to an end. */
static bool ends_behind(const struct stack *call, uint32_t frame,
                        enum behind behind)
{
    struct function function, before = {.high = 0};

    for (; frame < call->frame_count; frame++) {
        const struct stack_frame *at = &call->frames[frame];

        if (is_in(&before, at) || !find_function(at, &function))
            return false;
        if (before.high != 0) {
            if (returns_to(at) >= function.high)
                return false;
            behind = look_behind(&function, returns_to(at), NULL);
        }
        if (behind != BEHIND_RETURNS || function.is_main)
            return behind != BEHIND_UNKNOWN;
        before = function;
    }
    return false;
}

/* Whether from that instruction on one call of the other function is come to,
 * and where that returns to. */
static bool calls_once(const struct function *function, uint64_t from,
                       const struct function *other, uint64_t *returns)
{
    struct walk walk;
    bool known = walk_begin(&walk, function) &&
                 come_to(&walk, (size_t)(from - function->low));
    unsigned count = 0;
    int32_t distance;
    size_t at;

    while (known && walk.open_count > 0)
        known = step(&walk, walk.open[--walk.open_count]);
    for (at = 0; known && at + 5 <= walk.size; at++) {
        memcpy(&distance, walk.code + at + 1, sizeof distance);
        if (!walk.seen[at] || walk.code[at] != 0xe8 ||
            function->low + at + 5 + (uint64_t)(int64_t)distance != other->low)
            continue;
        *returns = function->low + at + 5;
        count++;
    }
    walk_free(&walk);
    return known && count == 1;
}

/* Of a function that was called behind the call, by one of those that stand on
 * its stack: that frame, and where it goes on; frame_count: by none, or more is
 * not known. */
static uint32_t called_by(const struct stack *call,
                          const struct function *function, struct function *by,
                          uint64_t *returns)
{
    uint32_t frame;

    for (frame = 0; frame < call->frame_count; frame++) {
        const struct stack_frame *at = &call->frames[frame];

        if (!find_function(at, by) || by->module != function->module ||
            returns_to(at) >= by->high)
            return call->frame_count;
        if (calls_once(by, returns_to(at), function, returns))
            break;
    }
    return frame;
}

/* What comes behind the place in its function, and in that which has called it.
 */
static enum passes find_out(const struct stack *place, const struct stack *call)
{
    struct function function, by;
    enum passes passes;
    enum behind behind;
    uint64_t address, returns = 0;
    uint32_t frame = 0;
    bool called;

    if (call->in_handler || place->frame_count == 0 ||
        !find_function(&place->frames[0], &function))
        return PASSES_OFTEN;
    address = place->frames[0].address;
    while (frame < call->frame_count && !is_in(&function, &call->frames[frame]))
        frame++;
    called = frame == call->frame_count;
    if (called)
        frame = called_by(call, &function, &by, &returns);
    if (frame == call->frame_count ||
        (!called &&
         (returns_to(&call->frames[frame]) >= function.high ||
          !comes_to(&function, returns_to(&call->frames[frame]), address))))
        return PASSES_OFTEN;
    passes = passes_in(&function, address, &behind);
    if (called && behind == BEHIND_RETURNS)
        behind = look_behind(&by, returns, NULL);
    return ends_behind(call, frame, behind) ? passes : PASSES_OFTEN;
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
