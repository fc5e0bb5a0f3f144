/*
 * launch.h - who started this process: the job it belongs to, its rank, and
 * whether it is a launcher itself.
 */
#ifndef MURMEL_LAUNCH_H
#define MURMEL_LAUNCH_H

#include <stddef.h>

#define LAUNCH_KEY_SIZE 80 /* of a job key, with its zero */

/*
 * The key of the job this process belongs to: the same in all processes of a
 * job on this machine, another in any other job.  Letters, digits and
 * "._@:-" only.
 */
void launch_job_key(char key[LAUNCH_KEY_SIZE]);

/*
 * The key that this job would have by itself, whatever MURMEL_JOB says; empty
 * if no launcher is known.
 */
void launch_key(char key[LAUNCH_KEY_SIZE]);

/* What the launcher's environment says, or -1. */
int launch_rank(void);
int launch_size(void);

/*
 * A descriptor for the standard error of the launcher above this process, for
 * the caller to close, where this process's own is a pipe that goes to it; -1:
 * there is none, or it may not be had.  What is in such a pipe when a launcher
 * ends the job is lost.
 */
int launch_error_output(void);

/* Is the program of this name one that starts MPI jobs? */
int launch_is_launcher(const char *program);

#endif
