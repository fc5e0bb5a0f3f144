/*
 * model_attached.h - the buffers that a process has attached for its buffered
 * sends (MPI-4.1 3.6).
 */
#ifndef MURMEL_MODEL_ATTACHED_H
#define MURMEL_MODEL_ATTACHED_H

#include "model_private.h"

/* A call begins: raises EVENT_ARGUMENT for a buffered send for which there is
 * no room, and where a buffer is attached or detached that must not be. */
void attached_enter(struct agent *agent, struct call *call);
/* It has returned. */
void attached_exit(struct agent *agent, struct call *call);
/* Whether what is sent on that communicator goes through the buffer that the
 * call, which has begun, detaches or flushes. */
bool attached_serves(const struct agent *agent, const struct call *call,
                     const struct comm *comm);
/* As the process calls MPI_Finalize: raises EVENT_LEFT for each that is
 * attached still. */
void attached_left(struct agent *agent, struct call *call);
/* The process goes, before its objects. */
void attached_free(struct agent *agent);

#endif
