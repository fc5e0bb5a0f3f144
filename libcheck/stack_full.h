/*
 * stack_full.h - whether the process has crashed as its stack was full.
 */
#ifndef MURMEL_STACK_FULL_H
#define MURMEL_STACK_FULL_H

#include <stdint.h>

/* By the address that could not be accessed (CRASH_NO_ADDRESS: not known) and
 * the stack pointer there: how many bytes the stack may have; 0: it was not
 * that, or it is not known.  Of the first thread alone: the others have no room
 * for a handler then. */
uint64_t stack_full(uint64_t address, uint64_t pointer);

#endif
