/*
 * report_command.h - murmel report: a recorded job, or a report.json, in the
 * form that is asked for, on the standard output.
 */
#ifndef MURMEL_REPORT_COMMAND_H
#define MURMEL_REPORT_COMMAND_H

/* `murmel report`; argv[0] is that word, and those behind it are changed.  The
 * exit status, as of murmel run. */
int report_command(int argc, char **argv);

#endif
