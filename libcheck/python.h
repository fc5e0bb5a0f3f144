/*
 * python.h - where the calling thread is in a program of Python.
 *
 * The frames of CPython's own are read where they lie, as what it offers for
 * that needs its lock, which a thread in an MPI call does not have (mpi4py
 * gives it back).  They are the calling thread's, which is in a function of C,
 * so that they stay as they are meanwhile.  Only of versions of which the
 * layout is known; else, and without Python, there are none.
 */
#ifndef MURMEL_PYTHON_H
#define MURMEL_PYTHON_H

#include "thread.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PYTHON_FRAMES_MAX   64
#define PYTHON_FILE_MAX     1024
#define PYTHON_FUNCTION_MAX 256

struct python_frame {
    const char *code; /* the object */
    uint64_t offset;  /* into its instructions, in bytes */
    bool entry;       /* the interpreter's C function began with it */
};

/* UTF-8 without zero bytes. */
struct python_place {
    uint32_t line;                      /* 0: unknown */
    uint32_t file_length;               /* 0: unknown */
    uint32_t function_length;           /* likewise */
    char file[PYTHON_FILE_MAX];         /* as it was compiled */
    char function[PYTHON_FUNCTION_MAX]; /* "Solver.exchange" */
};

/* Whether there is a Python of which frames can be read. */
extern _Atomic bool python_known __attribute__((visibility("hidden")));

/* Looks for a Python, until there is one. */
void python_look(void);

/* A hash of the calling thread's frames, of those that python_frames gives;
 * 0: there are none. */
uint64_t python_hash(struct thread *thread);

/* The frames, innermost first; how many. */
uint32_t python_frames(struct thread *thread,
                       struct python_frame frames[PYTHON_FRAMES_MAX]);

/* What there is to say of a frame of the calling thread. */
void python_find_place(const struct python_frame *frame,
                       struct python_place *place);

/* Whether an address is in the function of C that runs Python. */
bool python_runs(void *return_address);

/*
 * The line of an instruction, at that offset in bytes, by the code object's
 * table (PEP 626, of 3.11 on), of which `first` is the line where it begins;
 * 0: it has none.
 */
uint32_t python_line(const unsigned char *table, size_t size, uint32_t first,
                     uint64_t offset);

#endif
