/* errhandler.h - error handlers, as objects keep them. */
#ifndef REFMPI_ERRHANDLER_H
#define REFMPI_ERRHANDLER_H

#include "internal.h"

struct errhandler *refmpi_errhandler_fatal(void);
/* What mpiexec was told to begin with. */
struct errhandler *refmpi_errhandler_initial(void);
/* Returns its argument; NULL stays NULL. */
struct errhandler *refmpi_errhandler_retain(struct errhandler *errhandler);

/* session.c: sets a handler of the session kind; gives one to the user; ends a
 * public function as refmpi_leave_comm does. */
int refmpi_errhandler_of_session(struct errhandler **place,
                                 MPI_Errhandler handle);
MPI_Errhandler refmpi_errhandler_handle(struct errhandler *errhandler);
int refmpi_errhandler_of_comm(struct comm *comm, MPI_Errhandler handle);
int refmpi_leave_session(struct errhandler *const *errhandler,
                         MPI_Session session, int rc);

/* error.c: text of a class or code, "unknown error" if there is none. */
const char *refmpi_error_text(int code);
const char *refmpi_error_name(int code); /* "MPI_ERR_RANK", or NULL */
/* The highest code in use, for MPI_LASTUSEDCODE. */
int refmpi_error_last(void);

#endif
