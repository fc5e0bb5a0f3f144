/*
 * merge.h - murmel merge OUT FILE...: one report.json of several.
 */
#ifndef MURMEL_MERGE_H
#define MURMEL_MERGE_H

/* `murmel merge`; argv[0] is that word.  The exit status: 0; 2 after a line of
 * trouble. */
int merge_command(int argc, char **argv);

#endif
