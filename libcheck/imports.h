/*
 * imports.h - the names that a loaded object has the dynamic linker look for.
 */
#ifndef MURMEL_IMPORTS_H
#define MURMEL_IMPORTS_H

#include <link.h>
#include <stdbool.h>

typedef bool imports_match(const char *name, const void *context);

/* Whether one of the names is meant. */
bool imports_any(const struct link_map *object, imports_match *match,
                 const void *context);
/* The same of the program and its own libraries (modules_is_program). */
bool imports_by_application(imports_match *match, const void *context);

#endif
