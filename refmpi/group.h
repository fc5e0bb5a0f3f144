/* group.h - how communicators make groups. */
#ifndef REFMPI_GROUP_H
#define REFMPI_GROUP_H

#include "internal.h"

void refmpi_group_init(void);
/* A group whose world[] the caller fills; then settle finds the own rank. It is
 * derived from that session, or NULL. */
struct group *refmpi_group_new(int size, struct session *session);
void refmpi_group_settle(struct group *group);
/* MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL. */
int refmpi_group_compare(const struct group *a, const struct group *b);
/* Whether they have no process in common. */
bool refmpi_group_disjoint(const struct group *a, const struct group *b);

/* As refmpi_leave_comm, but with the error handler of the session from which
 * one of the groups is derived, if there is one (MPI-4.1, 9.3). Each may be
 * NULL. */
int refmpi_group_leave(const struct group *a, const struct group *b, int rc);

#endif
