/*
 * job_report.h - when the report of a job is written, and with what.
 *
 * At the start, so that something is there should the checker die; while
 * there are new findings; and at the end.
 */
#ifndef MURMEL_JOB_REPORT_H
#define MURMEL_JOB_REPORT_H

#include "findings.h"
#include "intake.h"
#include "model.h"
#include "option.h"
#include "report.h"
#include "roster.h"

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct job_report;

/* Where a job comes from. */
struct job_origin {
    const char *key;
    const char *command;   /* what is run, by spaces; NULL: as the ranks say */
    const char *directory; /* where it was started; NULL: not known */
    struct timespec began; /* CLOCK_REALTIME */
    uint64_t clock;        /* CLOCK_MONOTONIC then, ns */
};

/* How it ended. */
struct job_end {
    struct timespec time; /* CLOCK_REALTIME */
    bool launcher_ended;
    int launcher_status; /* as from waitpid, if it has */
};

/* What the report is made from; all of it stays the caller's, and must live as
 * long. */
struct job_report_sources {
    const struct options *options;
    const struct job_origin *origin;
    const struct findings *findings;
    const struct model *model;
    const struct intake *intake;
    const struct roster *roster;
};

struct job_report *job_report_new(const struct job_report_sources *sources);
void job_report_free(struct job_report *report);

/* Somebody ended the job with that signal; of several the first counts. */
void job_report_interrupted(struct job_report *report, int signal);
/* The report will lack something; why (a sentence, malloc'd, taken). */
void job_report_incomplete(struct job_report *report, char *why);
/*
 * The same of processes that never came, of a world of which one was
 * finalized: all others have been initialized then.  They are on another node,
 * where another checker sees them, or were started without Murmel.
 */
void job_report_unseen(struct job_report *report);
/* Takes down what all processes do at this time (CLOCK_MONOTONIC, ns). */
void job_report_state(struct job_report *report, struct model *model,
                      uint64_t time);
/* Writes the report at once, with that state; then it is forgotten. */
void job_report_dump(struct job_report *report);
/* The same where nothing more will be judged, though processes run still. */
void job_report_judged(struct job_report *report);
/* Writes the report when it is time to: at once, with a first finding at once,
 * with more of them after a second, and else ever more seldom, for the case
 * that this process is killed before the job is over. */
void job_report_refresh(struct job_report *report);
/*
 * Writes the last report and the summary on the terminal.  0; -1 where the
 * report could not be written, after a line about it, or is not complete,
 * which the summary says.
 */
int job_report_finish(struct job_report *report, const struct job_end *end);
/* Writes nothing but that, to the standard output; likewise. */
int job_report_print(struct job_report *report, const struct job_end *end,
                     report_writer *write);

#endif
