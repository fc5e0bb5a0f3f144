/*
 * rule.h - what a rule is.
 *
 * A rule judges one thing.  It is a row in the table of its family file
 * (rules/<family>.c) with one function, which the checker calls on the model
 * events the rule names.  It sees the model as const, keeps no state and
 * reports through finding.h.  HACKING has the checklist for a new one.
 */
#ifndef MURMEL_RULE_H
#define MURMEL_RULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct model_event; /* server/model_event.h */
struct findings;

/* In rising order of weight. */
enum severity {
    SEVERITY_NOTE,      /* allowed, worth knowing; shown when asked for */
    SEVERITY_WARNING,   /* a resource lost, a portability trap */
    SEVERITY_POTENTIAL, /* this run may end well, another may not */
    SEVERITY_ERROR      /* erroneous by the standard */
};

struct rule {
    const char *id; /* stable: "RMA-LOCK-WHILE-EXPOSED" */
    enum severity severity;
    const char *title;    /* one line, no full stop */
    const char *standard; /* "MPI-4.1 12.5.3": read there, never guessed */
    const char *why;      /* why it is wrong: one or two sentences */
    const char *fix;      /* how to mend it */
    uint64_t events;      /* bit set of enum model_event_kind */
    void (*check)(const struct rule *rule, const struct model_event *event,
                  struct findings *findings);
};

/* A family: the table a rules/<family>.c exports. */
struct rule_family {
    const char *name;
    const struct rule *rules;
    size_t rule_count;
};

/* All families (rules/rules.c); ends with NULL. */
extern const struct rule_family *const rule_families[];

/* The rule of that id, in letters of either case; or NULL. */
const struct rule *rule_find(const char *id);
/* Lines of C that break it, each after "- ", and how to mend them, after "+ ";
 * what is in both after "  ".  "": there are none. */
const char *rule_example(const struct rule *rule);
/* Whether it is of the family "portability", which has an option of its own. */
bool rule_of_portability(const struct rule *rule);
/* "note", "warning", "potential", "error". */
const char *severity_name(enum severity severity);

#endif
