/*
 * finding_order.h - in which order rules and findings are shown.
 */
#ifndef MURMEL_FINDING_ORDER_H
#define MURMEL_FINDING_ORDER_H

#include "finding_kept.h"

/* All as strcmp. */

/* Heavier ones first, then by name. */
int rule_compare(const struct rule *left, const struct rule *right);
/* The place in the job: by ranks, and on one rank in the order of its calls.
 * It does not depend on what was found first. */
int finding_compare_places(const struct finding *left,
                           const struct finding *right);
/* For qsort, of pointers to findings: by rule, then by place. */
int finding_compare(const void *left, const void *right);

#endif
