/*
 * report_read.h - a report.json as the report that it was written from: what
 * all that write a report need, but for the JSON itself.
 *
 * Of pairs of ranks only those are there that the report has; of calls in
 * pictures the place and not the stack; of what was pending, for how many
 * seconds.
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
