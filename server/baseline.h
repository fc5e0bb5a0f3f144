/*
 * baseline.h - the findings of an earlier report, which are not news.
 */
#ifndef MURMEL_BASELINE_H
#define MURMEL_BASELINE_H

#include "finding_kept.h"

#include <stdbool.h>

#include <jansson.h>

struct baseline;

/*
 * An earlier report: report.json, or that of a folder; the caller's.  NULL
 * where it cannot be read or is none, with a line for the user in *trouble
 * (malloc'd).
 */
json_t *baseline_report(const char *path, char **trouble);
/* Its findings. */
struct baseline *baseline_of(const json_t *report);
/* Both at once. */
struct baseline *baseline_load(const char *path, char **trouble);
void baseline_free(struct baseline *baseline); /* NULL is ignored */

/* Whether the earlier report has such a finding (or one of that fingerprint);
 * each of them stands for one here. */
bool baseline_take(struct baseline *baseline, const struct finding *finding);
bool baseline_take_print(struct baseline *baseline, const char *print);

#endif
