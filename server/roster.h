/*
 * roster.h - the processes of a job, by arrival.
 */
#ifndef MURMEL_ROSTER_H
#define MURMEL_ROSTER_H

#include "process.h"

#include <stdbool.h>
#include <stddef.h>

struct roster;

struct roster *roster_new(void);
/* Frees its processes, too. */
void roster_free(struct roster *roster);

/* A process has joined with that hello (whose size was checked); it is the
 * roster's. */
struct process *roster_add(struct roster *roster,
                           const struct wire_hello *hello);
/* All that ever joined; the array is the roster's, until the next joins. */
struct process *const *roster_processes(const struct roster *roster,
                                        size_t *count);
/* True when as many have joined as the job is said to have. */
bool roster_complete(const struct roster *roster);
/* As many as the job is said to have; 0: not known. */
int roster_world_size(const struct roster *roster);

/* Why a process is not observed: a sentence, malloc'd, taken. */
void roster_trouble(struct roster *roster, char *text);
/* Whether another one is not for the same reason. */
bool roster_is_trouble(const struct roster *roster, const char *text);
const char *const *roster_troubles(const struct roster *roster, size_t *count);

#endif
