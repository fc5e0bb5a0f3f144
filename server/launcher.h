/*
 * launcher.h - the command that starts the processes of a job.
 */
#ifndef MURMEL_LAUNCHER_H
#define MURMEL_LAUNCHER_H

#include "flavour_of.h"
#include "option.h"

#include <stdbool.h>

/*
 * The launcher's words, then the application's (words[]), NULL at the end;
 * launcher_free frees them.  For the application's MPI, unless options->
 * launcher names another one.  NULL, and a line in *trouble (malloc'd):
 * there is none.
 */
char **launcher_words(const struct options *options,
                      const struct application *application, char **words,
                      char **trouble);
void launcher_free(char **words);

/* Splits a command as a shell does, by blanks, with '..', ".." and \\;
 * nothing is expanded.  NULL: a quote is not closed, or there is no word. */
char **launcher_split(const char *command);

/*
 * Whether it is Slurm's srun, which hears from its controller that the job is
 * cancelled: nobody who has started it is told, and it ends with the status of
 * processes that SIGTERM has ended.  Not with --kill-on-bad-exit, by which it
 * ends all others so, too, when one has ended.
 */
bool launcher_is_cancelled_elsewhere(const char *command);

#endif
