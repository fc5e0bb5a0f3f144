/* deadlock.h - what ranks wait for, and that they do so for ever. */
#ifndef REFMPI_DEADLOCK_H
#define REFMPI_DEADLOCK_H

#include "internal.h"

/* Makes known that the function waits, and for what: the request, or if it is
 * NULL something on the communicator, which may be NULL. */
void refmpi_wait_begins(const char *function, const struct comm *comm,
                        const struct request *request);
void refmpi_wait_ends(void);

/*
 * Every rank of the job waits or has ended, this one waits, and nothing is on
 * its way. That is a deadlock, which is told and ends the job; where Murmel
 * watches it is Murmel's to judge.
 */
void refmpi_all_rest(void);

#endif
