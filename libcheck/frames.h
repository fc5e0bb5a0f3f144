/*
 * frames.h - with --element-types: where the frames of a call that has buffers
 * lie in the stack, so that the checker finds the variables in them.
 */
#ifndef MURMEL_FRAMES_H
#define MURMEL_FRAMES_H

#include "thread.h"

/* Whether they are to be told. */
extern bool frames_on __attribute__((visibility("hidden")));

/* Reads the environment. */
void frames_init(void);

/* RECORD_FRAMES, of the call that has begun; before it, the modules that have
 * come or gone since.  errno is kept. */
void frames_record(struct thread *thread);

#endif
