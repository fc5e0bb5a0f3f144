/*
 * modules.h - the loaded objects (program, libraries, plugins) and whose
 * code each one is.  It tells calls of the application from those which the
 * MPI library makes itself, and where the user's part of a stack begins.
 */
#ifndef MURMEL_MODULES_H
#define MURMEL_MODULES_H

#include "record.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct module {
    uint64_t base, start, end, modified; /* as in struct record_module */
    enum module_role role;
    bool fortran;             /* MODULE_BINDING of Fortran */
    bool recorded;            /* RECORD_MODULE was written */
    struct module *next_gone; /* was recorded, and that it has gone was not */
    uint32_t path_length;
    char path[];
};

/* An unchanging list, sorted by address; a new one replaces it. */
struct module_list {
    size_t count;
    struct module *modules[];
};

/* The last part of a path. */
const char *modules_file_name(const char *path);

/* The role of the object of that path, by its name alone; whether it is a
 * Fortran binding is put into *fortran. */
enum module_role modules_role_of_name(const char *path, bool *fortran);

/* The MPI library is the object around this address, whatever its name.
 * Call after the first modules_refresh. */
void modules_set_mpi(const void *address);

/*
 * Looks whether objects were loaded or unloaded since, and takes note.
 * `wait` false: gives up if another thread is just doing it (crash handler).
 */
void modules_refresh(bool wait);

/* The list as of now; NULL before the first modules_refresh. */
const struct module_list *modules_current(void);

/* The module around an address; NULL: none (not known yet, or made at run
 * time, or there is no list). */
const struct module *modules_find(const struct module_list *list,
                                  uint64_t address);

/* Whether it is of the program itself: not of the MPI, and not installed with
 * the system, as those are of which an MPI is made.  NULL: false. */
bool modules_is_program(const struct module *module);

/* Grows when a module may have been unloaded: a stack seen before may be
 * another now. */
unsigned modules_unloads(void);

/* Calls `write` for each module that has gone since it was recorded (its role
 * is MODULE_GONE then), and for each that was not recorded yet, one thread at a
 * time; `write` returns 0 when it was written. */
void modules_record(int (*write)(void *context, const struct module *module),
                    void *context, bool wait);

#endif
