/*
 * checker.h - what judges a job, whether it runs now (server.c) or was
 * recorded (replay.c): intake, model, judge, findings and their report.
 */
#ifndef MURMEL_CHECKER_H
#define MURMEL_CHECKER_H

#include "findings.h"
#include "intake.h"
#include "job_report.h"
#include "judge.h"
#include "model.h"
#include "option.h"
#include "source_files.h"
#include "roster.h"
#include "shown.h"

struct checker {
    const struct options *options;
    struct findings_options keep;
    struct source_files *source; /* for the terminal; NULL: none */
    struct shown *shown; /* what the terminal has */
    struct findings *findings;
    struct judge *judge;
    struct model *model;
    struct intake *intake;
    struct roster *roster;
    struct job_report *report;
    struct nodes *nodes;       /* the job's other nodes; NULL: none */
    struct recorder *recorder; /* of what is decided here; NULL: none */
    /* Hears of each finding that is new, after it was shown, and of each that
     * is not, on another process; NULL: nobody. */
    void (*found)(void *context, const struct finding *finding, bool is_new);
    void *context;
};

/*
 * For that job.  What is given stays the caller's and must live as long, the
 * checker must stay where it is.  Findings go to the terminal as they come.
 */
void checker_open(struct checker *checker, const struct options *options,
                  const struct job_origin *origin);
void checker_close(struct checker *checker);

/* What murmel exits with for the findings: 0; 1 where there are some at or
 * above options->fail_on. */
int checker_status(const struct checker *checker);

#endif
