/*
 * server.h - the checker process.
 */
#ifndef MURMEL_SERVER_H
#define MURMEL_SERVER_H

#include "option.h"
#include "server_start.h"

/* Runs until the job is over and its report is written.  Returns 0; 1 where
 * there are findings at or above options->fail_on; 2 on trouble. */
int server_main(const struct options *options,
                const struct server_start *start);

/* `murmel server --listen-fd=N --job=KEY`; words behind "server". */
int server_detached(const struct options *options, char **words);

#endif
