/*
 * fingerprint.h - what a finding has in common with that of another run.
 *
 * Ranks, lines and values change from run to run and with each edit of the
 * source; the rule, the MPI functions and the functions that call them seldom
 * do.
 */
#ifndef MURMEL_FINGERPRINT_H
#define MURMEL_FINGERPRINT_H

#include "finding_kept.h"

/* "COLL-ROOT-MISMATCH MPI_Bcast@halo.c:exchange": rule and calls, the calls
 * sorted and each once; malloc'd. */
char *fingerprint(const struct finding *finding);

#endif
