/*
 * judge.h - asks the rules about what the model tells.
 */
#ifndef MURMEL_JUDGE_H
#define MURMEL_JUDGE_H

#include "model.h"

struct findings;
struct judge;

/* What the rules find goes to `findings`, which stays the caller's, as the
 * judge does: for judge_free, once the model is gone. */
struct judge *judge_new(struct findings *findings);
void judge_free(struct judge *judge);
/* For model_new. */
struct model_listener judge_listener(struct judge *judge);

#endif
