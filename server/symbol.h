/*
 * symbol.h - function, file and line of a place in a module (elfutils).
 */
#ifndef MURMEL_SYMBOL_H
#define MURMEL_SYMBOL_H

#include "source_stack.h"

/*
 * Appends what a reader sees of one frame: the inlined functions there,
 * innermost first, then the function itself.  Always appends at least one;
 * where nothing is known its names are NULL.  The strings are owned by
 * *source.
 */
void symbol_append(struct source_stack *source, const char *module,
                   uint64_t address);

#endif
