/*
 * man.h - text for the pages of the manual, as troff takes it (man(7)).
 *
 * No hyphen becomes another sign, no line a request, none is longer than 80
 * bytes where no word is.
 */
#ifndef MURMEL_MAN_H
#define MURMEL_MAN_H

#include <stdio.h>

/* A piece of a line. */
void man_piece(FILE *out, const char *text, size_t length);
/* Text of one line that is to be filled, in lines of its own. */
void man_words(FILE *out, const char *text, size_t length);
/*
 * A section.  Of its text, as `murmel help` prints it, lines that are indented
 * are examples, or, where two spaces are between them, names and what they
 * mean, with more spaces where that goes on; the others are filled.
 */
void man_section(FILE *out, const char *title, const char *text);

#endif
