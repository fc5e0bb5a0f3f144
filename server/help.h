/*
 * help.h - murmel --help, and murmel help TOPIC.
 */
#ifndef MURMEL_HELP_H
#define MURMEL_HELP_H

/* Prints a topic; NULL: the page that fits a screen.  0; -1: there is no such
 * topic. */
int help_print(const char *topic);
/* The standard output is written: 0, or 2 after a line where that failed. */
int help_flush(void);
/* `murmel help [TOPIC]`; the exit status. */
int help_command(int argc, char **argv);

#endif
