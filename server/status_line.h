/*
 * status_line.h - what a job does, in the last row of the terminal.
 *
 * The application writes to the same terminal, and nobody knows when and where
 * in a line.  So the row is taken out of the part that scrolls, as apt does:
 * all others' text, Murmel's findings, too, goes on above it as ever.
 */
#ifndef MURMEL_STATUS_LINE_H
#define MURMEL_STATUS_LINE_H

#include "findings.h"
#include "option.h"
#include "roster.h"

#include <stdint.h>

struct status_line;

/* For a job that `murmel run`, of that process number, has started (0: there
 * is none, and no line).  The others stay the caller's. */
struct status_line *status_line_new(const struct options *options, int run_pid,
                                    const struct roster *roster,
                                    const struct findings *findings);
/* To be called often; draws about once a second, where there is a terminal, the
 * job is in its foreground, and runs for long enough.  now: CLOCK_MONOTONIC,
 * ns. */
void status_line_draw(struct status_line *line, int64_t now);
/* Gives the row back; it is drawn no more. */
void status_line_end(struct status_line *line);
void status_line_free(struct status_line *line);

/* Gives back the row of a checker that was killed. */
void status_line_rescue(const struct options *options);

#endif
