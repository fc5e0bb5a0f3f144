/*
 * argument.h - how the rules on arguments tell of one.
 */
#ifndef MURMEL_ARGUMENT_H
#define MURMEL_ARGUMENT_H

#include "families.h"
#include "finding.h"
#include "model_event.h"

/* One finding of each fault: who calls what with which argument, and `more`,
 * the end of the sentence. */
void argument_report(const struct rule *rule, const struct model_event *event,
                     struct findings *findings, const char *more);

#endif
