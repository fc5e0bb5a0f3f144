/*
 * frames.h - where the frames of a call that has buffers lie in the stack, so
 * that the checker finds the variables in them (--element-types).
 */
#ifndef MURMEL_FRAMES_H
#define MURMEL_FRAMES_H

#include "thread.h"

/* Whether they are to be told. */
extern bool frames_on __attribute__((visibility("hidden")));

/* Reads the environment. */
void frames_init(void);

/* RECORD_FRAMES, of the call that has begun, at that site; before it, the
 * modules that have come or gone since.  At each call; or at the first, second,
 * fourth, ... of a site.  errno is kept. */
void frames_record(struct thread *thread, uint32_t site);

#endif
