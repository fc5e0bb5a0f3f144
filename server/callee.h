/*
 * callee.h - which function of another module a call in a file goes to.
 */
#ifndef MURMEL_CALLEE_H
#define MURMEL_CALLEE_H

#include <stdint.h>

/*
 * address: of what is called, in the file's own count: of the module's own jump
 * into the function (x86-64; the linker makes one for each).  Its name, until
 * program_end; NULL: it is no such jump, or cannot be read.
 */
const char *callee_name(const char *module, uint64_t address);

#endif
