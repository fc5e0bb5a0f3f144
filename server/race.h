/*
 * race.h - receives from any source that could have taken another message.
 *
 * Which message such a receive took is told by its status.  See
 * doc/deadlock.md.
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
/* Several threads receive there: what they choose is not judged. */
void race_forget(struct model *model, struct endpoint *endpoint);
/* Nothing more will come: tells what was put off. */
void race_settle(struct model *model);
void race_endpoint_free(struct endpoint *endpoint);
void races_free(struct model *model);

/* ------------------------------------------------- race_choice.c */

/* A receive from any source is posted: what its process receives on that
 * communicator is kept from now on. */
void choices_begin(struct endpoint *endpoint, const struct receive *receive);
/* They are not judged. */
void choices_lose(struct endpoint *endpoint);
/* Likewise as race_matched. */
void choice_matched(struct message *message, struct receive *receive,
                    uint64_t number);
/* A probe from any source has found a message of that tag. */
void choice_sought(struct endpoint *endpoint, int64_t tag);
/* The process has ended in the receive, which is posted still: which of several
 * messages it took is not known. */
void choice_stopped(struct receive *receive);
/* It was cancelled, and has taken nothing. */
void choice_untaken(struct endpoint *endpoint, const struct receive *receive);
/* The job is over: what is not known yet of the receives there will not be. */
void choices_conclude(struct model *model);
/* ... judges what is kept. */
void choices_settle(struct model *model);
/* Nobody has the communicator any more: likewise. */
void choices_comm_end(struct comm *comm);
void choices_end(struct endpoint *endpoint);
/* What is kept is judged no more: the model goes, and may not have finished. */
void choices_give_up(struct model *model);
/* What could be told of the receive is not looked at to the end. */
void race_raise_budget(struct call *receive);

/* ------------------------------------------------- race_outcome.c */

/* Whether it is told later that the receive does not fit what it took: it may
 * be for the choice of a receive from any source. */
bool outcome_put_off(struct receive *receive, struct message *message);
/* Whether that was so. */
bool outcome_is_put_off(const struct model *model,
                        const struct receive *receive);
/* It is told otherwise what has become of the receive, of the message (one of
 * the two is NULL). */
void outcome_explain(struct model *model, const struct receive *receive,
                     const struct message *message);
/* The job is over: tells of what was put off and not explained. */
void outcomes_settle(struct model *model);
void outcomes_free(struct model *model);

#endif
