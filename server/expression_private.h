/*
 * expression_private.h - among expression*.c.
 */
#ifndef MURMEL_EXPRESSION_PRIVATE_H
#define MURMEL_EXPRESSION_PRIVATE_H

#include <elfutils/libdw.h>
#include <stdbool.h>

/* What can be named at a place in the program. */
struct expression_scopes {
    Dwarf_Die *items; /* innermost first */
    int count;
    bool fortran;
    bool hides; /* there may be variables that are not told (Clang, of C++:
                 * structured bindings, what a lambda has) */
    const char *file; /* where the call stands; NULL: not known */
    int line;
};

/* The text of that argument (0, 1, ...) of a function of so many, which the
 * statement calls once; malloc'd.  NULL: it does not, or what is written there
 * is not plain. */
char *expression_argument(const char *statement, const char *function,
                          unsigned argument, unsigned count, bool fortran);

/* How many arguments the function has, which the statement calls once; negative:
 * it does not, or they are not plain. */
int expression_arguments(const char *statement, const char *function,
                         bool fortran);

/* The variable of that name; false: there is none, or it may be one of several.
 */
bool expression_find(const struct expression_scopes *scopes, const char *name,
                     Dwarf_Die *variable);
/* The member of that name of a struct, or of what it is derived from. */
bool expression_member(Dwarf_Die *type, const char *name, bool fortran,
                       Dwarf_Die *member);
/* The type of a variable, a member, an element, without aliases, qualifiers and
 * references. */
bool expression_type_of(Dwarf_Die *die, Dwarf_Die *type);

/* Forgets what it has looked up. */
void expression_scope_end(void);
/* Whether it is a class of C++'s library. */
bool expression_is_std(Dwarf_Die *type);

/* Of which type is what the text points to, in C and C++; *named: the variable
 * or member named last. */
bool expression_c(const char *text, const struct expression_scopes *scopes,
                  Dwarf_Die *type, Dwarf_Die *named);
/* Of which type are the elements that the text names, in Fortran. */
bool expression_fortran(const char *text,
                        const struct expression_scopes *scopes, Dwarf_Die *type,
                        Dwarf_Die *named);

#endif
