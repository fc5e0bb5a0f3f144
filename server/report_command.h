/*
 * report_command.h - murmel report: a recorded job, or a report.json, in the
 * form that is asked for, on the standard output.
 */
#ifndef MURMEL_REPORT_COMMAND_H
#define MURMEL_REPORT_COMMAND_H

/* The words behind `murmel report`, which are changed.  The exit status, as of
 * murmel run. */
int report_command(char **words);

#endif
