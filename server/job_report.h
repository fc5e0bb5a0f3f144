/*
 * job_report.h - when the report of a job is written, and with what.
 *
 * At the start, so that something is there should the checker die; while
 * there are new findings; and at the end.
 */
#ifndef MURMEL_JOB_REPORT_H
#define MURMEL_JOB_REPORT_H

#include "connection.h"
#include "findings.h"
#include "intake.h"
#include "model.h"
#include "option.h"
#include "server.h"

#include <stdbool.h>

struct job_report;

/* All that is given stays the caller's, and must live as long. */
struct job_report *job_report_new(const struct options *options,
                                  const struct server_start *start,
                                  const struct findings *findings,
                                  const struct model *model,
                                  const struct intake *intake,
                                  const struct connections *connections);
void job_report_free(struct job_report *report);

/* Somebody ended the job with that signal; of several the first counts. */
void job_report_interrupted(struct job_report *report, int signal);
/* The report will lack something; why (a sentence, malloc'd, taken). */
void job_report_incomplete(struct job_report *report, char *why);
/* Takes down what all processes do at this time (CLOCK_MONOTONIC, ns). */
void job_report_state(struct job_report *report, struct model *model,
                      uint64_t time);
/* Writes the report at once, with that state; then it is forgotten. */
void job_report_dump(struct job_report *report);
/* Writes the report when it is time to. */
void job_report_refresh(struct job_report *report);
/*
 * Writes the last report and the summary on the terminal.  0; -1 where the
 * report could not be written, after a line about it, or is not complete,
 * which the summary says.
 */
int job_report_finish(struct job_report *report, bool launcher_ended,
                      int launcher_status);

#endif
