/*
 * job.h - the key of a job and the socket that goes with it.
 */
#ifndef MURMEL_JOB_H
#define MURMEL_JOB_H

/* With its zero; as in libcheck/launch.h. */
#define JOB_KEY_SIZE 80

/*
 * The key in MURMEL_JOB, or a new one that nobody else has.  Returns 0; or
 * -1 where MURMEL_JOB is too long or has other characters than letters,
 * digits and "._@:-".
 */
int job_key(char key[JOB_KEY_SIZE]);

/* The listening socket of the job (close-on-exec); or -1 and errno, which is
 * EADDRINUSE when a checker for this job runs already. */
int job_listen(const char *key);

#endif
