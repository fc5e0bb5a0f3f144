/*
 * help.h - murmel --help, and murmel help TOPIC.
 */
#ifndef MURMEL_HELP_H
#define MURMEL_HELP_H

#include "option.h"

/* Prints a topic; NULL: the page that fits a screen.  0; -1: there is no such
 * topic. */
int help_print(const char *topic);
/* The standard output is written: 0, or 2 after a line where that failed. */
int help_flush(void);
/* Prints the version or, where --help was given, a topic; as help_flush. */
int help_about(const struct options *options, const char *topic);
/* `murmel help [TOPIC]`; the exit status. */
int help_command(int argc, char **argv);

#endif
