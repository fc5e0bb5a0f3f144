/*
 * interruption.h - a job that is ended from outside: that its processes end is
 * no fault of theirs.
 */
#ifndef MURMEL_INTERRUPTION_H
#define MURMEL_INTERRUPTION_H

#include "roster.h"

#include <stdbool.h>
#include <stdint.h>

/* Somebody ended the job at that time (CLOCK_MONOTONIC, ns); late: it may have
 * been some time before.  Marks the processes that were running. */
void interruption_mark(const struct roster *roster, uint64_t time, bool late);

/* The job is over, without a word from its launcher.  True: it was interrupted
 * by SIGTERM, and its processes are marked. */
bool interruption_by_termination(const struct roster *roster);

#endif
