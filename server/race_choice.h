/*
 * race_choice.h - what race_choice.c keeps and race_judge.c judges.
 */
#ifndef MURMEL_RACE_CHOICE_H
#define MURMEL_RACE_CHOICE_H

#include "race_matching.h"

/* Receives that are kept for one receiver. */
#define CHOICES_KEPT 64

/* What was told of a receive, and of receives at a place in the program. */
#define TOLD_CHOICE     1U
#define TOLD_COLLECTIVE 2U
#define TOLD_DATA       4U
#define TOLD_STARVATION 8U

struct site {
    const struct stack *stack;
    int64_t tag;
    unsigned told;
};

/* Tags of probes from any source that are kept. */
#define SOUGHT_KEPT 16

/* The newest probe of that tag: behind so many receives. */
struct sought {
    int64_t tag;
    uint64_t behind;
};

/* What a process has received on a communicator. */
struct choices {
    struct endpoint *endpoint;
    struct model *model;
    struct agent *agent;     /* the receiver's */
    const struct comm *comm; /* not held: its endpoint has this */
    bool lost;               /* not all is known */
    struct taker *takers;
    size_t count, room;
    struct site *sites;
    size_t site_count;
    struct sought sought[SOUGHT_KEPT];
    size_t sought_count;
    struct choices *next, *prev;
};

/* Whether all processes know of the end of the receive, or have ended. */
bool choices_known(const struct choices *choices,
                   const struct receive *receive);

/* ------------------------------------------------- race_starve.c */

/* Whether one of those after it may be one that starves. */
bool starvation_may_be(const struct choices *choices,
                       const struct taker *taker);
/* Tells of the receive that it starves, if there is one. */
bool starvation_judge(const struct choices *choices, struct matching *matching,
                      size_t taker);

/* ------------------------------------------------- race_probed.c */

/* Whether it has room for just what it took, of which a probe has told. */
bool probed_may_be(const struct taker *taker);
/* The one behind it that would be cut off if the probe, and it, had come first:
 * it has room for less.  MATCHING_NONE: there is none. */
size_t probed_find(struct matching *matching, size_t taker);

/* ------------------------------------------------- race_worth.c */

/* Tells of the first ones by number; sorts all. */
void choices_judge(struct choices *choices, size_t count);
/* What there may be to tell of it that is not told yet. */
unsigned choice_worth(const struct choices *choices, const struct taker *taker,
                      unsigned told);

/* ------------------------------------------------- race_judge.c */

/* Likewise, of those that are worth it; all are sorted. */
void choices_look(struct choices *choices, size_t count);
/* What was told at that place in the program. */
struct site *choice_site(struct choices *choices,
                         const struct receive *receive);

#endif
