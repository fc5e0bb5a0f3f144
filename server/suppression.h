/*
 * suppression.h - findings that somebody knows of and does not want to see.
 *
 * A file says which:
 *
 *     {"suppressions": [
 *       {"reason": "BLACS, reported upstream", "rule": "BUFFER-IN-USE",
 *        "function": "BI_TreeComb", "file": "*.c"}]}
 *
 * Each member but the reason is a pattern as of the shell: rule; call (an MPI
 * function); function, file and module (of a frame of that call's stack; all
 * given of the same frame); object (name, as in the report).  What is not
 * given fits everything.  A finding is suppressed by the first entry that fits
 * one of its calls, a crash, or the object.
 */
#ifndef MURMEL_SUPPRESSION_H
#define MURMEL_SUPPRESSION_H

#include "finding_kept.h"

struct suppressions;

struct suppression {
    char *reason;
    char *rule, *call, *function, *file, *module, *object; /* NULL: any */
    const char *source; /* the file that it stands in */
    bool shipped;       /* ... which came with Murmel */
    size_t findings;    /* different ones that it suppressed */
    uint64_t count;     /* how often, on all processes together */
};

/* An empty list; suppressions_free frees it and what is in it. */
struct suppressions *suppressions_new(void);
void suppressions_free(struct suppressions *suppressions);

/* Adds those of a file behind the others.  0; or -1 and a line for the user in
 * *trouble (malloc'd), with nothing added. */
int suppressions_add(struct suppressions *suppressions, const char *path,
                     bool shipped, char **trouble);

/* An entry as an earlier report tells of it: strings of that, which must live
 * as long (NULL: nothing is added), and how many findings it suppressed. */
void suppressions_restore(struct suppressions *suppressions, const char *rule,
                          const char *reason, const char *source,
                          size_t findings);

/* The first that fits; NULL: none.  It stays the list's. */
struct suppression *suppressions_match(const struct suppressions *suppressions,
                                       const struct finding *finding);

size_t suppressions_total(const struct suppressions *suppressions);
const struct suppression *
suppressions_at(const struct suppressions *suppressions, size_t index);

#endif
