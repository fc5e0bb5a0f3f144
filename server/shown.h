/*
 * shown.h - findings that the terminal has shown in full: of those of one rule
 * whose calls stand in the same places, and are only reached by other calls,
 * a few are enough.
 */
#ifndef MURMEL_SHOWN_H
#define MURMEL_SHOWN_H

#include "findings.h"

/* So many are shown in full, and as many again in brief. */
#define SHOWN_ALIKE 3

struct shown;

struct shown *shown_new(void);
void shown_free(struct shown *shown);

/* How many alike have been given to it before. */
unsigned shown_before(struct shown *shown, const struct finding *finding);

#endif
