/* session.h - what communicators keep of their session. */
#ifndef REFMPI_SESSION_H
#define REFMPI_SESSION_H

#include "internal.h"

struct buffer;

struct session *refmpi_session_from(MPI_Session handle);
/* False for NULL, too. */
bool refmpi_session_is_open(const struct session *session);
/* As refmpi_leave_comm, with the session's error handler. */
int refmpi_session_leave(struct session *session, int rc);

/* NULL is let pass: what is not of a session. */
void refmpi_session_retain(struct session *session);
void refmpi_session_release(struct session *session);

/* What is attached for all its communicators: where it stands (NULL for no
 * session), and itself (NULL: nothing ever was). */
struct buffer **refmpi_session_place(struct session *session);
struct buffer *refmpi_session_buffer(const struct session *session);

#endif
