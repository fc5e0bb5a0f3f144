/* dispatch.h - where the calls of the application go. */
#ifndef MURMEL_DISPATCH_H
#define MURMEL_DISPATCH_H

#include <stdbool.h>

/* From now on calls go straight to the MPI. */
void dispatch_straight(void);

/*
 * Is it a conversion of a handle or status between languages?  Bindings make
 * such calls themselves; there they are not the user's.
 */
bool dispatch_is_conversion(unsigned id);

#endif
