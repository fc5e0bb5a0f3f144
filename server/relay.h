/*
 * relay.h - the checker of a node whose job is judged by the root (nodes.h): it
 * sends on what its processes do, and judges nothing.
 */
#ifndef MURMEL_RELAY_H
#define MURMEL_RELAY_H

#include "option.h"
#include "server_start.h"

/* Refuses the processes that look for a checker here: why, for the user. */
void relay_refuse(const struct server_start *start, const char *why);

/* Runs until the node's part of the job is over.  Its exit status. */
int relay_main(const struct options *options, const struct server_start *start);

#endif
