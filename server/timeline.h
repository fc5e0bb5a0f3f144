/*
 * timeline.h - what processes did around a finding, as a picture for readers:
 * epochs and pending operations as bars, accesses and calls as marks, and the
 * bytes that they touch.
 *
 * Rules fill it; report_timeline.c draws it, report_json.c writes the data.
 * What ends a bar may come later than the finding: it is asked for when the
 * report is written.
 */
#ifndef MURMEL_TIMELINE_H
#define MURMEL_TIMELINE_H

#include "model_object.h"

#include <stdint.h>

#define TIMELINE_MOST 6 /* bars, and marks: further ones are left out */

enum timeline_bar_kind {
    TIMELINE_ACCESS_EPOCH,
    TIMELINE_EXPOSURE_EPOCH,
    TIMELINE_OPERATION /* pending */
};

/* From the return of one call to another call of its process. */
struct timeline_bar {
    enum timeline_bar_kind kind;
    struct call *opened;  /* held */
    struct call *closed;  /* held; NULL: */
    struct period *until; /* held: its ->closed, when there is one; or NULL */
};

struct timeline_mark {
    const struct process *process;
    struct call *call;           /* held; NULL: the program itself, ... */
    struct call *after, *before; /* ... between these; held, or NULL */
    const char *what;            /* "put", "stored here"; a constant */
    bool wrong;                  /* one of those that the finding is about */
    struct call *complete; /* held; what completes it; NULL: */
    struct period *until;  /* held: its ->closed, when there is one; or NULL */
    int64_t low, high; /* first byte and one past the last; low == high: none */
};

struct finding;

struct timeline {
    uint32_t references;
    struct timeline_bar bars[TIMELINE_MOST];
    struct timeline_mark marks[TIMELINE_MOST];
    uint32_t bar_count, mark_count;
    const char *relation; /* of the wrong marks: "nothing puts them in order";
                           * a constant */
    char *memory;         /* whose bytes: "window 1 at rank 1"; or NULL */
    char *mend;           /* what would put them in order; or NULL */
};

/* One reference, the caller's. */
struct timeline *timeline_new(const char *relation);
struct timeline *timeline_hold(struct timeline *timeline);
void timeline_drop(struct timeline *timeline); /* accepts NULL */

/* A bar that ends with `closed` or, if that is NULL, with the end of `until`
 * (NULL: not known).  Holds them; opened NULL is ignored, and what there is
 * already. */
void timeline_bar(struct timeline *timeline, enum timeline_bar_kind kind,
                  struct call *opened, struct call *closed,
                  const struct period *until);
/* The bar of an access or exposure epoch, and what kind of lock it is; NULL is
 * ignored. */
void timeline_epoch(struct timeline *timeline, const struct period *epoch,
                    bool exposes);
/* Holds what it names.  A call that is marked already is marked once. */
void timeline_mark(struct timeline *timeline, const struct timeline_mark *mark);
/* Whose bytes they are. */
void timeline_memory(struct timeline *timeline, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Keeps a copy. */
void timeline_mend(struct timeline *timeline, const char *mend);

/*
 * Two pictures that several rules need, given to the finding:
 * a call inside epochs that do not allow it (they are `count` calls that have
 * opened one; NULL is ignored, and with none there is no picture);
 */
void timeline_of_step(struct finding *finding, struct call *const *opened,
                      size_t count, struct call *call, const char *relation);
/* ... two calls that open epochs of which nothing makes one end before the
 * other begins; the periods may be NULL. */
void timeline_of_epochs(struct finding *finding, struct call *const *opened,
                        const struct period *const *periods, const char *mend);

/* What ends the bar, or NULL. */
struct call *timeline_end(const struct timeline_bar *bar);
/* What completes it, or NULL. */
struct call *timeline_mark_end(const struct timeline_mark *mark);
/* The bytes that all of the wrong marks touch; false: none. */
bool timeline_overlap(const struct timeline *timeline, int64_t *low,
                      int64_t *high);

#endif
