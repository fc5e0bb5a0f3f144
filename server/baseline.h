/*
 * baseline.h - the findings of an earlier report, which are not news.
 */
#ifndef MURMEL_BASELINE_H
#define MURMEL_BASELINE_H

#include "findings.h"

#include <stdbool.h>

struct baseline;

/*
 * Reads an earlier report.json, or that of a folder.  NULL where it cannot be
 * read or is none, with a line for the user in *trouble (malloc'd).
 */
struct baseline *baseline_load(const char *path, char **trouble);
void baseline_free(struct baseline *baseline); /* NULL is ignored */

/* Whether the earlier report has such a finding; each of them stands for one
 * here. */
bool baseline_take(struct baseline *baseline, const struct finding *finding);

#endif
