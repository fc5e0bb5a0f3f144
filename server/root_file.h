/*
 * root_file.h - where the root checker is, and the keys to talk to it: a file
 * that the checkers of the other nodes read.
 *
 * It has mode 0600 and is made for one job.  Who can read it can send that
 * job's checker what he likes; nothing of it stands in an environment or on a
 * command line but its path.
 */
#ifndef MURMEL_ROOT_FILE_H
#define MURMEL_ROOT_FILE_H

/* Keys are texts of 40 characters (Z85), with a zero. */
#define ROOT_KEY_SIZE 41

struct root_file {
    char *endpoint;             /* tcp://ADDRESS:PORT; malloc'd */
    char *boot;                 /* root_boot() there; malloc'd */
    char *job;                  /* root_job() there; malloc'd */
    char server[ROOT_KEY_SIZE]; /* the root's public key */
    char client[ROOT_KEY_SIZE]; /* the nodes' public key */
    char secret[ROOT_KEY_SIZE]; /* ... and secret key */
};

/* What this machine has in common with no other, nor with itself after it was
 * started anew: clocks can be compared where it is the same.  malloc'd. */
char *root_boot(void);

/* The job as the launcher names it to its processes on all nodes, or its user
 * by MURMEL_JOB; "": nobody does.  malloc'd. */
char *root_job(void);

/* Writes the file, over that of a job which is over: other files are left as
 * they are.  A descriptor that has it locked, until it is closed; -1 and a line
 * for the user in *trouble (malloc'd). */
int root_file_write(const char *path, const struct root_file *file,
                    char **trouble);
/* Reads it; it must be this user's, and no one else's to read.  0; -1 and
 * *trouble likewise, and nothing to free. */
int root_file_read(const char *path, struct root_file *file, char **trouble);
/* Frees what is in it, and forgets the keys. */
void root_file_free(struct root_file *file);

#endif
