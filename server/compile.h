/*
 * compile.h - murmel cc, c++, fc: the compiler of an MPI, with what makes
 * loads and stores seen.
 */
#ifndef MURMEL_COMPILE_H
#define MURMEL_COMPILE_H

#include <stdbool.h>

/* Whether the word is such a command. */
bool compile_is_command(const char *word);

/* Becomes the compiler, with words[1], ... for arguments (words[0] is the
 * command, behind the last is NULL); returns an exit status where that
 * fails, or only help was wanted. */
int compile_command(char **words);

#endif
