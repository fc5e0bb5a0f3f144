/*
 * explain.h - the subcommands that print what rules are.
 */
#ifndef MURMEL_EXPLAIN_H
#define MURMEL_EXPLAIN_H

/*
 * `murmel explain [--markdown] ID...` and `murmel rules`: argv[0] is the
 * subcommand.  Print on stdout; return the exit status: 0, or 2 after one
 * line on stderr (no such rule, wrong use, output not written).
 */
int explain_command(int argc, char **argv);
int explain_rules_command(int argc, char **argv);

#endif
