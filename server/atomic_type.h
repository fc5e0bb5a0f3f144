/*
 * atomic_type.h - what of a program is of an atomic type, by its debugging
 * information (elfutils): expressions that name it are atomic accesses though
 * they may not be written as such.
 */
#ifndef MURMEL_ATOMIC_TYPE_H
#define MURMEL_ATOMIC_TYPE_H

#include <stddef.h>
#include <stdint.h>

/*
 * The names of the variables, parameters, members and functions of an atomic
 * type (C's _Atomic, C++'s classes), or that lead to such, of the unit around
 * that code; *count of them, until atomic_type_end.
 */
const char *const *atomic_type_names(const char *module, uint64_t code,
                                     size_t *count);
/* Forgets all. */
void atomic_type_end(void);

#endif
