/*
 * variable_private.h - among variable*.c.
 */
#ifndef MURMEL_VARIABLE_PRIVATE_H
#define MURMEL_VARIABLE_PRIVATE_H

#include "element.h"

#include <elfutils/libdw.h>
#include <stddef.h>

struct variable {
    int64_t low; /* address in the file, or distance from the frame */
    uint64_t size;
    Dwarf_Die die, type;
    const char *common; /* the name of the COMMON block it is in; NULL: none */
    bool named; /* in a frame where not all are told: by the call's statement */
};

/* By low. */
struct variable_table {
    struct variable *items;
    int64_t *reach; /* where all end that begin no later than this one */
    size_t count;
};

/* Adds the variable, if its type has a size. */
void variable_table_add(struct variable_table *table, Dwarf_Die *die,
                        int64_t low);
/* No more are added: they can be looked for. */
void variable_table_complete(struct variable_table *table);
/* How many begin there or before. */
size_t variable_table_begun(const struct variable_table *table, int64_t place);
void variable_table_empty(struct variable_table *table);
/* Where it ends. */
int64_t variable_past(const struct variable *variable);

/* Where it is declared; NULL, 0: not known. */
void variable_declared(Dwarf_Die *die, const char **file, int *line);

/* The type of a variable, a member, an element or an alias, without
 * qualifiers; false: it is not known. */
bool variable_type_of(Dwarf_Die *die, Dwarf_Die *type);

/* Bytes of a type; 0: it has none, or not always the same. */
uint64_t variable_type_size(Dwarf_Die *type);

/* The element at that distance from the variable's begin; sets all but
 * variable, file and line.  False: as of model_element_at. */
bool variable_element(const struct variable *variable, uint64_t offset,
                      struct element *element);

/* The texts of the statement around that code and of those around the calls by
 * which it was inlined, up to one that cannot be read, or has changed since;
 * NULL behind the last. */
char **variable_statements(const char *module, uint64_t code);
void variable_statements_free(char **statements);
/* Whether the statement (NULL: none) gives what has that name, or a part of it,
 * to a function, and is surely the only one there. */
bool variable_is_named(const char *statement, const char *name, bool fortran);

/* Adds those that are in scope at the code at that address of the file, and
 * whose distance from the frame of its function is surely known. */
void variable_frame(const char *module, uint64_t code,
                    struct variable_table *table);
/* Of variable_is_none. */
bool variable_frame_lacks(const char *module, uint64_t code, int64_t distance);

#endif
