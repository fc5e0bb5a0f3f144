/*
 * machine_look.h - a look at who waits for whom in the machine.
 */
#ifndef MURMEL_MACHINE_LOOK_H
#define MURMEL_MACHINE_LOOK_H

#include "knot.h"
#include "machine_private.h"
#include "wait_graph.h"

struct look {
    struct model *model;
    struct knot *knot;
    struct track **tracks;     /* by node */
    const struct item **items; /* by need */
    uint32_t count, item_room;
    bool over;   /* nothing more will be told of the real run */
    bool chosen; /* nobody waits for anything but what they really took */
    bool choice; /* somebody could take, or do, something else */
    bool held;   /* there is a knot that is told later */
    struct wait_reason drawn; /* of the need that is being drawn */
};

/* ------------------------------------------------- machine_wait.c */

/* Puts into the graph what the thread waits for. */
void look_at_track(struct look *look, const struct track *track);
/* A message that waits and that the receive could take in place of the one that
 * it took in the real run; or NULL. */
struct message *look_another(const struct item *item);

/* A need of the thread that is being looked at; its edges follow. */
void look_need(struct look *look, bool any, const struct item *item);
/* NULL: to one that may go on. */
void look_edge(struct look *look, const struct track *track);

/* ------------------------------------------------- machine_alike.c */

/* Puts into the graph whom the item, a send or a receive, waits for, where that
 * need not be the thread that did it in the real run.  False: it is. */
bool look_at_alikes(struct look *look, const struct item *item);
/* Whether it is so. */
bool look_has_alikes(const struct item *item);
/* The process of those threads; NULL: it is so of no process. */
const struct process *look_counterpart(const struct item *item);

#endif
