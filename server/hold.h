/*
 * hold.h - --on-finding=stop: who is found at fault is held where it is.
 *
 * The processes wait at each call until the checker has judged it (libcheck/
 * step.h), so they are held at the call itself, before it is made, where that
 * is what is wrong; where others' calls are needed to judge it, later.
 */
#ifndef MURMEL_HOLD_H
#define MURMEL_HOLD_H

#include "connection.h"
#include "findings.h"
#include "option.h"

/* Stops the processes whose calls are the finding's evidence, and says how to
 * look at them and to let them go on.  Where it is not new, it is an equal one
 * on other processes. */
void hold_finding(const struct options *options,
                  struct connections *connections,
                  const struct finding *finding, bool is_new);

#endif
