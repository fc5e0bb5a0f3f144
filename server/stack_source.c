#include "stack_source.h"

#include "memory.h"
#include "symbol.h"
#include "tail_call.h"

#include <stdlib.h>
#include <string.h>

static bool is_libc(const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *file = slash != NULL ? slash + 1 : path;

    return strncmp(file, "libc.so", 7) == 0 || strncmp(file, "libc-2", 6) == 0;
}

/* The C library's own functions that call main or a thread's function.  Names
 * that a program may have, too, are its own elsewhere. */
static bool runtime_start(const struct source_frame *frame)
{
    static const char *const names[] = {"_start",
                                        "__libc_start_main",
                                        "__libc_start_call_main",
                                        "__libc_start_main_impl",
                                        "__clone",
                                        "__clone3",
                                        "__restore_rt",
                                        "start_thread",
                                        "clone3",
                                        "clone"};
    const char *function = frame->function;
    size_t i;

    if (function == NULL || frame->interpreted ||
        (function[0] != '_' && !is_libc(frame->module)))
        return false;
    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t length = strlen(names[i]);

        /* A symbol may have a version: __libc_start_main@@GLIBC_2.34. */
        if (strncmp(function, names[i], length) == 0 &&
            (function[length] == '\0' || function[length] == '@'))
            return true;
    }
    return false;
}

static bool same_name(const char *function, const char *name)
{
    return function != NULL && strcmp(function, name) == 0;
}

/* A frame of a stripped C library: it has no name to know it by. */
static bool nameless_in_libc(const struct source_frame *frame)
{
    return frame->function == NULL && is_libc(frame->module);
}

/* Python's own functions that run a module which is imported: its tracebacks
 * leave them out, too. */
static bool is_importer(const struct source_frame *frame)
{
    static const char name[] = "<frozen importlib.";

    return frame->interpreted && frame->file != NULL &&
           strncmp(frame->file, name, strlen(name)) == 0;
}

/* The C++ library's own functions, in its headers, or by name. */
static bool is_of_cplusplus(const struct source_frame *frame)
{
    static const char name[] = "operator delete";

    return !frame->interpreted &&
           ((frame->file != NULL &&
             strstr(frame->file, "/include/c++/") != NULL) ||
            (frame->function != NULL &&
             strncmp(frame->function, name, strlen(name)) == 0));
}

/* What the Fortran compiler puts around a program, which was kept before. */
static bool is_fortran_main(const struct source_stack *source, size_t kept,
                            const struct source_frame *frame)
{
    return kept > 0 && same_name(frame->function, "main") &&
           (source->frames[kept - 1].program ||
            same_name(source->frames[kept - 1].function, "MAIN__"));
}

/* Takes out what no user wrote: frames of the C runtime, the main that the
 * Fortran compiler puts around a program, and the functions of the C++ library
 * by which a program does something itself, as a vector frees its memory. */
static void tidy(struct source_stack *source)
{
    size_t kept = 0, i;

    /* From the outermost in: between _start and main a stripped library has
     * one without a name. */
    while (source->frame_count > 1) {
        struct source_frame *last = &source->frames[source->frame_count - 1];

        if (last->interpreted ||
            (!nameless_in_libc(last) && !runtime_start(last)))
            break;
        free(last->function);
        free(last->file);
        source->frame_count--;
    }
    for (i = 0; i < source->frame_count; i++) {
        struct source_frame *frame = &source->frames[i];
        bool last = kept == 0 && i + 1 == source->frame_count; /* stays */

        if (!last &&
            (is_importer(frame) || (kept == 0 && is_of_cplusplus(frame)) ||
             runtime_start(frame) || is_fortran_main(source, kept, frame))) {
            free(frame->function);
            free(frame->file);
        } else {
            source->frames[kept++] = *frame;
        }
    }
    source->frame_count = kept;
}

static void append_script(struct source_stack *source,
                          const struct stack_frame *frame)
{
    const char *file = stack_module_path(frame->module);
    const char *function = stack_script_function(frame->module);

    source->frames = xrealloc(source->frames, source->frame_count + 1,
                              sizeof *source->frames);
    source->frames[source->frame_count++] = (struct source_frame){
        .function = *function != '\0' ? xstrdup(function) : NULL,
        .file = *file != '\0' ? xstrdup(file) : NULL,
        .line = (int)frame->address,
        .interpreted = true,
        .module = file};
}

/* The function that called MPI, if its frame is gone. */
static void append_tail_call(struct source_stack *source,
                             const struct stack_frame *frame)
{
    const char *module = stack_module_path(frame->module);
    uint64_t address = tail_call(module, frame->address);

    if (address != 0)
        symbol_append(source, module, address);
}

/* What calls main, and the outermost frame of Python, is the C library's start,
 * and to read that one's debugging information takes longer than all else. */
static bool is_start(const struct stack *stack, uint32_t i,
                     const struct source_stack *source)
{
    const struct source_frame *last;

    if (i == 0 || !is_libc(stack_module_path(stack->frames[i].module)))
        return false;
    last = &source->frames[source->frame_count - 1];
    if (same_name(last->function, "main") && !last->interpreted)
        return true;
    while (i < stack->frame_count &&
           is_libc(stack_module_path(stack->frames[i].module)))
        i++;
    return last->interpreted && i == stack->frame_count;
}

const struct source_stack *stack_source(const struct stack *stack)
{
    /* The one part of a stack that comes later. */
    struct stack *late = (struct stack *)(uintptr_t)stack;
    struct source_stack *source;
    uint32_t i;

    if (stack->source != NULL)
        return stack->source;
    source = xcalloc(1, sizeof *source);
    for (i = 0; i < stack->frame_count; i++) {
        const struct stack_frame *frame = &stack->frames[i];

        if (stack_script_function(frame->module) != NULL) {
            append_script(source, frame);
            continue;
        }
        if (is_start(stack, i, source))
            break;
        if (i == 0)
            append_tail_call(source, frame);
        symbol_append(source, stack_module_path(frame->module), frame->address);
    }
    tidy(source);
    late->source = source;
    return source;
}

void stack_set_source(const struct stack *stack, struct source_stack *source)
{
    struct stack *late = (struct stack *)(uintptr_t)stack;

    source_stack_free(late->source);
    late->source = source;
    late->spots[0] = late->spots[1] = 0;
}
