/*
 * merge.h - murmel merge OUT FILE...: one report.json of several.
 */
#ifndef MURMEL_MERGE_H
#define MURMEL_MERGE_H

/* The words behind `murmel merge`.  The exit status: 0; 2 after a line of
 * trouble. */
int merge_command(char **words);

#endif
