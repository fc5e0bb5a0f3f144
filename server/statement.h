/*
 * statement.h - the statement of the source around a place in the program.
 *
 * Only the text: macros are not expanded.
 */
#ifndef MURMEL_STATEMENT_H
#define MURMEL_STATEMENT_H

#include "source_stack.h"
#include "stack.h"

/* Its lines, whole but for comments; malloc'd.  NULL: it
 * cannot be read, or has changed since it was compiled. */
char *statement_text(const struct source_frame *frame);
/* Whether the file has a macro of that name. */
bool statement_defines(const char *file, const char *name);
/* Whether the text has the word, in capitals or not. */
bool statement_has(const char *statement, const char *word);
/* Whether a name of C or Fortran may have that letter. */
bool statement_is_in_word(char letter);
/* Whether what the program does there is written as an atomic operation of the
 * language: by a function, or within one of a header, that is called so, with
 * an object of an atomic type, or behind OpenMP's directive. */
bool statement_is_atomic(const struct stack *stack);
/* Forgets all texts. */
void statement_end(void);

#endif
