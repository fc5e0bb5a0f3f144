/*
 * chance.h - whether threads had the time to go on, and did not.
 *
 * On a busy machine, or where somebody has stopped it, a process gets no
 * processor for long.  So for how long nothing came from it tells nothing; that
 * it slept, or polled, and nothing came, does.
 */
#ifndef MURMEL_CHANCE_H
#define MURMEL_CHANCE_H

#include "process.h"

struct chance;

struct chance *chance_new(void);
void chance_free(struct chance *chance);
/* Something moved: forgets what was seen. */
void chance_begin(struct chance *chance);
/* Looks at all threads of the processes (at least one): whether each was found
 * asleep, or after some time on a processor since the beginning, now and at the
 * look before.  Between two looks all that has come is to be taken in: what a
 * thread did before the first is known then.  Where /proc tells nothing: no. */
bool chance_look(struct chance *chance, const struct process **processes,
                 size_t count);

#endif
