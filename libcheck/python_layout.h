/*
 * python_layout.h - where in the objects of the process's CPython what is.
 */
#ifndef MURMEL_PYTHON_LAYOUT_H
#define MURMEL_PYTHON_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Offsets in bytes. */
struct python_layout {
    uint32_t version; /* as PY_VERSION_HEX, of its first release */
    /* Where the innermost frame is; or with has_cframe (before 3.13) what the
     * thread's evaluation keeps, in which it is. */
    uint16_t thread_frame;
    uint16_t cframe_current;
    bool has_cframe;
    uint16_t frame_size; /* as much of a frame as is looked at */
    uint16_t frame_code, frame_previous, frame_instruction;
    /* Whether the C function began with it; 0 (from 3.12 on): that function
     * has a frame of its own, which frame_owner tells. */
    uint16_t frame_entry, frame_owner;
    uint16_t code_size;
    uint16_t code_first_line, code_file, code_function, code_lines;
    uint16_t code_instructions;
    uint16_t text_ascii, text_other; /* characters, of ASCII and else */
};

/* Those of the types of objects that are looked at. */
struct python_types {
    const void *code, *text, *bytes;
};

extern struct python_layout python_layout __attribute__((visibility("hidden")));
extern struct python_types python_types __attribute__((visibility("hidden")));

/* Of every object: its type; and the number of its items, or characters. */
#define PYTHON_TYPE   8
#define PYTHON_COUNT  16
#define PYTHON_HEADER 24
/* Of a frame's owners, from 3.12 on, the first that is no frame of Python's:
 * FRAME_OWNED_BY_CSTACK, of 3.14 on FRAME_OWNED_BY_INTERPRETER. */
#define PYTHON_OWNER_C 3
/* What a frame's reference to an object has in its lowest bits, of 3.14 on. */
#define PYTHON_TAGS ((uintptr_t)3)
/* Of bytes: they. */
#define PYTHON_BYTES 32
/* Of a text: what its characters are like. */
#define PYTHON_TEXT_STATE          32
#define PYTHON_TEXT_KIND(state)    ((state) >> 2 & 7) /* bytes of one */
#define PYTHON_TEXT_COMPACT(state) ((state) >> 5 & 1) /* they follow */
#define PYTHON_TEXT_ASCII(state)   ((state) >> 6 & 1)

/* The pointer that stands there. */
static inline const char *python_pointer(const char *bytes, size_t offset)
{
    const char *pointer;

    memcpy(&pointer, bytes + offset, sizeof pointer);
    return pointer;
}

#endif
