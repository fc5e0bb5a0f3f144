/*
 * run.h - murmel run, and murmel as a prefix.
 */
#ifndef MURMEL_RUN_H
#define MURMEL_RUN_H

#include "option.h"

/* Runs words[] (application and arguments) under a launcher and a checker.
 * Returns the exit status for murmel. */
int run_job(struct options *options, char **words);

/* Becomes the application; comes back (with status 2) only on trouble. */
int run_prefix(const struct options *options, char **words);

/*
 * As a prefix: says why the application is not started (malloc'd, taken), and
 * returns 2.  Of all ranks one says it, and the others end a second later: a
 * launcher ends all as soon as one has failed.
 */
int run_refuse(char *trouble);

#endif
