/*
 * finding_key.h - which findings of a run are equal.
 */
#ifndef MURMEL_FINDING_KEY_H
#define MURMEL_FINDING_KEY_H

#include "finding_kept.h"
#include "memory.h"

/*
 * What equal findings share.  The parts are a sorted set, because the same
 * fault met by other ranks gives its calls in another order, and three times
 * the same call site instead of twice.
 * The bytes (malloc'd) may hold '\0'.
 */
struct text finding_key(const struct finding *finding);

/* The parts of the key of a finding of that rule: the first (part: NULL), or
 * the one behind `part`; NULL: no more. */
const char *finding_key_part(const struct rule *rule, const struct text *key,
                             const char *part);

#endif
