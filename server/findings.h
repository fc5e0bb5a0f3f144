/*
 * findings.h - all findings of a job, for those who write them down.
 *
 * include/finding.h is the way in; this is the way out.
 */
#ifndef MURMEL_FINDINGS_H
#define MURMEL_FINDINGS_H

#include "finding_kept.h"

struct baseline;
struct model;
struct suppressions;

#define FINDING_LIMIT_PER_RULE 100
#define FINDING_HISTORIES      50 /* of so many it is kept what came before */

/* What is known of a rule that found something. */
struct finding_rule {
    const struct rule *rule;
    size_t different;   /* findings kept */
    size_t known;       /* ... that the baseline has, too */
    uint64_t not_shown; /* findings beyond the limit */
    struct process_set not_shown_processes;
};

/* Called once for each new finding; of its repetitions, for the first on each
 * other process. */
typedef void finding_callback(void *context, const struct finding *finding);

struct findings_options {
    size_t limit_per_rule; /* 0: FINDING_LIMIT_PER_RULE */
    bool notes;            /* keep findings of severity note, too */
    bool portability;      /* keep those of the family portability */
    struct suppressions *suppressions; /* the caller's; NULL: none */
    struct baseline *baseline;         /* likewise */
    finding_callback *found;           /* NULL: nobody wants to know */
    finding_callback *found_elsewhere; /* likewise */
    void *context;
};

/* A copy of the options is kept. */
struct findings *findings_new(const struct findings_options *options);
/* Drops the calls that are held; NULL is ignored. */
void findings_free(struct findings *findings);
/* The model that gives objects their names in the texts of calls (the model
 * is made later than the findings it reports to). */
void findings_set_model(struct findings *findings, const struct model *model);

/* Puts the calls of a graph in words. */
void findings_graph_words(const struct findings *findings,
                          struct wait_graph *graph);

/* Keeps a finding as an earlier report has it (report_read.h): whichever it
 * equals, and whatever the options say. */
void finding_restore(struct finding *finding);
/* Its count and processes are those that its rule found beyond the limit. */
void finding_restore_not_shown(struct finding *finding);

/* Different findings of that severity or above, without those that the baseline
 * has: what --fail-on asks. */
size_t findings_count_from(const struct findings *findings, int severity);
/* In the order in which they were found; index < findings_total. */
size_t findings_total(const struct findings *findings);
const struct finding *findings_at(const struct findings *findings,
                                  size_t index);
/* Whether there is one. */
bool findings_baseline(const struct findings *findings);
/* What was suppressed, and by what; NULL: there is no list. */
const struct suppressions *
findings_suppressions(const struct findings *findings);
/* By weight, rule and place in the job: the same whichever was found first.
 * Numbers the findings so.  The caller frees the array (not the findings). */
const struct finding **findings_sorted(const struct findings *findings);

/* Rules that found something, by weight and name. */
size_t findings_rule_total(const struct findings *findings);
const struct finding_rule *findings_rule_at(const struct findings *findings,
                                            size_t index);

/* process_set_text and process_set_ranges of a set in them. */
char *findings_process_text(const struct findings *findings,
                            const struct process_set *set);
size_t findings_rank_ranges(const struct findings *findings,
                            const struct process_set *set,
                            struct rank_range **ranges);

#endif
