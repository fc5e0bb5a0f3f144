/*
 * variable.h - the variables of a module, by its debugging information
 * (elfutils): what type is at an address.
 *
 * Only what is exact is told: variables whose place is one address, or one
 * distance from the frame of a function that was not optimized.
 */
#ifndef MURMEL_VARIABLE_H
#define MURMEL_VARIABLE_H

#include "element.h"

/*
 * The element that begins at an address of the module's file, in a variable of
 * static storage.  False: as of element_at.
 */
bool variable_static(const char *module, uint64_t address,
                     struct element *element);

/*
 * The same in a frame: of the function around the code at that address of the
 * file (of the call, not where it returns to), `place` bytes from the frame's
 * canonical frame address.
 */
bool variable_of_frame(const char *module, uint64_t code, int64_t place,
                       struct element *element);

/* Forgets all. */
void variable_end(void);

#endif
