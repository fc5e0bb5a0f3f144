/*
 * imports.h - the names that a loaded object has the dynamic linker look for.
 */
#ifndef MURMEL_IMPORTS_H
#define MURMEL_IMPORTS_H

#include <link.h>
#include <stdbool.h>
#include <stdint.h>

typedef bool imports_match(const char *name, const void *context);

/* Whether one of the names is meant. */
bool imports_any(const struct link_map *object, imports_match *match,
                 const void *context);
/* The same of the program and its own libraries (modules_is_program). */
bool imports_by_application(imports_match *match, const void *context);

#if defined(__x86_64__)
/* The function that the dynamic linker was asked to find, with these two words
 * on the stack: whose, and which of those that it calls.  NULL: it is there for
 * something else. */
const char *imports_asked(const uint64_t *stack);
#endif

#endif
