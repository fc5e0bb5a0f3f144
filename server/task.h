/*
 * task.h - the threads of a process, as the kernel shows them.
 */
#ifndef MURMEL_TASK_H
#define MURMEL_TASK_H

#include "process.h"
#include "remote.h"

#include <stdbool.h>
#include <stddef.h>

/* A file of /proc of that thread, the first `size` bytes of it as a string;
 * -1: it is gone. */
int task_read(int process, int id, const char *name, char *text, size_t size);
/* 'S': it sleeps, 'Z': it is gone, ... (proc(5)); '?': not known. */
char task_state(int process, int id);
/*
 * Whether the process has a thread of the application that is not inside an
 * MPI call and does not wait for another of its threads (for its end by
 * pthread_join, or by what is private to the process).  What cannot be found
 * out counts as one.  *idle is the caller's, 0 at first: as threads of which it
 * is not known which others they wait for may wake each other, their processor
 * time has to be the same at two looks.
 */
bool task_may_go_on(const struct process *process, int64_t *idle);
/* All threads of a process here; how many, and *tasks is malloc'd. */
size_t task_look_all(int process, struct remote_task **tasks);

#endif
