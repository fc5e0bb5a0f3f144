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

/*
 * The finding cites the section of the function, too.  Of a rule that has one for
 * each of several functions it cites those of the function's chapter, and of that
 * of the terms (2).
 */
void argument_cite(struct finding *finding, const struct rule *rule,
                   const struct call_info *info);

/* What ARGUMENT_VALUE's parameter takes, as the end of a sentence; malloc'd.
 * argument_value.c. */
char *argument_value_text(const struct model_event *event);

#endif
