/*
 * race.h - receives from any source that could have taken another message.
 *
 * Which message such a receive took is told by its status.  Another one that
 * fits it and does not come after its end, by the clocks, could have been the
 * one: that is found when it comes, before or after.  See doc/deadlock.md.
 */
#ifndef MURMEL_RACE_H
#define MURMEL_RACE_H

#include "model_private.h"

/* A message is sent; it is in its lane. */
void race_sent(struct agent *sender, struct message *message);
/* The receive (NULL: a matched probe) of that number takes the message, which
 * is in its lane still. */
void race_matched(struct message *message, struct receive *receive,
                  uint64_t number);
/* A receive of the process is over.  `message` is what it took, if it is from
 * any source; else NULL. */
void race_ended(struct agent *agent, struct receive *receive,
                struct message *message, const struct status_value *status);
/* Nothing more will come: tells what was put off. */
void race_settle(struct model *model);
void race_endpoint_free(struct endpoint *endpoint);
void races_free(struct model *model);

/* ------------------------------------------------- race_outcome.c */

/* Whether it is told later that the receive does not fit what it took: it may
 * be for the choice of a receive from any source. */
bool outcome_put_off(struct receive *receive, struct message *message);
/* Whether just one of the two does not fit the receive. */
bool outcome_differs(const struct receive *receive, const struct message *took,
                     const struct message *other);
/* The receive from any source could have taken the other message, which the
 * second one (NULL: none yet) has taken.  `told`: that there is this choice.
 * False: more is put off already. */
bool outcome_race(struct receive *first, struct message *took,
                  struct receive *second, struct message *other, bool told);
/* A receive takes the message, which is in its lane still. */
void outcome_matched(struct message *message, struct receive *receive);
/* A receive from any source has ended, and what it took (NULL: not known). */
void outcome_ended(struct receive *receive, struct message *took);
/* The job is over: tells of what was put off. */
void outcomes_settle(struct model *model);
void outcomes_free(struct model *model);

#endif
