/*
 * option_table.h - the table of options, for those who read and print it.
 */
#ifndef MURMEL_OPTION_TABLE_H
#define MURMEL_OPTION_TABLE_H

#include "option.h"

#include <stddef.h>

enum type {
    TYPE_SWITCH,
    TYPE_NUMBER,
    TYPE_SECONDS,
    TYPE_TEXT,
    TYPE_PATH,
    TYPE_CHOICE
};

struct option {
    const char *name;
    const char *variable; /* in the environment; NULL: none */
    const char *argument; /* NULL: takes none */
    const char *brief;    /* a few words; NULL: not for the first screen */
    const char *help;
    size_t field; /* in struct options */
    enum type type;
    char letter;
    const char *const *choices; /* of a TYPE_CHOICE, by value; ends with NULL */
    enum option_use use;
};

extern const struct option option_table[];
extern const size_t option_count;

#endif
