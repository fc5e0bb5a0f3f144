/* dispatch.h - where the calls of the application go. */
#ifndef MURMEL_DISPATCH_H
#define MURMEL_DISPATCH_H

#include "client.h"

#include <stdbool.h>

/* From now on calls go straight to the MPI. */
void dispatch_straight(void);

/* The routine of that name of the MPI's Fortran binding.  Where there is
 * none the process ends, as it would with the dynamic linker. */
murmel_function dispatch_find_fortran(const char *name);

/*
 * Is it a conversion of a handle or status between languages?  Bindings make
 * such calls themselves; there they are not the user's.
 */
bool dispatch_is_conversion(unsigned id);
/* Whether it is one from a handle of Fortran to one of C. */
bool dispatch_is_from_fortran(unsigned id);

#endif
