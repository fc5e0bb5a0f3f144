/*
 * outlive.h - for how long processes are waited for that outlive their
 * launcher.
 */
#ifndef MURMEL_OUTLIVE_H
#define MURMEL_OUTLIVE_H

#include <stddef.h>
#include <stdint.h>

/* ns, from the end of the launcher on, where so many processes are connected;
 * busy: of all that have come, those that have to do with MPI still. */
int64_t outlive_patience(size_t connected, size_t busy);

#endif
