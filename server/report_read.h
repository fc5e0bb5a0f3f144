/*
 * report_read.h - a report.json as the report that it was written from.
 *
 * It has what report_text, report_sarif and report_junit need: findings with
 * their calls and objects, processes and how they ended, what is missing.  What
 * only the page has is not there: pictures, traffic, places of objects.
 */
#ifndef MURMEL_REPORT_READ_H
#define MURMEL_REPORT_READ_H

#include "option.h"
#include "report.h"

#include <jansson.h>

struct report_read;

/* The JSON stays the caller's and must live as long.  NULL and a line for the
 * user in *trouble (malloc'd) where it is not of this Murmel. */
struct report_read *report_read_new(const json_t *json,
                                    const struct options *options,
                                    char **trouble);
void report_read_free(struct report_read *read);

const struct report *report_read_of(const struct report_read *read);
/* What murmel exits with for it: 0; 1 where there are findings at or above
 * options->fail_on; 2: it is incomplete. */
int report_read_status(const struct report_read *read);

#endif
