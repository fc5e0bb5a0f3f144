/*
 * tail_call.h - functions that have left the stack, as the call that they end
 * with is a jump.
 */
#ifndef MURMEL_TAIL_CALL_H
#define MURMEL_TAIL_CALL_H

#include <stdint.h>

/*
 * The call at that address of the module's file has surely led into the MPI.
 * If what it calls is a function of the module that ends with a call of MPI, by
 * its debugging information, and with one only, the address of that; else 0.
 */
uint64_t tail_call(const char *module, uint64_t address);

#endif
