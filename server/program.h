/*
 * program.h - what was read of the programs that are checked.
 */
#ifndef MURMEL_PROGRAM_H
#define MURMEL_PROGRAM_H

/* Forgets all: stacks, their sources, debugging information, variables. */
void program_end(void);

#endif
