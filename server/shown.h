/*
 * shown.h - findings that the terminal has shown in full: of one rule some are
 * enough, and a few of those whose calls stand in the same places, and are only
 * reached by other calls.
 */
#ifndef MURMEL_SHOWN_H
#define MURMEL_SHOWN_H

#include "findings.h"

struct shown;

enum shown_how {
    SHOWN_IN_FULL,
    SHOWN_ALIKE, /* in brief, as some in the same places were shown in full */
    SHOWN_MORE,  /* in brief, as many of the rule were */
    SHOWN_NOT
};

struct shown *shown_new(void);
void shown_free(struct shown *shown);

/* How the next one is to be shown; *last: such as it are not, from then on. */
enum shown_how shown_next(struct shown *shown, const struct finding *finding,
                          bool *last);

#endif
