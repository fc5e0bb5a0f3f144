/*
 * report.h - what a job's reports are made of, and who writes them.
 *
 *   report_text.c  lines for the terminal
 *   report_json.c  report.json (doc/report.schema.json)
 *   report_html.c  report.html (server/report_page/)
 *   report_sarif.c report.sarif, for code hosts and editors
 *   report_junit.c report.junit.xml, for CI systems
 *   report_suppress.c suppressions.json, to suppress what was found
 *   report_graph.c its pictures of who waits for whom
 *   report_timeline.c its pictures of what the processes did around a finding
 *   report_history.c its pictures of what they did before it, by time
 *   report_unseen.c what was not observed of loads and stores
 *   report_dot.c   wait-graph-1.dot, ...: who waits for whom, for Graphviz
 */
#ifndef MURMEL_REPORT_H
#define MURMEL_REPORT_H

#include "findings.h"
#include "process.h"
#include "record.h"
#include "report_schema.h"

#include <stdio.h>
#include <time.h>

struct inventory_row;
struct traffic_pair;

/* How often an MPI function was called, on all processes together. */
struct report_function {
    const char *name;
    uint64_t calls;
};

/* Facts of the job.  All strings may hold any bytes. */
struct report_job {
    const char *version;   /* Murmel's: "0.1.0" */
    const char *key;       /* job key */
    const char *command;   /* the whole command line, or of rank 0 */
    const char *directory; /* working directory, or NULL */
    struct timespec start; /* CLOCK_REALTIME */
    struct timespec end;   /* tv_sec 0: the job is running */
    const struct process *const *processes; /* by rank, ->place */
    size_t process_count;
    int world_size;      /* how many were to come; 0: not known */
    bool launcher_ended; /* launcher_status is known */
    int launcher_status; /* as from waitpid */
    int interrupted;     /* somebody ended it with that signal; 0: nobody */
    /* Why the report lacks something ("the checker was asked to end");
     * one plain sentence each, no full stop. */
    const char *const *incomplete;
    size_t incomplete_count;
    /* What was not looked at ("rank 3 is a static executable"); likewise. */
    const char *const *not_observed;
    size_t not_observed_count;
    const struct report_function *functions; /* that were called, by name */
    size_t function_count;
    const struct traffic_pair *const *pairs; /* traffic_sorted */
    size_t pair_count;
    uint64_t pairs_left_out; /* by the report that this one was read from */
    const struct inventory_row *objects; /* inventory_rows */
    size_t object_count;
    bool windows;            /* there was one */
    bool accesses_dropped;   /* model_dropped_accesses */
    const char *const *runs; /* the reports that it was merged of, */
    size_t run_count;        /* 0: it is of one run */
    int checker;             /* pid; 0: it does not run any more */
    /* What all processes did at `state_time` (CLOCK_MONOTONIC, ns), when
     * somebody asked; NULL: nobody did. */
    struct wait_graph *state;
    uint64_t state_time;
    const struct pending *pending; /* model_pending, at that time */
    size_t pending_count;
    int fail_on;           /* enum severity: from here on they are failures */
    bool gen_suppressions; /* write suppressions.json */
    bool no_source;        /* show no lines of source */
};

/*
 * Writes report.json, the files beside it and the graphs into the directory,
 * which is made where it is missing; graphs of an earlier report go. `complete`
 * is false while the job runs: should the checker die, the report left behind
 * says that it is incomplete. Each file is written under another name and then
 * renamed, so that a reader finds the old or the new one, and the old one stays
 * when the new one cannot be written.  report.json comes last.  Returns 0, or
 * -1 with errno (ENOSPC, EACCES, ...).
 */
int report_write(const struct report_job *job, const struct findings *findings,
                 const struct model *model, const char *directory,
                 bool complete);

/* What the writers of files get. */
struct report {
    const struct report_job *job;
    const struct findings *findings;
    const struct model *model;
    bool complete;
    const struct wait_graph *graph; /* for report_dot: this one, */
    const char *graph_title,
        *graph_rule; /* under these lines (rule: or NULL) */
    bool colour;     /* for report_text, and */
    int columns;     /* of the terminal; 0: it goes elsewhere */
};

/* Makes the folder of a report.  0; -1 and a line for the user in *trouble
 * (malloc'd). */
int report_folder(const char *path, char **trouble);

/* Write to a stream; its error indicator tells whether that went well. */
typedef void report_writer(const struct report *report, FILE *stream);
/* What the terminal shows of a run, all findings in order. */
void report_text(const struct report *report, FILE *stream);
void report_json(const struct report *report, FILE *stream);
void report_html(const struct report *report, FILE *stream);
void report_sarif(const struct report *report, FILE *stream);
void report_junit(const struct report *report, FILE *stream);
void report_suppress(const struct report *report, FILE *stream);
void report_dot(const struct report *report, FILE *stream);
/* The graph as <svg> for report.html. */
void report_graph_svg(const struct wait_graph *graph, FILE *stream);
/* The file of the job's state as a graph. */
#define REPORT_STATE_DOT "state.dot"
/* Its file, beside the reports: "wait-graph-1.dot"; malloc'd. */
char *report_dot_name(size_t graph_number);
/* What processes did around a finding as <svg> for report.html. */
void report_timeline_svg(const struct timeline *timeline, FILE *stream);
/* What they did before it, likewise. */
void report_history_svg(const struct history *history, FILE *stream);

/* Of all processes together. */
struct record_watched report_watched(const struct report_job *job);
struct process_elements report_elements(const struct report_job *job);
/* Whether all processes were built by murmel cc, or at least a part of each. */
bool report_loads_observed(const struct report_job *job);
/* What could not be seen, though the job gave reason to look. */
struct report_unseen {
    char *text;    /* a part of a sentence; malloc'd */
    bool terminal; /* worth a place on the terminal */
    bool native;   /* it would be by murmel cc */
};
#define REPORT_UNSEEN 5
/* ... and how. */
#define REPORT_UNSEEN_REMEDY                                                   \
    "compile the program with murmel cc, c++ or fc to have them seen"
/* Returns how many there are; the texts are the caller's. */
/* What the MPI library is known to do wrong in this run; NULL: nothing.  To be
 * freed. */
char *report_mpi_fault(const struct report_job *job);
size_t report_unseen(const struct report_job *job,
                     struct report_unseen unseen[REPORT_UNSEEN]);

struct source_files;

/* How lines for the terminal look. */
struct report_style {
    struct source_files *source; /* NULL: without lines of source */
    bool colour;                  /* by escape sequences */
    int columns;                  /* longer lines are broken; 0: none is */
};

/*
 * A finding as lines for the terminal, to be written when it is new.  What
 * comes from the application is made harmless to a terminal.
 */
char *report_text_finding(const struct finding *finding,
                          const struct report_style *style);
/* The same in two lines, where some of the rule (alike: whose calls stand in
 * the same places) were shown before; last: further ones are not shown. */
char *report_text_brief(const struct finding *finding,
                        const struct report_style *style, bool alike,
                        bool last);
/* The same as an annotation, and as a line of JSON. */
char *report_github_finding(const struct finding *finding);
char *report_json_finding(const struct findings *findings,
                          const struct finding *finding);
/* The numbers of findings as a line of JSON. */
char *report_json_summary(const struct findings *findings);
/*
 * The last lines: processes that ended badly, repeated and suppressed
 * findings, numbers, and where the report is (NULL: nowhere).  All these are
 * malloc'd; the caller frees them.
 */
char *report_text_summary(const struct report *report, const char *path);

#endif
