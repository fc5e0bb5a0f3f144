/*
 * pause.h - how long a checker sleeps between two looks at rings.
 */
#ifndef MURMEL_PAUSE_H
#define MURMEL_PAUSE_H

#include <stdbool.h>
#include <stdint.h>

#define MILLISECOND INT64_C(1000000)

/* Rings are looked at so often: before one is an eighth full, if as much comes
 * as came last; each look takes a processor from a process of the job. */
#define PAUSE_SHORTEST (MILLISECOND / 5)
#define PAUSE_LONGEST  (2 * MILLISECOND)

/* Begins with {0}. */
struct pause {
    int64_t last;   /* the last that was chosen, ns */
    int64_t chosen; /* when, ns */
};

/* Nothing is in the rings now; so many bytes came from one process at most
 * since the last time. */
int64_t pause_choose(struct pause *pause, uint64_t most, int64_t now);

#endif
