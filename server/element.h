/*
 * element.h - what the program's debugging information says of a place in
 * memory: of which basic type it is.
 */
#ifndef MURMEL_ELEMENT_H
#define MURMEL_ELEMENT_H

#include "signature.h"

#include <stdbool.h>
#include <stdint.h>

/* A number (of a complex one either part) or a pointer, in a variable.  The
 * texts stay until program_end. */
struct element {
    const char *variable;
    const char *member; /* the innermost that it is in; NULL: of none */
    const char *type;   /* "float"; of a complex number that of the whole;
                         * "padding": between members, of class BASIC_NONE */
    const char *file;   /* where the variable is declared; NULL: not known */
    int line;
    uint64_t offset; /* bytes from where the variable begins, or the element
                      * that is pointed to */
    bool is_pointer;
    bool anything; /* it may hold that: a character */
    bool inside;   /* of a number, not where it begins */
    bool pointed;  /* not in that variable, but what such an expression points
                    * to, or an element of it */
    enum basic_class class; /* of the language; BASIC_NONE: a pointer */
    uint64_t size;          /* bytes */
    uint64_t run; /* so many bytes from there on are elements like this one,
                   * one behind the other */
};

#endif
