/*
 * job.h - the key of a job and the socket that goes with it.
 */
#ifndef MURMEL_JOB_H
#define MURMEL_JOB_H

#include <stddef.h>

#define JOB_KEY_SIZE 64

/* The key in MURMEL_JOB, or a new one that nobody else has. */
void job_key(char *key, size_t size);

/* The listening socket of the job (close-on-exec); or -1 and errno, which is
 * EADDRINUSE when a checker for this job runs already. */
int job_listen(const char *key);

#endif
