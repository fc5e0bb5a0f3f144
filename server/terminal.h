/*
 * terminal.h - where the checker's text goes.
 *
 * Under `murmel run` it is the stderr of murmel.  A checker that a rank
 * started writes to the stderr of the lowest rank that joined.  Nothing here
 * blocks for ever: who does not read for a while gets no more text.
 */
#ifndef MURMEL_TERMINAL_H
#define MURMEL_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Writes text in pieces that others' lines do not cut. */
void terminal_write(const char *text, size_t size);
/* Writes what nobody misses, but only all of it; false: nobody reads now. */
bool terminal_try(const char *text, size_t size);
/* One line, "murmel: " before it and the line's end behind it. */
void terminal_line(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
/* Whether it shows colours, and is wanted to: NO_COLOR (no-color.org) and
 * TERM=dumb say no. */
bool terminal_has_colour(void);
/* The same of what is open there. */
bool terminal_colours(int fd);
/* How many characters a line of it has; 0: it is no terminal.  As gcc and clang
 * have it, COLUMNS says so where it is set. */
int terminal_width(void);
/* The same of what is open there. */
int terminal_columns(int fd);
/* From now on text goes to fd (-1: nowhere), which stays the caller's. */
void terminal_set(int fd);
/* From now on text is kept, some lines of it, until terminal_set says where it
 * goes. */
void terminal_await(void);

#endif
