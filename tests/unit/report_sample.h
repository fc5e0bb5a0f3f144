/*
 * report_sample.h - a job made up for the tests of findings and reports,
 * with stand-ins for the parts of the checker that such a test has not.  Its
 * rules are made up, and so are most sections of the standard they name.
 */
#ifndef MURMEL_REPORT_SAMPLE_H
#define MURMEL_REPORT_SAMPLE_H

#include "report.h"
#include "stack.h"

enum sample_kind {
    SAMPLE_EMPTY,      /* a job that went well */
    SAMPLE_PLAIN,      /* some findings, a rank that crashed */
    SAMPLE_HOSTILE,    /* the same with strings that want to do harm */
    SAMPLE_INCOMPLETE, /* the checker was ended early */
    SAMPLE_MANY,       /* 10,000 findings over 1,024 ranks */
    SAMPLE_WIDE,       /* 4,096 ranks, each of which crashed elsewhere */
    SAMPLE_CRASH       /* a finding about a crash */
};

struct sample {
    struct report_job job;
    struct findings *findings;
    struct report report;
};

/* Uses the source tests/unit/golden/lock.c below the current directory.
 * Everything is as always: same input, same report. */
struct sample *sample_new(enum sample_kind kind);
void sample_free(struct sample *sample);

/* Pieces for tests that make their own: a process of that rank; a call of a
 * function at a line of a file, in words.  They live until sample_clear. */
struct process *sample_process(int rank);
struct call *sample_call(struct process *process, const char *function,
                         const char *text, const char *file, int line);
const struct rule *sample_rule(const char *id);
/* Frees all pieces; returns how many calls were held still. */
size_t sample_clear(void);

/* A string with everything in it that breaks pages. */
extern const char sample_hostile[];

/* Compares with tests/unit/golden/NAME, which is written anew where the
 * environment has MURMEL_GOLDEN=write. */
void assert_golden(const char *name, const char *text);
/* Goes to the top of the sources, where golden files are found. */
void sample_enter_sources(void);

#endif
