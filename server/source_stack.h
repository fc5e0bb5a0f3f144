/*
 * source_stack.h - a call stack as a reader sees it: functions, files, lines.
 */
#ifndef MURMEL_SOURCE_STACK_H
#define MURMEL_SOURCE_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* One line a reader sees.  A frame with inlined functions gives several,
 * innermost first. */
struct source_frame {
    char *function; /* demangled for C++ where possible; NULL unknown */
    char *file;     /* NULL unknown */
    int line;       /* 0 unknown */
    int column;     /* likewise; calls that have it and the line in common are
                     * one in the source */
    bool inlined;
    bool program;       /* of Fortran: what calls it is the compiler's main */
    const char *module; /* path; of Python the file */
    uint64_t address;
    bool interpreted; /* it is a line of Python */
};

struct source_stack {
    size_t frame_count;
    struct source_frame *frames;
};

/* Whether it is in a library of the system's, by its path. */
static inline bool source_frame_is_system(const struct source_frame *frame)
{
    return frame->module != NULL &&
           (strncmp(frame->module, "/lib", 4) == 0 ||
            strncmp(frame->module, "/usr/lib", 8) == 0);
}

void source_stack_free(struct source_stack *source);

#endif
