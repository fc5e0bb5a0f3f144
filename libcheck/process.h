/* process.h - the ends of an observed process: exit, fork, a fatal signal. */
#ifndef MURMEL_PROCESS_H
#define MURMEL_PROCESS_H

#include <stdbool.h>

struct thread;

/* Call once, when the process is observed. */
void process_watch_end(void);

/*
 * From now on a fatal signal is recorded with its stack before it takes its
 * course.  Called when the MPI is initialized, since it may install handlers
 * of its own; only the first call counts.
 */
void process_watch_signals(void);

/* Writes RECORD_HANDLERS, once, if the application has signal handlers of its
 * own, but for crashes. */
void process_tell_handlers(struct thread *thread);

/* The application handles memory faults itself: it may well bring memory to
 * where none is, when somebody loads or stores there. */
bool process_handles_faults(void);

#endif
