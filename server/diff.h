/*
 * diff.h - murmel diff OLD NEW: which findings came and which went.
 */
#ifndef MURMEL_DIFF_H
#define MURMEL_DIFF_H

/* Prints "+" before a finding that only NEW has, "-" before one that only OLD
 * has.  The exit status: 0 when NEW has no others, 1 when it has, 2 after a
 * line of trouble. */
int diff_command(int argc, char **argv);

#endif
