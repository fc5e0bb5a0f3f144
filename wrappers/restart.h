/*
 * restart.h - requests to which the MPI gives other handles as they are
 * started.  Open MPI does so where the message of the start before is complete
 * for the program and has not gone: it frees the request once it has, and
 * makes another one.
 */
#ifndef MURMEL_RESTART_H
#define MURMEL_RESTART_H

#include "encode.h"

/* The handles before the call. */
struct restart {
    MPI_Request few[8];
    MPI_Request *handles; /* NULL: there are none, or no memory */
};

void restart_before(struct restart *restart, const MPI_Request *requests,
                    int64_t count);
/* Writes RECORD_RESTARTED, if there are others; frees what the restart has. */
void restart_after(struct murmel_call *call, struct restart *restart,
                   const MPI_Request *requests, int64_t count);

#endif
