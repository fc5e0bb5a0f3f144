/*
 * tasks.h - threads of the process that are not the application's.
 */
#ifndef MURMEL_TASKS_H
#define MURMEL_TASKS_H

#include "thread.h"

#include <stdbool.h>
#include <stdint.h>

/* A call begins that may initialize the MPI. */
void tasks_init_begins(void);
/* ... ends, and was not the first: writes RECORD_TASKS if it can tell of more.
 */
void tasks_init_ends(struct thread *thread);
/* The MPI is initialized: writes RECORD_TASKS. */
void tasks_record(struct thread *thread);

/* Whether the thread (its tid) is known not to be the application's. */
bool tasks_is_foreign(uint32_t task);

/* How many such threads there were when the MPI was initialized. */
size_t tasks_foreign(void);

/* Whether another thread of the application runs, or waits for nothing but a
 * processor or the kernel; *used: the time on a processor of those, in
 * nanoseconds, or 0 where the kernel does not tell.  Allocates nothing, takes
 * some 20 us a thread. */
bool tasks_others_run(uint64_t *used);

#endif
