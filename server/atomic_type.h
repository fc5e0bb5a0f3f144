/*
 * atomic_type.h - what of a program is of an atomic type, by its debugging
 * information (elfutils): expressions that name it are atomic accesses though
 * they may not be written as such.
 */
#ifndef MURMEL_ATOMIC_TYPE_H
#define MURMEL_ATOMIC_TYPE_H

#include <stddef.h>

/*
 * The names of the module's variables, members, types and functions that are of
 * an atomic type (C's _Atomic, C++'s classes), or lead to one; *count of them,
 * until atomic_type_end.  NULL: it does not tell of types.
 */
const char *const *atomic_type_names(const char *module, size_t *count);
/* Forgets all. */
void atomic_type_end(void);

#endif
