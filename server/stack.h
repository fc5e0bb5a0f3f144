/*
 * stack.h - call stacks, interned over the whole job.
 *
 * A frame is a module and an offset in its file, so that equal stacks of
 * different ranks are one stack whatever their address layout.  Names and
 * lines are looked up late (stack_source.h), once a stack.
 */
#ifndef MURMEL_STACK_H
#define MURMEL_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct stack_frame {
    uint32_t module;  /* index, see stack_module_path */
    uint64_t address; /* in the file's own addresses, of the call; of an
                       * interpreter's frame the line, 0: unknown */
};

/* What a program does with the value that a call returns (result_use.h). */
enum result_use {
    RESULT_NOT_ASKED,
    RESULT_UNKNOWN, /* it may look at it later, or not */
    RESULT_IGNORED, /* it is overwritten at once */
    RESULT_LOOKED   /* it is compared, or kept in a register */
};

struct stack {
    uint32_t number; /* 1, 2, ... */
    uint32_t frame_count;
    uint64_t function; /* address where that of frames[0] begins; 0: unknown */
    bool in_handler;   /* a signal handler's frame is among them */
    enum result_use result_use;
    struct source_stack *source; /* looked up late */
    uint32_t spots[2];           /* likewise: stack_spot; 0: not yet */
    struct stack_frame frames[];
};

/* The innermost frame's place in the program, to tell places apart; 0: not
 * known. */
static inline uint64_t stack_place(const struct stack *stack)
{
    return stack == NULL || stack->frame_count == 0 ||
                   stack->frames[0].address == 0
               ? 0
               : stack->frames[0].address ^
                     ((uint64_t)stack->frames[0].module + 1) << 48;
}

const char *stack_module_path(uint32_t module);

/* The number of a module by its path, new or known. */
uint32_t stack_module(const char *path, size_t length);

/* The same of a function of an interpreted program, for stack_frame.module:
 * its path is the file.  Either may be empty: unknown. */
uint32_t stack_script(const char *file, size_t file_length,
                      const char *function, size_t function_length);
/* The function; NULL: it is the module of an object file. */
const char *stack_script_function(uint32_t module);
/* The one stack of these frames (at least one), innermost first; owned by
 * the table.  function: as in the stack. */
const struct stack *stack_intern(const struct stack_frame *frames,
                                 size_t frame_count, uint64_t function);
/* A signal handler's frame is among its frames. */
void stack_in_handler(const struct stack *stack);
void stack_set_result_use(const struct stack *stack, enum result_use use);
/* By the frames' addresses, the same in each run of a program; NULL comes
 * first.  As of qsort. */
int stack_compare(const struct stack *left, const struct stack *right);
/* The stack of that number; NULL: there is none. */
const struct stack *stack_at(uint32_t number);
/* Forgets all stacks and modules (program_end, for all that hangs on them). */
void stack_end(void);

#endif
