/*
 * run.h - murmel run, and murmel as a prefix.
 */
#ifndef MURMEL_RUN_H
#define MURMEL_RUN_H

#include "option.h"

#include <stdbool.h>

/* Runs words[] (application and arguments) under a launcher and a checker.
 * Returns the exit status for murmel. */
int run_job(struct options *options, char **words);

/* Becomes the application; comes back (with status 2) only on trouble. */
int run_prefix(const struct options *options, char **words);

/* Of all ranks that find the same trouble one says it: whether this is it. */
bool run_speaks(void);

#endif
