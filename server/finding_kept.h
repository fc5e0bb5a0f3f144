/*
 * finding_kept.h - a finding that was submitted, as it is kept.
 */
#ifndef MURMEL_FINDING_KEPT_H
#define MURMEL_FINDING_KEPT_H

#include "finding.h"
#include "process_set.h"

#include <stdbool.h>

struct history;

#define FINDING_MAX_CALLS 16

struct finding_evidence {
    char *role;         /* what the call is in the finding: "lock" */
    struct call *call;  /* held */
    char *text;         /* call_text, as the objects were named then */
    bool role_is_ranks; /* whose call it is: no part of the key */
    bool aside;         /* it tells nothing apart: likewise, the whole call */
};

struct finding_subject {
    char *kind;                   /* "window" */
    char *name;                   /* "window 1" */
    char *members;                /* "ranks 2, 0 in this order"; or NULL */
    struct finding_evidence made; /* call NULL: predefined, or not known */
};

struct finding {
    const struct rule *rule;
    struct findings *findings;
    size_t number;  /* 1, 2, ... in the order of findings_sorted */
    char *standard; /* sections: the rule's, or of this one */
    char *message;  /* bytes as the application gave them: to be escaped */
    /* How often it was found, on all of these processes together. */
    uint64_t count;
    struct process_set processes;
    const struct process *crashed; /* its crash_stack is evidence; or NULL */
    size_t call_count;
    struct finding_evidence calls[FINDING_MAX_CALLS];
    size_t calls_left_out; /* given beyond the last */
    size_t subject_count;
    struct finding_subject *subjects;
    struct wait_graph *graph;  /* who waits for whom; NULL: not asked */
    struct timeline *timeline; /* NULL: none */
    struct history *history;   /* likewise */
    size_t graph_number; /* 1, 2, ... among those with a graph, likewise */
    bool known;          /* the baseline has it, too */
    char *runs;          /* in which it is, of several; NULL: of this one */
    bool combines;       /* finding_combines */
    bool last_of_rule;   /* later ones of the rule that differ: only counted */
    const struct rule *turned_from; /* findings_turn; NULL: it was not */
    struct finding *next; /* in the list of those kept back for a call */
};

#endif
