/*
 * world.h - what a process tells of itself when the MPI is initialized, and of
 * a window when it is made.
 */
#ifndef MURMEL_WORLD_H
#define MURMEL_WORLD_H

#include "comm_cache.h"

/* After MPI_Init and MPI_Init_thread: writes RECORD_WORLD. */
void world_begins(struct murmel_call *call);

#ifdef HAS_MPI_4
/* After MPI_Session_init: the same, if that comes first. */
void world_begins_by_session(struct murmel_call *call, MPI_Session session);
#endif

/* After a window was made: writes RECORD_WINDOW_SEPARATE, if its memory model
 * is the separate one. */
void window_begins(struct murmel_call *call, MPI_Win win);

#endif
