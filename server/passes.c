#include "passes.h"

#include "code_walk.h"
#include "instruction.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

/* Whether the function, from the instruction at `from` on, comes to that at
 * `to`. */
static bool comes_to(const struct code_function *function, uint64_t from,
                     uint64_t to)
{
    struct code_walk walk = {.depth = 0};
    bool comes = from == to || (code_walk_from(&walk, function, from) &&
                                walk.seen[to - function->low] != 0);

    code_walk_free(&walk);
    return comes;
}

/* ---------------------------------------------------------------- a loop */

/* Marks what of a walk comes to `to`: with `to` where it begins, all that is in
 * a loop with it. */
static void mark_loop(const struct code_walk *walk, size_t to,
                      unsigned char *loop)
{
    bool found = true;

    loop[to] = 1;
    while (found) {
        size_t at = walk->size, next[2];

        found = false;
        while (at-- > 0) {
            unsigned count;

            if (loop[at] || !walk->seen[at])
                continue;
            for (count = code_walk_next(walk, at, next); count > 0; count--)
                if (loop[next[count - 1]])
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

/* Whether each round of the loop comes there. */
static bool is_head(const struct code_walk *walk, const unsigned char *loop,
                    size_t head)
{
    struct code_walk rest = *walk;
    bool is;
    size_t at;

    rest.seen = xcalloc(walk->size, 1);
    for (at = 0; at < walk->size; at++)
        if (loop[at] && at != head)
            rest.seen[at] = walk->seen[at];
    is = !code_walk_has_loop(&rest, NULL);
    free(rest.seen);
    return is;
}

/* Whether each round comes to where the loop is entered: of a loop in another
 * one that is where the outer one begins. */
static bool is_entered_at_head(const struct code_walk *walk,
                               const unsigned char *loop)
{
    struct code_walk all = {.depth = 0};
    bool is = code_walk_from(&all, walk->function, walk->function->low);
    size_t at, next[2], head = walk->size;
    unsigned count;

    for (at = 0; is && at < walk->size; at++) {
        if (loop[at] || (!all.seen[at] && at > 0))
            continue;
        for (count = code_walk_next(&all, at, next); count > 0; count--)
            if (loop[next[count - 1]] && next[count - 1] != head) {
                head = next[count - 1];
                is = is && is_head(walk, loop, head);
            }
    }
    code_walk_free(&all);
    return is && head != walk->size;
}

/* Whether it is one loop, and not several, one in the other: all jumps back
 * within it go to one place. */
static bool is_one_loop(const struct code_walk *walk, const unsigned char *loop)
{
    size_t at, next[2], head = walk->size;
    unsigned count;

    for (at = 0; at < walk->size; at++) {
        if (!loop[at])
            continue;
        if (code_walk_called(walk, at) > CALLEE_COMPUTES ||
            may_begin_anew(walk->code + at))
            return false;
        for (count = code_walk_next(walk, at, next); count > 0; count--) {
            if (next[count - 1] > at || !loop[next[count - 1]])
                continue;
            if (head != walk->size && head != next[count - 1])
                return false;
            head = next[count - 1];
        }
    }
    return is_entered_at_head(walk, loop);
}

/* ------------------------------------------------------------ what is behind
 */

enum behind {
    BEHIND_ENDS,    /* all comes to what puts processes in order, or the end */
    BEHIND_RETURNS, /* or returns */
    BEHIND_UNKNOWN  /* another loop may look at the same again, or function */
};

/* False: it may come anywhere. */
static bool step_behind(struct code_walk *walk, size_t at, bool *returns)
{
    switch (code_walk_called(walk, at)) {
    case CALLEE_ORDERS:
    case CALLEE_ENDS:
        walk->seen[at] = SEEN_ENDS;
        return true;
    case CALLEE_OTHER:
        return false;
    default:
        *returns |= code_walk_returns(walk, at);
        return code_walk_step(walk, at);
    }
}

/* From that instruction on, with it. */
static enum behind look_behind(const struct code_function *function,
                               uint64_t from, const unsigned char *loop)
{
    struct code_walk walk = {.depth = 0};
    bool returns = false;
    bool known = code_walk_begin(&walk, function) &&
                 code_walk_come_to(&walk, (size_t)(from - function->low));
    enum behind behind;

    while (known && walk.open_count > 0)
        known = step_behind(&walk, walk.open[--walk.open_count], &returns);
    behind = !known || code_walk_has_loop(&walk, loop) ? BEHIND_UNKNOWN
             : returns                                 ? BEHIND_RETURNS
                                                       : BEHIND_ENDS;
    code_walk_free(&walk);
    return behind;
}

/* From an instruction on: how often it comes there before all is in order, and
 * what else comes. */
static enum passes passes_in(const struct code_function *function,
                             uint64_t address, enum behind *behind)
{
    size_t at = (size_t)(address - function->low);
    enum passes passes = PASSES_OFTEN;
    unsigned char *loop;
    struct code_walk walk = {.depth = 0};

    *behind = BEHIND_UNKNOWN;
    if (code_walk_from(&walk, function, address)) {
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
    code_walk_free(&walk);
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
    struct code_function function, before = {.high = 0};

    for (; frame < call->frame_count; frame++) {
        const struct stack_frame *at = &call->frames[frame];

        if (code_function_has(&before, at) ||
            !code_function_find(at, &function))
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
static bool calls_once(const struct code_function *function, uint64_t from,
                       const struct code_function *other, uint64_t *returns)
{
    struct code_walk walk = {.depth = 0};
    bool known = code_walk_begin(&walk, function) &&
                 code_walk_come_to(&walk, (size_t)(from - function->low));
    unsigned count = 0;
    int32_t distance;
    size_t at;

    while (known && walk.open_count > 0)
        known = code_walk_step(&walk, walk.open[--walk.open_count]);
    for (at = 0; known && at + 5 <= walk.size; at++) {
        memcpy(&distance, walk.code + at + 1, sizeof distance);
        if (!walk.seen[at] || walk.code[at] != 0xe8 ||
            function->low + at + 5 + (uint64_t)(int64_t)distance != other->low)
            continue;
        *returns = function->low + at + 5;
        count++;
    }
    code_walk_free(&walk);
    return known && count == 1;
}

/* Of a function that was called behind the call, by one of those that stand on
 * its stack: that frame, and where it goes on; frame_count: by none, or more is
 * not known. */
static uint32_t called_by(const struct stack *call,
                          const struct code_function *function,
                          struct code_function *by, uint64_t *returns)
{
    uint32_t frame;

    for (frame = 0; frame < call->frame_count; frame++) {
        const struct stack_frame *at = &call->frames[frame];

        if (!code_function_find(at, by) || by->module != function->module ||
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
    struct code_function function, by;
    enum passes passes;
    enum behind behind;
    uint64_t address, returns = 0;
    uint32_t frame = 0;
    bool called;

    if (call->in_handler || place->frame_count == 0 ||
        !code_function_find(&place->frames[0], &function))
        return PASSES_OFTEN;
    address = place->frames[0].address;
    while (frame < call->frame_count &&
           !code_function_has(&function, &call->frames[frame]))
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
    code_walk_end();
    memset(known, 0, sizeof known);
}
