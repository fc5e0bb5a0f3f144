/*
 * symbol.h - function, file and line of a place in a module (elfutils).
 */
#ifndef MURMEL_SYMBOL_H
#define MURMEL_SYMBOL_H

#include "stack.h"

/*
 * Appends what a reader sees of one frame: the inlined functions there,
 * innermost first, then the function itself.  Always appends at least one;
 * where nothing is known its names are NULL.  The strings are owned by
 * *source.
 */
void symbol_append(struct source_stack *source, const char *module,
                   uint64_t address);

/* Copies the bytes of the module's file that stand at the address in memory;
 * how many there are, at most `size`. */
size_t symbol_code(const char *module, uint64_t address, unsigned char *code,
                   size_t size);

/* Closes the modules that were opened. */
void symbol_end(void);

#endif
