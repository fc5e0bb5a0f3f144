/*
 * flavour_of.h - what an application is, and which MPI it needs.
 */
#ifndef MURMEL_FLAVOUR_OF_H
#define MURMEL_FLAVOUR_OF_H

#include "option.h"

/* What is known of an application. */
struct application {
    char *path; /* to start it: `name` or found in PATH */
    enum option_flavour flavour;
    char *library; /* the MPI library it loads; may be NULL */
};

/*
 * Looks at the application `words` (its name, then its arguments).  `given`
 * is what the user says it needs, FLAVOUR_UNKNOWN: find out.  Returns 0 and
 * *application, which application_free frees; or -1 and one line for the
 * user in *trouble (malloc'd): there is no such file, it cannot be executed,
 * it is statically linked, it does not use an MPI that Murmel knows, it uses
 * another one than is given.
 */
int flavour_of(char **words, enum option_flavour given,
               struct application *application, char **trouble);
void application_free(struct application *application);

/* The flavour of an MPI library by its file name ("libmpi.so.40");
 * FLAVOUR_UNKNOWN for another one. */
enum option_flavour flavour_of_library(const char *soname);

/* Finds the file to start for `name`; *path is malloc'd.  -1 and *trouble:
 * there is none that could be started. */
int application_find(const char *name, char **path, char **trouble);
/* The same, and what stands against observing it (it is statically linked),
 * without a look for its MPI. */
int application_check(const char *name, char **path, char **trouble);
/* An executable that loads no MPI as it starts, and is not Python, which
 * mostly loads its libraries later. */
bool application_lacks_mpi(const char *path);

#endif
