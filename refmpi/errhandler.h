/* errhandler.h - error handlers, as objects keep them. */
#ifndef REFMPI_ERRHANDLER_H
#define REFMPI_ERRHANDLER_H

#include "internal.h"

struct errhandler *refmpi_errhandler_fatal(void);
/* Returns its argument; NULL stays NULL. */
struct errhandler *refmpi_errhandler_retain(struct errhandler *errhandler);

/* error.c: text of a class or code, "unknown error" if there is none. */
const char *refmpi_error_text(int code);
const char *refmpi_error_name(int code); /* "MPI_ERR_RANK", or NULL */
/* The highest code in use, for MPI_LASTUSEDCODE. */
int refmpi_error_last(void);

#endif
