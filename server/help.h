/*
 * help.h - murmel --help, and murmel help TOPIC.
 */
#ifndef MURMEL_HELP_H
#define MURMEL_HELP_H

#include "option.h"

#include <stdbool.h>

/* Prints a topic, or that of a command; NULL: the page that fits a screen.  0;
 * -1: there is no such topic. */
int help_print(const char *topic);
/* The standard output is written: 0, or 2 after a line where that failed. */
int help_flush(void);
/* Prints the version or, where --help was given, a topic; as help_flush. */
int help_about(const struct options *options, const char *topic);
/* Whether --help or -h stands behind the command argv[0]: what it does is
 * printed then, and *exit_status is set. */
bool help_is_wanted(int argc, char **argv, int *exit_status);
/* `murmel help [TOPIC]`; the exit status. */
int help_command(int argc, char **argv);

#endif
